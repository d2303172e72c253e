"""Helpers of notebook.ipynb: a population fit of Peach as one row for each number, drawn and computed again."""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq
from scipy.special import erf, expit
from scipy.stats import norm

import peach_notebook as pn

FUNCTIONS = {
    "normal": lambda u: norm.cdf(u),
    "logistic": lambda u: expit(u),
    "weibull": lambda u: -np.expm1(-np.exp(u)),
    "gumbel": lambda u: -np.expm1(-10.0**u),
    "reversed-gumbel": lambda u: np.exp(-10.0**-u),
    "sech": lambda u: 2 / np.pi * np.arctan(np.exp(np.pi * u / 2)),
    "half-normal": lambda u: erf(np.exp(u) / 2),
}
SCALES = {"linear": lambda x: x, "ln": np.log, "log10": np.log10}


def load(name):
    """Load a table. A missing name of a listener, group or condition is ""."""
    table = pn.load(name)
    names = [n for n in ("listener", "group", "condition", "unit") if n in table]
    return table.fillna({n: "" for n in names})


def rows(population, kind, quantity=None, **names):
    """The rows of one kind: rows(population, "mean", "threshold", condition="quiet")."""
    own = population[population["row"] == kind]
    if quantity is not None:
        own = own[own["quantity"] == quantity]
    for name, value in names.items():
        own = own[own[name] == value]
    return own


def number(population, kind, quantity=None, missing=np.nan, **names):
    """The estimate of the only row of a kind; `missing` if there is none."""
    own = rows(population, kind, quantity, **names)
    return own["estimate"].iloc[0] if len(own) else missing


def cells(population):
    """Group and condition of every cell of the design."""
    return list(rows(population, "mean")[["group", "condition"]].drop_duplicates().itertuples(index=False, name=None))


def draw_rows(panel, places, own, colour, **style):
    """Draw estimates with their 95 % intervals."""
    panel.plot(own["estimate"], places, "o", color=colour, **style)
    # An end that the data do not determine is empty; the line then ends at the estimate.
    panel.hlines(places, own["low"].fillna(own["estimate"]), own["high"].fillna(own["estimate"]), color=colour, linewidth=1)


def forest(panel, population, quantity, listeners, **cell):
    """Separate and shrunken estimates of listeners, with the mean and the range of further listeners."""
    mean, new = (rows(population, kind, quantity, **cell).iloc[0] for kind in ("mean", "new-listener"))
    panel.axvspan(new["low"], new["high"], color="grey", alpha=0.15, label="95 % of listeners")
    panel.axvline(mean["estimate"], color="grey", linewidth=0.8, label="mean")
    places = {name: place for place, name in enumerate(reversed(listeners))}
    for kind, shift, colour in (("separate", 0.15, pn.COLOURS[1]), ("shrunken", -0.15, pn.COLOURS[0])):
        own = rows(population, kind, quantity, **cell)
        own = own[own["listener"].isin(places) & own["estimate"].notna()]
        fill = colour if kind == "shrunken" else "white"
        draw_rows(panel, own["listener"].map(places) + shift, own, colour, markerfacecolor=fill, label=kind)
    panel.set_yticks(list(places.values()), [pn.label(name) for name in places])
    panel.set_title(pn.label(*(name for name in cell.values() if name)))
    panel.set_xlabel(pn.label(f"{quantity} ({mean['unit']})" if mean["unit"] else quantity))


def quantile(function, share):
    """The u at which the standard function has this value."""
    return brentq(lambda u: function(u) - share, -60, 60)


def psi(level, threshold, log_width, fit):
    """The psychometric function of a threshold on the fit's scale and the log of a width."""
    function, guess, lapse = FUNCTIONS[fit["function"]], fit["guess"], fit["lapse"]
    share = 0.5 if np.isnan(fit["at"]) else (fit["at"] - guess) / (1 - guess - lapse)
    width = quantile(function, 0.95) - quantile(function, 0.05)
    u = width * (level - threshold) / np.exp(log_width) + quantile(function, share)
    return guess + (1 - guess - lapse) * function(u)


def log_likelihood(population, fit, counts):
    """ln L without binomial coefficients: the random effects are integrated on an even grid of standard normals."""
    place, first = SCALES[fit["scale"]], fit["quantity"]
    effect = number(population, "sd", f"{first} by condition", missing=0)
    grid = np.linspace(-6, 6, 61 if effect > 0 else 241)
    extra = np.linspace(-6, 6, 61) if effect > 0 else np.zeros(1)
    weights, extra_weights = (norm.pdf(z) / norm.pdf(z).sum() for z in (grid, extra))
    z0, z1, z2 = np.meshgrid(grid, grid, extra, indexing="ij")
    sd, sd_width, r = (number(population, *key) for key in (("sd", first), ("sd", "width"), ("correlation",)))
    total = 0
    for _, own in counts.groupby("listener", sort=False):
        logs = np.log(weights)[:, None] + np.log(weights)
        for (group, condition), cell in own.groupby(["group", "condition"], sort=False):
            means = [number(population, "mean", q, group=group, condition=condition) for q in (first, "width")]
            threshold = place(means[0]) + sd * z0 + effect * z2
            log_width = np.log(means[1]) + sd_width * (r * z0 + np.sqrt(1 - r**2) * z1)
            height = np.zeros_like(z0)
            for _, row in cell.iterrows():
                p = np.clip(psi(place(row["level"]), threshold, log_width, fit), 1e-300, 1 - 1e-16)
                height += row["positives"] * np.log(p) + (row["trials"] - row["positives"]) * np.log1p(-p)
            top = height.max(axis=2)
            logs = logs + top + np.log(np.exp(height - top[..., None]) @ extra_weights)
        total += logs.max() + np.log(np.exp(logs - logs.max()).sum())
    return total
