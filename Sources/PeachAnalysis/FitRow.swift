package import PeachFitting
import PeachMath
import PeachSupport
import PeachTrials

/// One fit, with all that is printed of it.
package struct FitRow: Sendable {
  /// The values of the `--by` columns.
  package var key: [String]
  package var method: String
  package var settings: FitSettings
  package var counts: Counts
  package var result: FitResult
  package var intervals: [Quantity: ConfidenceInterval] = [:]
  /// By other kinds than `intervals`, where they were asked for.
  package var otherIntervals: [IntervalKind: [Quantity: ConfidenceInterval]] = [:]
  package var errors: [Quantity: Double] = [:]
  /// The intervals of free guess and lapse rates.
  package var rateIntervals: [FitParameter: ConfidenceInterval] = [:]
  /// The log-likelihood at its maximum, whatever the method.
  package var highestLogLikelihood: Double?
  package var jndInterval: ConfidenceInterval?
  package var deviance: Double?
  package var devianceP: Double?
  package var aic: Double?
  package var bic: Double?
  /// The data as they stand, and what the fit says of them.
  package var blocks: [Residuals.Block] = []
  package var residuals: Residuals?
  /// Bootstrap resamples, and how many gave no threshold or no width.
  package var resamples: (all: Int, failed: Int)?
  /// Why the intervals may not cover what they state; `nil` if nothing is known against them.
  package var intervalNote: String?
  /// The posterior of a Bayesian fit; `nil` for other methods.
  package var belief: PosteriorSummary?
  /// The Bayesian fit, from which the posterior can be made again.
  var bayes: BayesianFit?

  /// The highest point of a posterior is the fit itself.
  package struct PosteriorSummary: Sendable {
    /// The free parameters.
    package var free: [Prior.Parameter]
    /// In words, with what follows from the levels written out.
    package var prior: String
    /// Posterior means, in the units they are printed in: of the level where F is ½, and of the width; `nil` if much of
    /// the posterior lies beyond the numbers.
    package var threshold: Double?
    package var width: Double?
    /// η at the highest point; `nil` if proportions vary binomially.
    package var overdispersion: Double?

    init(_ posterior: Posterior, _ scale: LevelScale) {
      free = posterior.free
      prior = posterior.prior.rounded.text(of: free)
      func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
      threshold = finite(posterior.mean { posterior.level(at: 0.5, $0) })
      width = finite(
        scale == .ln
          ? posterior.mean { posterior.level(at: 0.95, $0) - posterior.level(at: 0.05, $0) } : posterior.mean.width)
      overdispersion = posterior.bounds(of: .overdispersion) == nil ? nil : posterior.map.overdispersion
    }
  }

  /// A fit of one group's data alone.
  package init(_ analysis: FitAnalysis, key: [String], method: FitRequest.Method, blocks: [Residuals.Block]) {
    self.key = key
    self.method = method.rawValue
    settings = analysis.settings
    counts = analysis.counts
    result = analysis.result
    intervals = analysis.intervals
    otherIntervals = analysis.otherIntervals
    errors = analysis.errors
    rateIntervals = analysis.rateIntervals
    highestLogLikelihood = analysis.highestLogLikelihood
    jndInterval = analysis.jndInterval
    deviance = analysis.deviance
    devianceP = analysis.devianceP
    aic = analysis.aic
    bic = analysis.bic
    self.blocks = blocks
    residuals = analysis.residuals
    belief = analysis.posterior.map { PosteriorSummary($0, analysis.settings.scale) }
    bayes = analysis.bayes
    resamples = analysis.bootstrap.map { ($0.resamples, $0.failed) }
  }

  /// The same group in a model that has parameters in common with others. AIC and BIC are the model's, not a group's.
  init(_ result: FitResult, like row: FitRow, _ fitter: any Fitter) {
    key = row.key
    method = row.method + "-shared"
    settings = row.settings
    counts = row.counts
    self.result = result
    deviance = result.logLikelihood.map { Deviance.of($0, row.counts) }
    blocks = row.blocks
    residuals = Residuals(blocks, counts, result, fitter, hasInfluence: false)
  }

  /// The function's own parameters.
  package var alpha: Double? { result.parameters(of: settings.function)?.alpha }
  package var beta: Double? { result.parameters(of: settings.function)?.beta }

  package var trials: Int { Int(counts.total.rounded()) }
  package var levels: Int { counts.count }

  /// The error that decides how many digits of a quantity are shown; `nil` if it is unknown, or the fit is a step.
  package func shownError(of quantity: Quantity) -> Double? {
    result.status == .step ? nil : intervals[quantity]?.approximateError ?? errors[quantity]
  }

  /// The name of the group: the values of its columns, joined by slashes.
  package var name: String { FitRow.name(of: key) }

  static func name(of key: [String]) -> String { key.map { $0.isEmpty ? "–" : $0 }.joined(separator: "/") }
}

extension Prior {
  /// The same to people's eyes: what was made from levels has digits that only a computer needs.
  fileprivate var rounded: Prior {
    var prior = self
    for parameter in Parameter.allCases { prior[parameter] = self[parameter].rounded }
    return prior
  }
}

extension PriorDensity {
  /// With six digits.
  fileprivate var rounded: PriorDensity {
    func round(_ value: Double) -> Double { value.rounded(toDigits: 6) }
    return switch self {
    case .plateau(let low, let from, let to, let high):
      .plateau(low: round(low), from: round(from), to: round(to), high: round(high))
    default: self
    }
  }
}
