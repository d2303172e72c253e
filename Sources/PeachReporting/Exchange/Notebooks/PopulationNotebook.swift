package import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSupport

/// The notebook of a population fit: a forest plot, contrasts, curves, and the likelihood computed again.
extension Notebook {
  /// - Parameter version: Peach's version.
  package static func population(
    _ report: PopulationReport, version: String
  ) -> (source: DataSource, notebook: Notebook) {
    let file = report.source.split(separator: "/").last.map(String.init) ?? report.source
    let stem = file.prefix { $0 != "." && $0 != "-" }
    let listeners = TextTable.counted(report.fit.listeners.count, "listener")
    let source = DataSource(
      name: stem.isEmpty ? "population" : String(stem), title: "Population fit of \(file)",
      description: "A population fit of \(listeners) by peach \(version).",
      isSimulated: false, isLive: false, tables: [], listeners: [], version: version, sidecars: [])
    let notebook = Notebook(
      tables: PopulationNotebook.tables(report), cells: PopulationNotebook.cells,
      modules: [(NotebookModule.file, NotebookModule.text), (PopulationNotebook.module, PopulationNotebook.code)],
      purpose: "draws the population and computes its likelihood again with numpy")
    return (source, notebook)
  }
}

private enum PopulationNotebook {
  // MARK: Tables

  static func tables(_ report: PopulationReport) -> [SourceTable] {
    [
      SourceTable(
        name: "population", summary: "one number of the population or of a listener", columns: PopulationTable.declared,
        key: ["row", "quantity", "listener", "group", "condition"]
      ) { body in PopulationTable.fields(report).forEach(body) },
      counts(report), fit(report),
    ]
  }

  private static func counts(_ report: PopulationReport) -> SourceTable {
    let columns = [
      Column("listener", .text, "The listener"), Column("group", .text, "Group of listeners"),
      Column("condition", .text, "Condition"),
      Column("level", .number, unit: report.unit ?? "", "The level, or the signed offset in the direction reading"),
      Column("trials", .number, "Number of trials at the level"),
      Column("positives", .number, "Number of correct answers; in the direction reading, of answers higher"),
    ]
    return SourceTable(
      name: "counts", summary: "the answers of one listener at one level", columns: columns,
      key: ["listener", "group", "condition", "level"]
    ) { body in
      for listener in report.fit.listeners {
        for (cell, counts) in listener.cells {
          let (group, condition) = report.names(of: cell)
          for bin in counts.bins {
            body([
              .text(listener.name), group.map(Value.text), condition.map(Value.text), .number(bin.level),
              .number(bin.trials), .number(bin.positives),
            ])
          }
        }
      }
    }
  }

  private static let fitColumns: [TableColumn<PopulationReport>] = [
    .init("status", "Status of the population fit", text: { $0.status.name }),
    .init("method", "Method of the fit", text: { $0.request.fit.method.rawValue }),
    .init("quantity", "The quantity of a curve that is fitted first", text: { $0.name(of: 0) }),
    .init("function", "The psychometric function F", text: { $0.model.settings.function.name }),
    .init("scale", "The scale of levels on which the function is fitted", text: { $0.model.settings.scale.rawValue }),
    .init(
      "at", "The proportion that defines the threshold; empty if it is the level at which F is ½",
      number: { $0.model.settings.at }),
    .init("guess", "Guess rate γ, the lower asymptote", number: { $0.fit.rates?.guess }),
    .init("lapse", "Lapse rate λ, the distance of the upper asymptote from 1", number: { $0.fit.rates?.lapse }),
    .init(
      "points", "Quadrature points along each random effect; 1 is Laplace's approximation",
      integer: { $0.model.usedPoints }),
    .init(
      "log_likelihood", "Highest log-likelihood without penalties and binomial coefficients; empty with --method bayes",
      number: { $0.posterior == nil ? $0.fit.logLikelihood : nil }),
  ]

  private static func fit(_ report: PopulationReport) -> SourceTable {
    SourceTable(
      name: "fit", summary: "the model and its likelihood", columns: fitColumns.map(\.column), key: ["status"]
    ) { body in body(fitColumns.map { $0.value(report) }) }
  }

  // MARK: Cells

