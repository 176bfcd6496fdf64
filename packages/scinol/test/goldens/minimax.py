"""The constants of src/arithmetic/series.ts: the minimax polynomials, by the exchange algorithm of Remez,
and ln 2 in two parts. Needs mpmath.

    python3 minimax.py
"""

from mpmath import cos, exp, factorial, floor, log, lu_solve, matrix, mp, mpf, pi, polyval, sqrt

mp.dps = 50


def minimax(function, weight, low, high, terms, grid_size=1500, rounds=12):
    """The coefficients c, constant first, that minimise max |weight (function - c)|, and that maximum."""
    centre, radius = (low + high) / 2, (high - low) / 2
    equations = terms + 1
    nodes = [centre - radius * cos(pi * (2 * i + 1) / (2 * equations)) for i in range(equations)]
    grid = [centre - radius * cos(pi * i / grid_size) for i in range(grid_size + 1)]
    for _ in range(rounds):
        left, right = matrix(equations, equations), matrix(equations, 1)
        for i, x in enumerate(nodes):
            for j in range(terms):
                left[i, j] = x**j
            left[i, terms] = (-1) ** i / weight(x)
            right[i] = function(x)
        coefficients = list(lu_solve(left, right))[:terms]
        errors = [weight(x) * (function(x) - polyval(coefficients[::-1], x)) for x in grid]
        extrema = []
        for i, error in enumerate(errors):
            if extrema and (errors[extrema[-1]] > 0) == (error > 0):
                if abs(error) > abs(errors[extrema[-1]]):
                    extrema[-1] = i
            else:
                extrema.append(i)
        while len(extrema) > equations:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        nodes = [grid[i] for i in extrema]
    return coefficients, max(map(abs, errors))


def show(title, coefficients, error):
    print(f"{title}, relative error 2^{float(log(error, 2)):.1f}")
    for c in coefficients:
        print("   ", repr(float(c)))


# Reduced arguments may pass the exact bounds by a rounding; a weight must not vanish.
MARGIN = mpf("1.0001")
POSITIVE = mpf(10) ** -12


def exp_beyond_square(r):
    return sum(r**j / factorial(j + 3) for j in range(30))  # (e^r - 1 - r - r^2/2) / r^3


def log_beyond_linear(z):
    return sum(2 * z**j / (2 * j + 3) for j in range(40))  # (2 atanh(s) - 2s) / s^3, z = s^2


half_ln2 = log(2) / 2 * MARGIN
largest_s = (sqrt(2) - 1) / (sqrt(2) + 1)

show(
    "expTail",
    *minimax(exp_beyond_square, lambda r: abs(r) ** 3 / exp(r) + POSITIVE, -half_ln2, half_ln2, terms=10),
)
show(
    "logTail",
    *minimax(log_beyond_linear, lambda z: z / 2 + POSITIVE, mpf(0), largest_s**2 * MARGIN, terms=7),
)

ln2_high = floor(log(2) * 2**42) / mpf(2) ** 42
print("LN2_HIGH", repr(float(ln2_high)))
print("LN2_LOW", repr(float(log(2) - ln2_high)))
