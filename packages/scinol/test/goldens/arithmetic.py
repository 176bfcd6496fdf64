"""Writes arithmetic.json: exp, expm1, log and log1p at chosen doubles, from 50-digit arithmetic. Needs mpmath.

    python3 arithmetic.py

Each line is "x y residual": the bits of x and of the double y nearest to f(x), in hexadecimal, and
(f(x) - y) / ulp, where an ulp is the spacing of doubles at the exact f(x). The residual is in ulps because
below the normal range it is itself too small for a double.
"""

import json
import pathlib
import random
import struct

import mpmath
from mpmath import mp, mpf

mp.dps = 50
random.seed(20)
INFINITY = float("inf")
LN2 = float(mpmath.log(2))
SUBNORMAL_ULP = -1074


def bits(x):
    return struct.pack(">d", x).hex()


def from_bits(n):
    return struct.unpack(">d", struct.pack(">Q", n))[0]


def step(x, n):
    """The n-th double after x, in the direction away from zero."""
    return from_bits(struct.unpack(">Q", struct.pack(">d", x))[0] + n)


def around(x, count):
    return [step(x, n) for n in range(-count, count + 1)]


def uniform(low, high, count):
    return [random.uniform(low, high) for _ in range(count)]


def any_magnitude(lowest, highest, count, signs=(1, -1)):
    """Random mantissas under every exponent from lowest to highest, as likely as each other."""
    magnitudes = (mpf(1 + random.random()) * mpf(2) ** random.randint(lowest, highest) for _ in range(count))
    return [random.choice(signs) * float(m) for m in magnitudes]


def any_bits(count, signs=(0, 1)):
    """Doubles drawn from the finite ones by their bits, subnormals included."""
    return [from_bits(random.choice(signs) << 63 | random.randrange(0x7FF << 52)) for _ in range(count)]


def line(function, x):
    exact = function(mpf(x))
    magnitude = abs(exact)
    ulp = SUBNORMAL_ULP
    if magnitude:
        # mpmath keeps an integer mantissa: magnitude = man * 2^exp with man of bc bits.
        ulp = max(magnitude.exp + magnitude.bc - 53, SUBNORMAL_ULP)
    count = mpmath.nint(exact / mpf(2) ** ulp)  # ties to even, as doubles round
    nearest = INFINITY if count * mpf(2) ** ulp >= mpf(2) ** 1024 else float(count * mpf(2) ** ulp)
    residual = 0 if nearest == INFINITY else exact / mpf(2) ** ulp - count
    return f"{bits(x)} {bits(nearest)} {float(residual):.5f}"


# Where exp and expm1 are hard: both sides of the odd multiples of ln(2)/2, where reductions change their k,
# the multiples of ln(2), where the reduced argument is all cancellation, and the ends of the range.
reductions = [x for k in range(-1060, 1024, 30) for x in around((k + 0.5) * LN2, 1) + around(k * LN2 or 1e-9, 1)]
reductions += [x for k in (-2, -1, 0, 1) for x in uniform((k + 0.49) * LN2, (k + 0.51) * LN2, 100)]
tiny = any_magnitude(-60, -1, 300) + any_magnitude(-1074, -61, 60)

points = {
    "exp": reductions
    + tiny
    + uniform(-1, 1, 300)
    + uniform(-708, 709, 500)
    + uniform(-745.2, -708, 400)
    + around(709.782712893384, 12)
    + around(-745.1332191019411, 12)
    + around(-708.3964185322641, 12)
    + any_bits(100),
    "expm1": reductions
    + tiny
    + uniform(0.3465, 0.3470, 200)
    + uniform(-1, 1, 400)
    + uniform(-40, 45, 400)
    + uniform(40, 709, 150)
    + around(709.782712893384, 6)
    + around(-2.0, 6)
    + around(40.0, 6)
    + around(2.0**-54, 3)
    + any_bits(100),
    "log": any_bits(300, signs=(0,))
    + any_magnitude(-1074, -1022, 150, signs=(1,))
    + any_magnitude(-1022, 1023, 300, signs=(1,))
    + [1 + x for x in any_magnitude(-52, -2, 400)]
    + around(1.0, 20)
    + uniform(0.5, 2, 500)
    + uniform(0.705, 0.709, 300)
    + uniform(1.41, 1.42, 200)
    + [x for k in range(-1070, 1024, 60) for x in around(float(mpmath.ldexp(1, k)), 1)]
    + [x for k in range(-990, 1023, 60) for x in around(float(mpmath.ldexp(mpmath.sqrt(2), k)), 2)]
    + [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308],
    "log1p": any_bits(200, signs=(0,))
    + tiny
    + any_magnitude(-60, 60, 300, signs=(1,))
    + [-1 + abs(x) for x in any_magnitude(-53, -1, 200)]
    + uniform(-0.999, 1, 500)
    + uniform(-0.296, -0.288, 300)
    + uniform(0.405, 0.42, 200)
    + uniform(1, 100, 200)
    + around(-0.29, 6)
    + around(0.41, 6)
    + around(2.0**-54, 3)
    + around(2.0**53, 6)
    + around(2.0**54, 6)
    + [step(-1.0, -n) for n in range(1, 20)],
}

# The worst of sixteen million points per function, found with quadruple precision.
worst = {
    "exp": [12.13014521267114, 3.81279583887732, 3.8125875806857183, -709.08467895056447],
    "expm1": [0.34684725873787647, 0.34684525133473676, 0.37526546665778987, 0.34696762202761833],
    "log": [0.70659747504175641, 0.70357197405805871, 0.70462599538834192, 0.706563827370429],
    "log1p": [0.40808098613399335, -0.29394329012033282, 0.41130934206743214, 0.40756597120099625],
}

functions = {"exp": mpmath.exp, "expm1": mpmath.expm1, "log": mpmath.log, "log1p": mpmath.log1p}

table = {name: [line(f, x) for x in dict.fromkeys(points[name] + worst[name])] for name, f in functions.items()}
path = pathlib.Path(__file__).with_name("arithmetic.json")
path.write_text(json.dumps(table, indent=2) + "\n")
