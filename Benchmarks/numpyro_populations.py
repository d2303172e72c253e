"""Samples the posterior of the data of peach-bench by NumPyro's No-U-Turn sampler: python numpyro_populations.py DATA.csv

Model and priors are those of `peach fit --population --method bayes`: threshold and log width with a full covariance, an effect of
the condition that varies over listeners, one lapse rate. Random effects are standardised ("non-centred"). Prints the CPU
seconds of a first run, which compiles, and of a second one.
"""

import csv
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from jax.scipy.special import expit, log_ndtr, ndtr, ndtri
from numpyro.diagnostics import effective_sample_size
from numpyro.infer import MCMC, NUTS

jax.config.update("jax_enable_x64", True)
WIDTH = ndtri(0.95) - ndtri(0.05)


def model(listener, condition, x, n, k, spread, people, conditions):
    with numpyro.plate("conditions", conditions):
        first = numpyro.sample("first", dist.Normal(0, 2 * spread))
        second = numpyro.sample("second", dist.Normal(jnp.log(spread / 2), 1.5))
    sd1 = numpyro.sample("sd1", dist.HalfNormal(spread))
    sd2 = numpyro.sample("sd2", dist.HalfNormal(1))
    sd3 = numpyro.sample("sd3", dist.HalfNormal(spread))
    r = 2 * numpyro.sample("half", dist.Beta(2, 2)) - 1
    lapse = expit(numpyro.sample("logit", dist.Normal(-3.5, 1)))
    z = numpyro.sample("z", dist.Normal(0, 1).expand([2, people]).to_event(2))
    effects = numpyro.sample("effects", dist.Normal(0, 1).expand([people, conditions]).to_event(2))
    t = first[condition] + sd1 * z[0][listener] + sd3 * effects[listener, condition]
    w = second[condition] + sd2 * (r * z[0] + jnp.sqrt(1 - r**2) * z[1])[listener]
    u = WIDTH * jnp.exp(-w) * (x - t)
    yes, no = jnp.log1p(-lapse) + log_ndtr(u), jnp.log(lapse + (1 - lapse) * ndtr(-u))
    numpyro.factor("answers", jnp.sum(k * yes + (n - k) * no))


def main():
    with open(sys.argv[1]) as file:
        rows = list(csv.DictReader(file))
    names, conditions = (list(dict.fromkeys(r[c] for r in rows)) for c in ("listener", "condition"))
    listener = np.array([names.index(r["listener"]) for r in rows])
    condition = np.array([conditions.index(r["condition"]) for r in rows])
    level, n, k = (np.array([float(r[c]) for r in rows]) for c in ("level", "n", "k"))
    mean = np.sum(n * level) / n.sum()
    unit = np.sqrt(np.sum(n * (level - mean) ** 2) / n.sum())
    mcmc = MCMC(
        NUTS(model), num_warmup=400, num_samples=1000, num_chains=4, chain_method="sequential", progress_bar=False)
    seconds = []
    for seed in (1, 2):
        begin = time.process_time()
        mcmc.run(
            jax.random.PRNGKey(seed), listener, condition, (level - mean) / unit, n, k, np.ptp(level) / unit, len(names),
            len(conditions))
        jax.block_until_ready(mcmc.get_samples())
        seconds.append(time.process_time() - begin)
    draws = mcmc.get_samples(group_by_chain=True)
    first = np.asarray(draws["first"])
    size = min(float(np.min(effective_sample_size(np.asarray(value)))) for value in draws.values())
    print(
        f"{seconds[1]:.3f} s ({seconds[0]:.3f} s with compiling), posterior, 4 × 1400 transitions: contrast "
        f"{unit * np.mean(first[..., 1] - first[..., 0]):.3f}, smallest effective sample size {size:.0f}, "
        f"NumPyro {numpyro.__version__}")


main()
