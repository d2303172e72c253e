"""Joint maximum-likelihood fits of several groups, by scipy alone: python3 make_joint_fits.py > joint_fits.json

Every model is written down as it stands, in threshold, ln scale, guess and lapse of each group; what is shared beyond
those (a threshold at a proportion asked) is an equality constraint. Each optimum is the best of many starts.
"""

import json

import numpy as np
from scipy import optimize, special, stats

FUNCTIONS = {  # F(u), 1 - F(u), F^-1(1/2), F^-1(0.95) - F^-1(0.05)
    "normal": (special.ndtr, lambda u: special.ndtr(-u), 0.0, 2 * special.ndtri(0.95)),
    "logistic": (special.expit, lambda u: special.expit(-u), 0.0, 2 * np.log(19)),
    "weibull": (lambda u: -np.expm1(-np.exp(u)), lambda u: np.exp(-np.exp(u)), np.log(np.log(2)), None),
    "gumbel": (
        lambda u: -np.expm1(-(10.0**u)), lambda u: np.exp(-(10.0**u)), np.log10(np.log(2)),
        np.log10(np.log(20)) - np.log10(-np.log(0.95))),
    "reversed-gumbel": (
        lambda u: np.exp(-(10.0**-u)), lambda u: -np.expm1(-(10.0**-u)), -np.log10(np.log(2)),
        np.log10(np.log(20)) - np.log10(-np.log(0.95))),
    "sech": (
        lambda u: 2 / np.pi * np.arctan(np.exp(np.pi * u / 2)),
        lambda u: 2 / np.pi * np.arctan(np.exp(-np.pi * u / 2)), 0.0,
        2 / np.pi * (np.log(np.tan(0.95 * np.pi / 2)) - np.log(np.tan(0.05 * np.pi / 2)))),
}
NAMES = ["threshold", "width", "guess", "lapse"]


def place(case, x):
    x = np.asarray(x, float)
    return np.log(x) if case["function"] == "weibull" else np.log10(x) if case["log_level"] else x


def level(case, t):
    return np.exp(t) if case["function"] == "weibull" else 10.0**t if case["log_level"] else t


