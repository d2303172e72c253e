"""Writes chains and ArviZ's diagnostics of them: python diagnostics.py OUT.json"""
import json, sys, warnings
warnings.simplefilter("ignore")
from importlib.metadata import version
import arviz as az
import numpy as np

rng = np.random.default_rng(20)


def autoregressive(rho, chains=4, draws=200, shift=0.0, scale=1.0):
    x = np.zeros((chains, draws))
    for c in range(chains):
        value = rng.normal() / np.sqrt(1 - rho**2)
        for d in range(draws):
            value = rho * value + rng.normal()
            x[c, d] = value * (scale if c == 0 else 1) + (shift if c == 0 else 0)
    return np.round(x, 6)


sets = {
    "independent": autoregressive(0.0),
    "slow": autoregressive(0.9),
    "antithetic": autoregressive(-0.6),
    "shifted": autoregressive(0.3, shift=1.5),
    "wider": autoregressive(0.3, scale=3.0),
    "heavy tails": np.round(rng.standard_cauchy((4, 200)), 6),
    "rounded": np.round(autoregressive(0.5), 0),
}
out = [
    dict(
        name=name, chains=x.tolist(), rhat=float(az.rhat(x, method="rank")), bulk=float(az.ess(x, method="bulk")),
        tail=float(az.ess(x, method="tail")),
    )
    for name, x in sets.items()
]
json.dump(dict(program=f"ArviZ {version('arviz')}", sets=out), open(sys.argv[1], "w"))
