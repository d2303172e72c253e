import PeachMath
import PeachTrials

/// Several groups of answers, fitted with parameters in common.
extension FunctionFitter {
  func fit(_ groups: [Counts], sharing shared: SharedParameters) -> JointFit {
    guard groups.allSatisfy({ $0.count > 0 }) else {
      return JointFit(status: .tooFewLevels, groups.count, parameters: 0)
    }
    if settings.method == .reduced { return reducedFit(groups, sharing: shared) }
    return joint(groups.map { separate($0) }, sharing: shared, near: nil)
  }

  func likelihoodRatio(_ groups: [Counts], sharing shared: SharedParameters) -> LikelihoodRatio {
    precondition(settings.method == .ml, "penalties of different models are not comparable")
    guard groups.allSatisfy({ $0.count > 0 }) else { return LikelihoodRatio(sharing: shared, free: groups.map(fit)) }
    return ratio(groups.map { separate($0) }, sharing: shared, near: nil)
  }

  func likelihoodRatio(_ groups: [Counts], near known: LikelihoodRatio) -> LikelihoodRatio {
    guard groups.count == known.shared.groups.count else { return likelihoodRatio(groups, sharing: known.sharing) }
    let parts = zip(groups, known.shared.groups).map { separate($0, near: $1.point) }
    return ratio(parts, sharing: known.sharing, near: known.shared)
  }

  private func ratio(
    _ parts: [SeparateFit<Function>], sharing shared: SharedParameters, near: JointFit?
  ) -> LikelihoodRatio {
    var parts = parts
    let joint = joint(parts, sharing: shared, near: near)
    for (index, point) in joint.curves.enumerated() { improve(&parts[index], from: point) }
    return LikelihoodRatio(
      sharing: shared, shared: joint, free: parts.map(\.result),
      freeLogLikelihood: parts.reduce(0) { $0 + $1.logLikelihood }, freeParameters: parts.count * settings.parameters,
      trials: parts.reduce(0) { $0 + $1.counts.total })
  }

  // MARK: Separate fits

  /// - Parameter near: A peak of counts at the same levels.
  private func separate(_ counts: Counts, near start: FitPoint? = nil) -> SeparateFit<Function> {
    let likelihood = likelihood(of: counts)
    let limits = FitLimits(likelihood.counts, likelihood.model)
    let status = degeneracy(counts, likelihood.model)
    var peak = start.map { maximiser.climb(likelihood, from: $0) }
    if let found = peak, status != nil || !found.hasConverged || found.value <= limits.highest + Self.refitMargin {
      peak = nil
    }
    let best = peak ?? search(likelihood, limits)
    return SeparateFit(
      counts: counts, likelihood: likelihood, limits: limits, status: status, peak: best,
      result: status.map { limits.result($0, settings) } ?? read(best, likelihood, limits))
  }

  /// A separate fit is never below a curve of the joint one: it goes on from there.
  private func improve(_ part: inout SeparateFit<Function>, from point: FitPoint) {
    let value = part.likelihood.value(at: point)
    guard value > part.logLikelihood else { return }
    let peak = maximiser.climb(part.likelihood, from: point)
    if peak.value > part.peak.value {
      part.peak = peak
      if part.status == nil { part.result = read(peak, part.likelihood, part.limits) }
    }
    part.known = max(part.known, value)
  }
}

/// One group fitted by itself, with what a joint fit starts from.
struct SeparateFit<Function: PsychometricFunction> {
  let counts: Counts
  let likelihood: Likelihood<Function>
  let limits: FitLimits
  /// The status of data that need no fit; `nil` if they need one.
  let status: EstimateStatus?
  /// The highest point in the box, also of degenerate data.
  var peak: Peak
  var result: FitResult
  /// A log-likelihood known to be reached by a curve outside this group's box.
  var known = -Double.infinity

  /// The highest log-likelihood, of a curve or of a limit.
  var logLikelihood: Double { max(limits.highest, max(peak.value, known)) }
}
