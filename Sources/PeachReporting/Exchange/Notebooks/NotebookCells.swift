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

  static let load = NotebookCell(
    kind: .code,
    source: #"""
      import matplotlib.pyplot as plt
      import numpy as np
      import pandas as pd

      import peach_notebook as pn

      pn.describe()
      """#)

  static let performanceWords = NotebookCell(
    kind: .words,
    source: """
      ## How the strategies did

      The first figure shows bias and root mean square error of the thresholds with 95 % Monte Carlo intervals. The second shows the
      estimates next to the true thresholds. Each strategy has one colour. The figures leave out runs without a threshold. A strategy
      without a threshold in more than 10 % of its runs comes last, in brackets, with hollow amber symbols: its errors exclude the
      failed runs, so they look better than they are.
      """)

  static let performance = NotebookCell(
    kind: .code,
    source: #"""
      summary = pn.load("summary")
      ranked = pn.ranked(summary)
      shown = ranked.head(60)[::-1].reset_index(drop=True)

      figure, panels = plt.subplots(1, 2, sharey=True, figsize=(10, 1 + 0.3 * len(shown)))
      for panel, stem, words in zip(panels, ["bias", "rmse"], ["Bias", "Root mean square error"]):
          value = pn.column(summary, stem)
          for place, row in shown.iterrows():
              panel.errorbar(
                  row[value], place, xerr=np.nan_to_num(1.96 * row[value + "_se"]), fmt="o", capsize=3, color=row["colour"],
                  markerfacecolor=row["fill"])
          panel.axvline(0, color="grey", linewidth=0.8)
          panel.set_xlabel(pn.axis_label(words, summary, value))
      panels[0].set_yticks(shown.index, shown["label"])
      figure.suptitle("Thresholds of the common fit, with 95 % Monte Carlo intervals")
      plt.show()

      pn.print_left_out(len(shown), len(ranked), "rows")
      print(f"{(summary['estimator'] != 'fit').sum()} rows of other estimators are only in the table summary.")
      """#)

  static let estimates = NotebookCell(
    kind: .code,
    source: #"""
      runs = pn.load("runs")
      threshold, truth = pn.column(runs, "threshold"), pn.column(runs, "true_threshold")
      found = runs[(runs["estimator"] == "fit") & (runs["failed"] == 0) & runs[threshold].notna()]
      by = ["strategy", "listener"] + pn.varied(runs)
      groups = {key: group for key, group in found.groupby(by)}
      rows = [row for _, row in shown.iterrows() if tuple(row[by]) in groups]
      most = 500

      figure, panel = plt.subplots(figsize=(8, 1.5 + 0.4 * len(rows)))
      jitter = np.random.default_rng(1)
      for place, row in enumerate(rows):
          group = groups[tuple(row[by])]
          some = group.head(most)
          panel.plot(
              some[threshold], place + jitter.uniform(-0.15, 0.15, len(some)), ".", markersize=4, alpha=0.6,
              color=row["colour"], markerfacecolor=row["fill"])
          panel.plot(group[truth].iloc[:1], [place], "|", color="black", markersize=18)
      panel.set_yticks(range(len(rows)), [row["label"] for row in rows])
      if len(found) and (found[threshold] > 0).all():
          panel.set_xscale("log")
          pn.log_ticks(panel.xaxis)
      panel.set_xlabel(pn.axis_label("Estimated threshold", runs, threshold))
      panel.set_title("Each point is a run; each bar is the true threshold")
      plt.show()

      pn.print_left_out(len(rows), len(ranked), "rows")
      longest = max((len(group) for group in groups.values()), default=0)
      pn.print_left_out(min(longest, most), longest, "runs with a threshold of each row")
      print(f"{ranked['failed'].sum():.0f} of {ranked['replicates'].sum():.0f} runs have no threshold and are not in the figure.")
      """#)

  static let tracks = NotebookCell(
    kind: .code,
    source: #"""
      trials = pn.load("trials")
      level = pn.column(trials, "level")
      sessions = [group for _, group in trials.groupby(["listener", "session"], sort=False)]
      shown = sessions[:12]

      rows = max(1, len(shown))
      figure, panels = plt.subplots(rows, figsize=(8, 2.2 * rows), squeeze=False)
      for panel, session in zip(panels[:, 0], shown):
          correct = session["correct"] == 1
          panel.plot(session["trial"], session[level], color="grey", linewidth=0.8)
          panel.plot(session["trial"][correct], session[level][correct], "o", label="correct")
          panel.plot(session["trial"][~correct], session[level][~correct], "x", label="wrong")
          if (session[level] > 0).all():
              panel.set_yscale("log")
              pn.log_ticks(panel.yaxis)
          panel.set_title(pn.label(session["listener"].iloc[0], "session", int(session["session"].iloc[0])))
          panel.set_ylabel(pn.axis_label("Level", trials, level))
      panels[-1, 0].set_xlabel("Trial")
      if shown:
          panels[0, 0].legend()
      plt.show()

      pn.print_left_out(len(shown), len(sessions), "sessions")
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
      fits = pn.load("fits")
      trials = pn.load("trials")
      keys = pn.fit_keys(fits)
      sound = fits[fits["status"] == "ok"]
      # Each fit takes about a second.
      most = 40

      rows = []
      for _, fit in sound.head(most).iterrows():
          x, k = pn.answers(fit, trials)
          alpha, beta, likelihood = pn.refit(x, k, fit["guess"], fit["lapse"])
          rows.append(
              {key: pn.label(fit[key]) for key in keys} | {
                  "trials": len(x), "α (Peach)": fit["alpha"], "α (scipy)": alpha, "β (Peach)": fit["beta"],
                  "β (scipy)": beta, "log L (Peach)": fit["log_likelihood"], "log L (scipy)": likelihood})
          assert len(x) == fit["trials"], f"{len(x)} trials here, but Peach fitted {fit['trials']:.0f}"
          assert abs(alpha - fit["alpha"]) <= 1e-3 * fit["width"], "α differs"
          assert abs(np.log(beta / fit["beta"])) <= 0.01, "β differs"
          assert abs(likelihood - fit["log_likelihood"]) <= 1e-6 * abs(likelihood), "the log-likelihood differs"

      print(f"{len(rows)} of {len(fits)} fits made again; all agree")
      if len(rows) < len(sound):
          print(f"The first {most} fits with status ok are made again; {len(sound) - len(rows)} are left out.")
      for status, count in fits["status"].value_counts().items():
          print(f"  {count} with status {pn.label(status)}")
      pd.DataFrame(rows)
      """#)

  static let curves = NotebookCell(
    kind: .code,
    source: #"""
      shown = sound.head(12)
      by = "strategy" if "strategy" in fits else "listener"
      colour = pn.colours(summary[by] if by == "strategy" else fits[by])

      rows = max(1, -(-len(shown) // 3))
      figure, panels = plt.subplots(rows, 3, figsize=(11, 3 * rows), squeeze=False)
      for panel in panels.flat[len(shown):]:
          panel.axis("off")
      for panel, (_, fit) in zip(panels.flat, shown.iterrows()):
          x, k = pn.answers(fit, trials)
          points = pn.proportions(x, k)
          panel.scatter(
              points["level"], points["share"], s=6 + 60 * points["trials"] / points["trials"].max(), facecolor="white",
              edgecolor=colour[fit[by]])
          line = np.linspace(x.min(), x.max(), 300)
          panel.plot(line, pn.psi(line, fit["alpha"], fit["beta"], fit["guess"], fit["lapse"]), color=colour[fit[by]])
          panel.axvline(fit["alpha"], color="grey", linewidth=0.8, linestyle=":")
          panel.set_title(pn.label(*fit[keys]), fontsize=9)
          words = "offset" if fit["reading"] == "direction" else "level"
          scale = "log10 of " if fit["scale"] == "log10" else ""
          panel.set_xlabel(pn.axis_label(scale + words, trials, pn.column(trials, words)))
          panel.set_ylabel("answers higher" if fit["reading"] == "direction" else "answers correct")
          panel.set_ylim(-0.03, 1.03)
      plt.show()

      pn.print_left_out(len(shown), len(sound), "fits with status ok")
      if len(sound) < len(fits):
          print(f"{len(fits) - len(sound)} fits without status ok have no curve.")
      """#)

  static let overTime = NotebookCell(
    kind: .code,
    source: #"""
      shown = fits.head(12)
      drawn = 0
      figure, panel = plt.subplots(figsize=(8, 3.5))
      for _, fit in shown.iterrows():
          sessions = pn.session_thresholds(fit, trials)
          drawn += len(sessions)
          if len(sessions):
              # Sessions may have different tasks, so no line joins them.
              panel.plot(
                  sessions["session"], sessions["threshold"], "o", label=pn.label(fit["listener"]),
                  color=colour[fit["listener"]])
      pn.whole_ticks(panel.xaxis)
      panel.set_ylim(bottom=0)
      panel.set_xlabel("Session")
      panel.set_ylabel(pn.axis_label("Threshold", trials, pn.column(trials, "level")))
      panel.set_title("Threshold of each session (75 % correct, fitted by scipy)")
      if drawn:
          panel.legend()
      plt.show()

      pn.print_left_out(len(shown), len(fits), "listeners")
      every = trials[trials["listener"].isin(shown["listener"])].groupby(["listener", "session"]).ngroups
      print(f"{drawn} of {every} sessions are drawn; the others have fewer than 20 trials or no threshold.")
      """#)

  static let matching = NotebookCell(
    kind: .code,
    source: #"""
      matching = pn.load("matching")
      if "excluded" in matching:
          matching = matching[matching["excluded"] == ""]
      if len(matching):
          figure, panel = plt.subplots(figsize=(8, 3.5))
          for listener, own in matching.groupby("listener", sort=False):
              panel.plot(np.arange(1, len(own) + 1), own["error_cents"], "o", label=pn.label(listener))
          panel.axhline(0, color="grey", linewidth=0.8)
          panel.set_xlabel("Matching")
          panel.set_ylabel(pn.axis_label("Error, positive is sharp", matching, "error_cents"))
          panel.legend()
          plt.show()
      else:
          print("no pitch matchings")
      """#)
}
