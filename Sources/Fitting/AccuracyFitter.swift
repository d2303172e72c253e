import Glibc
import Psychometrics

/// The work of `AccuracyEstimator` for one function.
final class AccuracyFitter<Function: FitFunction> {
  private let guess: FitModel.Asymptote
  private let lapse: FitModel.Asymptote
  private let isLogLevel: Bool
  /// The proportion of positive responses of the threshold; nil = where F is ½.
  private let estimand: Double?
  private let maximiser = Maximiser<Function>()
  private static var standardWidth: Double { Function.standardQuantile(0.95) - Function.standardQuantile(0.05) }

  init(guess: FitModel.Asymptote, lapse: FitModel.Asymptote, isLogLevel: Bool, estimand: Double?) {
    self.guess = guess
    self.lapse = lapse
    self.isLogLevel = isLogLevel
    self.estimand = estimand
  }

  /// - Precondition: Levels are above 0 where the fit is on a log level.
  func fit(_ counts: Counts) -> FitResult {
    let model = model(for: counts)
    if let status = degeneracy(counts, model) { return FitResult(status: status) }
    let scaled = isLogLevel ? counts.mapLevels(log10) : counts
    let likelihood = Likelihood<Function>(counts: scaled, model: model)
    guard let best = maximiser.highest(likelihood, from: starts(likelihood)) else {
      return FitResult(status: .notConverged)
    }
    return result(best, likelihood)
  }

  private func degeneracy(_ counts: Counts, _ model: FitModel) -> FitStatus? {
    if counts.count < model.free.count { return .tooFewLevels }
    let positives = counts.totalPositive
    if positives == counts.total { return guess == .fixed(0) || isGuessFree ? .oneAnswer : .allCorrect }
    if positives == 0 { return .oneAnswer }
    let proportion = positives / counts.total
    let isConstant = counts.bins.allSatisfy { abs($0.positives / $0.trials - proportion) < 1e-12 }
    return isConstant ? .constant : nil
  }

  private var isGuessFree: Bool {
    if case .free = guess { true } else { false }
  }

  private func model(for counts: Counts) -> FitModel {
    let levels = counts.bins.map { isLogLevel ? log10($0.level) : $0.level }
    let first = levels.first ?? 0
    let last = levels.last ?? 0
    let range = levels.count > 1 ? last - first : max(1, abs(first))
    let spacing = zip(levels, levels.dropFirst()).map { $1 - $0 }.min() ?? range
    return FitModel(
      guess: .asymptote(guess), lapse: lapse, thresholdBounds: first - range...last + range,
      scaleBounds: 0.02 * spacing / Self.standardWidth...300 * range / Self.standardWidth)
  }

  /// The best points of a coarse grid over threshold and scale, with the best step.
  private func starts(_ likelihood: Likelihood<Function>) -> [FitPoint] {
    let levels = likelihood.counts.bins.map(\.level)
    let first = levels[0]
    let range = levels[levels.count - 1] - first
    var candidates: [(point: FitPoint, value: Double)] = []
    for place in stride(from: -0.25, through: 1.25, by: 0.125) {
      for size in [0.02, 0.07, 0.2, 0.7, 3] {
        let point = FitPoint(first + place * range, log(size * range), guess.start, lapse.start)
        candidates.append((point, likelihood.value(at: point)))
      }
    }
    for index in 0..<(levels.count - 1) {
      let gap = levels[index + 1] - levels[index]
      let point = FitPoint(levels[index] + gap / 2, log(gap / 20), guess.start, lapse.start)
      candidates.append((point, likelihood.value(at: point)))
    }
    let ranked = candidates.enumerated().sorted { ($1.element.value, $0.offset) < ($0.element.value, $1.offset) }
    return ranked.prefix(4).map(\.element.point)
  }

  private func result(_ peak: Maximiser<Function>.Peak, _ likelihood: Likelihood<Function>) -> FitResult {
    let (low, high) = likelihood.model.box
    let point = peak.point
    var result = FitResult(status: .ok)
    result.logLikelihood = peak.value
    result.location = point[0]
    result.scale = exp(point[1])
    result.guess = point[2]
    result.lapse = point[3]
    if peak.value <= likelihood.counts.flatLogLikelihood + 1e-9 {
      result.status = .decreasing
    } else if point[1] <= low[1] || likelihood.isStep(at: point) {
      result.status = .step
    } else {
      result.status = boundStatus(point, low, high, likelihood.model) ?? (peak.hasConverged ? .ok : .notConverged)
    }
    guard result.status != .decreasing, result.status != .step else { return result }
    readThreshold(&result, likelihood.counts.bins.map(\.level))
    return result
  }

  /// The bound a free parameter lies on; a guess or lapse of 0 is where many sound fits end.
  private func boundStatus(_ point: FitPoint, _ low: FitPoint, _ high: FitPoint, _ model: FitModel) -> FitStatus? {
    if point[0] <= low[0] || point[0] >= high[0] { return .atBound(.threshold) }
    if point[1] >= high[1] { return .atBound(.width) }
    if model.free.contains(2), point[2] >= high[2] { return .atBound(.guess) }
    if model.free.contains(3), point[3] >= high[3] { return .atBound(.lapse) }
    return nil
  }

  private func readThreshold(_ result: inout FitResult, _ levels: [Double]) {
    guard let location = result.location, let scale = result.scale, let guess = result.guess, let lapse = result.lapse
    else { return }
    let height = 1 - guess - lapse
    let share = estimand.map { ($0 - guess) / height } ?? 0.5
    guard share > 0, share < 1 else {
      result.status = .unreachable
      return
    }
    let u = Function.standardQuantile(share)
    let place = location + scale * u
    let level = isLogLevel ? pow(10, place) : place
    result.threshold = level
    let slope = height * Function.standardDensity(u) / scale
    result.slope = isLogLevel ? slope / (level * M_LN10) : slope
    let first = levels[0]
    let last = levels[levels.count - 1]
    let margin = (last - first) / 2
    if result.status == .ok, place < first - margin || place > last + margin { result.status = .extrapolated }
  }
}
