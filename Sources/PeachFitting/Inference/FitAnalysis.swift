import PeachMath
import PeachSupport
import PeachTrials

/// How the interval of a quantity is found.
package enum IntervalKind: String, CaseIterable, Sendable {
  case profile, wald, percentile, bca, posterior
}

/// A fit with its errors, intervals, deviance, residuals.
package struct FitAnalysis: Sendable {
  /// The requests in addition to the fit.
  package struct Plan: Sendable {
    package var interval: IntervalKind
    /// The quantities that get intervals; `nil` for all.
    package var quantities: [Quantity]?
    /// Between 0 and 1.
    package var confidence = 0.95
    /// Bootstrap resamples; 0 = none.
    package var resamples = 0
    package var bootstrap = Bootstrap.Kind.parametric
    /// Data sets drawn for the Monte Carlo p of the deviance; 0 = none.
    package var simulations = 0
    /// Whether each block's influence is found: a fit for each.
    package var hasInfluence = false
    /// Whether intervals of the other kinds that the analysis can give are found too, for comparison.
    package var hasOtherIntervals = false
    /// Whether intervals of free guess and lapse rates and the highest likelihood, for AIC and BIC, are found too.
    package var isDetailed = false
    /// The Bayesian fit that takes the place of maximum likelihood; of the fitter's own function and asymptotes.
    package var bayes: BayesianFit?

    package init(interval: IntervalKind = .profile) { self.interval = interval }
  }

  package let settings: FitSettings
  package let counts: Counts
  /// The highest point of the likelihood, or of the posterior.
  package private(set) var result: FitResult
  /// The posterior; `nil` unless the fit is Bayesian and there are data.
  package private(set) var posterior: Posterior?
  /// The Bayesian fit that gave `posterior`.
  package private(set) var bayes: BayesianFit?
  package private(set) var errors: [Quantity: Double] = [:]
  package private(set) var intervals: [Quantity: ConfidenceInterval] = [:]
  /// The intervals of free guess and lapse rates, by profile or posterior, in a detailed analysis.
  package private(set) var rateIntervals: [FitParameter: ConfidenceInterval] = [:]
  /// The highest log-likelihood of any curve, or of its limit if that is a step or flat: of maximum likelihood, whatever
  /// the method. `nil` if the method is another one and the analysis is not detailed.
  package private(set) var highestLogLikelihood: Double?
  /// By the other kinds, where they are asked for: profile and Wald of a likelihood, and those of its resamples.
  package private(set) var otherIntervals: [IntervalKind: [Quantity: ConfidenceInterval]] = [:]
  package private(set) var deviance: Double?
  package private(set) var devianceP: Double?
  package private(set) var residuals: Residuals?
  package private(set) var bootstrap: Bootstrap?

  /// - Parameters:
  ///   - blocks: The data as they stand, for residuals.
  ///   - random: Drawn from only where resamples or simulations are asked for.
  package init(
    _ counts: Counts, blocks: [Residuals.Block], _ fitter: any Fitter, _ plan: Plan,
    using random: inout some UniformSource
  ) {
    settings = fitter.settings
    self.counts = counts
    result = fitter.fit(counts)
    if settings.method == .ml {
      highestLogLikelihood = result.logLikelihood
    } else if plan.isDetailed {
      var unpenalised = settings
      unpenalised.method = .ml
      highestLogLikelihood = unpenalised.makeFitter().fit(counts).logLikelihood
    }
    var refit: (Counts) -> Double? = { [result] in fitter.refit($0, near: result).logLikelihood }
    if let bayes = plan.bayes, counts.count > 0 {
      self.bayes = bayes
      takePosterior(bayes.fit(counts), fitter, plan)
      refit = { drawn in
        let posterior = bayes.fit(drawn)
        return posterior.logLikelihood(at: posterior.map)
      }
    } else {
      for quantity in settings.quantities { errors[quantity] = fitter.standardError(quantity, result, counts) }
      // A step has its profile's interval, whatever resamples say.
      if plan.resamples > 0, result.gap == nil {
        bootstrap = Bootstrap(
          counts, result, fitter, kind: plan.bootstrap, resamples: plan.resamples, using: &random)
      }
      findIntervals(fitter, plan)
      if plan.hasOtherIntervals, result.gap == nil { findOtherIntervals(fitter, plan) }
      if plan.isDetailed {
        for rate in [FitParameter.guess, .lapse] {
          rateIntervals[rate] = fitter.rateInterval(rate, result, counts, confidence: plan.confidence)
        }
      }
    }
    deviance = result.logLikelihood.map { Deviance.of($0, counts) }
    residuals = Residuals(blocks, counts, result, fitter, hasInfluence: plan.hasInfluence && posterior == nil)
    if plan.simulations > 0 {
      devianceP = Deviance.monteCarloP(
        counts, result, fitter, simulations: plan.simulations, using: &random, refit: refit)
    }
  }

  private mutating func findIntervals(_ fitter: any Fitter, _ plan: Plan) {
    // A step has no curvature, and no resamples; its profile has ends.
    if result.gap != nil {
      for quantity in plan.quantities ?? settings.quantities where result.value(of: quantity) != nil {
        intervals[quantity] = fitter.profileInterval(quantity, result, counts, confidence: plan.confidence)
      }
      return
    }
    intervals = intervals(plan.interval, fitter, plan)
  }

  private mutating func findOtherIntervals(_ fitter: any Fitter, _ plan: Plan) {
    let kinds: [IntervalKind] = [.profile, .wald] + (bootstrap == nil ? [] : [.percentile, .bca])
    for kind in kinds where kind != plan.interval { otherIntervals[kind] = intervals(kind, fitter, plan) }
  }

  private func intervals(_ kind: IntervalKind, _ fitter: any Fitter, _ plan: Plan) -> [Quantity: ConfidenceInterval] {
    var intervals: [Quantity: ConfidenceInterval] = [:]
    let accelerations = kind == .bca && bootstrap != nil ? Bootstrap.accelerations(counts, result, fitter) : [:]
    for quantity in plan.quantities ?? settings.quantities {
      guard let value = result.value(of: quantity) else { continue }
      if quantity == .pse, settings.at == nil {
        intervals[.pse] = intervals[.threshold]
        continue
      }
      switch kind {
      case .profile:
        intervals[quantity] = fitter.profileInterval(quantity, result, counts, confidence: plan.confidence)
      case .wald:
        intervals[quantity] = errors[quantity].map {
          ConfidenceInterval.wald(value, error: $0, confidence: plan.confidence)
        }
      case .percentile: intervals[quantity] = bootstrap?.percentile(quantity, confidence: plan.confidence)
      case .bca:
        intervals[quantity] = bootstrap?.biasCorrected(
          quantity, acceleration: accelerations[quantity], confidence: plan.confidence)
      case .posterior: break
      }
    }
    return intervals
  }

  /// Takes the results of a posterior: its highest point, the spread, and the intervals of the readings. A
  /// status that comes from the data, such as all correct, stays, because the prior then dominates.
  private mutating func takePosterior(_ posterior: Posterior, _ fitter: any Fitter, _ plan: Plan) {
    self.posterior = posterior
    let function = settings.function
    let standard = function.standardQuantile(0.95) - function.standardQuantile(0.05)
    func readings(_ point: Posterior.Point) -> FitResult {
      fitter.readings(of: FitPoint(point.threshold, log(point.width / standard), point.guess, point.lapse))
    }
    if plan.isDetailed {
      for (rate, parameter) in [(FitParameter.guess, Prior.Parameter.guess), (.lapse, .lapse)]
      where posterior.free.contains(parameter)
        || (rate == .guess && settings.guess == .lapse && posterior.free.contains(.lapse))
      {
        rateIntervals[rate] = posterior.interval(of: parameter, mass: plan.confidence)
      }
    }
    let likelihood = result
    result = readings(posterior.map)
    result.parameters = posterior.free.count
    result.logLikelihood = posterior.logLikelihood(at: posterior.map)
    result.status = likelihood.status.isOfData ? likelihood.status : fitter.reach(result, counts) ?? .ok
    for quantity in plan.quantities ?? settings.quantities where result.value(of: quantity) != nil {
      let belief = belief(in: quantity, posterior, confidence: plan.confidence) { readings($0).value(of: quantity) }
      errors[quantity] = belief.deviation
      intervals[quantity] = belief.interval
    }
  }

  /// The spread and the interval of a quantity: those of a parameter where it is one, else of the number that depends on
  /// several.
  private func belief(
    in quantity: Quantity, _ posterior: Posterior, confidence: Double, _ value: (Posterior.Point) -> Double?
  ) -> (deviation: Double?, interval: ConfidenceInterval) {
    let scale = settings.scale
    if quantity == .pse || (quantity == .threshold && settings.at == nil) {
      let own = posterior.interval(of: .threshold, mass: confidence)
      return (
        Optional(posterior.deviation.threshold * scale.stretch(at: posterior.map.threshold)).finite,
        ConfidenceInterval(low: own.low.map(scale.level), high: own.high.map(scale.level))
      )
    }
    if quantity == .width, scale != .ln {
      let own = posterior.interval(of: .width, mass: confidence)
      return (posterior.deviation.width, own)
    }
    let own = posterior.interval(of: { value($0) ?? .infinity }, mass: confidence)
    let centre = result.value(of: quantity) ?? 0
    // The spread of what reaches the asked proportion; where much does not, there is none.
    let reaching = posterior.mean { value($0) == nil ? 0 : 1 }
    let mean = posterior.mean { value($0).map { $0 - centre } ?? 0 } / reaching
    let square = posterior.mean { value($0).map { ($0 - centre) * ($0 - centre) } ?? 0 } / reaching
    let variance = reaching > 0.999 ? square - mean * mean : 0
    return (variance > 0 ? Optional(variance.squareRoot()).finite : nil, own)
  }

  /// Akaike's information criterion, of the highest likelihood; every free parameter counts, on a bound or not.
  ///
  /// Source: Akaike (1974), IEEE Trans. Automat. Contr. 19:716–723, doi:10.1109/TAC.1974.1100705.
  package var aic: Double? { highestLogLikelihood.map { 2 * Double(result.parameters) - 2 * $0 } }

  /// Schwarz's criterion, of the highest likelihood, with ln of all trials.
  ///
  /// Source: Schwarz (1978), Ann. Statist. 6:461–464, doi:10.1214/aos/1176344136.
  package var bic: Double? {
    highestLogLikelihood.map { Double(result.parameters) * log(counts.total + counts.catches.trials) - 2 * $0 }
  }

  /// The interval of the JND, a fixed share of the width's.
  package var jndInterval: ConfidenceInterval? {
    guard let jnd = result.jnd, let width = result.width, let interval = intervals[.width] else { return nil }
    return ConfidenceInterval(low: interval.low.map { $0 * jnd / width }, high: interval.high.map { $0 * jnd / width })
  }
}
