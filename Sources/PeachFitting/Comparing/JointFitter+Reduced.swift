import PeachMath
import PeachSupport
import PeachTrials

/// Several groups fitted by the penalised likelihood with parameters in common.
extension FunctionFitter {
  func reducedFit(_ groups: [Counts], sharing shared: SharedParameters) -> JointFit {
    let parts = groups.map(reducedPart)
    let target = jointLikelihood(parts, sharing: shared, isPenalised: true)
    let naming = JointNaming(self, parts, target, shared)
    guard hasCurves(target) else {
      return JointFit(status: .unreachable, parts.count, parameters: target.model.count)
    }
    let maximiser = JointMaximiser(unknowns: target.model.count)
    var best = JointPeak.none
    for start in reducedStarts(parts, target) {
      let peak = maximiser.climb(target, from: start)
      if peak.value > best.value { best = peak }
    }
    if best.value == -.infinity { return JointFit(status: .notConverged, parts.count, parameters: target.model.count) }
    return naming.readReduced(best.hasConverged ? best : maximiser.rescue(target, best))
  }

  /// One group by itself. Its likelihood is the plain one: the penalty is of all groups together.
  private func reducedPart(_ counts: Counts) -> SeparateFit<Function> {
    let own = likelihood(of: counts)
    let plain = Likelihood<Function>(counts: own.counts, model: own.model, shape: own.shape, isPenalised: false)
    let limits = FitLimits(own.counts, own.model)
    let status = degeneracy(counts, own.model)
    let peak = reducedSearch(own)
    return SeparateFit(
      counts: counts, likelihood: plain, limits: limits, status: status, peak: peak,
      result: status.map { limits.result($0, settings) } ?? readings(of: peak.point, own.model))
  }

  /// Each group's own curve with what is shared from one of them, from their mean or from the pooled answers; and from
  /// those with other scales.
  private func reducedStarts(
    _ parts: [SeparateFit<Function>], _ target: JointLikelihood<Function>
  ) -> [[Double]] {
    let pooled = reducedSearch(likelihood(of: Counts(pooling: parts.map(\.counts)))).point
    func place(_ point: FitPoint) -> FitPoint { coordinates(target.chart, of: point, target.groups[0].model) }
    let own = parts.map { place($0.peak.point) }
    let commons = own + [place(pooled)] + [-1.5, 1.5].map { place(pooled + FitPoint(0, $0, 0, 0)) }
    let mean = target.model.unknowns(of: own, weights: parts.map(\.counts.total))
    let starts = commons.map { common in
      let places = own.map { target.model.replacingShared(in: $0, from: common) }
      return target.model.unknowns(of: places, weights: parts.map { _ in 1 })
    }
    return [mean] + starts + [target.model.unknowns(of: own.map { _ in place(pooled) }, weights: parts.map { _ in 1 })]
  }
}
