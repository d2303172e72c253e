"""Draws reference posteriors of populations with NumPyro: python reference.py FOLDER OUT.json

The model is written with plain, non-centred random effects. Priors are in standard units: levels around their mean, in units
of their standard deviation. Every data set has listener, condition, level, n and k.
"""
import csv, json, sys, time
from importlib.metadata import version

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from jax.scipy.special import ndtr, expit, ndtri
from numpyro.diagnostics import effective_sample_size, split_gelman_rubin
from numpyro.infer import MCMC, NUTS

jax.config.update("jax_enable_x64", True)

SETS = {
    "two-afc": dict(guess=0.5, link="normal", at=0.75),
    "yes-no": dict(guess="free", link="logistic", at=None),
    "conditions": dict(guess=0.5, link="normal", at=0.75),
    "direction": dict(guess="tied", link="normal", at=None),
    "few": dict(guess=0.25, link="normal", at=0.75),
}


def read(path):
    rows = list(csv.DictReader(open(path)))
    names = list(dict.fromkeys(r["listener"] for r in rows))
    conditions = list(dict.fromkeys(r["condition"] for r in rows))
    return (
        np.array([names.index(r["listener"]) for r in rows]),
        np.array([conditions.index(r["condition"]) for r in rows]),
        *(np.array([float(r[c]) for r in rows]) for c in ("level", "n", "k")),
    )


def model(listener, condition, x, n, k, spread, setting):
    people, conditions = listener.max() + 1, condition.max() + 1
    logistic = setting["link"] == "logistic"
    cdf, quantile = (expit, lambda p: jnp.log(p / (1 - p))) if logistic else (ndtr, ndtri)
    width = quantile(0.95) - quantile(0.05)
    with numpyro.plate("conditions", conditions):
        first = numpyro.sample("first", dist.Normal(0, 2 * spread))
        second = numpyro.sample("second", dist.Normal(jnp.log(spread / 2), 1.5))
    sd1 = numpyro.sample("sd1", dist.HalfNormal(spread))
    sd2 = numpyro.sample("sd2", dist.HalfNormal(1))
    # LKJ(2) of two coordinates: (r + 1)/2 is Beta(2, 2).
    r = numpyro.deterministic("r", 2 * numpyro.sample("half", dist.Beta(2, 2)) - 1)
    lapse = numpyro.deterministic("lapse", expit(numpyro.sample("logit", dist.Normal(-3.5, 1))))
    guess = setting["guess"]
    if guess == "free":
        guess = numpyro.deterministic("guess", expit(numpyro.sample("logit_guess", dist.Normal(-2, 1))))
    elif guess == "tied":
        guess = lapse
    z = numpyro.sample("z", dist.Normal(0, 1).expand([2, people]).to_event(2))
    t = first[condition] + sd1 * z[0][listener]
    if conditions > 1:
        sd3 = numpyro.sample("sd3", dist.HalfNormal(spread))
        effects = numpyro.sample("effects", dist.Normal(0, 1).expand([people, conditions]).to_event(2))
        t = t + sd3 * effects[listener, condition]
    w = second[condition] + sd2 * (r * z[0] + jnp.sqrt(1 - r**2) * z[1])[listener]
    offset = quantile((setting["at"] - guess) / (1 - guess - lapse)) if setting["at"] else 0
    u = width * jnp.exp(-w) * (x - t) + offset
    p = guess + (1 - guess - lapse) * cdf(u)
    q = lapse + (1 - guess - lapse) * cdf(-u)
    numpyro.factor("answers", jnp.sum(k * jnp.log(jnp.maximum(p, 1e-300)) + (n - k) * jnp.log(jnp.maximum(q, 1e-300))))


def main(folder, out, names):
    fits = []
    for name in names:
        listener, condition, level, n, k = read(f"{folder}/{name}.csv")
        mean = np.sum(n * level) / n.sum()
        unit = np.sqrt(np.sum(n * (level - mean) ** 2) / n.sum())
        x = (level - mean) / unit
        kernel = NUTS(model, target_accept_prob=0.95)
        mcmc = MCMC(kernel, num_warmup=2000, num_samples=10000, num_chains=4, chain_method="sequential", progress_bar=False)
        begin = time.time()
        mcmc.run(jax.random.PRNGKey(20), listener, condition, x, n, k, level_range(level) / unit, SETS[name])
        seconds = time.time() - begin
        draws = {key: np.asarray(value) for key, value in mcmc.get_samples(group_by_chain=True).items()}
        terms = []

        def add(term, values):
            ess = float(effective_sample_size(values))
            terms.append(
                dict(
                    term=term, mean=float(values.mean()), sd=float(values.std(ddof=1)), ess=ess,
                    rhat=float(split_gelman_rubin(values)),
                    low=float(np.quantile(values, 0.025)), high=float(np.quantile(values, 0.975)),
                )
            )

        for c in range(draws["first"].shape[-1]):
            add(f"mean 0 {c}", mean + unit * draws["first"][..., c])
        for c in range(draws["first"].shape[-1]):
            add(f"mean 1 {c}", np.log(unit) + draws["second"][..., c])
        add("deviation 0", unit * draws["sd1"])
        add("deviation 1", draws["sd2"])
        add("correlation", draws["r"])
        if "sd3" in draws:
            add("effect", unit * draws["sd3"])
        add("lapse", draws["lapse"])
        if "guess" in draws:
            add("guess", draws["guess"])
        z = draws["z"]
        for person in range(3):
            first = draws["first"][..., 0] + draws["sd1"] * z[..., 0, person]
            if "sd3" in draws:
                first = first + draws["sd3"] * draws["effects"][..., person, 0]
            r = draws["r"]
            second = draws["second"][..., 0] + draws["sd2"] * (r * z[..., 0, person] + np.sqrt(1 - r**2) * z[..., 1, person])
            add(f"member {person} 0", mean + unit * first)
            add(f"member {person} 1", np.log(unit) + second)
        divergences = int(mcmc.get_extra_fields()["diverging"].sum())
        print(name, f"{seconds:.1f} s, {divergences} divergences", flush=True)
        for term in terms:
            print("  {term:14} {mean:9.4f} {sd:8.4f} ess {ess:7.0f} rhat {rhat:.4f}".format(**term), flush=True)
        fits.append(dict(name=name, guess=str(SETS[name]["guess"]), function=SETS[name]["link"], at=SETS[name]["at"], divergences=divergences, terms=terms))
    json.dump(dict(program=f"NumPyro {version('numpyro')}, JAX {version('jax')}", fits=fits), open(out, "w"), indent=1)


def level_range(level):
    return level.max() - level.min()


main(sys.argv[1], sys.argv[2], sys.argv[3:])
