"""Pointwise profile intervals of psi by a brute search, for comparison: a grid of ln scale and asymptotes, the place
solved for, polished by Nelder-Mead; the ends by brentq. The counts stand below. Nothing is random."""
import json
import math

import numpy as np
from scipy import optimize, special, stats

F = {
    "normal": stats.norm.cdf,
    "logistic": special.expit,
    "weibull": lambda u: -np.expm1(-np.exp(np.clip(u, -700, 6.5))),
    "half-normal": lambda u: special.erf(np.exp(np.clip(u, -700, 6)) / 2),
}
Q = {
    "normal": stats.norm.ppf,
    "logistic": special.logit,
    "weibull": lambda p: np.log(-np.log1p(-p)),
    "half-normal": lambda p: np.log(2 * special.erfinv(p)),
}
HALF = stats.chi2.ppf(0.95, 1) / 2


def case(name, function, levels, n, k, guess, lapse, at):
    """guess: a number, [0, bound] or "lapse"; lapse: a number or [0, bound]."""
    log = function in ("weibull", "half-normal")
    to = np.log if log else np.asarray
    x, n, k = to(np.array(levels, float)), np.array(n, float), np.array(k, float)
    centre = Q[function](0.5)
    width = Q[function](0.95) - Q[function](0.05)
    span = x[-1] - x[0]
    places = (x[0] - span, x[-1] + span)
    scales = (math.log(0.02 * np.diff(x).min() / width), math.log(300 * span / width))
    free_guess, free_lapse = isinstance(guess, list), isinstance(lapse, list)

    def unpack(rest):
        rest = list(rest)
        gamma = rest.pop(0) if free_guess else guess
        lam = rest.pop(0) if free_lapse else lapse
        return (lam if guess == "lapse" else gamma), lam

    bounds = ([guess] if free_guess else []) + ([lapse] if free_lapse else [])

    def height(t, ln_scale, gamma, lam):
        psi = gamma + (1 - gamma - lam) * F[function]((x - t) / math.exp(ln_scale) + centre)
        rest = np.clip(1 - psi, 1e-16, 1)
        return float(np.sum(special.xlogy(k, np.clip(psi, 1e-300, 1)) + special.xlogy(n - k, rest)))

    def inside(values):
        return all(a <= v <= b for v, (a, b) in zip(values, bounds))

    def polish(f, starts):
        best = (math.inf, None)
        for start in starts:
            point = np.array(start)
            for _ in range(2):
                found = optimize.minimize(
                    f, point, method="Nelder-Mead", options=dict(xatol=1e-10, fatol=1e-12, maxiter=4000, maxfev=4000))
                point = found.x
            best = min(best, (found.fun, tuple(found.x)))
        return best

    axes = [np.linspace(a + 1e-9, b - 1e-9, 9) for a, b in bounds]
    corners = [tuple(v) for v in np.stack(np.meshgrid(*axes), -1).reshape(-1, len(axes))] if axes else [()]

    def whole(p):
        if not (places[0] <= p[0] <= places[1] and scales[0] <= p[1] <= scales[1] and inside(p[2:])):
            return 1e10
        return -height(p[0], p[1], *unpack(p[2:]))

    starts = [(t, s, *c) for t in np.linspace(x[0], x[-1], 7) for s in np.linspace(scales[0] + 1, scales[1] - 1, 15)
              for c in corners[:: max(1, len(corners) // 9)]]
    starts = sorted(starts, key=whole)[:8]
    top, point = polish(whole, starts)
    top = -top

    def profile(place, p):
        """The highest log-likelihood with psi(place) = p; lambda = 1 - p is a limit in which the curve is flat there."""

        def target(rest):
            if not (scales[0] <= rest[0] <= scales[1] and inside(rest[1:])):
                return 1e10
            gamma, lam = unpack(rest[1:])
            share = (p - gamma) / (1 - gamma - lam)
            if not 0 < share < 1:
                return 1e10
            t = place - math.exp(rest[0]) * (Q[function](share) - centre)
            return -height(t, rest[0], gamma, lam) if places[0] <= t <= places[1] else 1e10

        starts = [(s, *c) for s in np.linspace(scales[0], scales[1], 80) for c in corners]
        # Just inside the limits, where the grid of asymptotes does not reach.
        for s in np.linspace(scales[0], scales[1], 80):
            for inset in (1e-6, 1e-4, 1e-2):
                for c in corners:
                    c = list(c)
                    if free_lapse and 1 - p - inset < lapse[1] and 1 - p > inset:
                        c[-1] = 1 - p - inset
                        starts.append((s, *c))
                    if free_guess and 0 < p - inset < guess[1]:
                        c[0] = p - inset
                        starts.append((s, *c))
        starts = sorted(starts, key=target)[:3]
        return -polish(target, starts)[0]

    def end(place, value, limit):
        # The limit itself may not be reached by any curve, so values just inside it stand for it.
        edge = limit + math.copysign(1e-7, value - limit)

        def depth(p):
            return max(profile(place, p), top - 60) - top + HALF

        if depth(edge) > 0:
            return limit
        inner = value + math.copysign(1e-7, edge - value)
        return optimize.brentq(depth, inner, edge, xtol=1e-8) if depth(inner) > 0 else value

    gamma, lam = unpack(point[2:])
    lowest = gamma if not free_guess and guess != "lapse" else 0
    highest = 1 - (lam if not free_lapse else 0)
    ends = []
    for level in at:
        place = float(to(level))
        value = gamma + (1 - gamma - lam) * float(F[function]((place - point[0]) / math.exp(point[1]) + centre))
        ends.append([value, end(place, value, lowest), end(place, value, highest)])
    return {
        "name": name, "function": function, "reading": "direction" if guess == "lapse" else "accuracy",
        "levels": levels, "n": [int(v) for v in n], "k": [int(v) for v in k], "guess": guess, "lapse": lapse,
        "log_likelihood": top, "at": at, "ends": ends,
    }


six = [2, 4, 6, 9, 14, 22]
cases = [
    case("two alternatives, lapse rate at 0", "normal", six, [20, 20, 21, 20, 22, 20], [11, 12, 15, 17, 21, 20], 0.5,
         [0, 0.1], [1, 2, 5, 9, 14, 22, 24]),
    case("two alternatives, lapses", "normal", six, [40] * 6, [19, 24, 31, 36, 39, 38], 0.5, [0, 0.1],
         [1, 2, 5, 9, 14, 22]),
    case("lapse rate known", "logistic", six, [20] * 6, [9, 11, 15, 16, 20, 19], 0.5, 0.02, [1, 2, 5, 9, 14, 22]),
    case("yes or no", "normal", [1, 2, 3, 4, 5, 6, 7], [30] * 7, [3, 2, 6, 14, 23, 29, 28], [0, 0.25], [0, 0.1],
         [1, 2.5, 4, 5.5, 7]),
    case("higher or lower", "normal", [-20, -11, -5, -2, 2, 5, 11, 20], [15] * 8, [0, 1, 3, 5, 9, 13, 14, 15],
         "lapse", [0, 0.1], [-20, -8, 0, 3, 12, 22]),
    case("three alternatives, Weibull", "weibull", [1, 2, 3, 5, 8, 12], [25] * 6, [8, 10, 13, 19, 24, 25], 1 / 3,
         [0, 0.1], [0.8, 1.5, 3, 6, 12]),
    case("half-normal", "half-normal", [1, 2, 3, 5, 8, 12], [25] * 6, [14, 15, 18, 20, 24, 25], 0.5, [0, 0.1],
         [0.8, 1.5, 3, 6, 12]),
    case("four trials a level", "normal", [1, 2, 3, 4, 5, 6, 7, 8], [4] * 8, [2, 3, 1, 3, 3, 4, 4, 4], 0.5, [0, 0.1],
         [1, 3, 4.5, 6, 8]),
]
print(json.dumps(cases, indent=1))
