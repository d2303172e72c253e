"""Penalised fits by other programs: python3 make_reduced.py > reduced_fits.json

Those without asymptotes are R's: `glm` of brglm2 with type = "MPL_Jeffreys" and a = 1/4 or 1/2, which maximises the same
function. Those with them, and all intervals, are a brute search of the penalised likelihood as it stands: psi, its
derivatives by (alpha, beta) = (-location/scale, 1/scale) and the expected information are written out here. The
information takes both asymptotes to lie `rate` off 0 and 1: the lapse rate if it is fixed and the guess rate tied to
it, else 0. The penalty has its whole weight if the guess rate is tied, else half.
Levels, n and k are simulated once; a track has a trial at every level it visits. Ends are 2 (top - profile) = 3.8415.
"""

import json
import math
import subprocess
import sys

import numpy as np
from scipy import optimize, special, stats

rng = np.random.default_rng(20261122)
LN10 = math.log(10)
CUT = stats.chi2.ppf(0.95, 1)


def log_sech_cdf(u):
    return np.log(2 / np.pi * np.arctan(np.exp(np.clip(np.pi * u / 2, -700, 700))))


def of_power(v):  # ln(1 - exp(-v)), v > 0
    return np.log(-np.expm1(-v))


FUNCTIONS = {  # ln F(u), ln(1 - F(u)), ln F'(u), F^-1(p)
    "normal": (special.log_ndtr, lambda u: special.log_ndtr(-u), lambda u: -u * u / 2 - math.log(2 * math.pi) / 2,
               special.ndtri),
    "logistic": (special.log_expit, lambda u: special.log_expit(-u),
                 lambda u: special.log_expit(u) + special.log_expit(-u), special.logit),
    "weibull": (lambda u: of_power(np.exp(u)), lambda u: -np.exp(u), lambda u: u - np.exp(u),
                lambda p: np.log(-np.log1p(-p))),
    "gumbel": (lambda u: of_power(10.0**u), lambda u: -(10.0**u), lambda u: math.log(LN10) + LN10 * u - 10.0**u,
               lambda p: np.log10(-np.log1p(-p))),
    "reversed-gumbel": (lambda u: -(10.0**-u), lambda u: of_power(10.0**-u),
                        lambda u: math.log(LN10) - LN10 * u - 10.0**-u, lambda p: -np.log10(-np.log(p))),
    "sech": (log_sech_cdf, lambda u: log_sech_cdf(-u),
             lambda u: -np.log(2 * np.cosh(np.clip(np.pi * u / 2, -700, 700))),
             lambda p: np.log(np.tan(p * np.pi / 2)) * 2 / np.pi),
}


def cdf(function, u):
    return np.exp(FUNCTIONS[function][0](u))


