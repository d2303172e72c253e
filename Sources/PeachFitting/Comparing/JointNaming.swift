import PeachMath
import PeachSupport
import PeachTrials

/// Names what came of a joint search and reads each group's curve.
struct JointNaming<Function: PsychometricFunction> {
  private let fitter: FunctionFitter<Function>
  private let parts: [SeparateFit<Function>]
  private let target: JointLikelihood<Function>
  /// Whether the groups' curves have one place, and one scale.
  private let hasOnePlace: Bool
  private let hasOneScale: Bool
  /// The answers by which a group's place is judged: its own, or where places are shared those of all.
  private let pooled: Counts?
  /// The log-likelihood of the best functions that do not depend on the level.
  let flat: Double

  init(
    _ fitter: FunctionFitter<Function>, _ parts: [SeparateFit<Function>], _ target: JointLikelihood<Function>,
    _ shared: SharedParameters
  ) {
    self.fitter = fitter
    self.parts = parts
    self.target = target
    hasOnePlace = target.chart != .twoSided && target.model.isShared(0)
    hasOneScale = target.chart != .twoSided && target.model.isShared(1)
    pooled = target.model.isShared(0) ? Counts(pooling: parts.map(\.likelihood.counts)) : nil
    flat = Self.flat(parts, fitter.settings.at, hasOnePlace: hasOnePlace, hasOneScale: hasOneScale)
  }

  /// With one place and one scale all proportions are the same; with one place they lie on one side of the proportion
  /// there.
  private static func flat(
    _ parts: [SeparateFit<Function>], _ at: Double?, hasOnePlace: Bool, hasOneScale: Bool
  ) -> Double {
    guard hasOnePlace, let model = parts.first?.likelihood.model else { return parts.reduce(0) { $0 + $1.limits.flat } }
    let (bottom, top) = (model.guess(at: model.low), 1 - model.low[3])
    if hasOneScale { return flat(of: Counts(pooling: parts.map(\.counts)), from: bottom, to: top) }
    let middle = at ?? (bottom + top) / 2
    let below = parts.reduce(0) { $0 + flat(of: $1.counts, from: bottom, to: middle) }
    let above = parts.reduce(0) { $0 + flat(of: $1.counts, from: middle, to: top) }
    return max(below, above)
  }

  private static func flat(of counts: Counts, from bottom: Double, to top: Double) -> Double {
    let (positives, total) = (counts.totalPositive, counts.total)
    let share = min(max(positives / total, bottom), top)
    return Counts.term(positives, share) + Counts.term(total - positives, 1 - share)
  }

  // MARK: Reading

  func read(_ peak: JointPeak) -> JointFit {
    let points = parts.indices.map { target.curve(of: $0, at: peak.point) ?? .zero }
    func complete(_ fit: JointFit) -> JointFit {
      var fit = fit
      fit.logLikelihood = max(peak.value, flat)
      fit.peak = peak.point
      fit.curves = points
      return fit
    }
    func degenerate(_ status: EstimateStatus) -> JointFit {
      complete(JointFit(status: status, parts.count, parameters: target.model.count))
    }
    if hasTooFewLevels { return degenerate(.tooFewLevels) }
    let statuses = parts.map(uniformity)
    if let first = statuses[0], statuses.allSatisfy({ $0 == first }) { return degenerate(first) }
    if peak.value <= flat + FitLimits.tolerance {
      return degenerate(parts.allSatisfy { $0.counts.isConstant } ? .constant : .decreasing)
    }
    var slopes = parts.indices.map { target.groups[$0].slopeLevels(at: points[$0]) }
    let isStep = isStep(slopes)
    // One curve is one step, told by the answers of all.
    if isStep, hasOnePlace, hasOneScale {
      slopes = slopes.map { _ in Set(slopes.joined()).sorted() }
    }
    let isPlaced = !slopes.joined().isEmpty && !(hasOnePlace && hasOneScale)
    let results = parts.indices.map { group in
      result(
        group, points[group], slopes[group], peak, isPlaced: isPlaced,
        status: statuses[group] ?? (isStep || isStepAlone(group, slopes[group], points[group]) ? .step : nil))
    }
    let status = results.map(\.status).min { $0.rank < $1.rank } ?? .ok
    return complete(JointFit(status: status, groups: results, parameters: target.model.count))
  }

  /// Reads the joint fit of a penalised likelihood, which has no steps.
  func readReduced(_ peak: JointPeak) -> JointFit {
    let points = parts.indices.map { target.curve(of: $0, at: peak.point) ?? .zero }
    let statuses = parts.map(uniformity)
    var fit: JointFit
    if let whole = wholeStatus(points, statuses) {
      fit = JointFit(status: whole, parts.count, parameters: target.model.count)
    } else {
      let results = parts.indices.map { group in
        result(group, points[group], [], peak, isPlaced: false, status: statuses[group])
      }
      let status = results.map(\.status).min { $0.rank < $1.rank } ?? .ok
      fit = JointFit(status: status, groups: results, parameters: target.model.count)
    }
    fit.logLikelihood = parts.indices.reduce(0) { $0 + target.groups[$1].value(at: points[$1]) }
    fit.penalised = peak.value
    fit.peak = peak.point
    fit.curves = points
    return fit
  }

