package import PeachMath
import PeachSupport
import PeachTrials

/// Maximum likelihood of the threshold alone: a psychometric function with fixed slope, guess and lapse, of any family,
/// is moved along the levels.
///
/// On the fit's scale (the level; ln for families that take a logarithm; log10 on a log level) the threshold lies within
/// the levels plus or minus their range or the function's width (5–95 %), whichever is larger. The likelihood is searched
/// on a grid and then by Brent's method (`UnimodalMinimum`); a probability below 1e-300 counts as that.
package struct ThresholdEstimator: Sendable {
  private let function: any PsychometricFunction.Type
  private let slope: Double
  private let guess: Double
  private let lapse: Double
  private let isLogLevel: Bool
  private let estimand: Double

  private static let smallestProbability = 1e-300
  private static let gridSize = 200

  /// - Parameters:
  ///   - slope: β of the function.
  ///   - estimand: The proportion of positive responses of the threshold.
  package init(
    _ function: any PsychometricFunction.Type, slope: Double, guess: Double, lapse: Double, isLogLevel: Bool,
    estimand: Double
  ) {
    self.function = function
    self.slope = slope
    self.guess = guess
    self.lapse = lapse
    self.isLogLevel = isLogLevel
    self.estimand = estimand
  }

  /// - Precondition: Levels are above 0 if the function takes a logarithm.
  /// - Parameter counts: k counts positive responses: correct, or yes.
  package func fit(_ counts: Counts) -> FitResult {
    if let status = degeneracy(counts) { return FitResult(status: status) }
    let places = counts.bins.map { place(of: $0.level) }
    let first = places[0]
    let last = places[places.count - 1]
    let reach = max(last - first, (function.standardQuantile(0.95) - function.standardQuantile(0.05)) / slope)
    let low = first - reach
    let step = (last - first + 2 * reach) / Double(Self.gridSize)
    let values = (0...Self.gridSize).map { logLikelihood(counts, at: low + Double($0) * step) }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }) else {
      return FitResult(status: .notConverged)
    }
    if best == 0 || best == Self.gridSize { return FitResult(status: .thresholdAtBound) }
    func point(_ index: Int) -> Double { low + Double(index) * step }
    let peak = UnimodalMinimum.bottom(in: point(best - 1)...point(best + 1), around: point(best)) {
      -logLikelihood(counts, at: $0)
    }
    var result = result(at: peak, logLikelihood(counts, at: peak))
    if result.status == .ok, let threshold = result.threshold {
      let end = place(of: threshold)
      if end < first - reach / 2 || end > last + reach / 2 { result.status = .extrapolated }
    }
    return result
  }

  private func degeneracy(_ counts: Counts) -> EstimateStatus? {
    if counts.count == 0 { return .tooFewLevels }
    if counts.totalPositive == counts.total { return guess == 0 ? .oneAnswer : .allCorrect }
    return counts.totalPositive == 0 ? .oneAnswer : nil
  }

  /// A level on the fit's scale.
  private func place(of level: Double) -> Double { LevelScale(function, isLogLevel: isLogLevel).place(of: level) }

  /// The function with its threshold at a place on the fit's scale.
  private func curve(at place: Double) -> PsychometricCurve {
    PsychometricCurve(
      function: function, threshold: function.usesLogarithm ? exp(place) : place, slope: slope, guess: guess,
      lapse: lapse, isLogLevel: isLogLevel)
  }

  private func logLikelihood(_ counts: Counts, at place: Double) -> Double {
    let curve = curve(at: place)
    return counts.bins.reduce(0) { sum, bin in
      let negatives = bin.trials - bin.positives
      let positive = bin.positives > 0 ? bin.positives * floored(curve.probability(at: bin.level)) : 0
      return sum + positive + (negatives > 0 ? negatives * floored(curve.complement(at: bin.level)) : 0)
    }
  }

  private func floored(_ probability: Double) -> Double { log(max(probability, Self.smallestProbability)) }

  private func result(at peak: Double, _ logLikelihood: Double) -> FitResult {
    let curve = curve(at: peak)
    var result = FitResult(status: .ok)
    result.logLikelihood = logLikelihood
    result.location = peak
    result.scale = 1 / slope
    result.guess = guess
    result.lapse = lapse
    guard let level = curve.level(at: estimand) else {
      result.status = .unreachable
      return result
    }
    result.threshold = level
    result.slope = curve.slope(at: level)
    return result
  }
}
