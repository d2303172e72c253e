import Glibc
import Psychometrics

/// The work of `DirectionEstimator` for one function.
final class DirectionFitter<Function: FitFunction> {
  private let estimand: Double
  private let lapse: Double
  private let maximiser = Maximiser<Function>()
  /// F⁻¹ of the height that the estimand has on F.
  private let quantile: Double

  /// - Parameters:
  ///   - estimand: The proportion correct of the threshold; above ½, below 1 − λ.
  ///   - lapse: λ, in 0..<½.
  init(estimand: Double, lapse: Double) {
    precondition(
      lapse >= 0 && lapse < 0.5 && estimand > 0.5 && estimand < 1 - lapse, "estimand not between ½ and 1 − λ")
    self.estimand = estimand
    self.lapse = lapse
    quantile = Function.standardQuantile((estimand - lapse) / (1 - 2 * lapse))
  }

  func fit(_ counts: Counts) -> FitResult {
    guard let status = degeneracy(counts) else { return peak(counts) }
    return FitResult(status: status)
  }

  /// What can be said without a fit.
  private func degeneracy(_ counts: Counts) -> FitStatus? {
    if counts.count < 2 { return .tooFewLevels }
    let isAllCorrect = counts.bins.allSatisfy { bin in
      switch bin.level {
      case ..<0: bin.positives == 0
      case 0: true
      default: bin.positives == bin.trials
      }
    }
    if isAllCorrect { return .allCorrect }
    let positives = counts.totalPositive
    return positives == 0 || positives == counts.total ? .oneAnswer : nil
  }

  private func peak(_ counts: Counts) -> FitResult {
    let (smallest, largest) = DirectionFitter.extent(counts)
    let model = FitModel(
      guess: .lapse, lapse: .fixed(lapse), thresholdBounds: -2 * largest...2 * largest,
      scaleBounds: smallest / 64...64 * largest)
    let likelihood = Likelihood<Function>(counts: counts, model: model)
    guard var best = maximiser.highest(likelihood, from: starts(likelihood, smallest, largest)) else {
      return FitResult(status: .notConverged)
    }
    let promising = probes(likelihood).filter { likelihood.value(at: $0) > best.value - DirectionFitter.margin }
    if let other = maximiser.highest(likelihood, from: promising), other.value > best.value { best = other }
    return result(best, likelihood, smallest, largest)
  }

  /// The smallest |level| above 0 and the largest.
  private static func extent(_ counts: Counts) -> (smallest: Double, largest: Double) {
    var smallest = Double.infinity
    var largest = 0.0
    for bin in counts.bins where bin.level != 0 {
      smallest = min(smallest, abs(bin.level))
      largest = max(largest, abs(bin.level))
    }
    return (smallest, largest)
  }

  /// The local peaks of a ladder of scales at no bias.
  private func starts(_ likelihood: Likelihood<Function>, _ smallest: Double, _ largest: Double) -> [FitPoint] {
    let low = log(smallest / 4)
    let high = log(4 * largest)
    let rungs = max(3, Int(((high - low) / log(3)).rounded(.up)) + 1)
    let points = (0..<rungs).map { rung in
      FitPoint(0, low + (high - low) * Double(rung) / Double(rungs - 1), 0, lapse)
    }
    let values = points.map(likelihood.value)
    var starts: [FitPoint] = []
    for rung in points.indices {
      let isAboveLast = rung == 0 || values[rung] > values[rung - 1]
      let isAboveNext = rung == rungs - 1 || values[rung] >= values[rung + 1]
      if isAboveLast && isAboveNext { starts.append(points[rung]) }
    }
    return starts
  }

  /// A start off the ladder is climbed from where its likelihood comes this close to the best peak of the ladder.
  private static var margin: Double { 2 }

  /// Curves about the best step, sharp and less sharp: where a peak with a bias may hide.
  private func probes(_ likelihood: Likelihood<Function>) -> [FitPoint] {
    let step = bestStep(likelihood.counts)
    return [0.25, 1].map { FitPoint(step.location, log(step.gap * $0), 0, lapse) }
  }

  /// The step from "lower" to "higher" that fits best: the middle of its gap and the gap's width.
  private func bestStep(_ counts: Counts) -> (location: Double, gap: Double) {
    var right = counts.totalPositive
    var best = (index: 0, right: -1.0)
    for index in 0..<(counts.count - 1) {
      right += counts.bins[index].trials - 2 * counts.bins[index].positives
      if right > best.right { best = (index, right) }
    }
    let (left, next) = (counts.bins[best.index].level, counts.bins[best.index + 1].level)
    return ((left + next) / 2, next - left)
  }

  private func result(
    _ peak: Maximiser<Function>.Peak, _ likelihood: Likelihood<Function>, _ smallest: Double, _ largest: Double
  ) -> FitResult {
    let (low, high) = likelihood.model.box
    let location = peak.point[0]
    let scale = exp(peak.point[1])
    var result = FitResult(status: .ok)
    result.logLikelihood = peak.value
    result.location = location
    result.scale = scale
    result.guess = lapse
    result.lapse = lapse
    if peak.value <= likelihood.counts.flatLogLikelihood + 1e-9 || peak.point[1] >= high[1] {
      result.status = .decreasing
    } else if peak.point[1] <= low[1] || likelihood.isStep(at: peak.point) {
      result.status = .step
    }
    guard result.status == .ok else { return result }
    let level = threshold(location, scale)
    result.threshold = level
    result.bias = -location
    result.slope = slope(at: level, location, scale)
    if location <= low[0] || location >= high[0] {
      result.status = .atBound(.threshold)
    } else if level < smallest / 2 || level > 2 * largest {
      result.status = .extrapolated
    } else if !peak.hasConverged {
      result.status = .notConverged
    }
    return result
  }

  /// The level at which P(correct) averaged over both signs is the estimand. It lies between σ·u, its place without
  /// bias, and σ·u + |μ|.
  private func threshold(_ location: Double, _ scale: Double) -> Double {
    let unbiased = scale * quantile
    let shift = abs(location)
    let height = (estimand - lapse) / (1 - 2 * lapse)
    let level = Root.find(in: unbiased...unbiased + shift) { level in
      (Function.standardValue((level - shift) / scale) + Function.standardValue((level + shift) / scale)) / 2 - height
    }
    return level ?? unbiased
  }

  /// The slope of P(correct) averaged over both signs.
  private func slope(at level: Double, _ location: Double, _ scale: Double) -> Double {
    let densities =
      Function.standardDensity((level - location) / scale) + Function.standardDensity((level + location) / scale)
    return (1 - 2 * lapse) * densities / (2 * scale)
  }
}
