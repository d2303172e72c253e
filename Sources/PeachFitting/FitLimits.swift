import PeachMath
import PeachSupport
import PeachTrials

/// The likelihood of flat functions and steps, for data that determine no smooth function.
struct FitLimits {
  let steps: StepScan
  /// The log-likelihood of the best function that does not depend on the level, between the asymptotes.
  let flat: Double

  /// A curve has to be more likely than a step or a flat function by this much to be one.
  static var tolerance: Double { 1e-7 }

  /// - Parameter steps: How many of the best steps are kept.
  init(_ counts: Counts, _ model: FitModel, steps limit: Int = 3) {
    steps = StepScan(counts, model, limit: limit)
    flat = FitLimits.flat(counts, model)
  }

  /// The best function that does not depend on the level.
  static func flat(_ counts: Counts, _ model: FitModel) -> Double {
    let positives = counts.totalPositive
    let total = counts.total
    let lowest = model.isTied ? model.low[3] : model.low[2]
    let share = min(max(positives / total, lowest), 1 - model.low[3])
    return Counts.term(positives, share) + Counts.term(total - positives, 1 - share)
  }

  var bestStep: Double { steps.best.first?.logLikelihood ?? -.infinity }

  var highest: Double { max(flat, bestStep) }

  /// The result of a degenerate fit: the likelihood of the limit, and of a step its place and asymptotes.
  func result(_ status: EstimateStatus, _ settings: FitSettings) -> FitResult {
    var result = FitResult(status: status)
    result.logLikelihood = highest
    result.parameters = settings.parameters
    guard status == .step, let step = steps.best.first else { return result }
    let scale = settings.scale
    result.gap = scale.level(at: step.gap.lowerBound)...scale.level(at: step.gap.upperBound)
    result.gapShare = step.share
    result.guess = step.guess
    result.lapse = step.lapse
    // On both sides of zero a step says where answers change, not how large a difference is heard.
    if !settings.isTwoSided { result.threshold = scale.level(at: step.middle) }
    if settings.reading == .direction { result.pse = step.middle }
    return result
  }
}
