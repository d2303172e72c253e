import PeachMath
import PeachSupport

/// The starting points for climbs of a joint likelihood. Shared parameters come from separate fits, from the fit of
/// the pooled answers, from steps and from a ladder of scales. Each group then takes its most likely candidate given
/// the shared values. Small data sets usually have several peaks, and each group has its own given the shared values.
struct JointStarts<Function: PsychometricFunction> {
  /// Unknowns and what the likelihood is there, the highest first.
  private(set) var best: [(point: [Double], value: Double)] = []
  private let fitter: FunctionFitter<Function>
  private let target: JointLikelihood<Function>
  private var own: [[FitPoint]] = []
  /// The log-likelihood that each group reaches by itself.
  private var heights: [Double] = []
  private var highest = -Double.infinity

  init(
    _ fitter: FunctionFitter<Function>, _ parts: [SeparateFit<Function>], _ target: JointLikelihood<Function>
  ) {
    self.fitter = fitter
    self.target = target
    let all = fitter.likelihood(of: Counts(pooling: parts.map(\.counts)))
    let limits = FitLimits(all.counts, all.model, steps: 5)
    let pooled = fitter.search(all, limits).point
    own = parts.map { candidates(of: $0, pooled) }
    heights = parts.map(\.logLikelihood)
    var commons: [(place: FitPoint, value: Double)] = []
    for common in self.commons(parts, all, limits.steps, pooled) {
      if let value = add(common) { commons.append((common, value)) }
    }
    if target.model.isShared(2) || target.model.isShared(3) {
      for common in commons.sorted(by: { $0.value > $1.value }).prefix(4) {
        for variant in asymptotes(common.place) { _ = add(variant) }
      }
    }
    best.sort { $0.value > $1.value }
  }

  /// A start with what is shared; `nil` if it is not worth a climb.
  private mutating func add(_ common: FitPoint) -> Double? {
    guard let start = start(common, above: highest - FunctionFitter<Function>.margin) else { return nil }
    highest = max(highest, start.value)
    best.append(start)
    return start.value
  }

  /// The start that shares with a peak what is shared.
  func beside(_ peak: JointPeak) -> (point: [Double], value: Double)? {
    start(target.model.place(of: 0, in: peak.point), above: peak.value - FunctionFitter<Function>.margin)
  }

  /// Each group with its likeliest own; `nil` if they cannot come above a value together.
  private func start(_ common: FitPoint, above floor: Double) -> (point: [Double], value: Double)? {
    var places: [FitPoint] = []
    var sum = 0.0
    var rest = heights.reduce(0, +)
    for group in own.indices {
      var likeliest = (place: common, value: -Double.infinity)
      for candidate in own[group] + steplike(group, common) {
        let place = target.model.replacingShared(in: candidate, from: common)
        let value = target.value(of: group, at: place)
        if value > likeliest.value { likeliest = (place, value) }
      }
      places.append(likeliest.place)
      sum += likeliest.value
      rest -= heights[group]
      if sum + rest < floor { return nil }
    }
    return (target.model.unknowns(of: places, weights: own.map { _ in 1 }), sum)
  }

  // MARK: Candidates

  /// Places from which what is shared is taken: separate fits, their mean, the pooled fit and its starts, and where one
  /// of place and scale is shared a ladder of those.
  private func commons(
    _ parts: [SeparateFit<Function>], _ all: Likelihood<Function>, _ steps: StepScan, _ pooled: FitPoint
  ) -> [FitPoint] {
    let places = parts.map { place($0.peak.point) }
    // What a group without a curve of its own says counts only where no other says more.
    let weights = parts.map { $0.counts.total * ($0.result.point == nil ? 1e-9 : 1) }
    let mean = zip(places, weights).reduce(FitPoint.zero) { $0 + $1.1 * $1.0 } / weights.reduce(0, +)
    let common = place(pooled)
    switch (target.model.isShared(0), target.model.isShared(1)) {
    case (false, true) where target.chart != .twoSided:
      return places + [mean, common] + ladder(from: pooled).map(place)
    case (true, true), (false, false):
      return places + [mean, common] + (ladder(from: pooled) + all.wide + steps.best.flatMap(all.steep)).map(place)
    default: return places + [mean, common] + thresholds(all, common)
    }
  }

