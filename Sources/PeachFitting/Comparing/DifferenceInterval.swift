import PeachMath
import PeachSupport

/// The profile likelihood of the difference of two groups' thresholds, all else at its best: that of a joint fit whose
/// thresholds differ by so much.
///
/// Source: Venzon & Moolgavkar (1988), Appl. Statist. 37:87–94, doi:10.2307/2347496.
extension FunctionFitter {
  func differenceProbability(_ groups: (Counts, Counts), _ fits: (FitResult, FitResult)) -> Double? {
    guard let first = fits.0.point, let second = fits.1.point, let top = fits.0.penalised ?? fits.0.logLikelihood,
      let other = fits.1.penalised ?? fits.1.logLikelihood, fits.0.threshold != nil, fits.1.threshold != nil
    else { return nil }
    let profile = DifferenceProfile(
      self, [likelihood(of: groups.0), likelihood(of: groups.1)], peaks: [first, second])
    guard let equal = profile.highest(at: 0) else { return nil }
    return ChiSquare.upperTail(max(0, 2 * (top + other - equal)), degreesOfFreedom: 1)
  }

  func differenceInterval(
    _ groups: (Counts, Counts), _ fits: (FitResult, FitResult), confidence: Double
  ) -> ConfidenceInterval {
    guard let first = fits.0.point, let second = fits.1.point, let top = fits.0.penalised ?? fits.0.logLikelihood,
      let other = fits.1.penalised ?? fits.1.logLikelihood, let threshold = fits.0.threshold,
      let subtracted = fits.1.threshold
    else { return ConfidenceInterval(low: nil, high: nil) }
    let profile = DifferenceProfile(
      self, [likelihood(of: groups.0), likelihood(of: groups.1)], peaks: [first, second])
    let normal = NormalDistribution.quantile((1 + confidence) / 2)
    let level = top + other - normal * normal / 2
    let errors = (standardError(.threshold, fits.0, groups.0), standardError(.threshold, fits.1, groups.1))
    let step = ConfidenceInterval.differenceError(errors.0, errors.1)
    func end(_ side: Double) -> Double? {
      profile.crossing(from: threshold - subtracted, side: side, step: step, level: level)
    }
    return ConfidenceInterval(low: end(-1), high: end(1))
  }
}

extension ConfidenceInterval {
  /// √(a² + b²).
  fileprivate static func differenceError(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second else { return nil }
    return (first * first + second * second).squareRoot()
  }
}

/// The highest likelihood of two groups whose thresholds differ by so much, in level units.
private struct DifferenceProfile<Function: PsychometricFunction> {
  private let fitter: FunctionFitter<Function>
  private let groups: [Likelihood<Function>]
  private let chart: JointChart
  private let slot: Int
  private let boxes: [JointBox]
  /// The coordinates of both groups' own fits.
  private let places: [FitPoint]

  init(_ fitter: FunctionFitter<Function>, _ groups: [Likelihood<Function>], peaks: [FitPoint]) {
    self.fitter = fitter
    self.groups = groups
    let chart = JointChart.ofThreshold(fitter.settings)
    self.chart = chart
    slot = chart.slot(of: .threshold)
    boxes = groups.map { JointBox($0.model, chart, fitter.settings, fitter.shape) }
    places = zip(groups, peaks).map { fitter.coordinates(chart, of: $1, $0.model) }
  }

  /// The highest likelihood at a difference; `nil` if no two curves in the search box differ by so much.
  func highest(at difference: Double) -> Double? { highest(at: difference, near: places)?.value }

  /// The crossing at which the profile falls below a level on one side; `nil` if there is none inside the box.
  func crossing(from difference: Double, side: Double, step: Double?, level: Double) -> Double? {
    let ends = boxes.map { (low: self.level(at: $0.low[slot]), high: self.level(at: $0.high[slot])) }
    let range = ends[0].low - ends[1].high...ends[0].high - ends[1].low
    let most = (range.upperBound - range.lowerBound) / 10
    var near = places
    func depth(_ difference: Double) -> Double {
      guard let (value, found) = highest(at: difference, near: near) else { return -1e300 }
      near = found
      return max(value, -1e300) - level
    }
    let first = min(2 * (step ?? most / 10), most)
    let walk = ProfileWalk(origin: difference, step: first, range: range)
    guard let bracket = walk.bracket(side: side, depth) else { return nil }
    near = places
    return Root.find(in: bracket, depth)
  }

  /// The highest likelihood at a difference and the coordinates of both groups there; `nil` if there are no curves.
  ///
  /// - Parameter near: Coordinates at a difference nearby.
  private func highest(at difference: Double, near: [FitPoint]) -> (value: Double, places: [FitPoint])? {
    guard let target = likelihood(difference) else { return nil }
    var starts: [(point: [Double], value: Double)] = []
    for places in [near, places] {
      var shifted = places
      shifted[1][slot] = place(of: level(at: places[1][slot]) + difference)
      // One threshold or the other moves, or both.
      for share in [0.5, 1, 0] {
        let start = target.model.unknowns(of: shifted, weights: [share, 1 - share])
        starts.append((start, target.value(at: start)))
      }
    }
    let maximiser = JointMaximiser(unknowns: target.model.count)
    var best = JointPeak.none
    for start in starts.sorted(by: { $0.value > $1.value })
    where start.value > best.value - FunctionFitter<Function>.margin {
      let peak = maximiser.climb(target, from: start.point)
      if peak.value > best.value { best = peak }
    }
    guard best.value > -.infinity else { return nil }
    var found = groups.indices.map { target.model.place(of: $0, in: best.point) }
    found[1][slot] = place(of: level(at: found[1][slot]) - difference)
    return (best.value, found)
  }

  /// The joint likelihood at a difference; `nil` if no two thresholds in the boxes differ by so much.
  private func likelihood(_ difference: Double) -> JointLikelihood<Function>? {
    var boxes = boxes
    let low = max(level(at: boxes[0].low[slot]), level(at: boxes[1].low[slot]) + difference)
    let high = min(level(at: boxes[0].high[slot]), level(at: boxes[1].high[slot]) + difference)
    guard low <= high else { return nil }
    for index in boxes.indices {
      boxes[index].low[slot] = place(of: low)
      boxes[index].high[slot] = place(of: high)
    }
    let model = JointModel(groups.map(\.model), boxes: boxes, chart: chart, shared: ParameterSet(slot))
    return JointLikelihood(fitter: fitter, groups: groups, chart: chart, offsets: [0, difference], model: model)
  }

  /// The threshold's level at its coordinate, and back.
  private func level(at place: Double) -> Double {
    chart == .twoSided ? exp(place) : fitter.settings.scale.level(at: place)
  }

  private func place(of level: Double) -> Double {
    chart == .twoSided ? log(level) : fitter.settings.scale.place(of: level)
  }
}
