#!/usr/bin/env python3
"""Writes conversions.json and estimates.json beside this file: detection theory at 30 digits and more, rounded to doubles.

Proportions correct are the integrals of the literature as they stand there (no Owen's T), the best criterion of the
difference rule is searched for, d' is found by the secant method, and standard errors by numeric derivatives: nothing is
shared with what is tested but the models. Each input is first rounded to the double that the test will read. Needs
mpmath; no random numbers.
"""
import json
import pathlib

from mpmath import mp, mpf

mp.dps = 30
HERE = pathlib.Path(__file__).parent


def tolerance():
    """Of a squared residue."""
    return mpf(10) ** (14 - 2 * mp.dps)


def cdf(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def pdf(x):
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def z(p):
    """Newton on ln of the smaller tail."""
    tail = min(p, 1 - p)
    if tail == mpf(1) / 2:
        return mpf(0)
    x = -mp.sqrt(-2 * mp.log(tail)) * mpf("0.9")
    for _ in range(200):
        step = (mp.log(cdf(x)) - mp.log(tail)) * cdf(x) / pdf(x)
        x -= step
        if abs(step) < mpf(10) ** -(mp.dps - 4):
            return x if p < 0.5 else -x
    raise ArithmeticError(p)


def integral(f, low, high):
    """Over pieces of at most one standard deviation."""
    count = int(mp.ceil(high - low))
    return mp.quad(f, [low + (high - low) * i / count for i in range(count + 1)], method="gauss-legendre")


# Proportions correct and wrong of an unbiased observer.

def forced_choice(m):
    def right(d):
        return integral(lambda x: pdf(x - d) * cdf(x) ** (m - 1), min(d, 0) - 11, max(d, 0) + 11)

    def wrong(d):
        return integral(lambda x: -pdf(x - d) * mp.expm1((m - 1) * mp.log1p(-cdf(-x))), min(d, 0) - 11, max(d, 0) + 11)

    return right, wrong


def hits(d, k):
    return cdf((d - k) / mp.sqrt(2)) + cdf((-d - k) / mp.sqrt(2))


def false_alarms(k):
    return 2 * cdf(-k / mp.sqrt(2))


def best_criterion(d):
    def gain(k):
        return 2 * pdf(k / mp.sqrt(2)) - pdf((d - k) / mp.sqrt(2)) - pdf((d + k) / mp.sqrt(2))

    return mp.findroot(gain, (mpf(1), d / 2 + mpf(3)), solver="anderson", tol=tolerance(), maxsteps=400)


def same_different_difference(d):
    k = best_criterion(d)
    return (hits(d, k) + 1 - false_alarms(k)) / 2


def abx(d, share):
    return cdf(d / mp.sqrt(2)) * cdf(share * d) + cdf(-d / mp.sqrt(2)) * cdf(-share * d)


def oddity_difference(d):
    """Frijters, Kooistra & Vereijken (1980)."""
    shift = d * mp.sqrt(mpf(2) / 3)
    return integral(
        lambda x: 2 * (cdf(-x * mp.sqrt(3) + shift) + cdf(-x * mp.sqrt(3) - shift)) * pdf(x), mpf(0), mpf(11))


def oddity_independent(d):
    """Versfeld, Dai & Green (1996): all on one side of the midpoint, or one alone."""
    a = d / 2
    return (
        cdf(a) ** 3 + integral(lambda x: pdf(x + a) * cdf(a - x) ** 2, mpf(0), mpf(11))
        + cdf(-a) ** 3 + integral(lambda x: pdf(x - a) * cdf(-x - a) ** 2, mpf(0), a + 11))


def both(right):
    """1 − P loses digits; 30 are enough of them."""
    return right, lambda d: 1 - right(d)


TASKS = {
    ("yes-no", None): both(lambda d: cdf(d / 2)),
    ("same-different", "difference"): both(same_different_difference),
    ("same-different", "independent"): both(lambda d: cdf(d / 2) ** 2 + cdf(-d / 2) ** 2),
    ("abx", "difference"): both(lambda d: abx(d, 1 / mp.sqrt(6))),
    ("abx", "independent"): both(lambda d: abx(d, mpf(1) / 2)),
    ("oddity", "difference"): both(oddity_difference),
    ("oddity", "independent"): both(oddity_independent),
}
ALTERNATIVES = [2, 3, 4, 8, 100, 1000]
SIGNED = [-2.3, -0.41, 0.17, 1.0, 2.385, 4.7, 7.9]
UNSIGNED = [0.23, 0.71, 1.0, 1.83, 3.1, 5.3, 9.7]
SIGNED_PROPORTIONS = [0.003, 0.21, 0.4137, 0.62, 0.875, 0.9731, 0.9999, 1 - 2.0**-40]
HALF_PROPORTIONS = [0.5137, 0.55, 0.62, 0.75, 0.8731, 0.9613, 0.9999, 1 - 2.0**-40]
THIRD_PROPORTIONS = [0.3519, 0.4, 0.5, 0.62, 0.75, 0.8731, 0.9613, 0.9999, 1 - 2.0**-40]


def inverse(right, wrong, p, start):
    """The d' where the proportion is p, by the smaller tail."""
    p = mpf(p)
    if p < 0.5:
        return mp.findroot(lambda d: mp.log(right(d)) - mp.log(p), start, tol=tolerance())
    return mp.findroot(lambda d: mp.log(wrong(d)) - mp.log(1 - p), start, tol=tolerance())


def conversion(task, rule, alternatives, functions, levels, proportions, starts):
    right, wrong = functions
    row = {"task": task, "rule": rule, "alternatives": alternatives, "d_prime": levels}
    row["correct"] = [float(right(mpf(d))) for d in levels]
    row["wrong"] = [float(wrong(mpf(d))) for d in levels]
    row["slope"] = [float(mp.diff(right, mpf(d), h=mpf(10) ** -12)) for d in levels]
    row["p"] = proportions
    row["d_prime_at_p"] = [float(inverse(right, wrong, p, starts(p))) for p in proportions]
    return row


def conversions():
    rows = []
    for (task, rule), functions in TASKS.items():
        if task == "yes-no":
            rows.append(conversion(task, rule, None, functions, SIGNED, SIGNED_PROPORTIONS, lambda p: 2 * z(mpf(p))))
            continue
        proportions = THIRD_PROPORTIONS if task == "oddity" else HALF_PROPORTIONS
        grid = [(float(functions[0](mpf(d) / 4)), mpf(d) / 4) for d in range(1, 80)]

        def start(p, grid=grid):
            below = [d for q, d in grid if q < p]
            return (below[-1], below[-1] + mpf(1) / 4) if below else (mpf("0.1"), mpf("0.3"))

        rows.append(conversion(task, rule, None, functions, UNSIGNED, proportions, start))
    for m in ALTERNATIVES:
        shift = z(mpf(1) / m) * mp.sqrt(2)
        rows.append(conversion(
            "mafc", None, m, forced_choice(m), SIGNED, SIGNED_PROPORTIONS,
            lambda p, shift=shift: z(mpf(p)) * mpf("1.2") - shift))
    return rows


# Sensitivity from counts.

COUNTS = [(43, 50, 12, 50), (38, 60, 21, 45), (199, 200, 3, 150), (7, 9, 2, 11), (50, 50, 12, 50), (20, 20, 0, 25)]


def corrected(k, n, correction):
    k, n = mpf(k), mpf(n)
    if correction == "loglinear":
        return (k + mpf(1) / 2) / (n + 1)
    if correction == "half" and k in (0, n):
        return (k + mpf(1) / 2 if k == 0 else k - mpf(1) / 2) / n
    return k / n


def unbiased(functions):
    """d' of the unbiased observer of the same z(H) − z(F)."""
    def of(h, f):
        half = (z(h) - z(f)) / 2
        wrong = cdf(-half)
        return mp.findroot(lambda d: mp.log(functions[1](d)) - mp.log(wrong), (half * 2, half * 2 + 1), tol=tolerance())

    return of


def by_difference(h, f):
    k = -mp.sqrt(2) * z(f / 2)
    return mp.findroot(lambda d: mp.log(1 - hits(d, k)) - mp.log(1 - h), (k + mpf("0.3"), k + 1), tol=tolerance())


def normal_bias(h, f, d):
    return (z(f) ** 2 - z(h) ** 2) / 2


def difference_bias(h, f, d):
    k = -mp.sqrt(2) * z(f / 2)
    different = (pdf((k - d) / mp.sqrt(2)) + pdf((k + d) / mp.sqrt(2))) / 2
    return mp.log(different / pdf(k / mp.sqrt(2)))


RATES = {
    ("yes-no", None): (lambda h, f: z(h) - z(f), normal_bias),
    ("mafc", None): (lambda h, f: (z(h) - z(f)) / mp.sqrt(2), normal_bias),
    ("same-different", "difference"): (by_difference, difference_bias),
    ("same-different", "independent"): (unbiased(TASKS["same-different", "independent"]), normal_bias),
    ("abx", "difference"): (unbiased(TASKS["abx", "difference"]), normal_bias),
    ("abx", "independent"): (unbiased(TASKS["abx", "independent"]), normal_bias),
}


def estimates():
    mp.dps = 60  # half of the digits are for the numeric derivatives
    rows = []
    step = mpf(10) ** -12
    for (task, rule), (d_prime, bias) in RATES.items():
        for hit_count, signals, false_count, noises in COUNTS:
            for correction in ("none", "loglinear", "half"):
                h, f = corrected(hit_count, signals, correction), corrected(false_count, noises, correction)
                if h == 1 or f == 0:
                    continue
                d = d_prime(h, f)
                slopes = mp.diff(lambda x: d_prime(x, f), h, h=step), mp.diff(lambda x: d_prime(h, x), f, h=step)
                variance = slopes[0] ** 2 * h * (1 - h) / signals + slopes[1] ** 2 * f * (1 - f) / noises
                rows.append({
                    "task": task, "rule": rule, "hits": hit_count, "signals": signals, "false_alarms": false_count,
                    "noises": noises, "correction": correction, "d_prime": float(d),
                    "criterion": float(-(z(h) + z(f)) / 2), "bias": float(bias(h, f, d)),
                    "d_prime_se": float(mp.sqrt(variance)),
                })
    return rows


for file, content in (("conversions", conversions()), ("estimates", estimates())):
    (HERE / f"{file}.json").write_text(json.dumps(content, indent=1) + "\n")
