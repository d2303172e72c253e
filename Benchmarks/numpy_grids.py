"""QUEST+ and psi in numpy: every run of a batch in step, single precision, one thread.

The expected entropy of a level is the present entropy less H(E psi) - E H(psi), so that each trial is one matrix product
for all runs of the batch. `affine` leaves the lapse axis out of the half that needs the mean of psi. Prints runs per
second, the best over variants and batch sizes.
"""

import sys
import time

import numpy as np
from math import erf


def normal_cdf(z):
    return 0.5 * (1 + np.vectorize(erf)(z / np.sqrt(2)))


def entropy(p):
    return -(p * np.log(p) + (1 - p) * np.log(1 - p))


class Grid:
    def __init__(self, levels, thresholds, sigmas, lapses):
        f = normal_cdf((levels[:, None, None] - thresholds[None, :, None]) / sigmas[None, None, :])
        psi = 0.5 + (0.5 - lapses) * f[..., None]
        count = len(levels)
        self.levels = levels
        self.inner = len(lapses)
        self.span = (0.5 - lapses).astype(np.float32)
        self.psi = psi.reshape(count, -1).astype(np.float32)
        self.complement = (1 - self.psi).astype(np.float32)
        self.both = np.concatenate([psi.reshape(count, -1), entropy(psi).reshape(count, -1)]).astype(np.float32).T.copy()
        self.f = f.reshape(count, -1).astype(np.float32).T.copy()
        self.h = entropy(psi).reshape(count, -1).astype(np.float32).T.copy()
        self.thresholds = thresholds

    def choose(self, weights, affine):
        count = len(self.levels)
        if affine:
            lifted = weights.reshape(len(weights), -1, self.inner) @ self.span
            mean = 0.5 + lifted @ self.f
            uncertainty = weights @ self.h
        else:
            sums = weights @ self.both
            mean, uncertainty = sums[:, :count], sums[:, count:]
        return np.argmax(entropy(mean) - uncertainty, axis=1)

    def run(self, runs, trials, listener, affine, rng):
        mu, sigma, lapse = listener
        truth = 0.5 + (0.5 - lapse) * normal_cdf((self.levels - mu) / sigma)
        places = self.psi.shape[1]
        weights = np.full((runs, places), 1 / places, np.float32)
        for _ in range(trials):
            chosen = self.choose(weights, affine)
            answers = rng.random(runs) < truth[chosen]
            weights *= np.where(answers[:, None], self.psi[chosen], self.complement[chosen])
            weights /= weights.sum(axis=1, keepdims=True)
        marginal = weights.reshape(runs, len(self.thresholds), -1).sum(axis=2)
        return marginal @ self.thresholds


def main():
    levels = np.linspace(-3, 3, 61)
    grids = {
        "quest-plus": Grid(levels, levels, 10 ** np.linspace(-1, 0.5, 21), np.array([0.01, 0.02, 0.03, 0.04, 0.05])),
        "psi": Grid(levels, levels, np.linspace(0.1, 2.1, 21), np.array([0.02])),
    }
    for name, grid in grids.items():
        best, how = 0.0, ""
        for affine in (False, True):
            for batch in (64, 250, 1000):
                runs = 1000 if name == "quest-plus" else 3000
                rng = np.random.default_rng(7)
                start = time.process_time()
                errors = []
                for _ in range(max(1, runs // batch)):
                    errors.append(grid.run(batch, 40, (0.4, 0.7, 0.02), affine, rng) - 0.4)
                rate = batch * max(1, runs // batch) / (time.process_time() - start)
                if rate > best:
                    best, how = rate, f"batches of {batch}{', mean of psi without lapses' if affine else ''}"
        print(f"{name}\t{best:.0f}\t{how}\t{np.sqrt(np.mean(np.concatenate(errors) ** 2)):.4f}")


if __name__ == "__main__":
    sys.exit(main())