  static let cells: [NotebookCell] = [
    words(
      """
      # A population fit by Peach

      This notebook reads the tables in its folder, as `datapackage.json` describes them. It draws the population and its listeners,
      and computes the likelihood again. Run it from top to bottom; it needs the packages of `requirements.txt`.
      """),
    code(
      #"""
      import matplotlib.pyplot as plt
      import numpy as np
      import pandas as pd

      import peach_notebook as pn
      import peach_population as pp

      pn.describe()
      population, counts, fit = pp.load("population"), pp.load("counts"), pp.load("fit").iloc[0]
      quantity = fit["quantity"]
      """#),
    words(
      """
      ## The population

      Each row is a number of the population with its 95 % interval. `new-listener` is the range of 95 % of further listeners.
      """),
    code(
      #"""
      print("status", pn.label(fit["status"]))
      summary = population[population["listener"] == ""]
      summary = summary[["row", "quantity", "group", "condition", "estimate", "low", "high", "unit"]]
      summary.map(lambda value: pn.label(value) if isinstance(value, str) else value)
      """#),
    words(
      """
      ## The listeners

      Separate estimates come from the answers of one listener. Shrunken estimates are drawn towards the mean of all listeners, the
      more the fewer trials a listener has.
      """),
    code(
      #"""
      listeners = list(dict.fromkeys(counts["listener"]))
      shown = listeners[:40]
      cells = pp.cells(population)

      columns = max(1, len(cells[:4]))
      figure, panels = plt.subplots(1, columns, figsize=(4 + 3 * (columns - 1), 1.5 + 0.3 * len(shown)), sharex=True, squeeze=False)
      for panel, (group, condition) in zip(panels.flat, cells):
          pp.forest(panel, population, quantity, shown, group=group, condition=condition)
      if cells:
          figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=4, fontsize=8)
      plt.show()

      pn.print_left_out(len(shown), len(listeners), "listeners")
      pn.print_left_out(len(cells[:4]), len(cells), "conditions")
      """#),
    words(
      """
      ## Contrasts

      Each row is a difference of two conditions or groups with its 95 % interval, or their ratio if its unit is `ratio`.
      """),
    code(
      #"""
      contrasts = pp.rows(population, "contrast")
      figure, panels = plt.subplots(1, 2, figsize=(10, 1.2 + 0.4 * max(1, len(contrasts) // 2)), squeeze=False)
      for panel, name in zip(panels.flat, [quantity, "width"]):
          own = contrasts[contrasts["quantity"] == name].reset_index(drop=True)
          pp.draw_rows(panel, own.index, own, pn.COLOURS[0])
          panel.set_yticks(own.index, [pn.label(*filter(None, (row["group"], row["condition"]))) for _, row in own.iterrows()])
          units = list(dict.fromkeys(own["unit"]))
          panel.axvline(1 if units == ["ratio"] else 0, color="grey", linewidth=0.8)
          panel.set_xlabel(pn.label(f"{name} ({units[0]})" if units else name))
      plt.show()

      if len(contrasts) == 0:
          print("The study has one condition and one group, so it has no contrast.")
      for _, row in contrasts[contrasts["quantity"] == quantity].iterrows():
          names = pn.label(*filter(None, (row["group"], row["condition"])))
          print(f"{names}: {row['estimate']:.4g} {pn.label(row['unit'])} (95 % {row['low']:.4g} … {row['high']:.4g})")
      """#),
    words(
      """
      ## Curves

      Circles are the proportions of a listener, larger ones have more trials. The coloured curve has the listener's shrunken estimates,
      the grey one the means.
      """),
    code(
      #"""
      own_curves = pp.rows(population, "shrunken", quantity).head(12)
      place = pp.SCALES[fit["scale"]]

      lines = max(1, -(-len(own_curves) // 3))
      figure, panels = plt.subplots(lines, 3, figsize=(11, 3 * lines), squeeze=False)
      for panel in panels.flat[len(own_curves):]:
          panel.axis("off")
      for panel, (_, row) in zip(panels.flat, own_curves.iterrows()):
          keys = {name: row[name] for name in ("listener", "group", "condition")}
          own = counts[np.logical_and.reduce([counts[name] == value for name, value in keys.items()])]
          panel.scatter(
              own["level"], own["positives"] / own["trials"], s=6 + 60 * own["trials"] / own["trials"].max(), facecolor="white",
              edgecolor=pn.COLOURS[0])
          x = np.linspace(own["level"].min(), own["level"].max(), 200)
          for kind, colour in (("mean", "grey"), ("shrunken", pn.COLOURS[0])):
              which = keys if kind == "shrunken" else {name: keys[name] for name in ("group", "condition")}
              threshold, width = (pp.number(population, kind, name, **which) for name in (quantity, "width"))
              panel.plot(x, pp.psi(place(x), place(threshold), np.log(width), fit), color=colour)
          panel.set_title(pn.label(*filter(None, keys.values())), fontsize=9)
          panel.set_xlabel(pn.axis_label("level", counts, "level"))
          panel.set_ylim(-0.03, 1.03)
      plt.show()

      pn.print_left_out(len(own_curves), len(pp.rows(population, "shrunken", quantity)), "listeners and conditions")
      """#),
    words(
      """
      ## The likelihood, computed again with numpy

      Peach integrates over listeners by adaptive Gauss–Hermite quadrature, or by Laplace's approximation if `points` is 1. The notebook
      takes an even grid instead. Both log-likelihoods must agree within 0.01 for each listener, or 0.1 with Laplace's approximation.
      """),
    code(
      #"""
      if np.isnan(fit["log_likelihood"]) or fit["method"] == "bayes":
          print("This fit has no highest likelihood, so there is nothing to compute again.")
      else:
          again = pp.log_likelihood(population, fit, counts)
          tolerance = (0.1 if fit["points"] == 1 else 0.01) * len(listeners)
          print(f"ln L is {fit['log_likelihood']:.4f} in Peach and {again:.4f} by numpy")
          assert abs(again - fit["log_likelihood"]) <= tolerance, "the log-likelihood differs"
          print(f"{len(listeners)} listeners: their likelihoods all agree")
      """#),
  ]

  private static func words(_ source: String) -> NotebookCell { NotebookCell(kind: .words, source: source) }
  private static func code(_ source: String) -> NotebookCell { NotebookCell(kind: .code, source: source) }

  // MARK: Module

  static let module = "peach_population.py"

  private static var functions: String {
    BuiltInFunctions.all.map { "    \"\($0.name)\": lambda u: \($0.pythonFormula)," }.joined(separator: "\n")
  }

  static let code = #"""
    """Helpers of notebook.ipynb: a population fit of Peach as one row for each number, drawn and computed again."""

    import matplotlib.pyplot as plt
    import numpy as np
    from scipy.optimize import brentq
    from scipy.special import erf, expit
    from scipy.stats import norm

    import peach_notebook as pn

    FUNCTIONS = {
    \#(functions)
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

    """#
}
