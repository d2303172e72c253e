"""Maximum-likelihood fits of a psychometric function by scipy, one data set at a time, one thread.

psi = 1/2 + (1/2 - lapse) F((x - threshold) / exp(s)), F the logistic function, lapse in 0...0.1: L-BFGS-B with the analytic
gradient of a likelihood in vectorised numpy, inside the bounds that Peach has, from a weighted straight line through the
logits (bootstrap: from the estimate).

Talks with peach-bench, so that the two can take turns: a first line on standard input with the levels, one with the trials
at each, one with the number of data sets, then their counts, one line each. After that each line asks for a measurement:
`fits` answers with the CPU seconds and the log-likelihoods, `bootstrap N` with the CPU seconds and the SD of the thresholds.
"""

import sys
import time

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

GUESS = 0.5
MAX_LAPSE = 0.1
FLOOR = 1e-300
WIDTH = 2 * np.log(19)  # 5-95 % of the standard logistic


class Fit:
    """The likelihood of one set of counts."""

    def __init__(self, levels, trials):
        self.levels = levels
        self.trials = trials
        extent = levels[-1] - levels[0]
        spacing = np.diff(levels).min()
        self.bounds = [
            (levels[0] - extent, levels[-1] + extent),
            (np.log(0.02 * spacing / WIDTH), np.log(300 * extent / WIDTH)),
            (0, MAX_LAPSE),
        ]

    def loss(self, parameters, positives, negatives):
        threshold, log_scale, lapse = parameters
        scale = np.exp(log_scale)
        u = (self.levels - threshold) / scale
        f, complement = expit(u), expit(-u)
        height = 1 - GUESS - lapse
        psi = GUESS + height * f
        rest = np.maximum(lapse + height * complement, FLOOR)
        pull = positives / psi - negatives / rest
        slope = pull * (height * f * complement)
        value = positives @ np.log(psi) + negatives @ np.log(rest)
        gradient = np.array([-slope.sum() / scale, -(slope @ u), -(pull @ f)])
        return -value, -gradient

    def regression(self, positives):
        """A straight line through the logits of the proportions between the asymptotes."""
        share = np.clip(((positives + 0.5) / (self.trials + 1) - GUESS) / (1 - GUESS - 0.02), 0.02, 0.98)
        weight = self.trials * share * (1 - share)
        logit = np.log(share / (1 - share))
        total = weight.sum()
        level, height = weight @ self.levels / total, weight @ logit / total
        distance = self.levels - level
        rise = max((weight * distance) @ (logit - height) / ((weight * distance) @ distance), 1e-3)
        return np.array([level - height / rise, -np.log(rise), 0.02])

    def fit(self, positives, start):
        return minimize(
            self.loss, start, args=(positives, self.trials - positives), method="L-BFGS-B", jac=True,
            bounds=self.bounds)


def fits(fit, data):
    start = time.process_time()
    values = [-fit.fit(positives, fit.regression(positives)).fun for positives in data]
    return time.process_time() - start, values


def bootstrap(fit, positives, count, rng):
    estimate = fit.fit(positives, fit.regression(positives)).x
    start = time.process_time()
    psi = GUESS + (1 - GUESS - estimate[2]) * expit((fit.levels - estimate[0]) / np.exp(estimate[1]))
    drawn = rng.binomial(fit.trials.astype(int), psi, (count, len(fit.levels))).astype(float)
    thresholds = [fit.fit(row, estimate).x[0] for row in drawn]
    return time.process_time() - start, np.std(thresholds)


def main():
    def numbers():
        return np.array([float(field) for field in sys.stdin.readline().split()])

    fit = Fit(numbers(), numbers())
    data = [numbers() for _ in range(int(numbers()[0]))]
    rng = np.random.default_rng(7)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "fits":
            seconds, values = fits(fit, data)
            print(seconds, *values, flush=True)
        else:
            print(*bootstrap(fit, data[0], int(words[1]), rng), flush=True)


if __name__ == "__main__":
    sys.exit(main())
