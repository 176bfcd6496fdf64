#!/usr/bin/env python3
"""Small streams that are hard on a learner, and what the reference of the default learner makes of each row.

    python3 small.py LEARNER_REF.PY > small.json

LEARNER_REF.PY is the reference: plain Python with a class Reference(loss, numbers, classes, tau, flags) that has learn,
predict, said and loss_in_sigma. Nothing else is needed. The streams are drawn here and kept in the JSON, rounded to
few digits, so that no other program has to draw them again.

Of a case the JSON holds, as one text each, rows by ; and the numbers of a row by a space, - for none:
    numbers, labels; where they are used: names and values of sparse features, weights, and again (0 or 1)
    live, steady    the answers before the row is learned: a number in the target's unit; two classes: the log odds; more:
                    the logarithms of the probabilities. Classes met one by one: the log odds of the second class until
                    the third is met (0 before the first), then the logarithms for those met.
    reported        what learn returns, in the target's unit
    inSigma         numbers only: the same in units of sigma, none where there is none
With a delay row t is predicted, then row t - delay is learned; at the end the
rest. `said` is which answer of then is handed to learn: live, steady, or no for none.
"""

import importlib.util
import json
import sys
from random import Random

NUMBERS = ("huber", "squared", "absolute", "quantile")
CASES = []


def short(x):
    return float("%.3g" % x)


def result(x):
    """Digits enough for a comparison to 1e-8 of max(1, |x|), or of |x| where all are tiny."""
    if x is None:
        return None
    return round(x, 9) if 1e-9 < abs(x) < 1 else float("%.10g" % x)


