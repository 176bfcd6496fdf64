#!/usr/bin/env python3
"""Reference trajectories of the online learning rules, in high precision.

    python3 trajectories.py > trajectories.json     50 digits, deterministic
    python3 trajectories.py --check                 agreement with 100 digits and with plain doubles

Needs mpmath. Every rule is written in the literal form of the papers: G, S2, M and the weights are in the
feature's own unit. An implementation that stores anything else (relative to M, say) is checked by another
algebraic form than its own. Nothing here is shared with the library.
"""

import sys

import mpmath

mpmath.mp.dps = 50
ctx = mpmath.mp  # the number system: mpmath.mp, or mpmath.fp (plain doubles) for --check

NOTES = [
    "Written by trajectories.py: 50 digits, results rounded to 20 significant digits, inputs exact doubles.",
    "x[t] are the features of round t + 1, without the constant. Where constant is true, coordinate 0 is the"
    " constant 1 and the features follow.",
    "scores[t][k] is the raw score of output k before learning in that round (coin: after its division by c).",
    "weights[i][k] is the literal weight of coordinate i and output k after the last round, M not updated."
    " scinol1: with beta as stored, as the next x is unknown. k17: t + 1, x = 0, s2 not updated. sfmd: the d so far."
    " coin: divided by the c of the last round. Coordinates never seen have weight 0.",
    "Parameters: scinol1 eps 1; scinol2 eps 1; k17 alpha 9/8, plain t; nag rate 0.5; sfmd rate 1; cocob alpha 100;"
    " adagrad rate 0.01, accumulator 0.1; adam rate 0.001, 0.9, 0.999, 1e-8; sgd rate 0.01 / sqrt t;"
    " coin alpha 4, beta 1, 1e-6 in c; ftrl rate 0.1, beta 1, no penalties.",
    "Labels: logistic -1 or +1; softmax 0 .. outputs - 1; absolute and huber any number.",
    "d in k17 and sfmd: coordinates seen non-zero so far, the constant and this round's included.",
    "Coordinates with x = 0 are untouched, except in adam, whose moments decay and whose weights move in every round.",
    "nag: where the sum of squared gradients is still 0 there is no step (0/0 = 0). N is one per model, not per output.",
    "coin: n is one per model; Lg is per (coordinate, output) and changes only where x is not 0; the slope is that of"
    " the divided score, and is not itself divided.",
    "weight multiplies the slope; a round of weight 0 is a round (t and N count it);"
    " in scinol1 and scinol2 M = max(max(1, weight) |x|, M), and q = x / M uses that M.",
    "views: the first value of a column sets m = m' = x and leaves a = 0 (so a does not depend on the column's zero).",
    "default: coordinates are the constant, then level and bend of each numeric column, then the indicators."
    " scores are those of the four memories, divided by sqrt c; shares are those used for this prediction;"
    " probability is that of y = +1.",
    "regression: a round in which sigma = 0 trains nothing: the column statistics (n, m, m', a) advance with x, and"
    " M, N, t, G, S2, eta, the shares and the mean loss do not. Its scores are 0."
    " mu and sigma are those before the round; scores are standardised: answer = mu + sigma * sum(shares * scores).",
    "regression: when sigma changes after learning, eta of every coordinate, seen or not, is multiplied by"
    " sigma0 / sigma1 (a coordinate first seen later starts with 3 times the product of all such factors).",
    "default and regression: before a memory that forgets learns from a round, eta is made at least what a coordinate"
    " seen first in that round starts with; weights were played before that.",
    "default and regression: weights[i][j] is the literal weight of coordinate i in memory j, divided by the last sqrt c;"
    " columns are n, m, m', a of each numeric column after the last round (the last one of regression is the target's).",
]


# ---------------------------------------------------------------- streams