  /// Places of a group's own, of which the likeliest goes with what is shared.
  private func candidates(of part: SeparateFit<Function>, _ pooled: FitPoint) -> [FitPoint] {
    let likelihood = part.likelihood
    let steep = part.limits.steps.best.flatMap(likelihood.steep)
    let plain = likelihood.regression ?? likelihood.wide[0]
    var points = [part.peak.point, pooled, plain]
    let hasOwnPlace = !target.model.isShared(0)
    let hasOwnScale = !target.model.isShared(1)
    if hasOwnPlace || hasOwnScale { points += steep }
    if hasOwnPlace { points += saturated(likelihood) }
    if hasOwnPlace, hasOwnScale { points += likelihood.wide }
    if hasOwnScale, !hasOwnPlace { points += ladder(from: part.peak.point, -2...2) }
    let places = (points + asymptotes(part.peak.point)).map(place)
    return target.chart == .twoSided ? places + biased(places[0]) : places
  }

  /// Starts with only a shared location: curves of all scales, between asymptotes from the answers on both sides.
  private func steplike(_ group: Int, _ common: FitPoint) -> [FitPoint] {
    guard target.model.isShared(0), !target.model.isShared(1), target.chart != .twoSided else { return [] }
    let likelihood = target.groups[group]
    let step = StepScan.at(common[0], likelihood.counts, likelihood.model)
    var point = likelihood.model.start(common[0], logScale: likelihood.wide[0][1])
    for (slot, share) in [(2, step.guess), (3, step.lapse)] where likelihood.model.free.contains(slot) {
      point[slot] = min(max(share, 0.01), likelihood.high[slot])
    }
    return ladder(from: point, -7...0)
  }

  /// Biases of all sizes, in scales: with the threshold held, a large one is a step at the threshold.
  private func biased(_ place: FitPoint) -> [FitPoint] {
    [0.3, 1, 2, 5, 20, 500].flatMap { [$0, -$0] }.map { ratio in
      var moved = place
      moved[0] = ratio
      return moved
    }
  }

  /// Curves beyond the levels on either side.
  private func saturated(_ likelihood: Likelihood<Function>) -> [FitPoint] {
    let logScale = likelihood.wide[0][1] - log(16)
    return [likelihood.low[0], likelihood.high[0]].map { likelihood.model.start($0, logScale: logScale) }
  }

  /// The same place and scale between other asymptotes.
  private func asymptotes(_ point: FitPoint) -> [FitPoint] {
    let (low, high) = (target.groups[0].low, target.groups[0].high)
    return [0.02, 0.5, 0.98].map { share in
      var moved = point
      for slot in 2..<4 { moved[slot] = low[slot] + share * (high[slot] - low[slot]) }
      return moved
    }
  }

  private func ladder(from point: FitPoint, _ rungs: ClosedRange<Int> = -3...2) -> [FitPoint] {
    rungs.map { rung in
      var moved = point
      moved[1] += Double(rung) * log(3)
      return moved
    }
  }

  /// Places with thresholds all over the levels, between them and close to them: a steep group may have one level partly
  /// correct. Of many levels some.
  private func thresholds(_ all: Likelihood<Function>, _ common: FitPoint) -> [FitPoint] {
    var levels = all.counts.bins.map(\.level)
    if target.chart == .twoSided { levels = Set(levels.map(abs)).filter { $0 > 0 }.map(log).sorted() }
    guard let first = levels.first, let last = levels.last else { return [] }
    let stride = max(1, (levels.count + 15) / 16)
    var thresholds = (-2...12).map { first + (last - first) * Double($0) / 10 }
    for (index, gap) in zip(levels, levels.dropFirst()).enumerated() where index % stride == 0 {
      thresholds += [0.02, 0.5, 0.98].map { gap.0 + $0 * (gap.1 - gap.0) }
    }
    return thresholds.map { threshold in
      var moved = common
      moved[target.chart.slot(of: .threshold)] = threshold
      return moved
    }
  }

  private func place(_ point: FitPoint) -> FitPoint {
    fitter.coordinates(target.chart, of: point, target.groups[0].model)
  }
}

extension JointModel {
  /// A group's coordinates with what is shared from another place.
  func replacingShared(in place: FitPoint, from other: FitPoint) -> FitPoint {
    var result = place
    for slot in 0..<4 where isShared(slot) { result[slot] = other[slot] }
    return result
  }
}

extension JointLikelihood {
  /// One group's part at coordinates, which are put inside the box.
  fileprivate func value(of group: Int, at place: FitPoint) -> Double {
    let inside = model.clamped(place, group)
    if chart == .curve { return groups[group].value(at: inside) }
    return fitter.tangent(chart, offset: offsets[group], at: inside, groups[group].model)
      .map { groups[group].value(at: $0.point) } ?? -.infinity
  }
}