def case(loss, about, rows, draw, flags=(), columns=4, delay=0, said="no", tau=0.5, noise=0.7):
    """draw(t, random, label) answers the numbers of row t, its label and, if need be, names, weight and again."""
    name = "%s, %s" % (loss if loss != "quantile" else "quantile %g" % tau, about)
    random = Random(name)

    def label(t, s):
        """A label that depends on s."""
        s += noise * random.gauss(0, 1)
        if loss in NUMBERS:
            return short(100 + 30 * s)
        if loss == "log":
            return 1 if s > 0 else -1
        if loss == "softmax":
            return 0 if s < -0.6 else 1 if s < 0.8 else 2
        return min(t // 12, sum(s > bound for bound in (-0.8, -0.1, 0.6, 1.3)))

    drawn = [draw(t, random, label) for t in range(rows)]
    CASES.append({
        "name": name, "loss": loss, "tau": tau, "classes": 3 if loss == "softmax" else 0, "columns": columns,
        "flags": [i in flags for i in range(columns)], "delay": delay, "said": said,
        "rows": [{"names": {}, "weight": 1, "again": False, **dict(zip(("numbers", "label", "names", "weight", "again"), row))}
                 for row in drawn],
    })


def mixed(r):
    """A normal column, one with heavy tails, a uniform one that acts in a curve, a 0/1 column; and their effect."""
    x = [short(r.gauss(0, 1)), short(50 + 10 * r.gauss(0, 1) ** 3), short(r.random()), int(r.random() < 0.3)]
    return x, x[0] + (x[1] - 50) / 40 + 8 * (x[2] - 0.5) ** 2 - 0.7 + x[3]


# ---------------------------------------------------------------- rows


def plain(t, r, label):
    x, s = mixed(r)
    return x, label(t, s)


def missing(t, r, label):
    """A fifth of the values, the very first of a column, and infinite and too great ones."""
    x, s = mixed(r)
    y = label(t, s)
    gone = [None, None, float("inf"), float("-inf"), 2e300]
    return [r.choice(gone) if t < i or r.random() < 0.2 else v for i, v in enumerate(x)], y


def not_flags(t, r, label):
    """A 0/1 column with other values, and one whose values differ by what counts as rounding."""
    x, s = mixed(r)
    y = label(t, s)
    if t in (30, 31, 55):
        x[3] = {30: 2.5, 31: -3, 55: 1e12}[t]
    return [*x, 1e12 * (1 + 1e-10 * r.randrange(9))], y


def weighted(t, r, label):
    x, s = mixed(r)
    weight = 1e8 if t in (37, 61) else (1, 0, 0.5, 3, 1)[t % 5]
    return x, label(t, s), {}, weight


def again(t, r, label):
    x, s = mixed(r)
    return x, label(t, s), {}, 1, t % 5 == 3


def everything(t, r, label):
    x, y = missing(t, r, label)
    weight = 1e8 if t == 44 else (1, 0.5, 0, 3)[t % 4]
    names = {r.randrange(6): 1, 6 + r.randrange(6): short(r.gauss(0, 1e6))}
    return x, y, names, weight, t % 7 == 3


def categories(t, r, label):
    a, b = int(5 * r.random() ** 2), r.randrange(30)
    return [short(r.gauss(0, 1))], label(t, (a - 1) * 0.8 + b % 2 - 0.5), {a: 1, 5 + b: 1}


def sparse(t, r, label):
    """Sparse values from 1e-301 (too small to be there) to 1e299, of either sign, and 0."""
    names = {}
    for i in range(8):
        if r.random() < 0.5:
            names[i] = short(r.gauss(0, 1) * (1, 1e200, 1e-200, 1e-290, 1e6, 1, 1, 1)[i])
    if 5 in names:
        names[5] = r.choice([0, 1e-301, 1, -1e299, 1e-299])
    s = sum(v / (1, 1e200, 1e-200, 1e-290, 1e6, 1e99, 1, 1)[i] for i, v in names.items() if i != 5) / 2
    return [short(r.gauss(0, 1) * 1e3), short(r.gauss(0, 1))], label(t, s), names


def huge(t, r, label):
    """Columns in units from 1e-136 to 1e299."""
    x, s = mixed(r)
    return [short(x[0] * 1e250), short((x[1] - 50) * 1e-136), short(x[2] * 1e299), short(r.gauss(0, 1) * 10.0 ** r.randrange(-250, 250))], label(t, s)


def odd(t, r, label):
    """A constant; 0 for ever; equal up to 1e-12; deviations below 1e-140; the same around 0 and some above."""
    x = r.gauss(0, 1)
    rest = r.gauss(0, 1) * (1e-145 if t < 40 or t % 3 else 1e-138)
    return [5, 0, 3 * (1 + 1e-12 * r.randrange(-9, 10)), short(r.gauss(0, 1) * 1e-145), short(rest), short(x)], label(t, x)


def stands_still(t, r, label):
    """Values that move for a while, then differ by rounding only, then move again."""
    x = r.gauss(0, 1)
    first = short(7 + x) if t < 20 or t > 70 else 7.1 + 1e-13 * r.randrange(-9, 10)
    second = short(1e-3 * x) if t < 20 or t > 70 else short(1e-15 * r.gauss(0, 1))
    return [first, second, int(t < 20 or t > 70 and x > 0)], label(t, x)


def counts(t, r, label):
    """One column counts up, one down in steps; from row 130 on some values are far out, or of long ago."""
    x = r.gauss(0, 1)
    up, down = 1000 + t, -2 * t - r.randrange(2)
    if t > 130 and t % 4 == 0:
        up, down = r.choice([(3, 1e4), (1e6, -1e6), (1100, -60), (2000, 40)])
    return [up, down, short(x)], label(t, x + (t % 50) / 50)


def cauchy(t, r, label):
    draw = lambda: short(r.gauss(0, 1) / r.gauss(0, 1))
    x = [draw(), draw(), draw()]
    y = label(t, max(-2, min(2, x[0])) + (x[1] > 0))
    return x, short(y + 20 * draw()) if abs(y) > 5 else y


def outlier(t, r, label):
    x, s = mixed(r)
    y = label(t, s)
    return x, 1e9 if t == 40 else y


def constant_at_first(t, r, label):
    x, s = mixed(r)
    y = label(t, s)
    return x, 7 if t < 20 else y, {}, (1, 0, 2)[t % 3] if t < 12 else 1, t == 9


def hold(t, r, label):
    """Labels that grow, then labels within bounds that a straight line goes past: the hold loses, then gains."""
    stretch = 1 if t < 50 else 4
    x = [short(stretch * r.gauss(0, 1)), short(r.gauss(0, 1)), t]
    if t < 50:
        return x, short(10 * t + 5 * x[0] + r.gauss(0, 1))
    return x, short(max(0, min(500, 250 + 80 * x[0] + 5 * r.gauss(0, 1))))


def hold_weighted(t, r, label):
    x, y = hold(t, r, label)
    return x, y, {}, (1, 0.1, 3)[t % 3], t % 3 == 2 and t < 60


def units_apart(t, r, label):
    """Labels in a unit that grows by 1e295."""
    x, s = mixed(r)
    return x, short(label(t, s) * (1e-130 if t < 25 else 1e165))


def many_columns(t, r, label):
    x = [r.randrange(5) for _ in range(24)]
    return x, label(t, sum(x[:12]) / 12 - 2 + (x[12] == 2))


def sure(t, r, label):
    """The first class, but for one row, with great weights: scores beyond 20."""
    other = t == 45
    first, second = (-1, 1) if label is None else (0, 2)
    return [t % 2, short(r.gauss(0, 1) / 10)], second if other else first, {i: 1 for i in range(5)}, 1e8


def sure_of_two(t, r, label):
    return sure(t, r, None)


def tiny_labels(t, r, label):
    x, s = mixed(r)
    return x, short(label(t, s) * 1e-120)


def great_labels(t, r, label):
    x, s = mixed(r)
    return x, short(label(t, s) * 1e290)


def many_equal(t, r, label):
    x, s = mixed(r)
    return x, round(label(t, s) / 50) * 50


def nothing(t, r, label):
    return [], label(t, 0.4)


def one_class_long(t, r, label):
    """One class for 30 rows; the third comes at weight 0, the fourth `again`."""
    x, s = mixed(r)
    y = 0 if t < 30 else 9 if t == 30 else 4 if t == 41 else -2 if t == 50 else (0, 9) [s > 0] if t < 41 else r.choice([0, 9, 4])
    return x, y, {}, 0 if t == 41 else 1, t == 50


def bursts(t, r, label):
    """A new class every 7 rows, so that several are met while labels are on their way."""
    x, s = mixed(r)
    return x, min(4, t // 7) if t % 7 == 0 else r.randrange(min(5, t // 7 + 1)) if r.random() < 0.3 else min(4, max(0, int(2 + s)), t // 7)


def all_cases():
    mix = {"flags": [3]}
    for loss in ("log", "softmax", "classes", "huber", "squared", "absolute"):
        case(loss, "plain", 65, plain, **mix)
    case("quantile", "plain", 70, plain, tau=0.9, **mix)
    for loss in ("log", "huber"):
        case(loss, "missing values", 70, missing, **mix)
        case(loss, "again", 65, again, **mix)
    case("log", "other values in 0/1 columns", 65, not_flags, columns=5, flags=[3, 4])
    for loss in ("log", "softmax", "huber", "squared", "absolute"):
        case(loss, "weights", 70, weighted, **mix)
    case("quantile", "weights", 70, weighted, tau=0.9, **mix)
    for loss in ("classes", "squared"):
        case(loss, "missing, sparse, weights and again, 10 rows late", 70, everything, delay=10, said="live", **mix)
    for loss in ("log", "huber", "squared"):
        case(loss, "10 rows late", 65, plain, delay=10, said="live", **mix)
    case("quantile", "10 rows late", 65, plain, tau=0.9, delay=10, said="live", **mix)
    for loss in ("log", "squared"):
        case(loss, "10 rows late, said steadily", 70, plain, delay=10, said="steady", **mix)
    case("huber", "said at once", 50, plain, said="live", **mix)
    case("classes", "met while labels are late", 70, bursts, delay=10, said="live", **mix)
    case("classes", "met while labels are late, said steadily", 70, bursts, delay=10, said="steady", **mix)
    case("classes", "met while labels are late, nothing said", 60, bursts, delay=10, **mix)
    case("classes", "one class for long", 70, one_class_long, **mix)
    for loss in ("log", "softmax", "huber"):
        case(loss, "categories", 70, categories, columns=1)
    for loss in ("log", "squared"):
        case(loss, "sparse", 70, sparse, columns=2)
        case(loss, "huge and tiny columns", 55, huge)
        case(loss, "odd columns", 80, odd, columns=6)
    case("log", "columns that stand still for a while", 95, stands_still, columns=3, flags=[2])
    for loss in ("log", "huber"):
        case(loss, "columns that count", 165, counts, columns=3)
    for loss in ("log", "squared", "absolute"):
        case(loss, "Cauchy", 65, cauchy, columns=3)
    for loss in ("huber", "squared", "absolute", "quantile"):
        case(loss, "a label of 1e9", 75, outlier, tau=0.9 if loss == "quantile" else 0.5, **mix)
    for loss in ("huber", "squared"):
        case(loss, "labels constant at first", 70, constant_at_first, **mix)
    case("huber", "labels constant at first, 10 rows late", 70, constant_at_first, delay=10, said="live", **mix)
    for loss in ("huber", "squared", "absolute"):
        case(loss, "a range that is held, or not", 120, hold, columns=3)
    case("squared", "a range that is held, or not, 10 rows late", 110, hold, columns=3, delay=10, said="live")
    case("squared", "a range that is held, or not, weights and again", 120, hold_weighted, columns=3)
    case("huber", "a range that is held, or not, weights and again", 120, hold_weighted, columns=3)
    case("huber", "units of labels far apart", 60, units_apart, **mix)
    case("log", "many columns", 50, many_columns, columns=24)
    case("log", "sure of a class", 60, sure_of_two, columns=2)
    case("softmax", "sure of a class", 60, sure, columns=2)
    case("squared", "tiny labels", 50, tiny_labels, **mix)
    case("huber", "great labels", 50, great_labels, **mix)
    case("absolute", "many equal labels", 45, many_equal, **mix)
    for loss in ("log", "classes", "huber"):
        case(loss, "nothing but labels", 50, nothing, columns=0)


# ---------------------------------------------------------------- results


def play(Reference, case):
    """Adds what the reference says to a case; answers the model."""
    number = case["loss"] in NUMBERS
    model = Reference(case["loss"], case["columns"], max(1, case["classes"]), case["tau"],
                      [i for i, flag in enumerate(case["flags"]) if flag])
    rows, delay = case["rows"], case["delay"]
    for row in rows:
        row["values"] = [(float("nan") if x is None else x) for x in row["numbers"]]
    answers = {"live": [], "steady": []}
    losses, in_sigma, said = [], [], []
    for t in range(len(rows) + delay):
        if t < len(rows):
            row = rows[t]
            kept = {"no": None}
            for which in answers:
                answer = model.predict(row["values"], row["names"], row["weight"], steady=which == "steady")
                kept[which] = model.said
                answers[which].append([answer] if number else list(model.said["out"]))
            said.append(kept[case["said"]])
        if t >= delay:
            u = t - delay
            row = rows[u]
            losses.append(model.learn(row["values"], row["names"], row["label"], row["weight"], row["again"], said[u]))
            in_sigma.append(model.loss_in_sigma)
    case["results"] = {"live": answers["live"], "steady": answers["steady"], "reported": losses}
    if number:
        case["results"]["inSigma"] = in_sigma
    return model


def text(v):
    """A number, as short as it can be; - for none."""
    if v is None:
        return "-"
    if abs(v) == float("inf"):
        return "Infinity" if v > 0 else "-Infinity"
    return ("%d" % v if v == int(v) and abs(v) < 1e9 else repr(v)).replace("e+", "e")


def written(case):
    """The case in JSON, laid out as the formatter of this repository has it."""
    rows, results = case["rows"], case["results"]
    fields = {key: case[key] for key in ("name", "loss", "tau", "classes", "columns")}
    fields["flags"] = [i for i, flag in enumerate(case["flags"]) if flag]
    fields.update({key: case[key] for key in ("delay", "said")})
    figures = {"numbers": [row["numbers"] for row in rows], "labels": [[row["label"]] for row in rows]}
    if any(row["names"] for row in rows):
        figures["names"] = [list(row["names"]) for row in rows]
        if any(v != 1 for row in rows for v in row["names"].values()):
            figures["values"] = [list(row["names"].values()) for row in rows]
    if any(row["weight"] != 1 for row in rows):
        figures["weights"] = [[row["weight"]] for row in rows]
    if any(row["again"] for row in rows):
        figures["again"] = [[int(row["again"])] for row in rows]
    for key, of_rows in results.items():
        figures[key] = [[result(x) for x in (v if isinstance(v, list) else [v])] for v in of_rows]
    fields.update({key: ";".join(" ".join(text(x) for x in row) for row in of_rows) for key, of_rows in figures.items()})
    return "  {\n" + ",\n".join("    %s: %s" % (json.dumps(key), json.dumps(v)) for key, v in fields.items()) + "\n  }"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    spec = importlib.util.spec_from_file_location("reference", sys.argv[1])
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    all_cases()
    for case in CASES:
        play(reference.Reference, case)
    print("[\n" + ",\n".join(written(case) for case in CASES) + "\n]")


if __name__ == "__main__":
    main()