class Case:
    def __init__(self, name, function, reading, x, n, k, guess, lapse, log=False, at=None):
        self.name, self.function, self.reading, self.at, self.log = name, function, reading, at, log
        self.x, self.n, self.k = (np.asarray(v, float) for v in (x, n, k))
        self.guess, self.lapse, self.said = guess, lapse, "free" if isinstance(lapse, list) else lapse
        self.share = 1.0 if guess == "lapse" else 0.5
        self.rate = lapse if guess == "lapse" and not isinstance(lapse, list) else 0.0
        self.F, self.C, self.f, self.Q = FUNCTIONS[function]
        self.z = np.log(self.x) if function == "weibull" else np.log10(self.x) if log else self.x
        self.centre = self.Q(0.5)
        self.low, self.high = self.Q(0.05) - self.centre, self.Q(0.95) - self.centre

    def asymptotes(self, lapse):
        return (lapse if self.guess == "lapse" else self.guess), lapse

    def level(self, t):
        return math.exp(t) if self.function == "weibull" else 10.0**t if self.log else t

    def weighted(self, t, s, lapse):
        """Plain log-likelihood of a curve, and what each level tells of u."""
        guess, lapse = self.asymptotes(lapse)
        u = np.clip((self.z - t) / s + self.centre, -300, 300)
        height = math.log(1 - guess - lapse)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            psi = np.logaddexp(math.log(guess) if guess > 0 else -np.inf, height + self.F(u))
            rest = np.logaddexp(math.log(lapse) if lapse > 0 else -np.inf, height + self.C(u))
            plain = float(np.where(self.k > 0, self.k * psi, 0).sum()
                          + np.where(self.n > self.k, (self.n - self.k) * rest, 0).sum())
            # The same with the asymptotes of the penalty.
            rate = math.log(self.rate) if self.rate > 0 else -np.inf
            height = math.log(1 - 2 * self.rate)
            psi, rest = np.logaddexp(rate, height + self.F(u)), np.logaddexp(rate, height + self.C(u))
            weight = self.n * np.exp(2 * (height + self.f(u)) - psi - rest)
        return plain, np.where(np.isfinite(weight), weight, 0)

    def parts(self, t, s, lapse):
        """Plain log-likelihood and penalty of a curve."""
        plain, weight = self.weighted(t, s, lapse)
        # d psi / d alpha = height f, d psi / d beta = height f z, since u = beta z + alpha + centre.
        total = weight.sum()
        if not (total > 0 and np.isfinite(total)):
            return plain, -np.inf
        mean = (weight * self.z).sum() / total
        det = total * (weight * (self.z - mean) ** 2).sum()
        return plain, self.share * 0.5 * math.log(det) if det > 0 else -np.inf

    def value(self, t, log_s, lapse):
        plain, penalty = self.parts(t, math.exp(log_s), lapse)
        total = plain + penalty
        return total if math.isfinite(total) else -1e10

    def best_lapse(self, f):
        """The highest of f(lapse), which is fixed or free between bounds."""
        if not isinstance(self.lapse, list):
            return f(self.lapse), self.lapse
        low, high = self.lapse
        grid = np.linspace(low, high, 21)
        values = [f(v) for v in grid]
        i = int(np.argmax(values))
        found = optimize.minimize_scalar(
            lambda v: -f(v), bounds=(grid[max(i - 1, 0)], grid[min(i + 1, 20)]), method="bounded",
            options={"xatol": 1e-11})
        return max((values[i], grid[i]), (-found.fun, found.x))

    def top(self):
        span = self.z.max() - self.z.min()
        best = None
        # A grid over place and scale, and the simplex from the best corners.
        grid = [(self.best_lapse_coarse(t, q), t, q) for t in np.linspace(self.z.min() - span / 2, self.z.max() + span / 2, 41)
                for q in np.linspace(math.log(span) - 5, math.log(span) + 3, 41)]
        grid.sort(reverse=True)
        for _, t, q in grid[:3]:
            free = isinstance(self.lapse, list)
            p = np.array([t, q] + ([0.5 * (self.lapse[0] + self.lapse[1])] if free else []))

            def minus(p):
                lapse = p[2] if free else self.lapse
                if free and not self.lapse[0] <= lapse <= self.lapse[1]:
                    return 1e10
                return -self.value(p[0], p[1], lapse)

            for _ in range(6):
                found = optimize.minimize(
                    minus, p, method="Nelder-Mead",
                    options={"xatol": 1e-12, "fatol": 1e-14, "maxiter": 8000, "maxfev": 8000})
                p = found.x
            candidates = [(-found.fun, p)]
            if free:
                for edge in self.lapse:
                    q2 = np.array(p[:2])
                    for _ in range(4):
                        at_edge = optimize.minimize(
                            lambda v: -self.value(v[0], v[1], edge), q2, method="Nelder-Mead",
                            options={"xatol": 1e-12, "fatol": 1e-14, "maxiter": 8000, "maxfev": 8000})
                        q2 = at_edge.x
                    candidates.append((-at_edge.fun, np.append(q2, edge)))
            for value, point in candidates:
                if best is None or value > best[0]:
                    best = (value, point)
        value, p = best
        lapse = p[2] if len(p) > 2 else self.lapse
        t, q = polish(lambda v: self.value(v[0], v[1], lapse), p[:2]) if not isinstance(self.lapse, list) else p[:2]
        return self.value(t, q, lapse), t, q, lapse

    def best_lapse_coarse(self, t, q):
        if not isinstance(self.lapse, list):
            return self.value(t, q, self.lapse)
        return max(self.value(t, q, v) for v in np.linspace(*self.lapse, 6))

    # What is read from a curve.
    def threshold(self, t, s, lapse):
        guess, lapse = self.asymptotes(lapse)
        if self.at is None:
            return self.level(t)
        if self.reading == "direction":
            return s * self.two_sided(t / s, guess, lapse)
        return self.level(t + s * self.offset(guess, lapse))

    def offset(self, guess, lapse):
        return self.Q((self.at - guess) / (1 - guess - lapse)) - self.centre

    def two_sided(self, ratio, guess, lapse):
        rise = (2 * self.at - 1) / (1 - guess - lapse)
        F = lambda u: cdf(self.function, u)
        f = lambda v: F(v - ratio + self.centre) - F(-v - ratio + self.centre) - rise
        return optimize.brentq(f, 0, abs(ratio) + 60, xtol=1e-14)

    def width(self, t, s):
        if self.function == "weibull":
            return math.exp(t + s * self.high) - math.exp(t + s * self.low)
        return s * (self.high - self.low)

    def curves(self, quantity, value, lapse):
        """The curves of a quantity's value, by one number; and where that number is sought."""
        guess, lapse = self.asymptotes(lapse)
        span, rise = self.z.max() - self.z.min(), self.high - self.low
        # Peach's box: the place of F = 1/2 within the levels and one range, the width up to 300 ranges.
        logs = (math.log(0.02 * np.diff(self.z).min() / rise), math.log(300 * span / rise))
        if quantity == "width":
            if self.function == "weibull":
                return (lambda q: (math.log(value / (math.exp(math.exp(q) * self.high) - math.exp(math.exp(q) * self.low)))
                                   if math.exp(q) < 60 else 1e9, q)), logs
            return (lambda t: (t, math.log(value / (self.high - self.low)))), (self.z.min() - span, self.z.max() + span)
        place = math.log(value) if self.function == "weibull" else math.log10(value) if self.log else value
        if self.at is None:
            return (lambda q: (place, q)), logs
        if self.reading == "direction":
            def curve(ratio):
                s = value / self.two_sided(ratio, guess, lapse)
                return ratio * s, math.log(s)
            return curve, (-8, 8)
        d = self.offset(guess, lapse)
        return (lambda q: (place - math.exp(q) * d, q)), logs

    def inside_box(self, quantity, value):
        span = self.z.max() - self.z.min()
        if quantity == "width":
            return 1e-9 < value < (300 * span if self.function != "weibull" else 1e9)
        if self.at is not None:
            return 1e-9 < value < 1e9
        place = math.log(value) if self.function == "weibull" else math.log10(value) if self.log else value
        return self.z.min() - span <= place <= self.z.max() + span

    def profile(self, quantity, value):
        def at(lapse):
            curve, (low, high) = self.curves(quantity, value, lapse)
            f = lambda v: self.value(*curve(v), lapse)
            count = 161 if not isinstance(self.lapse, list) else 81
            grid = np.linspace(low, high, count)
            values = np.array([f(v) for v in grid])
            best = -1e10
            for i in np.argsort(values)[::-1][:2]:
                found = optimize.minimize_scalar(
                    lambda v: -f(v), bounds=(grid[max(i - 1, 0)], grid[min(i + 1, count - 1)]), method="bounded",
                    options={"xatol": 1e-10})
                best = max(best, -found.fun, values[i])
            return best
        return self.best_lapse(at)[0]

    def interval(self, quantity, value, top, signed):
        f = lambda v: 2 * (top - self.profile(quantity, v)) - CUT
        ends = []
        for side in (-1, 1):
            step = 0.02 * (abs(value) if not signed else self.z.max() - self.z.min())
            inside, end = value, None
            for _ in range(60):
                outside = inside + side * step if signed else inside * math.exp(side * min(step / abs(value), 3))
                if not self.inside_box(quantity, outside):
                    break
                if f(outside) > 0:
                    end = optimize.brentq(f, min(inside, outside), max(inside, outside), xtol=1e-11, rtol=1e-10)
                    break
                inside, step = outside, step * 1.4
            ends.append(end)
        return ends


