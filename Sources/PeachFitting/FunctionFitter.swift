import PeachMath
import PeachSupport
import PeachTrials

/// The fitter of one function: classifies the data, searches the likelihood, and names what came of it.
final class FunctionFitter<Function: PsychometricFunction> {
  let settings: FitSettings
  let shape = FunctionShape(Function.self)
  let maximiser = Maximiser<Likelihood<Function>>()
  let profileMaximiser = Maximiser<ConstrainedLikelihood<Function>>()

  init(_ settings: FitSettings) { self.settings = settings }

  func fit(_ counts: Counts) -> FitResult {
    guard counts.count > 0 else { return FitResult(status: .tooFewLevels) }
    if counts.catches.trials > 0 { return fitWithCatches(counts) }
    let likelihood = likelihood(of: counts)
    if likelihood.isPenalised { return reducedFit(counts, likelihood) }
    let limits = FitLimits(likelihood.counts, likelihood.model)
    if let status = degeneracy(counts, likelihood.model) {
      var result = limits.result(status, settings)
      if status == .tooFewLevels, counts.count > 1 {
        result.logLikelihood = max(limits.highest, search(likelihood, limits).value)
      }
      return result
    }
    let peak = search(likelihood, limits)
    return read(peak, likelihood, limits).snapped(to: counts)
  }

  func refit(_ counts: Counts, near result: FitResult) -> FitResult {
    guard let start = result.point, counts.count > 0 else { return fit(counts) }
    if counts.catches.trials > 0 { return fitWithCatches(counts) }
    let likelihood = likelihood(of: counts)
    guard degeneracy(counts, likelihood.model) == nil else { return fit(counts) }
    if likelihood.isPenalised { return reducedRefit(counts, likelihood, near: start) }
    let limits = FitLimits(likelihood.counts, likelihood.model)
    let peak = maximiser.climb(likelihood, from: start)
    guard peak.hasConverged, peak.value > limits.highest + Self.refitMargin else {
      return fit(counts)
    }
    return read(peak, likelihood, limits).snapped(to: counts)
  }

  func climb(_ counts: Counts, from result: FitResult) -> Double {
    result.point.map { maximiser.climb(likelihood(of: counts), from: $0).value } ?? -.infinity
  }

  func probabilities(at levels: [Double], of result: FitResult) -> [Double]? {
    guard let guess = result.guess, let lapse = result.lapse else { return nil }
    let height = 1 - guess - lapse
    if let location = result.location, let scale = result.scale {
      return levels.map { level in
        guess + height * Function.standardValue((settings.scale.place(of: level) - location) / scale + shape.centre)
      }
    }
    guard let gap = result.gap else { return nil }
    // No answer tells where in its gap a step lies. It is drawn at the threshold.
    let middle = (settings.isTwoSided ? result.pse : result.threshold) ?? gap.lowerBound
    let jump = min(max(middle, gap.lowerBound), gap.upperBound)
    return levels.map { level in
      if Counts.isSame(level, gap.lowerBound) { return result.gapShare ?? guess }
      return level < jump ? guess : 1 - lapse
    }
  }

  func likelihood(of counts: Counts) -> Likelihood<Function> {
    let scale = settings.scale
    let scaled = scale == .linear ? counts : counts.mapLevels(scale.place)
    return Likelihood(
      counts: scaled, model: FitModel(of: scaled, settings, shape), shape: shape,
      isPenalised: settings.method == .reduced)
  }

  /// The status of data that need no fit; `nil` if they need one.
  func degeneracy(_ counts: Counts, _ model: FitModel) -> EstimateStatus? {
    if counts.count < model.parameters { return .tooFewLevels }
    if let status = uniformity(counts, model) { return status }
    return !settings.isTwoSided && counts.isConstant ? .constant : nil
  }

  /// Whether all answers are right, or the same.
  func uniformity(_ counts: Counts, _ model: FitModel) -> EstimateStatus? {
    let positives = counts.totalPositive
    let total = counts.total
    if settings.reading == .direction {
      if counts.isAllCorrectBySign { return .allCorrect }
      if positives == 0 || positives == total { return .oneAnswer }
    } else {
      if positives == total { return model.low[2] > 0 ? .allCorrect : .oneAnswer }
      if positives == 0 { return .oneAnswer }
    }
    return nil
  }

  /// A peak near the old one is taken where it is higher than any step or flat function by this much.
  static var refitMargin: Double { 0.5 }

