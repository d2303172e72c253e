"""Pointwise 95 % posterior bands of penalised fits, on a dense grid.

The density is e to the penalised log-likelihood; threshold, ln width and free rates are uniform within bounds.
Ends are quantiles of psi at a level that leave 2.5 % on either side.
"""

import json
import sys

import numpy as np
from scipy.special import expit, logit, ndtr, ndtri


def steep(u):
    return np.exp(np.minimum(u, 6))


# F, 1 - F, F' and the inverse of F.
FUNCTIONS = {
    "normal": (ndtr, lambda u: ndtr(-u), lambda u: np.exp(-u * u / 2) / np.sqrt(2 * np.pi), ndtri),
    "logistic": (expit, lambda u: expit(-u), lambda u: expit(u) * expit(-u), logit),
    "weibull": (
        lambda u: -np.expm1(-steep(u)), lambda u: np.exp(-steep(u)), lambda u: steep(u) * np.exp(-steep(u)),
        lambda p: np.log(-np.log1p(-p)),
    ),
}


def nodes(rate, count=24):
    """Points and weights of a rate: one if it is fixed."""
    if not isinstance(rate, list):
        return [(rate, 1.0)]
    places, weights = np.polynomial.legendre.leggauss(count)
    return list(zip(rate[0] + (rate[1] - rate[0]) * (places + 1) / 2, weights))


def middles(low, high, count):
    ends = np.linspace(low, high, count + 1)
    return (ends[1:] + ends[:-1]) / 2


def ends(function, levels, n, k, guess, lapse, at, catches):
    value, complement, density, inverse = FUNCTIONS[function]
    x, at = np.array(levels, float), np.array(at, float)
    if function == "weibull":
        x, at = np.log(x), np.log(at)
    reach, spacing = np.ptp(x), np.diff(np.sort(x)).min()
    thresholds = middles(x.min() - reach / 2, x.max() + reach / 2, 400)
    log_widths = middles(np.log(spacing / 50), np.log(3 * reach), 360)
    threshold, log_width = (a.ravel() for a in np.meshgrid(thresholds, log_widths, indexing="ij"))
    scale = np.exp(log_width) / (inverse(0.95) - inverse(0.05))

    def places(levels):
        return (levels[None] - threshold[:, None]) / scale[:, None] + inverse(0.5)

    u = places(x)
    rises, falls = value(u), complement(u)
    # weight * (1/2 ln det I(alpha, beta)), both asymptotes `off` away from 0 and 1.
    tied = guess is None
    off = lapse if tied and not isinstance(lapse, list) else 0.0
    height = 1 - 2 * off
    told = n * (height * density(u)) ** 2
    told /= np.maximum(off + height * rises, 1e-300) * np.maximum(off + height * falls, 1e-300)
    total = told.sum(1)
    mean = (told * u).sum(1) / np.maximum(total, 1e-300)
    with np.errstate(divide="ignore"):
        penalty = 0.5 * np.log(total * (told * (u - mean[:, None]) ** 2).sum(1)) + np.log(scale)
    penalty *= 1.0 if tied else 0.5

    rates = [
        (rate if tied else g, rate, weight * (1 if tied else other))
        for rate, weight in nodes(lapse) for g, other in ([(rate, 1)] if tied else nodes(guess))
    ]
    logs = []
    for g, rate, _ in rates:
        right = np.maximum(g + (1 - g - rate) * rises, 1e-300)
        wrong = np.maximum(rate + (1 - g - rate) * falls, 1e-300)
        logs.append((k * np.log(right) + (n - k) * np.log(wrong)).sum(1) + penalty)
        if catches:
            logs[-1] += catches[0] * np.log(rate) + catches[1] * np.log1p(-rate)
    highest = max(log.max() for log in logs)
    bins = 20000
    masses = np.zeros((len(at), bins))
    drawn = value(places(at))
    for (g, rate, weight), log in zip(rates, logs):
        mass = np.exp(log - highest) * weight
        for index in range(len(at)):
            psi = g + (1 - g - rate) * drawn[:, index]
            masses[index] += np.bincount(np.minimum((psi * bins).astype(int), bins - 1), mass, bins)
    shares = np.cumsum(masses, 1) / masses.sum(1)[:, None]
    edges = np.arange(1, bins + 1) / bins
    return [[round(float(np.interp(share, row, edges)), 5) for share in (0.025, 0.975)] for row in shares]


def case(name, function, levels, n, k, guess, lapse, at, reading="accuracy", catches=None):
    found = ends(function, levels, np.array(n, float), np.array(k, float), guess, lapse, at, catches)
    own = dict(name=name, function=function, reading=reading, levels=levels, n=n, k=k, guess=guess, lapse=lapse, at=at)
    return own | ({"catches": catches} if catches else {}) | {"ends": found}


eight, signed = [1, 2, 3, 4, 5, 6, 7, 8], [-20, -12, -6, -3, 3, 6, 12, 20]
track = [2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10]
signed_trials = [10, 12, 14, 14, 14, 14, 12, 10]
cases = [
    case("two alternatives", "normal", eight, [40] * 8, [22, 20, 25, 27, 33, 38, 39, 40], 0.5, [0, 0.1],
         [2, 4, 5, 6, 8]),
    case("yes or no", "logistic", eight, [40] * 8, [5, 4, 9, 15, 24, 33, 38, 39], [0, 0.25], [0, 0.1],
         [1, 3, 4.5, 6, 8]),
    case("track", "normal", track, [4, 10, 22, 34, 40, 36, 22, 12, 6, 4, 4, 3, 3],
         [2, 5, 13, 23, 28, 28, 18, 11, 5, 4, 4, 3, 3], 0.5, [0, 0.1], [3, 4, 5, 6]),
    case("three alternatives, Weibull", "weibull", [1, 1.5, 2, 3, 4, 6, 9], [12, 20, 24, 24, 20, 12, 8],
         [4, 8, 12, 17, 17, 11, 8], 1 / 3, [0, 0.1], [1.2, 2, 3, 5]),
    case("higher or lower, lapse rate known", "normal", signed, signed_trials, [1, 2, 4, 6, 9, 11, 11, 10], None, 0.01,
         [-15, -5, 0, 5, 15], "direction"),
    case("higher or lower", "logistic", signed, signed_trials, [1, 2, 4, 6, 9, 11, 11, 9], None, [0, 0.1],
         [-15, -5, 0, 5, 15], "direction"),
    case("24 trials", "normal", [2, 4, 6, 8], [6] * 4, [3, 4, 6, 6], 0.5, 0.02, [2, 4, 6, 8]),
    case("catch trials", "normal", eight, [20] * 8, [11, 10, 13, 14, 16, 18, 20, 19], 0.5, [0, 0.1], [2, 4, 6, 8],
         catches=[1, 29]),
]
json.dump(cases, sys.stdout, indent=1)
print()