def polish(f, p):
    """Newton by central differences, to the last digits that a simplex leaves."""
    p = np.array(p, float)
    for _ in range(4):
        h = 1e-4
        e = np.eye(2) * h
        g = np.array([(f(p + e[i]) - f(p - e[i])) / (2 * h) - 0 for i in range(2)])
        H = np.array([[(f(p + e[i] + e[j]) - f(p + e[i] - e[j]) - f(p - e[i] + e[j]) + f(p - e[i] - e[j])) / (4 * h * h)
                       for j in range(2)] for i in range(2)])
        # Fourth-order gradient.
        g = np.array([(8 * (f(p + e[i]) - f(p - e[i])) - (f(p + 2 * e[i]) - f(p - 2 * e[i]))) / (12 * h) for i in range(2)])
        try:
            step = np.linalg.solve(H, g)
        except np.linalg.LinAlgError:
            break
        if np.max(np.abs(step)) > 1e-4:
            break
        p = p - step
    return p


LINKS = {"normal": "probit", "logistic": "logit", "gumbel": "cloglog", "weibull": "cloglog"}


def by_R(case):
    """Intercept and slope of R's fit; those of this script must be the same."""
    vector = lambda v: "c(" + ",".join(repr(float(a)) for a in v) + ")"
    mean = float(np.mean(case.z))
    spread = float(case.z.max() - case.z.min())
    script = f"""
      suppressMessages(library(brglm2))
      x <- ({vector(case.z)} - {mean!r}) / {spread!r}; n <- {vector(case.n)}; k <- {vector(case.k)}
      fit <- glm(cbind(k, n - k) ~ x, family = binomial({LINKS[case.function]}), method = "brglmFit",
                 type = "MPL_Jeffreys", a = {case.share / 2!r}, epsilon = 1e-12, maxit = 20000, start = {vector(case.start)})
      cat(sprintf("%.17g", c(coef(fit), fit$converged)), "\\n")"""
    run = subprocess.run(["Rscript", "-e", script], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    a, b, converged = (float(v) for v in run.stdout.split())
    if run.stderr.strip():
        print(case.name, run.stderr.strip()[:200], file=sys.stderr)
    if not converged:
        print(case.name, "not converged", file=sys.stderr)
    return a - b * mean / spread, b / spread


def answers(x, n, psi):
    return [int(v) for v in rng.binomial(n, psi)]


def track(sigma, mu, lapse, trials, start, signed, guess=None, function="normal"):
    """Levels of a weighted staircase, a trial at each; signs at random where signed."""
    level, seen = start, {}
    for _ in range(trials):
        sign = rng.choice([-1, 1]) if signed else 1
        x = round(sign * level, 4)
        g = lapse if guess is None else guess
        psi = g + (1 - g - lapse) * cdf(function, (x - mu) / sigma)
        positive = rng.random() < psi
        cell = seen.setdefault(x, [0, 0])
        cell[0] += 1
        cell[1] += int(positive)
        correct = positive == (sign > 0)
        level *= 0.87 if correct else 1.52
        level = min(max(level, 0.3), 400)
    xs = sorted(seen)
    return xs, [seen[x][0] for x in xs], [seen[x][1] for x in xs]


def joint(name, function, reading, groups, guess, lapse, share, at=None):
    """Groups with parameters in common: ln det of the information by all unknown thresholds and scales, and for every
    distinct one of them its ln scale (of a threshold the mean of its groups'). A bias in scales adds none."""
    cases = [Case(name, function, reading, x, n, k, guess, lapse, at=at) for x, n, k in groups]
    count, free = len(cases), isinstance(lapse, list)
    one_sided = at is None or reading != "direction"
    by_level = at is not None and "threshold" in share
    # Unknowns: first coordinates, second coordinates, lapses; each once where shared.
    names = [("threshold", 0), ("width", 1)] if not (by_level and not one_sided) else [("ratio", 0), ("threshold", 1)]
    index, kinds = [], []
    for _ in cases:
        index.append([])
    for label, _ in names + ([("lapse", 2)] if free else []):
        if label in share:
            kinds.append(label)
            for row in index:
                row.append(len(kinds) - 1)
        else:
            for row in index:
                kinds.append(label)
                row.append(len(kinds) - 1)

    def curve(g, p):
        a, b = p[index[g][0]], p[index[g][1]]
        l = p[index[g][2]] if free else lapse
        gamma, l = cases[g].asymptotes(l)
        if names[0][0] == "ratio":
            q = b - math.log(cases[g].two_sided(a, gamma, l))
            return a * math.exp(q), q, l
        return (a - math.exp(b) * cases[g].offset(gamma, l) if by_level else a), b, l

    marked = [i for i, kind in enumerate(kinds) if kind != "lapse"]

    def value(p):
        if free and not all(lapse[0] <= p[i] <= lapse[1] for i, kind in enumerate(kinds) if kind == "lapse"):
            return -1e10
        plain, information = 0.0, np.zeros((len(p), len(p)))
        scales = {i: [] for i in marked}
        for g, case in enumerate(cases):
            t, q, l = curve(g, p)
            part, weight = case.weighted(t, math.exp(q), l)
            plain += part
            d = (case.z - t) / math.exp(q)
            own = np.array([[weight.sum() * math.exp(-2 * q), (weight * d).sum() * math.exp(-q)],
                            [(weight * d).sum() * math.exp(-q), (weight * d * d).sum()]])
            turn = np.zeros((2, len(p)))
            for i in index[g][:2]:
                e = np.zeros(len(p))
                e[i] = 1e-3
                f = lambda k: np.array(curve(g, p + k * e)[:2])
                turn[:, i] = (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / 12e-3
                scales[i].append(q)
            information += turn.T @ own @ turn
        sign, log_det = np.linalg.slogdet(information[np.ix_(marked, marked)])
        if sign <= 0:
            return -1e10
        return plain + cases[0].share * (log_det / 2 + sum(np.mean(scales[i]) for i in marked if kinds[i] != "ratio"))

    best = None
    z = np.concatenate([case.z for case in cases])
    for start in range(8):
        p = np.array([
            dict(threshold=math.log(rng.uniform(5, 40)) if names[0][0] == "ratio" else rng.uniform(*np.quantile(z, [.3, .7])),
                 ratio=rng.uniform(-0.3, 0.3), width=math.log(np.ptp(z)) - rng.uniform(0.5, 3), lapse=0.03)[kind]
            for kind in kinds])
        for _ in range(8):
            found = optimize.minimize(lambda p: -value(p), p, method="Nelder-Mead",
                                      options=dict(xatol=1e-11, fatol=1e-13, maxiter=9000, maxfev=9000))
            p = found.x
        if best is None or -found.fun > best[0]:
            best = (-found.fun, p)
    value_found, p = best
    curves = [curve(g, p) for g in range(count)]
    print("joint", name, value_found, curves, file=sys.stderr)
    return dict(
        name=name, function=function, reading=reading, guess=guess, lapse="free" if free else lapse, at=at, share=share,
        groups=[dict(x=[float(v) for v in c.x], n=[float(v) for v in c.n], k=[float(v) for v in c.k]) for c in cases],
        locations=[float(c[0]) for c in curves], scales=[math.exp(c[1]) for c in curves],
        lapses=[float(c[2]) for c in curves], penalised=float(value_found))


def joints():
    tracks = [track(15, 2, 0.01, 60, 90, True), track(22, -3, 0.01, 60, 90, True)]
    six, wide = [1, 2, 3, 4, 5, 6], [2, 4, 6, 9, 12, 16]
    counts = [(wide, [10] * 6, [5, 6, 8, 9, 10, 10]), (wide, [10] * 6, [4, 6, 5, 8, 8, 10]),
              (wide, [6] * 6, [3, 3, 4, 4, 6, 6])]
    return [
        joint("direction, width in common", "normal", "direction", tracks, "lapse", 0.01, ["width"]),
        joint("direction at 75 %, threshold in common", "normal", "direction", tracks, "lapse", 0.01, ["threshold"], at=0.75),
        joint("accuracy, threshold in common", "logistic", "accuracy", counts[:2], 0.5, 0.02, ["threshold"]),
        joint("accuracy at 80 %, threshold in common", "normal", "accuracy", counts[:2], 0.5, 0.02, ["threshold"], at=0.8),
        joint("three groups, width in common, one separated", "gumbel", "accuracy",
              counts[:2] + [(wide, [6] * 6, [3, 3, 2, 6, 6, 6])], 0.5, 0.0, ["width"]),
        joint("lapse in common", "normal", "accuracy", counts[:2], 0.5, [0, 0.1], ["lapse"]),
    ]


def main():
    cases, six = [], [1, 2, 3, 4, 5, 6]
    plain = dict(reading="accuracy", guess=0.0, lapse=0.0)

    def add(name, function, x, n, k, R=False, **rest):
        cases.append((Case(name, function, rest.pop("reading", "accuracy"), x, n, k, **rest), R))

    for function in ("normal", "logistic", "gumbel"):
        tag = f"{function}, "
        add(tag + "six levels", function, six, [20] * 6, [1, 4, 6, 13, 17, 19], True, **plain)
        add(tag + "three trials a level", function, [0.7, 1.9, 2.6, 4.4, 7.1], [3] * 5, [0, 1, 1, 3, 2], True, **plain)
        add(tag + "separated", function, six, [5] * 6, [0, 0, 0, 5, 5, 5], True, **plain)
        add(tag + "separated but for one level", function, six, [4] * 6, [0, 0, 1, 4, 4, 4], True, **plain)
        add(tag + "four trials", function, [-3.5, -1.2, 0.4, 6.1], [1] * 4, [0, 0, 1, 1], True, **plain)
        x, n, k = track(15, 3, 0, 60, 60, True)
        add(tag + "a track of 60", function, x, n, k, True, reading="direction", guess="lapse", lapse=0.0)
    add("normal, direction, separated", "normal", [-40, -25, -10, 8, 31], [1, 2, 2, 3, 1], [0, 0, 0, 0, 1], True,
        reading="direction", guess="lapse", lapse=0.0)
    add("weibull, six levels", "weibull", [0.5, 1, 2, 3, 5, 8], [12] * 6, [1, 2, 5, 7, 10, 12], True, **plain)
    add("normal on log10, six levels", "normal", [0.5, 1, 2, 3, 5, 8], [12] * 6, [0, 2, 5, 7, 11, 12], True, log=True, **plain)
    add("reversed-gumbel, six levels", "reversed-gumbel", six, [20] * 6, [1, 4, 6, 13, 17, 19], **plain)
    add("sech, separated", "sech", six, [5] * 6, [0, 0, 0, 5, 5, 5], **plain)
    for i in range(3):
        x, n, k = track(15, 3 * i, 0.02, 60, 90, True)
        add(f"direction, a track of 60, number {i + 1}, at 75 %", "normal", x, n, k, reading="direction", guess="lapse",
            lapse=0.01, at=0.75)
    x, n, k = track(8, -2, 0.01, 20, 90, True)
    add("direction, a track of 20, PSE", "normal", x, n, k, reading="direction", guess="lapse", lapse=0.01)
    x, n, k = track(20, 0, 0.02, 40, 90, True, function="logistic")
    add("direction, logistic, a track of 40, at 80 %", "logistic", x, n, k, reading="direction", guess="lapse",
        lapse=0.02, at=0.8)
    x, n, k = track(20, 4, 0.02, 60, 90, True)
    add("direction, lapse free, at 75 %", "normal", x, n, k, reading="direction", guess="lapse", lapse=[0, 0.1], at=0.75)
    wide = [2, 4, 6, 9, 12, 16]
    for function in ("normal", "weibull", "sech", "reversed-gumbel"):
        z = np.log(wide) if function == "weibull" else np.array(wide, float)
        psi = 0.5 + 0.48 * cdf(function, (z - (1.9 if function == "weibull" else 7)) / (0.5 if function == "weibull" else 3.5))
        add(f"accuracy, {function}, guess 1/2", function, wide, [10] * 6, answers(wide, [10] * 6, psi), guess=0.5, lapse=0.02)
    add("accuracy, gumbel on log10, guess 1/3, at 80 %", "gumbel", wide, [10] * 6, [3, 4, 7, 8, 10, 10], guess=1 / 3,
        lapse=0.02, log=True, at=0.8)
    add("accuracy, logistic, guess 1/2, separated", "logistic", wide, [10] * 6, [4, 6, 5, 10, 10, 10], guess=0.5, lapse=0.0)
    add("accuracy, normal, guess 1/2, lapse free", "normal", wide, [12] * 6, [5, 8, 7, 11, 12, 11], guess=0.5, lapse=[0, 0.1])

    out = []
    for case, R in cases:
        value, t, q, lapse = case.top()
        if R:
            span, mean = case.z.max() - case.z.min(), case.z.mean()
            unit = LN10 if case.function == "gumbel" else 1.0
            s = math.exp(q)
            own = (-unit * t / s + unit * case.centre, unit / s)
            case.start = (own[0] + own[1] * mean, own[1] * span)
            a, b = by_R(case)
            off = max(abs(a - own[0]) / max(1, abs(a)), abs(b / own[1] - 1))
            print(f"{case.name}: R less own {off:.1e}", file=sys.stderr)
            s = unit / b
            t = -(a - unit * case.centre) / b
            q = math.log(s)
        s = math.exp(q)
        top, penalty = case.parts(t, s, lapse)
        row = dict(
            name=case.name, made_by="brglm2" if R else "scipy", function=case.function, reading=case.reading,
            x=[float(v) for v in case.x], n=[float(v) for v in case.n], k=[float(v) for v in case.k], guess=case.guess,
            lapse=case.said, log=case.log, at=case.at, location=t, scale=s, lapse_found=lapse, loglik=top,
            penalised=top + penalty)
        for quantity, v in (("threshold", case.threshold(t, s, lapse)), ("width", case.width(t, s))):
            signed = quantity == "threshold" and case.function != "weibull" and not case.log and not (
                case.reading == "direction" and case.at)
            low, high = case.interval(quantity, v, max(value, top + penalty), signed)
            row[quantity] = dict(value=v, low=low, high=high)
        print(case.name, row["threshold"], row["width"], row["lapse_found"], file=sys.stderr)
        out.append(row)
    # All answers right: what the fit gives all the same, to be read as a bound of the threshold.
    bounds = []
    for case in [
        Case("direction, all right, at 75 %", "normal", "direction", [-30, -12, 9, 21, 40], [3, 2, 4, 2, 1],
             [0, 0, 4, 2, 1], "lapse", 0.01, at=0.75),
        Case("direction, all right, logistic, at 80 %", "logistic", "direction", [-4, -2, -1, 1, 2, 4], [5] * 6,
             [0, 0, 0, 5, 5, 5], "lapse", 0.02, at=0.8),
    ]:
        value, t, q, lapse = case.top()
        s = math.exp(q)
        print(case.name, value, t, s, case.threshold(t, s, lapse), file=sys.stderr)
        bounds.append(dict(
            name=case.name, function=case.function, reading=case.reading, x=[float(v) for v in case.x],
            n=[float(v) for v in case.n], k=[float(v) for v in case.k],
            guess=case.guess, lapse=case.said, log=case.log, at=case.at, loglik=case.parts(t, s, lapse)[0], penalised=value,
            threshold=dict(value=case.threshold(t, s, lapse)), width=dict(value=case.width(t, s))))
    print(json.dumps({"cases": out, "bounds": bounds, "joint": joints()}, indent=1))


main()