  /// The status of all groups together; `nil` if they have joint curves.
  private func wholeStatus(_ points: [FitPoint], _ statuses: [EstimateStatus?]) -> EstimateStatus? {
    if hasTooFewLevels { return .tooFewLevels }
    if let first = statuses[0], statuses.allSatisfy({ $0 == first }) { return first }
    if target.chart != .twoSided,
      parts.indices.contains(where: { points[$0][1] >= target.model.bounds(of: $0, 1).high })
    {
      return .decreasing
    }
    return nil
  }

  /// Whether there are fewer distinct levels than unknowns: of all groups where they have one curve; else in total, and
  /// in each group than unknowns of its own.
  private var hasTooFewLevels: Bool {
    let model = target.model
    let own = (0..<4).count { model.indices[0][$0] >= 0 && !model.isShared($0) }
    if own == 0 { return Counts(pooling: parts.map(\.counts)).count < model.count }
    return parts.reduce(0) { $0 + $1.counts.count } < model.count || parts.contains { $0.counts.count < own }
  }

  /// The status of a group with equal answers: its threshold may be anywhere far away.
  private func uniformity(_ part: SeparateFit<Function>) -> EstimateStatus? {
    let positives = part.counts.totalPositive
    guard positives == 0 || positives == part.counts.total else { return nil }
    if !target.model.isShared(0), target.chart == .curve {
      return fitter.uniformity(part.counts, part.likelihood.model)
    }
    // The other groups determine a shared threshold, unless they too answer the same.
    let all = Counts(pooling: parts.map(\.counts))
    return all.totalPositive == 0 || all.totalPositive == all.total
      ? fitter.uniformity(all, part.likelihood.model) : nil
  }

  /// Whether fewer levels lie on the curves' slopes than places and scales are sought: sharper curves lose nothing.
  private func isStep(_ slopes: [[Double]]) -> Bool {
    if hasOnePlace, hasOneScale { return Set(slopes.joined()).count < 2 }
    let sought = hasOnePlace || hasOneScale || target.chart == .twoSided ? parts.count + 1 : 2 * parts.count
    return slopes.reduce(0) { $0 + $1.count } < sought
  }

  private func isStepAlone(_ group: Int, _ slope: [Double], _ point: FitPoint) -> Bool {
    if hasOnePlace, hasOneScale { return false }
    let own = hasOnePlace || hasOneScale || target.chart == .twoSided ? 1 : 2
    if slope.count < own { return true }
    return target.chart != .twoSided && point[1] <= target.model.bounds(of: group, 1).low
  }

  /// - Parameter isPlaced: Whether some group has a level on its slope, that tells where a shared threshold of steps is.
  private func result(
    _ group: Int, _ point: FitPoint, _ slope: [Double], _ peak: JointPeak, isPlaced: Bool, status: EstimateStatus?
  ) -> FitResult {
    let likelihood = target.groups[group]
    let counts = pooled ?? likelihood.counts
    var result = fitter.readings(of: point, likelihood.model)
    if status == .step { result = step(result, counts, slope, isPlaced: isPlaced) }
    result.logLikelihood = likelihood.value(at: point)
    result.parameters = likelihood.model.parameters
    if let status, status != .step {
      (result.threshold, result.slope, result.slopeOnScale, result.pse) = (nil, nil, nil, nil)
    }
    result.status =
      status ?? boundStatus(group, peak.point) ?? fitter.reachStatus(result, counts)
      ?? (peak.hasConverged ? .ok : .notConverged)
    return result
  }

  /// A step's gap: the level on its slope, or the levels on both sides of it.
  private func step(
    _ curve: FitResult, _ counts: Counts, _ slope: [Double], isPlaced: Bool
  ) -> FitResult {
    var result = FitResult(status: .step)
    (result.guess, result.lapse) = (curve.guess, curve.lapse)
    guard let location = curve.location else { return result }
    let scale = fitter.settings.scale
    var ends = (counts.bins.last { $0.level <= location }?.level, counts.bins.first { $0.level >= location }?.level)
    if slope.count == 1 {
      ends = (slope[0], slope[0])
      result.gapShare = fitter.probabilities(at: [scale.level(at: slope[0])], of: curve)?.first
    }
    guard let low = ends.0, let high = ends.1 else { return result }
    result.gap = scale.level(at: low)...scale.level(at: high)
    result = result.snapped(to: Counts(pooling: parts.map(\.counts)))
    let middle = (low + high) / 2
    if !fitter.settings.isTwoSided { result.threshold = low == high ? result.gap?.lowerBound : scale.level(at: middle) }
    if fitter.settings.reading == .direction { result.pse = middle }
    // A shared threshold is where the other groups put it, if any does.
    if target.model.isShared(0), isPlaced { result.threshold = curve.threshold }
    return result
  }

  /// The bound a group's unknown lies on; a guess or lapse of 0 is where many sound fits end.
  private func boundStatus(_ group: Int, _ unknowns: [Double]) -> EstimateStatus? {
    let model = target.model
    for name in FitParameter.allCases {
      let slot = target.chart.slot(of: name)
      let index = model.indices[group][slot]
      guard index >= 0 else { continue }
      if unknowns[index] >= model.high[index] { return name.atBound }
      if name == .threshold, unknowns[index] <= model.low[index] { return name.atBound }
    }
    return nil
  }
}