class Model:
    """One case with some parameters shared; `constrained` holds what is shared as an equality."""

    def __init__(self, case, share):
        self.case, self.groups = case, case["groups"]
        at, direction = case["at"], case["reading"] == "direction"
        self.constrained = at is not None and "threshold" in share
        direct = [name for name in share if not (self.constrained and name == "threshold")]
        free = ["threshold", "width"] + [n for n in ("guess", "lapse") if isinstance(case[n], list)]
        self.index, self.count = [dict() for _ in self.groups], 0
        for name in free:
            for g in range(len(self.groups)):
                if g == 0 or name not in direct:
                    self.index[g][name] = self.count
                    self.count += 1
                else:
                    self.index[g][name] = self.index[0][name]
        self.parameters = self.count - (len(self.groups) - 1 if self.constrained else 0)
        levels = np.concatenate([place(case, g["x"]) for g in self.groups])
        self.low, self.high = levels.min(), levels.max()

    def curve(self, p, g):
        case, index = self.case, self.index[g]
        lapse = p[index["lapse"]] if "lapse" in index else case["lapse"]
        guess = lapse if case["guess"] == "lapse" else p[index["guess"]] if "guess" in index else case["guess"]
        return p[index["threshold"]], np.exp(p[index["width"]]), guess, lapse

    def threshold(self, p, g):
        case = self.case
        F, _, centre, _ = FUNCTIONS[case["function"]]
        t, s, guess, lapse = self.curve(p, g)
        if case["at"] is None:
            return t
        if case["reading"] == "direction":
            rise = (2 * case["at"] - 1) / (1 - guess - lapse)
            return optimize.brentq(
                lambda v: F((v - t) / s + centre) - F((-v - t) / s + centre) - rise, 0, abs(t) + 100 * s, xtol=1e-14)
        q = (case["at"] - guess) / (1 - guess - lapse)
        return t + s * (optimize.brentq(lambda u: F(u) - q, -60, 60, xtol=1e-14) - centre)

    def minus(self, p):
        F, C, centre, _ = FUNCTIONS[self.case["function"]]
        total = 0.0
        for g, group in enumerate(self.groups):
            t, s, guess, lapse = self.curve(p, g)
            u = (place(self.case, group["x"]) - t) / s + centre
            k, n = np.asarray(group["k"], float), np.asarray(group["n"], float)
            height = 1 - guess - lapse
            total += special.xlogy(k, guess + height * F(u)).sum()
            total += special.xlogy(n - k, lapse + height * C(u)).sum()
        return -total

    def fit(self, rng):
        bounds = [None] * self.count
        for index in self.index:
            for name, i in index.items():
                span = self.high - self.low
                bounds[i] = {
                    "threshold": (self.low - span, self.high + span), "width": (np.log(span) - 7, np.log(span) + 4),
                    "guess": (0, self.case["guess"][-1]) if isinstance(self.case["guess"], list) else None,
                    "lapse": (0, self.case["lapse"][-1]) if isinstance(self.case["lapse"], list) else None}[name]
        starts = []
        for _ in range(40):
            start = np.empty(self.count)
            for index in self.index:
                for name, i in index.items():
                    span = self.high - self.low
                    start[i] = {
                        "threshold": rng.uniform(self.low, self.high), "width": np.log(span) - rng.uniform(1, 4),
                        "guess": rng.uniform(0.01, 0.1), "lapse": rng.uniform(0.01, 0.05)}[name]
            starts.append(start)
        best = None
        if self.constrained:
            constraint = {
                "type": "eq",
                "fun": lambda p: [self.threshold(p, g) - self.threshold(p, 0) for g in range(1, len(self.groups))]}
            for start in starts:
                try:
                    found = optimize.minimize(
                        self.minus, start, method="SLSQP", bounds=bounds, constraints=[constraint],
                        options={"ftol": 1e-15, "maxiter": 2000})
                except ValueError:
                    continue
                if np.max(np.abs(constraint["fun"](found.x))) < 1e-9 and (best is None or found.fun < best.fun):
                    best = found
            for _ in range(5):
                found = optimize.minimize(
                    self.minus, best.x, method="SLSQP", bounds=bounds, constraints=[constraint], jac="3-point",
                    options={"ftol": 1e-16, "maxiter": 2000})
                if np.max(np.abs(constraint["fun"](found.x))) < 1e-9 and found.fun < best.fun:
                    best = found
            return best.x, -best.fun
        for start in starts:
            found = optimize.minimize(self.minus, start, method="L-BFGS-B", bounds=bounds, jac="3-point")
            if best is None or found.fun < best.fun:
                best = found
        for _ in range(4):
            best = optimize.minimize(
                self.minus, best.x, method="Nelder-Mead", bounds=bounds,
                options={"xatol": 1e-11, "fatol": 1e-14, "maxiter": 40000, "maxfev": 40000})
        return best.x, -best.fun


def draw(rng, case, curves, levels, n):
    F, _, centre, _ = FUNCTIONS[case["function"]]
    groups = []
    for t, s, guess, lapse in curves:
        psi = guess + (1 - guess - lapse) * F((place(case, levels) - t) / s + centre)
        groups.append({"x": list(levels), "n": [n] * len(levels), "k": [int(k) for k in rng.binomial(n, psi)]})
    return groups


def case(name, function, reading, guess, lapse, share, curves, levels, n, at=None, log_level=False, seed=1):
    made = {
        "name": name, "function": function, "reading": reading, "guess": guess, "lapse": lapse, "at": at,
        "log_level": log_level, "share": share}
    made["groups"] = draw(np.random.default_rng(seed), made, curves, levels, n)
    return made


