import Glibc

/// How the interval of a quantity is found.
public enum IntervalKind: String, CaseIterable, Sendable {
  case profile, wald, percentile, bca, posterior
}

/// A maximum-likelihood fit with all that is said of it: errors, intervals, deviance, residuals.
public struct FitAnalysis: Sendable {
  /// What is asked beside the fit.
  public struct Plan: Sendable {
    public var interval: IntervalKind
    /// Between 0 and 1.
    public var confidence = 0.95
    /// Bootstrap resamples; 0 = none.
    public var resamples = 0
    public var bootstrap = Bootstrap.Kind.parametric
    /// Data sets drawn for the Monte Carlo p of the deviance; 0 = none.
    public var simulations = 0

    public init(interval: IntervalKind = .profile) { self.interval = interval }
  }

  public let settings: FitSettings
  public let counts: Counts
  public let result: FitResult
  public private(set) var errors: [Quantity: Double] = [:]
  public private(set) var intervals: [Quantity: Interval] = [:]
  public private(set) var deviance: Double?
  public private(set) var devianceP: Double?
  public private(set) var residuals: Residuals?
  public private(set) var bootstrap: Bootstrap?

  /// - Parameters:
  ///   - blocks: The data as they stand, for residuals.
  ///   - random: Drawn from only where resamples or simulations are asked for.
  public init(
    _ counts: Counts, blocks: [Residuals.Block], _ fitter: Fitter, _ plan: Plan,
    using random: inout some UniformSource
  ) {
    settings = fitter.settings
    self.counts = counts
    result = fitter.fit(counts)
    deviance = result.logLikelihood.map { Deviance.of($0, counts) }
    residuals = Residuals(blocks, counts, result, fitter)
    for quantity in settings.quantities { errors[quantity] = fitter.standardError(quantity, result, counts) }
    if plan.resamples > 0 {
      bootstrap = Bootstrap(
        counts, result, fitter, kind: plan.bootstrap, resamples: plan.resamples, using: &random)
    }
    findIntervals(fitter, plan)
    if plan.simulations > 0 {
      devianceP = Deviance.monteCarloP(counts, result, fitter, simulations: plan.simulations, using: &random)
    }
  }

  private mutating func findIntervals(_ fitter: Fitter, _ plan: Plan) {
    // A step lies anywhere in its gap, and has no width.
    if let gap = result.gap {
      if result.threshold != nil { intervals[.threshold] = Interval(low: gap.lowerBound, high: gap.upperBound) }
      if result.pse != nil { intervals[.pse] = Interval(low: gap.lowerBound, high: gap.upperBound) }
      return
    }
    let accelerations =
      plan.interval == .bca && bootstrap != nil ? Bootstrap.accelerations(counts, result, fitter) : [:]
    for quantity in settings.quantities {
      guard let value = result.value(of: quantity) else { continue }
      if quantity == .pse, settings.at == nil {
        intervals[.pse] = intervals[.threshold]
        continue
      }
      switch plan.interval {
      case .profile:
        intervals[quantity] = fitter.profileInterval(quantity, result, counts, confidence: plan.confidence)
      case .wald:
        intervals[quantity] = errors[quantity].map { Interval.wald(value, error: $0, confidence: plan.confidence) }
      case .percentile: intervals[quantity] = bootstrap?.percentile(quantity, confidence: plan.confidence)
      case .bca:
        intervals[quantity] = bootstrap?.biasCorrected(
          quantity, acceleration: accelerations[quantity], confidence: plan.confidence)
      case .posterior: break
      }
    }
  }

  /// Akaike's information criterion; every free parameter counts, on a bound or not.
  ///
  /// Source: Akaike (1974), IEEE Trans. Automat. Contr. 19:716–723, doi:10.1109/TAC.1974.1100705.
  public var aic: Double? { result.logLikelihood.map { 2 * Double(result.parameters) - 2 * $0 } }

  /// Schwarz's criterion, with ln of all trials.
  ///
  /// Source: Schwarz (1978), Ann. Statist. 6:461–464, doi:10.1214/aos/1176344136.
  public var bic: Double? { result.logLikelihood.map { Double(result.parameters) * log(counts.total) - 2 * $0 } }

  /// The interval of the JND, a fixed share of the width's.
  public var jndInterval: Interval? {
    guard let jnd = result.jnd, let width = result.width, let interval = intervals[.width] else { return nil }
    return Interval(low: interval.low.map { $0 * jnd / width }, high: interval.high.map { $0 * jnd / width })
  }
}
