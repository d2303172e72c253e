import PeachSupport

/// The cells of notebooks. They contain no data.
extension NotebookCell {
  static func heading(_ isLive: Bool) -> NotebookCell {
    NotebookCell(
      kind: .words,
      source: """
        # Data from Peach

        This notebook reads the tables in its folder, as `datapackage.json` describes them, draws \(isLive ? "what the listeners did" : "how the strategies did"),
        and fits the trials again with scipy. Run it from top to bottom; it needs the packages of `requirements.txt`.
        """)
  }

  private static let formulaStarts = Escaping.python(String(String.UnicodeScalarView(SpreadsheetText.starts)))
  private static let skippedRanges = Escaping.python(
    String(String.UnicodeScalarView(SpreadsheetText.skipped.flatMap { [$0.lowerBound, $0.upperBound] })))

  static let load = NotebookCell(
    kind: .code,
    source: #"""
      import json
      import pathlib

      import matplotlib.pyplot as plt
      import numpy as np
      import pandas as pd
      from matplotlib import ticker
      from scipy.optimize import minimize
      from scipy.stats import norm

      # Safe for colour-blind readers (after Okabe and Ito 2008); the lighter ones are darkened for white paper.
      COLOURS = ["#0072B2", "#D55E00", "#009E73", "#B04A86", "#946400", "#2A7FB8", "#545454"]
      CAUTION = "#B35900"
      plt.rcParams["axes.prop_cycle"] = plt.cycler(color=COLOURS)

      package = json.loads(pathlib.Path("datapackage.json").read_text(encoding="utf-8"))


      # Characters that begin a formula, and the ranges of those that may stand before them.
      FORMULA = \#(formulaStarts)
      SKIPPED = \#(skippedRanges)
      SKIPPED = "".join(chr(c) for i in range(0, len(SKIPPED), 2) for c in range(ord(SKIPPED[i]), ord(SKIPPED[i + 1]) + 1))


      def unguarded(text):
          """A text without the apostrophe that keeps spreadsheets from running it."""
          return text[1:] if text.startswith("'") and text.lstrip(SKIPPED)[:1] in tuple(FORMULA) else text


      def load(name):
          """A table and the unit of each of its columns; an empty table where the data have none."""
          resource = next((r for r in package["resources"] if r["name"] == name), None)
          if not resource:
              return pd.DataFrame(), {}
          fields = resource["schema"]["fields"]
          texts = [f["name"] for f in fields if f["type"] in ("string", "any", "datetime")]
          numbers = [f["name"] for f in fields if f["type"] in ("number", "integer", "boolean")]
          table = pd.read_csv(
              resource["path"], encoding="utf-8", keep_default_na=False, na_values={n: [""] for n in numbers},
              dtype={n: str for n in texts} | {n: float for n in numbers})
          for name in texts:
              table[name] = table[name].map(unguarded)
          return table, {f["name"]: f.get("unit", "") for f in fields}


      def label(*parts):
          """Names as a figure has them: short, printable, and never taken for formulas."""
          text = " ".join(str(part) for part in parts)
          text = "".join(c if c.isprintable() else "\ufffd" for c in text)
          return (text[:39] + "…" if len(text) > 40 else text).replace("$", r"\$")


      def column(units, stem):
          """The column of this name, with whatever unit stands behind it."""
          return next((n for n in units if n == stem or n.startswith(stem + "_")), None)


      def log_ticks(axis):
          """1, 2, 5, 10 … in plain numbers on a log axis."""
          axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
          axis.set_major_formatter("{x:g}")
          axis.set_minor_formatter(ticker.NullFormatter())


      def left_out(shown, every, what):
          """Says how much a figure leaves out; nothing if it shows everything."""
          if shown < every:
              print(f"The figure shows the first {shown} of {every} {what}; it leaves out {every - shown}.")


      def colours(names):
          """One colour for each name, the same in every figure."""
          names = list(dict.fromkeys(names))
          if len(names) <= len(COLOURS):
              return dict(zip(names, COLOURS))
          return dict(zip(names, plt.get_cmap("viridis")(np.linspace(0, 0.85, len(names)))))


      def axis(name, units, column):
          return label(f"{name} ({units[column]})" if units.get(column) else name)


      print(label(package["title"]))
      print("".join(c if c.isprintable() else "\ufffd" for c in package["description"]))
      """#)

  static let performanceWords = NotebookCell(
    kind: .words,
    source: """
      ## How the strategies did

      The first figure shows bias and root mean square error of the thresholds with 95 % Monte Carlo intervals. The second shows the
      estimates next to the true thresholds. Each strategy has one colour. Runs without a threshold are in no figure. A strategy
      without a threshold in more than 10 % of its runs comes last, in brackets, amber and hollow: its errors are those of the
      runs that found one, so they flatter.
      """)

  static let performance = NotebookCell(
    kind: .code,
    source: #"""
      runs, run_units = load("runs")
      summary, summary_units = load("summary")
      varied = [n for n in summary.columns if n.startswith("vary_")]
      COLOUR = colours(summary["strategy"])
      common = summary[summary["estimator"] == "fit"].copy()
      common["without"] = common["failed"] / common["replicates"]
      error = next(n for n in summary_units if n.startswith("rmse_") and not n.endswith("_se"))
      # The smallest error first; strategies that often have no threshold last.
      common["often"] = common["without"] > 0.1
      common = common.sort_values(["often", error], kind="stable").reset_index(drop=True)


      def named(row):
          """A strategy with its listener; in brackets if it often has no threshold."""
          name = label(row["strategy"], "·", row["listener"], *(row[v] for v in varied))
          return f"({name}) {100 * row['without']:.0f} % no threshold" if row["often"] else name


      MOST = 60
      shown = common.head(MOST)
      names = [named(row) for _, row in shown.iterrows()]
      places = np.arange(len(shown))[::-1]
      figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 1 + 0.3 * len(shown)), constrained_layout=True)
      for panel, stem, words in zip(panels, ["bias", "rmse"], ["Bias", "Root mean square error"]):
          value = next(n for n in summary_units if n.startswith(stem + "_") and not n.endswith("_se"))
          for place, (_, row) in zip(places, shown.iterrows()):
              colour = CAUTION if row["often"] else COLOUR[row["strategy"]]
              panel.errorbar(
                  row[value], place, xerr=np.nan_to_num(1.96 * row[value + "_se"]), fmt="o", capsize=3, color=colour,
                  markerfacecolor="white" if row["often"] else colour)
          panel.axvline(0, color="grey", linewidth=0.8)
          panel.set_xlabel(axis(words, summary_units, value))
      panels[0].set_yticks(places, names)
      figure.suptitle("Thresholds of the common fit, with 95 % Monte Carlo intervals")
      plt.show()
      left_out(len(shown), len(common), "rows")
      print(f"{summary['estimator'].ne('fit').sum()} rows of other estimators are only in the table summary.")
      """#)

  static let estimates = NotebookCell(
    kind: .code,
    source: #"""
      threshold, truth = column(run_units, "threshold"), column(run_units, "true_threshold")
      fits_of_runs = runs[(runs["estimator"] == "fit") & (runs["failed"] == 0) & runs[threshold].notna()]
      by = ["strategy", "listener"] + varied
      places = {tuple(row[by]): place for place, (_, row) in enumerate(common.iterrows())}
      groups = [group for _, group in fits_of_runs.groupby(by, sort=False)]
      groups = sorted(groups, key=lambda group: places[tuple(group.iloc[0][by])])[:MOST]
      MOST_RUNS = 500
      figure, panel = plt.subplots(figsize=(8, 1.5 + 0.4 * len(groups)), constrained_layout=True)
      jitter = np.random.default_rng(1)
      for place, group in enumerate(reversed(groups)):
          some = group.head(MOST_RUNS)
          row = common.iloc[places[tuple(group.iloc[0][by])]]
          colour = CAUTION if row["often"] else COLOUR[row["strategy"]]
          panel.plot(
              some[threshold], place + jitter.uniform(-0.15, 0.15, len(some)), ".", markersize=4, alpha=0.6, color=colour,
              markerfacecolor="white" if row["often"] else colour)
          panel.plot(group[truth].iloc[:1], [place], "|", color="black", markersize=18)
      panel.set_yticks(
          np.arange(len(groups)), [named(common.iloc[places[tuple(group.iloc[0][by])]]) for group in reversed(groups)])
      if len(fits_of_runs) and (fits_of_runs[threshold] > 0).all():
          panel.set_xscale("log")
          log_ticks(panel.xaxis)
      panel.set_xlabel(axis("Estimated threshold", run_units, threshold))
      panel.set_title("Every run a point, the true threshold a bar")
      plt.show()
      left_out(len(groups), len(common), "rows")
      most = max((len(group) for group in groups), default=0)
      left_out(min(most, MOST_RUNS), most, "runs with a threshold of each row")
      without = int(common["failed"].sum())
      print(f"{without} of {int(common['replicates'].sum())} runs have no threshold and are not in the figure.")
      """#)

  static let tracks = NotebookCell(
    kind: .code,
    source: #"""
      trials, trial_units = load("trials")
      level = column(trial_units, "level")
      every = [group for _, group in trials.groupby(["listener", "session"], sort=False)]
      sessions = every[:12]
      figure, panels = plt.subplots(
          max(1, len(sessions)), figsize=(8, 2.2 * max(1, len(sessions))), squeeze=False, constrained_layout=True)
      for panel, session in zip(panels[:, 0], sessions):
          correct = session["correct"] == 1
          panel.plot(session["trial"], session[level], color="grey", linewidth=0.8)
          panel.plot(session["trial"][correct], session[level][correct], "o", label="correct")
          panel.plot(session["trial"][~correct], session[level][~correct], "x", label="wrong")
          if (session[level] > 0).all():
              panel.set_yscale("log")
              log_ticks(panel.yaxis)
          panel.set_title(label(session["listener"].iloc[0], "session", int(session["session"].iloc[0])))
          panel.set_ylabel(axis("Level", trial_units, level))
      panels[-1, 0].set_xlabel("Trial")
      if sessions:
          panels[0, 0].legend()
      plt.show()
      left_out(len(sessions), len(every), "sessions")
      """#)

  static let fitWords = NotebookCell(
    kind: .words,
    source: """
      ## The fits, made again with scipy

      `fits` holds what Peach fitted: a normal function by maximum likelihood, γ + (1 − γ − λ) Φ(β (x − α)). Here α and β are searched again from
      many starts by another program, on the same trials, with the same γ and λ. Where Peach says `ok`, the two must agree: α within
      0.1 % of the width, β within 1 %, and the log-likelihood within a millionth of its size. A difference ends the notebook with an error.
      """)

  static let fit = NotebookCell(
    kind: .code,
    source: #"""
      fits, fit_units = load("fits")
      trials, trial_units = load("trials")
      level, offset = column(trial_units, "level"), column(trial_units, "offset")
      keys = [n for n in ("strategy", "listener") if n in fits.columns]
      keys += [n for n in fits.columns if n.startswith("vary_")]


      def psi(x, alpha, beta, guess, lapse):
          return guess + (1 - guess - lapse) * norm.cdf(beta * (x - alpha))


      def answers(fit, some=trials):
          """Levels and answers as this fit reads them: signed and higher or not, or of any sign and correct or not.

          Catch and comfort trials, practice and excluded trials are left out, as `peach fit` leaves them out.
          """
          own = some[(some["trial_kind"] == "test") & np.logical_and.reduce([some[k] == fit[k] for k in keys])]
          if "excluded" in own:
              own = own[own["excluded"] == ""]
          if fit["reading"] == "direction":
              # A choice among notes is neither higher nor lower; without an answer, correct says which it was.
              own = own[own["answer"].isin(["higher", "lower", ""]) & own[offset].notna()]
              from_correct = (own["correct"] == 1) == (own[offset] > 0)
              higher = from_correct.where(own["answer"] == "", own["answer"] == "higher")
              return own[offset].to_numpy(float), higher.to_numpy(float)
          size = own[offset].abs().where(own[offset].notna(), own[level])
          own, size = own[own["correct"].notna()], size[own["correct"].notna()]
          x = size.to_numpy(float)
          return (np.log10(x) if fit["scale"] == "log10" else x), own["correct"].to_numpy(float)


      def refit(x, k, guess, lapse):
          """α, β and the log-likelihood without its constant."""
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


      # A refit takes about a second.
      MOST_FITS = 40
      rows = []
      for _, fit in fits[fits["status"] == "ok"].head(MOST_FITS).iterrows():
          x, k = answers(fit)
          alpha, beta, likelihood = refit(x, k, fit["guess"], fit["lapse"])
          rows.append(
              {k: label(fit[k]) for k in keys} | {
                  "trials": len(x), "α (Peach)": fit["alpha"], "α (scipy)": alpha, "β (Peach)": fit["beta"],
                  "β (scipy)": beta, "log L (Peach)": fit["log_likelihood"], "log L (scipy)": likelihood})
          assert len(x) == fit["trials"], f"{len(x)} trials here, {fit['trials']:.0f} that Peach fitted"
          assert abs(alpha - fit["alpha"]) <= 1e-3 * fit["width"], "α differs"
          assert abs(np.log(beta / fit["beta"])) <= 0.01, "β differs"
          assert abs(likelihood - fit["log_likelihood"]) <= 1e-6 * abs(likelihood), "the log-likelihood differs"
      print(f"{len(rows)} of {len(fits)} fits made again; all agree")
      sound = int((fits["status"] == "ok").sum())
      if len(rows) < sound:
          print(f"The first {MOST_FITS} fits with status ok are made again; {sound - len(rows)} are left out.")
      for status, count in fits["status"].value_counts().items():
          print(f"  {count} with status {label(status)}")
      pd.DataFrame(rows)
      """#)

  static let curves = NotebookCell(
    kind: .code,
    source: #"""
      sound = fits[fits["status"] == "ok"]
      some = sound.head(12)
      # Strategies have the colours of the figures above; listeners without a strategy have their own.
      COLOUR_OF_FIT = COLOUR if "strategy" in fits else colours(fits["listener"])
      width = 3
      height = max(1, -(-len(some) // width))
      figure, panels = plt.subplots(height, width, figsize=(11, 3 * height), squeeze=False, constrained_layout=True)
      for panel in panels.flat[len(some):]:
          panel.axis("off")
      for panel, (_, fit) in zip(panels.flat, some.iterrows()):
          x, k = answers(fit)
          points = pd.DataFrame({"x": np.round(x, 9), "k": k}).groupby("x")["k"].agg(["mean", "size"])
          if len(points) > 15:
              bins = pd.qcut(x, 12, duplicates="drop")
              points = pd.DataFrame({"x": x, "k": k}).groupby(bins, observed=True).agg(x=("x", "mean"), mean=("k", "mean"), size=("k", "size"))
              points = points.set_index("x")
          colour = COLOUR_OF_FIT[fit["strategy"] if "strategy" in fit else fit["listener"]]
          panel.scatter(
              points.index, points["mean"], s=6 + 60 * points["size"] / points["size"].max(), facecolor="white",
              edgecolor=colour)
          line = np.linspace(x.min(), x.max(), 300)
          panel.plot(line, psi(line, fit["alpha"], fit["beta"], fit["guess"], fit["lapse"]), color=colour)
          panel.axvline(fit["alpha"], color="grey", linewidth=0.8, linestyle=":")
          panel.set_title(label(*(fit[k] for k in keys)), fontsize=9)
          unit = trial_units[offset if fit["reading"] == "direction" else level]
          panel.set_xlabel(label(("log10 of " if fit["scale"] == "log10" else "") + ("offset" if fit["reading"] == "direction" else "level"), f"({unit})"))
          panel.set_ylabel("answers higher" if fit["reading"] == "direction" else "answers correct")
          panel.set_ylim(-0.03, 1.03)
      plt.show()
      left_out(len(some), len(sound), "fits with status ok")
      if len(sound) < len(fits):
          print(f"{len(fits) - len(sound)} fits without status ok have no curve.")
      """#)

  static let overTime = NotebookCell(
    kind: .code,
    source: #"""
      def thresholds(fit):
          """The level of 75 % correct answers of each session with enough of them, fitted as the listener was."""
          found = []
          for session, own in trials[trials["listener"] == fit["listener"]].groupby("session"):
              x, k = answers(fit, own)
              if len(x) < 20 or len(set(k)) < 2:
                  continue
              alpha, beta, _ = refit(x, k, fit["guess"], fit["lapse"])
              value = norm.ppf(0.75) / beta if fit["reading"] == "direction" else alpha
              if np.isfinite(value) and 0 < value <= 2 * np.abs(x).max():
                  found.append((int(session), value))
          return found


      figure, panel = plt.subplots(figsize=(8, 3.5), constrained_layout=True)
      drawn = 0
      for _, fit in fits.head(12).iterrows():
          found = thresholds(fit)
          drawn += len(found)
          if found:
              # Sessions may be of different tasks, so no line joins them.
              panel.plot(*zip(*found), "o", label=label(fit["listener"]), color=COLOUR_OF_FIT[fit["listener"]])
      panel.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
      panel.set_ylim(bottom=0)
      panel.set_xlabel("Session")
      panel.set_ylabel(axis("Threshold", trial_units, level))
      panel.set_title("Thresholds from session to session (75 % correct, by scipy)")
      if panel.get_legend_handles_labels()[0]:
          panel.legend()
      plt.show()
      left_out(len(fits.head(12)), len(fits), "listeners")
      every = trials[trials["listener"].isin(fits.head(12)["listener"])].groupby(["listener", "session"]).ngroups
      print(f"{drawn} of {every} sessions are drawn; the others have fewer than 20 trials or no threshold.")
      """#)

  static let matching = NotebookCell(
    kind: .code,
    source: #"""
      matching, matching_units = load("matching")
      if "excluded" in matching:
          matching = matching[matching["excluded"] == ""]
      if len(matching):
          figure, panel = plt.subplots(figsize=(8, 3.5), constrained_layout=True)
          for listener, own in matching.groupby("listener", sort=False):
              panel.plot(np.arange(1, len(own) + 1), own["error_cents"], "o", label=label(listener))
          panel.axhline(0, color="grey", linewidth=0.8)
          panel.set_xlabel("Matching")
          panel.set_ylabel(axis("Error, positive is sharp", matching_units, "error_cents"))
          panel.legend()
          plt.show()
      else:
          print("no pitch matchings")
      """#)
}
