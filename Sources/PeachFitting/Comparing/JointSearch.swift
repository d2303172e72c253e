import PeachMath
import PeachSupport
import PeachTrials

/// The search of a joint likelihood.
extension FunctionFitter {
  /// - Parameters:
  ///   - parts: The groups fitted by themselves; at least one level each.
  ///   - near: A joint fit of counts at the same levels.
  func joint(_ parts: [SeparateFit<Function>], sharing shared: SharedParameters, near: JointFit?) -> JointFit {
    let target = jointLikelihood(parts, sharing: shared)
    let naming = JointNaming(self, parts, target, shared)
    guard hasCurves(target) else {
      return JointFit(status: .unreachable, parts.count, parameters: target.model.count)
    }
    let maximiser = JointMaximiser(unknowns: target.model.count)
    if let near, near.peak.count == target.model.count {
      let peak = maximiser.climb(target, from: near.peak)
      if peak.hasConverged, peak.value > naming.flat + Self.margin { return naming.read(peak) }
    }
    let starts = JointStarts(self, parts, target)
    var best = JointPeak.none
    var basins: [Basin] = []
    func climb(from start: (point: [Double], value: Double)) {
      if basins.contains(where: { $0.explains(start.point, start.value) }) { return }
      let peak = maximiser.climb(target, from: start.point)
      basins.append(Basin(peak, target))
      if peak.value > best.value { best = peak }
    }
    for start in starts.best where start.value > best.value - Self.margin { climb(from: start) }
    if let beside = starts.beside(best) { climb(from: beside) }
    return naming.read(best.hasConverged ? best : maximiser.rescue(target, best))
  }

  func jointLikelihood(
    _ parts: [SeparateFit<Function>], sharing shared: SharedParameters, isPenalised: Bool = false
  ) -> JointLikelihood<Function> {
    let chart = JointChart(settings, sharing: shared)
    let slots = chart.slots(shared)
    let levels = parts.flatMap { $0.likelihood.counts.bins.map(\.level) }
    let range = (levels.max() ?? 0) - (levels.min() ?? 0)
    let boxes = parts.map { part in
      var box = JointBox(part.likelihood.model, chart, settings, shape)
      let positives = part.counts.totalPositive
      if chart == .curve, !slots.contains(0), positives == 0 || positives == part.counts.total {
        box.widen(by: 10 * range, isAllPositive: positives > 0)
      }
      return box
    }
    let likelihoods = parts.map(\.likelihood)
    return JointLikelihood(
      fitter: self, groups: likelihoods, chart: chart, offsets: parts.map { _ in 0 },
      model: JointModel(likelihoods.map(\.model), boxes: boxes, chart: chart, shared: slots),
      isPenalised: isPenalised)
  }

  /// Whether fixed asymptotes leave room for the asked proportion.
  func hasCurves(_ target: JointLikelihood<Function>) -> Bool {
    guard target.chart != .curve, let at = settings.at, let model = target.groups.first?.model else { return true }
    let (guess, lapse) = (model.guess(at: model.low), model.low[3])
    return settings.isTwoSided ? 2 * at - 1 < 1 - guess - lapse : guess < at && lapse < 1 - at
  }
}

extension JointChart {
  /// The coordinates that stand for shared parameters.
  func slots(_ shared: SharedParameters) -> ParameterSet {
    var slots = ParameterSet()
    for name in FitParameter.allCases where shared.contains(name) { slots.insert(slot(of: name)) }
    return slots
  }
}

/// The surroundings of a peak as its curvature tells them.
private struct Basin {
  private let peak: JointPeak
  private let information: [Double]

  init<Function>(_ peak: JointPeak, _ target: JointLikelihood<Function>) {
    self.peak = peak
    information = target.expansion(at: peak.point).information
  }

  /// Whether a start is as high as the curvature says, so that a climb from it would end here.
  func explains(_ point: [Double], _ value: Double) -> Bool {
    let move = zip(point, peak.point).map(-)
    var quadratic = 0.0
    for row in move.indices {
      for column in move.indices { quadratic += move[row] * information[row * move.count + column] * move[column] }
    }
    let drop = peak.value - value
    return drop >= -1e-9 && abs(drop - quadratic / 2) < 0.3 * drop + 1e-3
  }
}
