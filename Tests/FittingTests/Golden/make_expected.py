"""Exact expectations of penalised estimates in small designs: python3 make_expected.py > expected.json

Every outcome of a design is enumerated, the likelihood with the penalty 1/4 ln det I(alpha, beta), I without asymptotes,
is maximised by scipy, and the estimates are averaged with the probabilities of the outcomes. An outcome counts if its
highest point is a curve inside the box and above every flat function. Nothing of it shares code with Peach.
"""

import itertools
import json
import math

import numpy as np
from scipy import optimize, special


def log_likelihood(x, n, k, mu, s, guess, lapse):
    u, height = (x - mu) / s, 1 - guess - lapse
    psi, rest = guess + height * special.ndtr(u), lapse + height * special.ndtr(-u)
    return float(np.sum(special.xlogy(k, psi)) + np.sum(special.xlogy(n - k, rest)))


def penalty(x, n, mu, s):
    u = (x - mu) / s
    w = n * np.exp(-u * u - math.log(2 * math.pi) - special.log_ndtr(u) - special.log_ndtr(-u))
    total = w.sum()
    if not total > 0:
        return -np.inf
    mean = (w * x).sum() / total
    det = total * (w * (x - mean) ** 2).sum()
    return 0.25 * math.log(det) if det > 0 else -np.inf


def estimate(x, n, k, guess, lapses):
    span = np.ptp(x)
    box = [(x[0] - span, x[-1] + span), (math.log(0.02 * np.diff(x).min() / 3.28970725390294), math.log(300 * span / 3.28970725390294))]

    def value(p):
        lapse = p[2] if len(p) > 2 else lapses[0]
        if not (box[0][0] <= p[0] <= box[0][1] and box[1][0] <= p[1] <= box[1][1] and lapses[0] <= lapse <= lapses[1]):
            return -1e10
        v = log_likelihood(x, n, k, p[0], math.exp(p[1]), guess, lapse) + penalty(x, n, p[0], math.exp(p[1]))
        return v if math.isfinite(v) else -1e10

    def climb(p, lapse=None):
        f = value if lapse is None else lambda q: value([q[0], q[1], lapse])
        for _ in range(6):
            found = optimize.minimize(lambda q: -f(q), p, method="Nelder-Mead",
                                      options=dict(xatol=1e-11, fatol=1e-14, maxiter=6000, maxfev=6000))
            p = found.x
        return -found.fun, list(p) + ([] if lapse is None else [lapse])

    starts = []
    for t in np.linspace(x[0] - span / 2, x[-1] + span / 2, 17):
        for q in np.linspace(math.log(span / 40), math.log(span * 8), 17):
            for lapse in ([lapses[0]] if lapses[0] == lapses[1] else np.linspace(*lapses, 3)):
                starts.append((value([t, q, lapse]), [t, q] if lapses[0] == lapses[1] else [t, q, lapse]))
    starts.sort(key=lambda v: -v[0])
    best = (-np.inf, None)
    picked = []
    for v, p in starts:
        if len(picked) == 3 or v < starts[0][0] - 3:
            break
        if all(abs(p[1] - o[1]) > 0.6 or abs(p[0] - o[0]) > span / 3 for o in picked):
            picked.append(p)
            best = max([best, climb(p)] + ([climb(p[:2], edge) for edge in lapses] if len(p) > 2 else []), key=lambda v: v[0])
    value_found, p = best
    # Flat functions: the limit of ever wider ones at a fixed u.
    total, positive = n.sum(), k.sum()
    spread = (n * (x - (n * x).sum() / total) ** 2).sum()
    flat = -np.inf
    for lapse in np.linspace(*lapses, 3):
        for u in np.linspace(-5, 5, 2001):
            psi = guess + (1 - guess - lapse) * special.ndtr(u)
            w = math.exp(-u * u - math.log(2 * math.pi) - special.log_ndtr(u) - special.log_ndtr(-u))
            v = float(special.xlogy(positive, psi) + special.xlogy(total - positive, 1 - psi)) \
                + 0.5 * (math.log(w) + 0.5 * math.log(total * spread))
            flat = max(flat, v)
    if value_found <= flat + 1e-7 or p[1] > box[1][1] - 0.05:
        return None
    return p[0], math.exp(p[1]), (p[2] if len(p) > 2 else lapses[0])


def design(name, x, trials, guess, lapses, truth):
    x = np.array(x, float)
    n = np.full(len(x), float(trials))
    mu, s, lapse = truth
    psi = guess + (1 - guess - lapse) * special.ndtr((x - mu) / s)
    sums = np.zeros(4)
    curves = 0
    for outcome in itertools.product(range(trials + 1), repeat=len(x)):
        k = np.array(outcome, float)
        if k.sum() in (0, n.sum()) or np.ptp(k) == 0:
            continue
        found = estimate(x, n, k, guess, lapses)
        if found is None:
            continue
        curves += 1
        weight = math.prod(math.comb(trials, int(v)) * p**v * (1 - p) ** (trials - v) for v, p in zip(k, psi))
        sums += weight * np.array([1, found[0], math.log(found[1]), found[2]])
    return dict(name=name, x=list(x), trials=trials, guess=guess, lapse=list(lapses), truth=list(truth), curves=curves,
                mass=sums[0], threshold=sums[1] / sums[0], log_scale=sums[2] / sums[0], lapse_mean=sums[3] / sums[0])


print(json.dumps([
    design("yes/no without asymptotes", [1, 2, 3, 4], 3, 0.0, (0.0, 0.0), (2.4, 0.9, 0.0)),
    design("2AFC, lapse rate fixed", [1, 2, 4, 5], 3, 0.5, (0.02, 0.02), (2.7, 1.1, 0.02)),
    design("2AFC, lapse rate free", [1, 2, 4, 5], 3, 0.5, (0.0, 0.1), (2.7, 1.1, 0.05)),
], indent=1))
