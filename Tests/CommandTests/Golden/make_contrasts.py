"""Makes contrasts.csv and contrasts.json: differences of thresholds by scipy, from the likelihood alone.

Six participants listen in three conditions; P06 answers everything correctly in one of them. The function is a cumulative
normal with guess rate 1/2 and no lapses. Thresholds, their difference within a participant and its likelihood ratio come from
scipy's minimiser; the contrasts over participants from scipy.stats.ttest_rel; Holm's correction is written out.
Run it: python3 make_contrasts.py (numpy, scipy). Recorded with scipy 1.17.1.
"""
import json

import numpy as np
from scipy import optimize, special, stats

LEVELS = np.array([-6.0, -3, 0, 3, 6, 9])
TRIALS = 40


def log_likelihood(x, level, k):
    p = 0.5 + 0.5 * special.ndtr((level - x[0]) / np.exp(x[1]))
    p = np.clip(p, 1e-300, 1 - 1e-16)
    return np.sum(k * np.log(p) + (TRIALS - k) * np.log1p(-p))


def best(function, starts):
    def rough(start):
        return optimize.minimize(lambda x: -function(x), start, method="Nelder-Mead", options=dict(maxiter=600))

    found = min((rough(start) for start in starts), key=lambda fit: fit.fun)
    for _ in range(3):
        found = optimize.minimize(lambda x: -function(x), found.x, method="Nelder-Mead",
                                  options=dict(xatol=1e-9, fatol=1e-12, maxiter=800, initial_simplex=found.x + 1e-3 * np.vstack(
                                      [np.zeros(len(found.x)), np.eye(len(found.x))])))
    return found


def holm(p):
    order = np.argsort(p)
    out, greatest = np.empty(len(p)), 0.0
    for rank, place in enumerate(order):
        greatest = max(greatest, min(1.0, (len(p) - rank) * p[place]))
        out[place] = greatest
    return out.tolist()


rng = np.random.default_rng(42)
people = ["P01", "P02", "P03", "P04", "P05", "P06"]
conditions = ["quiet", "noise", "music"]
counts = {}
for person in people:
    own = rng.normal(0, 1.5)
    for place, condition in enumerate(conditions):
        threshold = own + [0, 1.2, 0.4][place] + rng.normal(0, 0.5)
        p = 0.5 + 0.5 * special.ndtr((LEVELS - threshold) / 3)
        counts[person, condition] = rng.binomial(TRIALS, p)
counts["P06", "music"] = np.full(len(LEVELS), TRIALS)

with open("contrasts.csv", "w") as file:
    file.write("participant,condition,level_dB,n,k\n")
    for (person, condition), k in counts.items():
        for level, positives in zip(LEVELS, k):
            file.write(f"{person},{condition},{level:g},{TRIALS},{positives}\n")

starts = [(0, np.log(3)), (1, 0.5), (-1, 1.5)]
fits = {key: best(lambda x: log_likelihood(x, LEVELS, k), starts) for key, k in counts.items() if key != ("P06", "music")}
thresholds = {key: float(fit.x[0]) for key, fit in fits.items()}

pairs = []
for person in people:
    for a in range(3):
        for b in range(a + 1, 3):
            keys = (person, conditions[a]), (person, conditions[b])
            if not all(key in fits for key in keys):
                continue
            first, second = counts[keys[0]], counts[keys[1]]
            common = best(lambda x: log_likelihood((x[0], x[1]), LEVELS, first) + log_likelihood((x[0], x[2]), LEVELS, second),
                          [(0, 1, 1), (1, 0.5, 1.2), (-1, 1.5, 1)])
            ratio = 2 * (common.fun - fits[keys[0]].fun - fits[keys[1]].fun)
            pairs.append(dict(a="/".join(keys[0]), b="/".join(keys[1]), difference=thresholds[keys[0]] - thresholds[keys[1]],
                              p=float(stats.chi2.sf(max(0, ratio), 1))))
for row, p in zip(pairs, holm([row["p"] for row in pairs])):
    row["p_holm"] = p

contrasts = []
for a in range(3):
    for b in range(a + 1, 3):
        both = [person for person in people if (person, conditions[a]) in fits and (person, conditions[b]) in fits]
        first = np.array([thresholds[person, conditions[a]] for person in both])
        second = np.array([thresholds[person, conditions[b]] for person in both])
        test = stats.ttest_rel(first, second)
        low, high = test.confidence_interval(0.95)
        contrasts.append(dict(a=conditions[a], b=conditions[b], difference=float((first - second).mean()), low=float(low),
                              high=float(high), p=float(test.pvalue), participants=len(both), left_out=len(people) - len(both)))
for row, p in zip(contrasts, holm([row["p"] for row in contrasts])):
    row["p_holm"] = p
json.dump(dict(pairs=pairs, contrasts=contrasts), open("contrasts.json", "w"), indent=1)