UP = [float(x) for x in (2, 4, 6, 9, 12, 16)]
SIGNED = [float(x) for x in (-30, -20, -12, -6, -2, 2, 6, 12, 20, 30)]
CASES = [
    case("normal, width", "normal", "accuracy", 0.5, 0.02, ["width"],
         [(6.1, 2.9, 0.5, 0.02), (8.4, 2.9, 0.5, 0.02)], UP, 37, seed=11),
    case("logistic, width and lapse", "logistic", "accuracy", 0.5, [0, 0.1], ["width", "lapse"],
         [(5.2, 1.3, 0.5, 0.04), (7.9, 1.3, 0.5, 0.04), (9.3, 1.7, 0.5, 0.04)], UP, 41, seed=12),
    case("weibull, threshold", "weibull", "accuracy", 0.25, [0, 0.1], ["threshold"],
         [(np.log(6.6), 0.45, 0.25, 0.03), (np.log(7.3), 0.28, 0.25, 0.05)], UP, 53, seed=13),
    case("gumbel on log10, width", "gumbel", "accuracy", 0.5, 0.01, ["width"],
         [(0.62, 0.27, 0.5, 0.01), (0.74, 0.31, 0.5, 0.01), (0.81, 0.25, 0.5, 0.01), (0.93, 0.27, 0.5, 0.01)], UP, 29,
         log_level=True, seed=14),
    case("reversed gumbel, guess and lapse", "reversed-gumbel", "accuracy", [0, 0.25], [0, 0.1], ["guess", "lapse"],
         [(5.4, 4.3, 0.11, 0.03), (8.8, 5.2, 0.09, 0.04)], UP, 67, seed=15),
    case("sech by direction, width and lapse", "sech", "direction", "lapse", [0, 0.1], ["width", "lapse"],
         [(-2.7, 6.4, 0.03, 0.03), (3.1, 7.2, 0.03, 0.03)], SIGNED, 23, seed=16),
    case("normal by direction at 0.75, threshold", "normal", "direction", "lapse", 0.01, ["threshold"],
         [(-3.3, 8.1, 0.01, 0.01), (1.4, 9.5, 0.01, 0.01), (4.2, 7.3, 0.01, 0.01)], SIGNED, 19, at=0.75, seed=17),
    case("logistic at 0.82, threshold", "logistic", "accuracy", 0.5, [0, 0.1], ["threshold"],
         [(6.9, 1.1, 0.5, 0.05), (6.2, 1.9, 0.5, 0.02)], UP, 59, at=0.82, seed=18),
    case("normal, one curve", "normal", "accuracy", 0.5, [0, 0.1], ["threshold", "width", "lapse"],
         [(6.7, 2.6, 0.5, 0.03), (7.4, 2.9, 0.5, 0.03)], UP, 31, seed=19),
]

for made in CASES:
    rng = np.random.default_rng(5)
    joint, apart = Model(made, made["share"]), Model(made, [])
    found, value = joint.fit(rng)
    free = 0.0
    for group in made["groups"]:
        single = Model({**made, "groups": [group], "at": None}, [])
        free += single.fit(rng)[1]
    curves = [joint.curve(found, g) for g in range(len(made["groups"]))]
    t = [float(joint.threshold(found, g)) for g in range(len(curves))]
    made["thresholds"] = t if made["reading"] == "direction" else [float(level(made, v)) for v in t]
    made["locations"] = [float(c[0]) for c in curves]
    made["scales"] = [float(c[1]) for c in curves]
    made["guesses"] = [float(c[2]) for c in curves]
    made["lapses"] = [float(c[3]) for c in curves]
    df = apart.parameters - joint.parameters
    made.update(
        loglik=value, loglik_free=free, parameters=joint.parameters, parameters_free=apart.parameters, df=df,
        p=float(stats.chi2.sf(2 * (free - value), df)))

print(json.dumps({"fits": CASES}, indent=1))
