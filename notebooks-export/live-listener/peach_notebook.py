"""Helpers of notebook.ipynb: load the tables of this folder, name their axes, and fit trials again with scipy."""

import json
import pathlib

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib import ticker
from scipy.optimize import minimize
from scipy.stats import norm

# Safe for colour-blind readers (after Okabe and Ito 2008). Warnings alone are amber.
COLOURS = ["#0072B2", "#701C6B", "#009E73", "#CC79A7", "#545454", "#5A5AD0", "#20604A"]
# Strategies that find no threshold in more than 10 % of their runs.
CAUTION = "#B35900"

plt.rcParams["axes.prop_cycle"] = plt.cycler(color=COLOURS)
plt.rcParams["figure.constrained_layout.use"] = True

_FOLDER = pathlib.Path(__file__).parent
_PACKAGE = json.loads((_FOLDER / "datapackage.json").read_text(encoding="utf-8"))

# Characters that begin a formula in a spreadsheet, and the ranges of characters that a spreadsheet skips before them.
_FORMULA = tuple("=+-@\x09\x0a\x0d\uff1d\uff0b\uff0d\uff20")
_RANGES = "\x00\x08\x0b\x0c\x0e ''\x7f\xa0\xad\xad\u0300\u036f\u0600\u0605\u061c\u061c\u06dd\u06dd\u070f\u070f\u0890\u0891\u08e2\u08e2\u0d4e\u0d4e\u115f\u1160\u1680\u1680\u17b4\u17b5\u180b\u180f\u2000\u200f\u2028\u202f\u205f\u206f\u20d0\u20ff\u3000\u3000\u3164\u3164\ufe00\ufe0f\ufe20\ufe2f\ufeff\ufeff\uffa0\uffa0\ufff0\ufffb\U000110bd\U000110bd\U000110cd\U000110cd\U000111c2\U000111c3\U000113d1\U000113d1\U0001193f\U0001193f\U00011941\U00011941\U00011a3a\U00011a3a\U00011a84\U00011a89\U00011d46\U00011d46\U00011f02\U00011f02\U0001bca0\U0001bca3\U0001d173\U0001d17a\U000e0000\U000e0fff"
_SKIPPED = "".join(
    chr(c) for i in range(0, len(_RANGES), 2) for c in range(ord(_RANGES[i]), ord(_RANGES[i + 1]) + 1))


def _package():
    """The Python package of Peach; None if it or its program is not installed."""
    try:
        import peach

        peach.find_program()
    except Exception:
        return None
    return peach


_peach = _package()


def _printable(text):
    return "".join(c if c.isprintable() else "\ufffd" for c in str(text))


def _unguarded(text):
    """Text without the apostrophe that keeps spreadsheets from running it."""
    return text[1:] if text.startswith("'") and text.lstrip(_SKIPPED)[:1] in _FORMULA else text


def describe():
    """Print the title and the description of the data."""
    print(_printable(_PACKAGE["title"]))
    print(_printable(_PACKAGE["description"]))


def load(name):
    """Load a table as datapackage.json describes it. It is empty if the data do not have it.

    table.attrs["units"] has the unit of each column; "" if it has none. If the package peach is installed, it reads the table, and
    table.attrs["meanings"] explains the columns.
    """
    resource = next((r for r in _PACKAGE["resources"] if r["name"] == name), None)
    if not resource:
        return pd.DataFrame()
    if _peach is not None:
        table = _peach.load(_FOLDER, name)
        numbers = [n for n in table if pd.api.types.is_numeric_dtype(table[n])]
        return table.astype({n: float for n in numbers})
    fields = resource["schema"]["fields"]
    texts = [f["name"] for f in fields if f["type"] in ("string", "any", "datetime")]
    numbers = [f["name"] for f in fields if f["type"] in ("number", "integer", "boolean")]
    table = pd.read_csv(
        _FOLDER / resource["path"], encoding="utf-8", keep_default_na=False,
        na_values={n: [""] for n in numbers}, dtype={n: str for n in texts} | {n: float for n in numbers})
    for text in texts:
        table[text] = table[text].map(_unguarded)
    table.attrs["units"] = {f["name"]: f.get("unit", "") for f in fields}
    return table


def column(table, stem):
    """The name of a column that ends with its unit: level_cents for level. None if there is no such column."""
    return next((n for n in table.columns if n == stem or n.startswith(stem + "_")), None)


def label(*parts):
    """Names for a figure: at most 40 printable characters, never read as a formula."""
    text = _printable(" ".join(str(part) for part in parts))
    return (text[:39] + "…" if len(text) > 40 else text).replace("$", r"\$")


def axis_label(words, table, name):
    """`Level (cents)`: words with the unit of a column, or of its rows if all have the same."""
    unit = table.attrs["units"].get(name)
    if not unit and name == "level" and "unit" in table and table["unit"].nunique() == 1:
        unit = table["unit"].iloc[0]
    return label(f"{words} ({unit})" if unit else words)


def log_ticks(axis):
    """Plain numbers at 1, 2, 5, 10 … on a log axis."""
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(ticker.NullFormatter())


def whole_ticks(axis):
    """Ticks only at whole numbers."""
    axis.set_major_locator(ticker.MaxNLocator(integer=True))


def print_left_out(shown, total, things):
    """Print how many things a figure leaves out; nothing if it shows all."""
    if shown < total:
        print(f"The figure shows the first {shown} of {total} {things}; it leaves out {total - shown}.")