  // MARK: Naming

  func read(_ peak: Peak, _ likelihood: Likelihood<Function>, _ limits: FitLimits) -> FitResult {
    let isFlat =
      peak.value <= limits.flat + FitLimits.tolerance || (settings.isTwoSided && peak.point[1] >= likelihood.high[1])
    if isFlat, limits.flat >= limits.bestStep - 1e-9 { return limits.result(.decreasing, settings) }
    let isNoBetter = peak.value <= limits.bestStep + FitLimits.tolerance
    if isNoBetter || peak.point[1] <= likelihood.low[1] || likelihood.isStep(at: peak.point) {
      var result = limits.result(.step, settings)
      // Between two levels that lie closer together than any curve of the box is narrow, a curve exceeds all steps.
      if !isNoBetter { result.logLikelihood = peak.value }
      return result
    }
    var result = readings(of: peak.point, likelihood.model)
    result.logLikelihood = peak.value
    result.parameters = likelihood.model.parameters
    result.status =
      boundStatus(peak.point, likelihood.model) ?? reachStatus(result, likelihood.counts)
      ?? (peak.hasConverged ? .ok : .notConverged)
    return result
  }

  /// The bound a free parameter lies on; a guess or lapse of 0 is where many sound fits end.
  func boundStatus(_ point: FitPoint, _ model: FitModel) -> EstimateStatus? {
    if point[0] <= model.low[0] || point[0] >= model.high[0] { return .thresholdAtBound }
    if point[1] >= model.high[1] { return .widthAtBound }
    if model.free.contains(2), point[2] >= model.high[2] { return .guessAtBound }
    if model.free.contains(3), point[3] >= model.high[3] { return .lapseAtBound }
    return nil
  }

  func reachStatus(_ result: FitResult, of counts: Counts) -> EstimateStatus? {
    reachStatus(result, settings.scale == .linear ? counts : counts.mapLevels(settings.scale.place))
  }

  /// Whether the threshold lies far outside the data, or nowhere.
  func reachStatus(_ result: FitResult, _ scaled: Counts) -> EstimateStatus? {
    guard let threshold = result.threshold else { return .unreachable }
    if settings.isTwoSided {
      let extent = scaled.extent
      return threshold < extent.smallest / 2 || threshold > 2 * extent.largest ? .extrapolated : nil
    }
    let place = settings.scale.place(of: threshold)
    let (first, last) = (scaled.bins[0].level, scaled.bins[scaled.bins.count - 1].level)
    let margin = (last - first) / 2
    return place < first - margin || place > last + margin ? .extrapolated : nil
  }
}

/// Fits in which catch trials inform the lapse rate.
extension FunctionFitter {
  /// The answers to the levels decide whether there is a curve, as they do without catch trials. If there is one, both
  /// determine its lapse rate, unless that is fixed.
  func fitWithCatches(_ counts: Counts) -> FitResult {
    let alone = fit(counts.withoutCatches)
    let likelihood = likelihood(of: counts)
    guard let start = alone.point, likelihood.free.contains(3) else {
      // Add the highest likelihood of the catch trials, as the saturated model does.
      var result = alone
      let caught =
        likelihood.free.contains(3)
        ? counts.catches.highest(upTo: likelihood.high[3]) : counts.catches.logLikelihood(likelihood.low[3])
      result.logLikelihood = alone.logLikelihood.map { $0 + caught }
      return result
    }
    let result = reading(of: search(likelihood, from: start), likelihood)
    return likelihood.isPenalised ? result : result.snapped(to: counts)
  }

  /// The highest of the peaks that the curve without catch trials leads to with the lapse rates there can be: with another
  /// lapse rate the best curve is steeper or shallower.
  private func search(_ likelihood: Likelihood<Function>, from start: FitPoint) -> Peak {
    var best = Peak(point: start, value: -.infinity, hasConverged: false)
    for share in [0.02, 0.2, 0.5, 0.9] {
      for shift in [0, -0.7, 0.7] {
        var from = start
        from[3] = likelihood.low[3] + share * (likelihood.high[3] - likelihood.low[3])
        from[1] = min(max(start[1] + shift, likelihood.low[1]), likelihood.high[1])
        let peak = maximiser.climb(likelihood, from: from)
        if peak.value > best.value { best = peak }
      }
    }
    return best.hasConverged ? best : maximiser.rescue(likelihood, best)
  }
}
