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
      scaleBounds: max(smallest / 64, .leastNormalMagnitude)...64 * largest)
    let likelihood = Likelihood<Function>(counts: counts, model: model)
    guard var best = maximiser.highest(likelihood, from: starts(likelihood, smallest, largest)) else {
      return FitResult(status: .notConverged)
    }
    let promising = probes(likelihood, largest).filter {
      likelihood.value(at: $0) > best.value - DirectionFitter.margin
    }
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
    // Far beyond any axis in use, where the bounds below would no longer be numbers.
    return (max(smallest, 1e-150), min(largest, 1e150))
  }

  /// The local peaks of a ladder of scales at no bias.
  private func starts(_ likelihood: Likelihood<Function>, _ smallest: Double, _ largest: Double) -> [FitPoint] {
    ladder(likelihood, at: 0, scales: smallest / 4...4 * largest, ratio: 3)
  }

  /// A start with a bias is climbed from where its likelihood comes this close to the best peak without one.
  private static var margin: Double { 3 }

  /// The local peaks of ladders at the best steps from "lower" to "higher": where a peak with a bias may hide.
  private func probes(_ likelihood: Likelihood<Function>, _ largest: Double) -> [FitPoint] {
    bestSteps(likelihood.counts).flatMap { step in
      ladder(likelihood, at: step.location, scales: step.gap / 4...max(step.gap, largest), ratio: 8)
    }
  }

  /// The local peaks of the likelihood over scales a ratio apart, at one location.
  private func ladder(
    _ likelihood: Likelihood<Function>, at location: Double, scales: ClosedRange<Double>, ratio: Double
  ) -> [FitPoint] {
    let low = log(scales.lowerBound)
    let high = log(scales.upperBound)
    let rungs = max(3, Int(((high - low) / log(ratio)).rounded(.up)) + 1)
    var starts: [FitPoint] = []
    var last = -Double.infinity
    var isRising = true
    var point = FitPoint(location, low, 0, lapse)
    for rung in 0...rungs {
      let next = FitPoint(location, low + (high - low) * Double(rung) / Double(rungs - 1), 0, lapse)
      let value = rung < rungs ? likelihood.value(at: next) : -.infinity
      if isRising, value <= last { starts.append(point) }
      isRising = value > last
      (point, last) = (next, value)
    }
    return starts
  }

  /// The steps that fit best, the lowest and the highest of equals: the middle of the gap and its width.
  private func bestSteps(_ counts: Counts) -> [(location: Double, gap: Double)] {
    var right = counts.totalPositive
    var first = 0
    var last = 0
    var best = -1.0
    for index in 0..<(counts.count - 1) {
      right += counts.bins[index].trials - 2 * counts.bins[index].positives
      if right > best { (first, best) = (index, right) }
      if right == best { last = index }
    }
    return (first == last ? [first] : [first, last]).map { index in
      let (low, high) = (counts.bins[index].level, counts.bins[index + 1].level)
      return ((low + high) / 2, high - low)
    }
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