def colours(names):
    """One colour for each name, the same in every figure."""
    names = list(dict.fromkeys(names))
    if len(names) <= len(COLOURS):
        return dict(zip(names, COLOURS))
    return dict(zip(names, plt.get_cmap("viridis")(np.linspace(0, 0.85, len(names)))))


def varied(table):
    """The columns of values that the experiment varies."""
    return [n for n in table.columns if n.startswith("vary_")]


def ranked(summary):
    """The rows of the common fit in the order of figures: the smallest error first, and strategies that often find no threshold last.

    Adds `label`, `without` (share of runs without a threshold), `often` (whether it is more than 10 %), `colour` and `fill`.
    """
    rows = summary[summary["estimator"] == "fit"].copy()
    rows["without"] = rows["failed"] / rows["replicates"]
    rows["often"] = rows["without"] > 0.1
    rows = rows.sort_values(["often", column(rows, "rmse")], kind="stable").reset_index(drop=True)
    names = [label(row["strategy"], "·", row["listener"], *(row[v] for v in varied(rows))) for _, row in rows.iterrows()]
    rows["label"] = [
        f"({name}) {100 * without:.0f} % no threshold" if often else name
        for name, without, often in zip(names, rows["without"], rows["often"])]
    colour = colours(summary["strategy"])
    rows["colour"] = [CAUTION if often else colour[s] for s, often in zip(rows["strategy"], rows["often"])]
    rows["fill"] = ["white" if often else c for c, often in zip(rows["colour"], rows["often"])]
    return rows


def psi(x, alpha, beta, guess, lapse):
    """The psychometric function with asymptotes: γ + (1 − γ − λ) Φ(β (x − α))."""
    return guess + (1 - guess - lapse) * norm.cdf(beta * (x - alpha))


def fit_keys(fits):
    """The columns that tell fits apart."""
    return [n for n in ("strategy", "listener") if n in fits.columns] + varied(fits)


def answers(fit, trials):
    """Levels and answers as a row of `fits` reads them.

    A fit of direction reads signed offsets and whether the answer was "higher". Any other fit reads levels and whether the
    answer was correct. Catch and comfort trials, practice and excluded trials are left out, as `peach fit` leaves them out.
    """
    keys = [n for n in fit.index if n in ("strategy", "listener") or n.startswith("vary_")]
    own = trials[(trials["trial_kind"] == "test") & np.logical_and.reduce([trials[k] == fit[k] for k in keys])]
    if "excluded" in own:
        own = own[own["excluded"] == ""]
    level, offset = column(trials, "level"), column(trials, "offset")
    if fit["reading"] == "direction":
        # A choice among notes has no direction. If the answer was not stored, `correct` and the offset give it.
        own = own[own["answer"].isin(["higher", "lower", ""]) & own[offset].notna()]
        from_correct = (own["correct"] == 1) == (own[offset] > 0)
        higher = from_correct.where(own["answer"] == "", own["answer"] == "higher")
        return own[offset].to_numpy(float), higher.to_numpy(float)
    own = own[own["correct"].notna()]
    x = own[offset].abs().where(own[offset].notna(), own[level]).to_numpy(float)
    return (np.log10(x) if fit["scale"] == "log10" else x), own["correct"].to_numpy(float)


def refit(x, k, guess, lapse):
    """Maximum-likelihood estimates of α and β, and the log-likelihood without its constant."""
    def loss(point):
        p = psi(x, point[0], np.exp(point[1]), guess, lapse)
        return -np.sum(np.where(k == 1, np.log(np.maximum(p, 1e-300)), np.log(np.maximum(1 - p, 1e-300))))

    spread = max(np.ptp(x), 1e-9)
    starts = [(m, np.log(3.29 / (w * spread))) for m in np.quantile(x, [0.2, 0.5, 0.8]) for w in (0.1, 0.5, 2)]
    best = min((minimize(loss, s, method="Nelder-Mead") for s in starts), key=lambda found: found.fun)
    for _ in range(3):
        best = minimize(
            loss, best.x, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-12, "maxiter": 5000})
    return best.x[0], np.exp(best.x[1]), -best.fun


def proportions(x, k):
    """The share of answers at each level, with the number of trials; in twelve groups of levels if there are more than 15."""
    points = pd.DataFrame({"level": np.round(x, 9), "answer": k})
    if points["level"].nunique() <= 15:
        groups = points.groupby("level")
    else:
        groups = points.groupby(pd.qcut(x, 12, duplicates="drop"), observed=True)
    return groups.agg(level=("level", "mean"), share=("answer", "mean"), trials=("answer", "size"))


def session_thresholds(fit, trials):
    """Session and level of 75 % correct answers for each session of a listener with at least 20 trials and a threshold."""
    found = []
    for session, own in trials[trials["listener"] == fit["listener"]].groupby("session"):
        x, k = answers(fit, own)
        if len(x) < 20 or len(set(k)) < 2:
            continue
        alpha, beta, _ = refit(x, k, fit["guess"], fit["lapse"])
        value = norm.ppf(0.75) / beta if fit["reading"] == "direction" else alpha
        if np.isfinite(value) and 0 < value <= 2 * np.abs(x).max():
            found.append((int(session), value))
    return pd.DataFrame(found, columns=["session", "threshold"])
