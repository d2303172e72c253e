package import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials

/// The methods section of a fit: function, free parameters, estimator, intervals, goodness of fit and software.
package enum FitMethods {
  /// - Parameters:
  ///   - before: The text about the trials, which comes first.
  ///   - version: The version of Peach.
  ///   - year: The year of that version, for its reference.
  package static func text(
    of report: FitReport, after before: MethodsText = MethodsText(), version: String, year: Int
  ) -> MethodsText {
    var text = before
    text.beginParagraph()
    addFunction(report, to: &text)
    addMethod(report, to: &text)
    addIntervals(report, to: &text)
    addGoodness(report, to: &text)
    text.add(
      "The data were fitted with Peach \(version)\(text.cite(MethodsText.software(version: version, year: year))).")
    return text
  }

  /// The text about the trials: the procedures and why runs ended, or a note that the data do not state them.
  ///
  /// - Parameter plans: The experiments of the background.
  static func before(_ background: DataBackground, _ plans: [Plan], _ kinds: StrategyRegistry) -> MethodsText {
    var text = MethodsText()
    if plans.isEmpty { text.add("The data do not state how levels were chosen; describe the procedure here.") }
    if background.isSimulated == true { text.add("The data were simulated.") }
    var said: [[Value]] = []
    var sounds: [Value] = []
    var levels: [String] = []
    let quantities = plans.map { plan in
      plan.told["task"]?["sounds"].flatMap { VariedQuantity(sounds: $0, unit: plan.cells[0].task.axis.unit) }
    }
    for (plan, quantity) in zip(plans, quantities) {
      text.quantity = quantity
      if let task = plan.told["task"], !sounds.contains(task) {
        sounds.append(task)
        if let level = TrialProse(task: plan.cells[0].task, told: task).level, !levels.contains(level) {
          levels.append(level)
          text.add(level)
        }
        let hasNoise = plan.cells.contains { $0.factory?.facts.noiseShare ?? 0 > 0 }
        SoundProse(task: task)?.add(plan.cells[0].task, hasNoise: hasNoise, to: &text)
      }
      let own = (plan.told["strategies"]?.items ?? []).filter { entry in
        background.strategies.contains { $0["name"] == entry["name"] }
      }
      // Experiments with the same procedures and stop are described once.
      let what = own + [plan.told["stop"]].compactMap(\.self)
      if said.contains(what) { continue }
      said.append(what)
      ProcedureMethods(plan: plan, kinds: kinds).add(entries: own, to: &text)
    }
    // Fits of several tasks are of levels in general.
    text.quantity = quantities.distinct.count == 1 ? quantities[0] : nil
    let endings = background.endings.map { "\(TextTable.grouped($0.count)) ended by \($0.reason)" }
    if !endings.isEmpty { text.add("Of the runs or sessions, \(MethodsText.listed(endings)).") }
    return text
  }

  private static func addFunction(_ report: FitReport, to text: inout MethodsText) {
    let settings = report.request.settings
    let words = FitWords(settings: settings, unit: report.unit)
    let what =
      settings.reading == .direction
      ? "“higher” answers" : report.request.alternatives == 1 ? "yes answers" : "correct answers"
    let groups = report.fits.count > 1 ? ", separately for each \(MethodsText.listed(report.by))" : ""
    let formula = settings.function.formula
    let level = settings.isLogLevel ? "log₁₀ of the level" : "the level"
    let phi = formula.contains("Φ") ? " (Φ is the standard normal distribution function)" : ""
    let source = text.cite(source: settings.function.source, settings.function.references)
    text.add(
      """
      The proportion of \(what) was fitted with ψ(x) = γ + (1 − γ − λ)F(x), where x was \(level) and F the \
      \(JournalTerms.function(settings.function.name)), F(x) = \(JournalTerms.formula(formula)), with threshold \
      parameter α and slope parameter β\(phi)\(source)\(groups).
      """)
    let guess = report.hasOneGuess ? words.guess() : "fixed at 1/m, where m is the number of alternatives in each group"
    text.add(
      "The guess rate γ was \(guess), and the lapse rate λ was \(words.lapse()). The threshold was \(threshold(settings, report.unit))."
    )
  }

  private static func threshold(_ settings: FitSettings, _ unit: String?) -> String {
    let level = "the level" + (unit.map { " (\(JournalTerms.unit($0)))" } ?? "")
    guard let at = settings.at else {
      return settings.reading == .direction
        ? "\(level) at which F was ½, the bias of answers" : "\(level) at which F was ½"
    }
    return settings.reading == .direction
      ? "\(level) with \(MethodsText.percent(at)) correct answers, averaged over both signs of the level"
      : "\(level) at which ψ was \(at.shortest)"
  }

  private static func addMethod(_ report: FitReport, to text: inout MethodsText) {
    switch report.request.method {
    case .ml: text.add("Parameters were estimated by maximum likelihood\(text.cite(KnownReferences.wichmannFit)).")
    case .reduced:
      text.add(
        "Parameters were estimated by maximising the penalised log-likelihood ln L + \(penalty(report)), where I was the "
          + "expected information matrix at the presented levels\(text.cite(KnownReferences.firth, KnownReferences.kosmidis))."
      )
    case .bayes:
      let prior = report.fits.first?.belief.map { "; prior: \($0.prior)" } ?? ""
      let spread = report.request.hasOverdispersion ? ", with overdispersion" : ""
      text.add(
        "Parameters were estimated by the mode of their posterior distribution\(spread)\(text.cite(KnownReferences.schuett))\(prior)."
      )
    }
  }

  private static func penalty(_ report: FitReport) -> String {
    FitWords(settings: report.request.settings, unit: report.unit).penalty
  }

  private static func addIntervals(_ report: FitReport, to text: inout MethodsText) {
    let resamples = TextTable.grouped(report.plan.resamples)
    let kind = report.plan.bootstrap == .parametric ? "parametric" : "nonparametric"
    switch report.request.intervalKind {
    case .profile where report.request.method == .reduced:
      text.add(
        "The 95 % intervals were profile intervals of the penalised likelihood\(text.cite(KnownReferences.heinze)).")
    case .profile:
      text.add(
        "The 95 % confidence intervals were computed from the profile likelihood\(text.cite(KnownReferences.venzon)).")
    case .wald: text.add("The 95 % confidence intervals were Wald intervals, from the curvature of the likelihood.")
    case .percentile:
      text.add(
        "The 95 % confidence intervals were percentiles of \(resamples) \(kind) bootstrap resamples (random seed \(report.seed))."
      )
    case .bca:
      text.add(
        "The 95 % confidence intervals were bias-corrected and accelerated, from \(resamples) \(kind) bootstrap resamples (random seed "
          + "\(report.seed))\(text.cite(KnownReferences.efron)).")
    case .posterior: text.add("The 95 % credible intervals had equal tails of the posterior distribution.")
    }
  }

  private static func addGoodness(_ report: FitReport, to text: inout MethodsText) {
    guard report.request.simulations > 0 else { return }
    text.add(
      "Goodness of fit was assessed with the deviance. Its p value was the proportion of "
        + "\(TextTable.grouped(report.request.simulations)) simulated data sets with a larger deviance\(text.cite(KnownReferences.wichmannFit))."
    )
  }
}