class Random:
    """A 64-bit linear congruential generator (Knuth's MMIX); the high bits only."""

    def __init__(self, seed):
        self.state = seed
        self.bits(1)

    def bits(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> (64 - n)

    def spread(self):
        """k / 128 in (-2, 2), never 0, denser around 0."""
        k = self.bits(8) + self.bits(8) - 255
        return (k or 1) / 128

    def chance(self, of_256):
        return self.bits(8) < of_256


def mixed():
    r = Random(1)
    scales = [2.0**-10, 1.0, 2.0**7, 1e6]
    xs, ys = [], []
    for t in range(1, 41):
        z = [0.0 if r.chance(64) else r.spread() for _ in scales]
        if t < 12:
            z[2] = 0.0  # first seen in round 12
        elif t == 12:
            z[2] = 0.75
        xs.append([a * b for a, b in zip(z, scales)])
        ys.append(1 if z[0] - z[1] + z[2] + z[3] / 2 + r.spread() > 0 else -1)
    return dict(x=xs, y=ys, outputs=1, loss="logistic", constant=True)


def many():
    r = Random(2)
    scales = [1.0, 2.0**-5, 100.0]
    xs, ys = [], []
    for _ in range(25):
        z = [0.0 if r.chance(64) else r.spread() for _ in scales]
        xs.append([a * b for a, b in zip(z, scales)])
        votes = [z[0] + r.spread() / 2, z[1] + r.spread() / 2, z[2] - z[0] + r.spread() / 2]
        ys.append(votes.index(max(votes)))
    return dict(x=xs, y=ys, outputs=3, loss="softmax", constant=True)


def weighted():
    r = Random(33)
    xs, ys, ws = [], [], []
    for t in range(20):
        z = [0.0 if r.chance(50) else r.spread() for _ in range(3)]
        xs.append([z[0], z[1] * 64, z[2] / 64])
        ys.append(1 if z[0] + z[1] - z[2] + r.spread() / 2 > 0 else -1)
        ws.append([0, 0.5, 1, 3][r.bits(2)] if t else 0)  # the very first step is of weight 0
    return dict(x=xs, y=ys, weight=ws, outputs=1, loss="logistic", constant=True)


def extreme():
    r = Random(4)
    scales = [2.0**-900, 1.0, 2.0**900]
    xs, ys = [], []
    for _ in range(20):
        z = [0.0 if r.chance(50) else r.spread() for _ in scales]
        xs.append([a * b for a, b in zip(z, scales)])
        ys.append(1 if z[0] + z[1] - z[2] + r.spread() / 2 > 0 else -1)
    return dict(x=xs, y=ys, outputs=1, loss="logistic", constant=True)


def absolute():
    r = Random(5)
    scales = [1.0, 16.0, 0.125]
    xs, ys = [], []
    for _ in range(25):
        z = [0.0 if r.chance(50) else r.spread() for _ in scales]
        xs.append([a * b for a, b in zip(z, scales)])
        ys.append(2 * z[0] - z[1] + z[2] / 2 + r.spread() / 4)
    return dict(x=xs, y=ys, outputs=1, loss="absolute", constant=False)


def default():
    r = Random(6)
    xs, ys = [], []
    for t in range(1, 61):
        z = [r.spread(), r.spread()]
        flag = 1 if r.chance(90) else 0
        xs.append([10000 + z[0], z[1] * 32 * (1e6 if t == 30 else 1), flag])
        score = 2 * z[0] - z[1] + flag - 0.5 + r.spread() / 2
        ys.append(1 if (score > 0) == (t <= 45) else -1)  # the world turns after round 45
    return dict(x=xs, y=ys, outputs=1, loss="logistic", constant=True, numeric=2)


def regression():
    r = Random(7)
    xs, ys = [], []
    for t in range(1, 61):
        z = [r.spread(), r.spread()]
        xs.append([50 + 8 * z[0], z[1] / 64 * (1024 if t == 5 else 1)])  # an outlier among the first ten
        y = 300000 + 50000 * z[0] - 40000 * z[1] + 10000 * r.spread()
        ys.append(1e8 if t == 40 else y)  # one wild label
    return dict(x=xs, y=ys, outputs=1, loss="huber", constant=True, numeric=2)


# ---------------------------------------------------------------- common parts


def num(v):
    return ctx.mpf(v)


def dec(text):
    """A decimal constant, exact to the working precision."""
    return ctx.mpf(text)


def clamp(v, low, high):
    return low if v < low else high if v > high else v


def sigmoid(z):
    if z >= 0:
        return 1 / (1 + ctx.exp(-z))
    e = ctx.exp(z)
    return e / (1 + e)


def slopes(loss, scores, y):
    """d loss / d score of every output."""
    if loss == "logistic":
        return [-y * sigmoid(-y * scores[0])]
    if loss == "softmax":
        top = max(scores)
        e = [ctx.exp(s - top) for s in scores]
        return [e_k / sum(e) - (1 if k == y else 0) for k, e_k in enumerate(e)]
    if loss == "absolute":
        return [num((scores[0] > y) - (scores[0] < y))]
    raise ValueError(loss)


def size(stream):
    """Number of coordinates and of outputs."""
    return len(stream["x"][0]) + (1 if stream["constant"] else 0), stream["outputs"]


def vector(d, v=0):
    return [num(v) for _ in range(d)]


def table(d, k, v=0):
    return [vector(k, v) for _ in range(d)]


class Round:
    """One round: t, x as {coordinate: value} without the zeros, nu, and `play`."""

    def __init__(self, stream, t, record):
        row = ([1] if stream["constant"] else []) + list(stream["x"][t - 1])
        self.t = t
        self.x = {i: num(v) for i, v in enumerate(row) if v != 0}
        self.nu = num(stream["weight"][t - 1]) if "weight" in stream else num(1)
        self.outputs = range(stream["outputs"])
        self._y = stream["y"][t - 1] if stream["loss"] == "softmax" else num(stream["y"][t - 1])
        self._loss, self._record = stream["loss"], record

    def dot(self, weight):
        """The score of every output; weight(i, k) is the weight of coordinate i for output k."""
        return [sum((weight(i, k) * v for i, v in self.x.items()), num(0)) for k in self.outputs]

    def play(self, scores):
        """Record the scores, return the slopes."""
        self._record.append(scores)
        return [self.nu * g for g in slopes(self._loss, scores, self._y)]


def rounds(stream, record):
    return (Round(stream, t, record) for t in range(1, len(stream["x"]) + 1))


def result(scores, d, k, weight):
    return {"scores": scores, "weights": [[weight(i, j) for j in range(k)] for i in range(d)]}


# ---------------------------------------------------------------- the rules


def scinol1(stream, eps=1):
    d, K = size(stream)
    M, G, S2, beta = vector(d), table(d, K), table(d, K), table(d, K, eps)

    def weight(i, k):
        if M[i] == 0:
            return num(0)
        s = ctx.sqrt(S2[i][k] + M[i] ** 2)
        theta = G[i][k] / s
        return beta[i][k] * ctx.sign(theta) / (2 * s) * ctx.expm1(abs(theta) / 2)

    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            M[i] = max(M[i], max(num(1), r.nu) * abs(x))
            for k in range(K):
                beta[i][k] = min(beta[i][k], eps * (S2[i][k] + M[i] ** 2) / (x**2 * r.t))
        g = r.play(r.dot(weight))
        for i, x in r.x.items():
            for k in range(K):
                G[i][k] -= g[k] * x
                S2[i][k] += (g[k] * x) ** 2
    return result(scores, d, K, weight)


def scinol2(stream, eps=1):
    d, K = size(stream)
    M, G, S2, eta = vector(d), table(d, K), table(d, K), table(d, K, eps)

    def weight(i, k):
        if M[i] == 0:
            return num(0)
        s = ctx.sqrt(S2[i][k] + M[i] ** 2)
        return eta[i][k] * clamp(G[i][k] / s, -1, 1) / (2 * s)

    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            M[i] = max(M[i], max(num(1), r.nu) * abs(x))
        g = r.play(r.dot(weight))
        for i, x in r.x.items():
            for k in range(K):
                w = weight(i, k)  # the weight that was played
                G[i][k] -= g[k] * x
                S2[i][k] += (g[k] * x) ** 2
                eta[i][k] -= g[k] * x * w
    return result(scores, d, K, weight)


def k17(stream):
    d, K = size(stream)
    alpha = num(9) / 8
    s2, h, seen = vector(d), table(d, K), set()

    def weight_at(i, k, x, t):
        if s2[i] == 0:
            return num(0)
        return ctx.exp((h[i][k] ** 2 + x**2) / (2 * alpha * s2[i])) * h[i][k] / s2[i] / (alpha * t * len(seen))

    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            s2[i] += x**2
            seen.add(i)
        g = r.play(r.dot(lambda i, k: weight_at(i, k, r.x[i], r.t)))
        for i, x in r.x.items():
            for k in range(K):
                h[i][k] -= g[k] * x
    return result(scores, d, K, lambda i, k: weight_at(i, k, num(0), len(scores) + 1))


def nag(stream):
    d, K = size(stream)
    rate = dec("0.5")
    w, s, A, N = table(d, K), vector(d), table(d, K), num(0)
    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            if abs(x) > s[i]:
                w[i] = [v * s[i] / abs(x) for v in w[i]]
                s[i] = abs(x)
        g = r.play(r.dot(lambda i, k: w[i][k]))
        for i, x in r.x.items():
            N += x**2 / s[i] ** 2
        for i, x in r.x.items():
            for k in range(K):
                A[i][k] += (g[k] * x) ** 2
                if A[i][k] > 0:
                    w[i][k] -= rate * ctx.sqrt(r.t / N) * g[k] * x / (s[i] * ctx.sqrt(A[i][k]))
    return result(scores, d, K, lambda i, k: w[i][k])


def sfmd(stream):
    d, K = size(stream)
    rate = num(1)
    M, G, S2, seen = vector(d), table(d, K), table(d, K, 1), set()

    def weight(i, k):
        if M[i] == 0:
            return num(0)
        return -rate * G[i][k] / (ctx.sqrt(num(len(seen))) * ctx.sqrt(S2[i][k]) * M[i] ** 2)

    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            M[i] = max(M[i], abs(x))
            seen.add(i)
        g = r.play(r.dot(weight))
        for i, x in r.x.items():
            for k in range(K):
                G[i][k] += g[k] * x
                S2[i][k] += (g[k] * x / M[i]) ** 2
    return result(scores, d, K, weight)


def cocob(stream):
    d, K = size(stream)
    alpha = num(100)
    L, A, R, theta, w = table(d, K, dec("1e-8")), table(d, K), table(d, K), table(d, K), table(d, K)
    scores = []
    for r in rounds(stream, scores):
        g = r.play(r.dot(lambda i, k: w[i][k]))
        for i, x in r.x.items():
            for k in range(K):
                gr = g[k] * x
                L[i][k] = max(L[i][k], abs(gr))
                A[i][k] += abs(gr)
                R[i][k] = max(R[i][k] - gr * w[i][k], num(0))
                theta[i][k] -= gr
                l = L[i][k]
                w[i][k] = theta[i][k] / (l * max(A[i][k] + l, alpha * l)) * (l + R[i][k])
    return result(scores, d, K, lambda i, k: w[i][k])


def adagrad(stream):
    d, K = size(stream)
    rate = dec("0.01")
    A, w = table(d, K, dec("0.1")), table(d, K)
    scores = []
    for r in rounds(stream, scores):
        g = r.play(r.dot(lambda i, k: w[i][k]))
        for i, x in r.x.items():
            for k in range(K):
                A[i][k] += (g[k] * x) ** 2
                w[i][k] -= rate * g[k] * x / ctx.sqrt(A[i][k])
    return result(scores, d, K, lambda i, k: w[i][k])


def adam(stream):
    d, K = size(stream)
    rate, b1, b2, e = dec("0.001"), dec("0.9"), dec("0.999"), dec("1e-8")
    m, v, w = table(d, K), table(d, K), table(d, K)
    scores = []
    for r in rounds(stream, scores):
        g = r.play(r.dot(lambda i, k: w[i][k]))
        step = rate * ctx.sqrt(1 - b2**r.t) / (1 - b1**r.t)
        for i in range(d):  # every coordinate, in every round
            for k in range(K):
                gr = g[k] * r.x.get(i, num(0))
                m[i][k] = b1 * m[i][k] + (1 - b1) * gr
                v[i][k] = b2 * v[i][k] + (1 - b2) * gr**2
                w[i][k] -= step * m[i][k] / (ctx.sqrt(v[i][k]) + e)
    return result(scores, d, K, lambda i, k: w[i][k])


def sgd(stream):
    d, K = size(stream)
    rate = dec("0.01")
    w = table(d, K)
    scores = []
    for r in rounds(stream, scores):
        g = r.play(r.dot(lambda i, k: w[i][k]))
        for i, x in r.x.items():
            for k in range(K):
                w[i][k] -= rate / ctx.sqrt(num(r.t)) * g[k] * x
    return result(scores, d, K, lambda i, k: w[i][k])


def coin(stream):
    d, K = size(stream)
    alpha, beta = num(4), num(1)
    M, theta, A, R, Lg = vector(d), table(d, K), table(d, K), table(d, K), table(d, K)
    n = c = num(0)

    def weight(i, k):  # not yet divided by c
        l = Lg[i][k] * M[i]
        return (alpha + R[i][k]) * theta[i][k] / (l * (l + A[i][k])) if l > 0 else num(0)

    scores = []
    for r in rounds(stream, scores):
        for i, x in r.x.items():
            M[i] = max(M[i], abs(x))
            n += x**2 / M[i] ** 2
        c = (n + dec("1e-6")) / r.t
        g = r.play([s / c for s in r.dot(weight)])
        for i, x in r.x.items():
            for k in range(K):
                gr = g[k] * x
                if abs(g[k]) > Lg[i][k]:
                    Lg[i][k] = max(abs(g[k]), beta)
                w = weight(i, k)  # with the new Lg and M; theta, A and R are still the old ones
                theta[i][k] -= gr
                A[i][k] += abs(gr)
                R[i][k] -= gr * w
    return result(scores, d, K, lambda i, k: weight(i, k) / c)


def ftrl(stream):
    d, K = size(stream)
    rate, beta = dec("0.1"), num(1)
    z, n = table(d, K), table(d, K)

    def weight(i, k):
        return -z[i][k] / ((beta + ctx.sqrt(n[i][k])) / rate)

    scores = []
    for r in rounds(stream, scores):
        g = r.play(r.dot(weight))
        for i, x in r.x.items():
            for k in range(K):
                gr, w = g[k] * x, weight(i, k)
                sigma = (ctx.sqrt(n[i][k] + gr**2) - ctx.sqrt(n[i][k])) / rate
                z[i][k] += gr - sigma * w
                n[i][k] += gr**2
    return result(scores, d, K, weight)


# ---------------------------------------------------------------- the default learner


class Column:
    """Running statistics of a numeric column: n, m (level), m' (robust) and a (mean absolute deviation)."""

    def __init__(self):
        self.n, self.m, self.robust, self.a = 0, num(0), num(0), num(0)

    def see(self, x):
        """Take x into the statistics; return the features level and bend."""
        self.n += 1
        if self.n == 1:
            self.m = self.robust = x
            return num(0), num(0)
        bar = min(self.n, 1000)
        self.m += (x - self.m) / bar
        delta = x - self.robust
        tau = self.a if self.n > 10 else 10 * self.a
        if self.a > 0 and self.n > 2 and abs(delta) > tau:
            delta = ctx.sign(delta) * tau * (1 + ctx.log(abs(delta)) - ctx.log(tau))
        self.robust += delta / bar
        self.a += (abs(delta) - self.a) / bar
        return x - self.m, delta * (1 - num(1) / bar) / self.a if self.a > 0 else num(0)

    def state(self):
        return [num(self.n), self.m, self.robust, self.a]


class Memories:
    """ScInOL2 with a maximum that fades, stakes, and four memories that forget at different speeds."""

    def __init__(self, d):
        self.d = d
        self.fade = 1 - dec("1e-3")
        self.keep = [num(1), 1 - dec("1e-4"), 1 - dec("1e-3"), 1 - dec("1e-2")]
        self.M, self.N, self.t, self.c = vector(d), num(0), 0, num(0)
        self.G, self.S2, self.eta = table(d, 4), table(d, 4), table(d, 4, 3)
        self.start = num(3)  # what a coordinate begins with, and the least that one which forgets learns from
        self.shares = vector(4, num(1) / 4)

    def weight(self, i, j):  # not yet divided by sqrt(c)
        if self.M[i] == 0:
            return num(0)
        s = ctx.sqrt(self.S2[i][j] + self.M[i] ** 2)
        return self.eta[i][j] * clamp(self.G[i][j] / s, -1, 1) / (2 * s)

    def predict(self, x):
        """x is {coordinate: value} without zeros. The scores of the four memories."""
        self.t += 1
        for i, v in x.items():
            self.M[i] = max(abs(v), self.fade * self.M[i])  # G and S2 are in the feature's unit: they stay
            self.N += (v / self.M[i]) ** 2
        self.c = self.N / self.t
        return [sum(self.weight(i, j) * v for i, v in x.items()) / ctx.sqrt(self.c) for j in range(4)]

    def learn(self, x, g):
        for i, v in x.items():
            for j in range(4):
                gr, w = g[j] * v, self.weight(i, j)
                self.G[i][j] = self.keep[j] * self.G[i][j] - gr
                self.S2[i][j] = self.keep[j] * self.S2[i][j] + gr**2
                if self.keep[j] < 1:
                    self.eta[i][j] = max(self.eta[i][j], self.start)
                self.eta[i][j] -= gr * w

    def share(self, factors):
        """Multiply the shares by the factors, make them sum to 1, and mix in a little of the equal ones."""
        p = [a * b for a, b in zip(self.shares, factors)]
        mix = dec("1e-4")
        self.shares = [(1 - mix) * v / sum(p) + mix / 4 for v in p]

    def weights(self):
        return [[self.weight(i, j) / ctx.sqrt(self.c) for j in range(4)] for i in range(self.d)]


def features(columns, row):
    """The coordinates of a row: the constant, level and bend of each numeric column, the indicators; no zeros."""
    values = [num(1)]
    for column, v in zip(columns, row):
        values += column.see(num(v))
    values += [num(v) for v in row[len(columns) :]]
    return {i: v for i, v in enumerate(values) if v != 0}


def coordinates(stream):
    return 1 + len(stream["x"][0]) + stream["numeric"]


def default_classifier(stream):
    columns = [Column() for _ in range(stream["numeric"])]
    model = Memories(coordinates(stream))
    out = {"scores": [], "shares": [], "probability": []}
    for row, y in zip(stream["x"], stream["y"]):
        x = features(columns, row)
        scores = model.predict(x)
        p = [sigmoid(s) for s in scores]
        out["scores"].append(scores)
        out["shares"].append(model.shares)
        out["probability"].append(sum(a * b for a, b in zip(model.shares, p)))
        model.learn(x, [-y * sigmoid(-y * s) for s in scores])
        model.share([ctx.exp(ctx.log(sigmoid(y * s)) / 5) for s in scores])
    out["weights"] = model.weights()
    out["columns"] = [c.state() for c in columns]
    return out


def default_regressor(stream):
    columns = [Column() for _ in range(stream["numeric"])]
    target = Column()  # mu and sigma are its m' and a
    model = Memories(coordinates(stream))
    trained, total = 0, num(0)  # rounds trained, and the sum of their losses
    out = {"scores": [], "answer": [], "mu": [], "sigma": [], "shares": []}
    for row, y in zip(stream["x"], stream["y"]):
        y = num(y)
        x = features(columns, row)  # the columns advance in every round
        mu, sigma = target.robust, target.a
        scores = model.predict(x) if sigma > 0 else vector(4)
        out["scores"].append(scores)
        out["answer"].append(mu + sigma * sum(p * s for p, s in zip(model.shares, scores)))
        out["mu"].append(mu)
        out["sigma"].append(sigma)
        out["shares"].append(model.shares)
        if sigma > 0:
            z = [(mu + sigma * s - y) / sigma for s in scores]
            model.learn(x, [clamp(v, -1, 1) for v in z])
            loss = [min(v**2 / 2 if abs(v) <= 1 else abs(v) - num(1) / 2, num(10)) for v in z]
            trained += 1
            total += sum(p * l for p, l in zip(model.shares, loss))
            mean = total / trained
            if mean > 0:
                model.share([ctx.exp(-l / (5 * mean)) for l in loss])
        target.see(y)
        if sigma > 0 and target.a != sigma:
            model.eta = [[v * sigma / target.a for v in row] for row in model.eta]
            model.start *= sigma / target.a
    out["weights"] = model.weights()
    out["columns"] = [c.state() for c in columns + [target]]
    return out


# ---------------------------------------------------------------- output

ALL = [scinol1, scinol2, k17, nag, sfmd, cocob, adagrad, adam, sgd, coin, ftrl]
CASES = [
    (mixed, ALL),
    (many, ALL),
    (weighted, [scinol1, scinol2, nag, sgd]),
    (extreme, [scinol1, scinol2, nag, sfmd, k17, coin]),
    (absolute, [scinol1, scinol2, nag, sgd]),
    (default, [default_classifier]),
    (regression, [default_regressor]),
]


def label(rule):
    return "default" if rule in (default_classifier, default_regressor) else rule.__name__


def document():
    streams = {}
    for make, rules in CASES:
        stream = make()
        stream["results"] = {label(rule): rule(stream) for rule in rules}
        streams[make.__name__] = stream
    return {"notes": NOTES, "streams": streams}


def scalar(v):
    if isinstance(v, ctx.mpf) and ctx is mpmath.mp:
        return ctx.nstr(v, 20)
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(int(v)) if v == int(v) and abs(v) < 1e15 else repr(v)  # the shortest that reads back exactly


def dump(v, indent=""):
    """JSON: a list of plain values on one line, everything else one entry per line."""
    inner = indent + " "
    if isinstance(v, dict):
        body = [f'{inner}"{key}": {dump(value, inner)}' for key, value in v.items()]
        return "{\n" + ",\n".join(body) + "\n" + indent + "}"
    if isinstance(v, (list, tuple)):
        if any(isinstance(e, (dict, list, tuple, str)) for e in v):
            return "[\n" + ",\n".join(inner + dump(e, inner) for e in v) + "\n" + indent + "]"
        return "[" + ", ".join(scalar(e) for e in v) + "]"
    return scalar(v)


def flat(v):
    return [e for item in v for e in flat(item)] if isinstance(v, list) else [v]


def check():
    """50 digits against 100, and against doubles in the same literal form (where they do not overflow)."""
    global ctx
    print("largest |difference| / max(|value|, floor); the floor is 1, for weights and columns 0")
    print(f"{'stream':11}{'rule':9}{'key':12}{'100 digits':>12}{'doubles':>12}")
    for make, rules in CASES:
        for rule in rules:
            ctx = mpmath.mp
            want = rule(make())
            with mpmath.workdps(100):
                more = rule(make())
            ctx = mpmath.fp
            try:
                got = rule(make())
            except (OverflowError, ZeroDivisionError):
                got = None
            ctx = mpmath.mp
            for key in want:
                floor = 0 if key in ("weights", "columns") else 1

                def worst(other):
                    pairs = zip(flat(want[key]), flat(other[key]))
                    return max(float(abs(a - b) / max(abs(a), floor)) if a != b else 0.0 for a, b in pairs)

                double = "overflow" if got is None else f"{worst(got):.1e}"
                print(f"{make.__name__:11}{label(rule):9}{key:12}{worst(more):12.1e}{double:>12}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
    else:
        print(dump(document()))
