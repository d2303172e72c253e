import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSupport

/// The methods section of a population fit: model, estimator, priors or penalties, intervals, checks and software.
enum PopulationMethods {
  /// - Parameters:
  ///   - version: The version of Peach.
  ///   - year: The year of that version, for its reference.
  static func text(of report: PopulationReport, version: String, year: Int) -> MethodsText {
    var text = MethodsText()
    text.beginParagraph()
    addModel(report, to: &text)
    if let posterior = report.posterior {
      addPosterior(posterior, report, to: &text)
    } else {
      addLikelihood(report, to: &text)
    }
    addChecks(report, to: &text)
    text.add(
      "The model was fitted with Peach \(version)\(text.cite(MethodsText.software(version: version, year: year))).")
    return text
  }

  private static func addModel(_ report: PopulationReport, to text: inout MethodsText) {
    let settings = report.model.settings
    let words = FitWords(settings: settings, unit: report.unit)
    let listeners = TextTable.counted(report.fit.listeners.count, "listener")
    let trials = TextTable.counted(Int(report.fit.listeners.reduce(0) { $0 + $1.trials }), "trial")
    text.add(
      "The answers of \(listeners) (\(trials)) were analysed with one multilevel model\(text.cite(KnownReferences.moscatelli))."
    )
    text.add(
      "In each condition a listener's proportion of answers followed ψ(x) = γ + (1 − γ − λ)F(x), where F was the "
        + "\(words.function())\(text.cite(source: settings.function.source, settings.function.references)).")
    if report.model.coordinates == .thresholdAndWidth {
      text.add(
        "The \(report.name(of: 0)) and the logarithm of the width varied over listeners. They followed a bivariate normal "
          + "distribution whose standard deviations and correlation were estimated.")
    } else {
      text.add(
        "The intercept and the slope varied over listeners. They followed a bivariate normal distribution whose standard "
          + "deviations and correlation were estimated.")
    }
    if report.model.hasVaryingEffects {
      text.add(
        "The \(report.name(of: 0)) of a listener also varied between conditions, with a standard deviation of its own.")
    }
    if report.design.cells.count > 1 {
      text.add("Each condition of each group had its own means, from which contrasts were computed.")
    }
    text.add("The guess rate γ was \(words.guess()), and the lapse rate λ \(words.lapse()); all listeners shared them.")
  }

  private static func addLikelihood(_ report: PopulationReport, to text: inout MethodsText) {
    let points = report.model.usedPoints
    text.add(
      points == 1
        ? "The likelihood was integrated over listeners by Laplace's approximation\(text.cite(KnownReferences.pinheiro))."
        : "The likelihood was integrated over listeners by adaptive Gauss–Hermite quadrature with \(points) points for each "
          + "random effect\(text.cite(KnownReferences.pinheiro)).")
    text.add(
      report.model.isPenalised
        ? "Weak penalties kept the standard deviations above 0 and the correlation inside −1 to 1\(text.cite(KnownReferences.chung))."
        : "No penalties were added.")
    switch report.request.interval {
    case .profile: text.add("The 95 % intervals were profile intervals\(text.cite(KnownReferences.venzon)).")
    case .percentile:
      text.add(
        "The 95 % intervals were percentiles of \(TextTable.grouped(report.request.resamples)) parametric bootstrap data sets "
          + "(seed \(report.request.seed)).")
    default:
      text.add(
        "The 95 % intervals were computed from standard errors; those of means and contrasts used Student's t with degrees of "
          + "freedom from the number of listeners.")
    }
  }

  private static func addPosterior(
    _ posterior: PopulationPosterior, _ report: PopulationReport, to text: inout MethodsText
  ) {
    text.add(
      PopulationPriorText.sentences(posterior, report).joined(separator: " ")
        + "\(text.cite(KnownReferences.lewandowski)).")
    text.add(
      "The posterior distribution was sampled with \(posterior.chains.count) chains of "
        + "\(TextTable.grouped(posterior.chains.first?.draws ?? 0)) draws by the No-U-Turn sampler"
        + "\(text.cite(KnownReferences.hoffman)) (seed \(report.request.seed)).")
    if let worst = posterior.worst {
      text.add(
        "The largest rank-normalised split R̂ was \(TextTable.fixed(worst.rHat, 3)); the smallest bulk and tail effective sample "
          + "sizes were \(TextTable.grouped(Int(worst.bulk))) and \(TextTable.grouped(Int(worst.tail)))"
          + "\(text.cite(KnownReferences.vehtari)).")
    }
    text.add("\(TextTable.counted(posterior.divergences, "transition")) diverged.")
    text.add("Estimates were posterior means, and 95 % credible intervals had equal tails.")
  }

  private static func addChecks(_ report: PopulationReport, to text: inout MethodsText) {
    text.add(
      "The model was checked with new answers drawn from it for each listener and for groups of levels"
        + "\(text.cite(KnownReferences.gelman)).")
  }
}

/// The priors of a population's posterior in words.
enum PopulationPriorText {
  /// Sentences without the last full stop.
  static func sentences(_ posterior: PopulationPosterior, _ report: PopulationReport) -> [String] {
    let prior = posterior.scaledPrior
    let unit = report.unit.map { " \($0)" } ?? ""
    let scale = report.model.settings.scale == .linear ? unit : " \(report.model.settings.scale.rawValue) units"
    var words = [
      "The prior of each mean \(report.name(of: 0)) was normal with mean \(prior.means[0].mean.brief) and SD "
        + "\(prior.means[0].deviation.brief)\(scale), and that of the mean log width normal with mean "
        + "\(prior.means[1].mean.brief) and SD \(prior.means[1].deviation.brief).",
      "Standard deviations had half-normal priors with scales \(prior.deviations[0].brief)\(scale) and "
        + "\(prior.deviations[1].brief).",
    ]
    if report.fit.terms.contains(.lapse) {
      words.append(
        "The logit of the lapse rate had a normal prior with mean \(prior.lapse.mean.brief) and SD "
          + "\(prior.lapse.deviation.brief).")
    }
    if report.fit.terms.contains(.guess) {
      words.append(
        "The logit of the guess rate had a normal prior with mean \(prior.guess.mean.brief) and SD "
          + "\(prior.guess.deviation.brief).")
    }
    return words + ["The correlation r had a density proportional to 1 − r²"]
  }
}
