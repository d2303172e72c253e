import PeachMath
import PeachSupport

/// Finds the highest posterior: over threshold and width from several starts, with the best asymptotes at each; with
/// overdispersion over all parameters after that.
struct PosteriorMode {
  private typealias Candidate = (point: Posterior.Point, value: Double)

  private let model: BayesianModel
  private let profile: RateProfile
  private let box: SearchBox

  init(_ model: BayesianModel, _ profile: RateProfile, _ box: SearchBox) {
    self.model = model
    self.profile = profile
    self.box = box
  }

  /// The best point found.
  func find() -> Posterior.Point {
    let density = model.settings.overdispersionDensity
    let least = density?.bounds.lowerBound ?? 0
    let exact = sharpened(ranked(starts(least), least, climbs: 4))
    guard let density else { return exact.point }
    // With η between its bounds the asymptotes of the profile are not the best ones: all parameters together.
    let dispersed = [0.05, 0.15, 0.35, 0.7].map { share in
      let overdispersion = least + share * (density.bounds.upperBound - least)
      let starts = starts(overdispersion).prefix(1) + [exact.point]
      return ranked(Array(starts), overdispersion, climbs: 2)
    }
    var best = exact
    for start in dispersed.sorted(by: { $0.value > $1.value }).prefix(2) {
      let found = refined(start.point)
      // By more than rounding: else an η of 0 would come out as nearly 0.
      if found.value > best.value + 1e-9 { best = found }
    }
    return best.point
  }

  /// Points of a coarse grid, and steps between neighbouring levels, the best first.
  private func starts(_ overdispersion: Double) -> [Posterior.Point] {
    var candidates: [Candidate] = []
    func consider(_ threshold: Double, _ width: Double) {
      let value = profile.maximum(threshold: threshold, width: width, overdispersion: overdispersion)
      candidates.append((point(threshold, width, overdispersion), value))
    }
    for place in 0..<16 {
      let width = exp(box.logWidth(at: (Double(place) + 0.5) / 16))
      for part in 0..<20 { consider(box.threshold(at: (Double(part) + 0.5) / 20), width) }
    }
    for (low, high) in zip(model.levels, model.levels.dropFirst()) {
      consider((low + high) / 2, max(high - low, exp(box.logWidths.lowerBound) * 1.5))
    }
    let order = candidates.enumerated().sorted { ($1.element.value, $0.offset) < ($0.element.value, $1.offset) }
    return order.map(\.element.point)
  }

  /// The best after climbing a little from the first few starts.
  private func ranked(_ starts: [Posterior.Point], _ overdispersion: Double, climbs: Int) -> Candidate {
    starts.prefix(climbs).map { climb($0, step: 0.1, tolerance: 1e-3, overdispersion) }
      .max { $0.value < $1.value } ?? (starts[0], -.infinity)
  }

  private func sharpened(_ start: Candidate) -> Candidate {
    var best = start
    // A simplex may collapse at a wall or a kink of the prior; a fresh one goes on.
    for _ in 0..<6 {
      let found = climb(best.point, step: 0.01, tolerance: 1e-7, start.point.overdispersion)
      let gain = found.value - best.value
      if gain > 0 { best = found }
      if gain < 1e-9 { break }
    }
    return sharpenedThreshold(best)
  }

  /// The best threshold about one, at the same width.
  private func sharpenedThreshold(_ start: Candidate) -> Candidate {
    let (point, reach) = (start.point, 0.02 * box.range)
    func value(_ threshold: Double) -> Double {
      profile.maximum(threshold: threshold, width: point.width, overdispersion: point.overdispersion)
    }
    let threshold = UnimodalMinimum.bottom(
      in: point.threshold - reach...point.threshold + reach, around: point.threshold
    ) {
      -value($0)
    }
    let found = value(threshold)
    return found > start.value ? (self.point(threshold, point.width, point.overdispersion), found) : start
  }

  /// The point at which the last search of the profile ended.
  private func point(_ threshold: Double, _ width: Double, _ overdispersion: Double) -> Posterior.Point {
    Posterior.Point(
      threshold: threshold, width: width, guess: profile.guess, lapse: profile.lapse, overdispersion: overdispersion)
  }

  /// Up from a point over threshold and ln width.
  private func climb(_ start: Posterior.Point, step: Double, tolerance: Double, _ overdispersion: Double) -> Candidate {
    let widths = model.width.bounds
    let thresholds = model.threshold.bounds
    func parameters(_ unknowns: [Double]) -> (threshold: Double, width: Double) {
      (
        min(max(unknowns[0] * box.range, thresholds.lowerBound), thresholds.upperBound),
        min(max(exp(unknowns[1]), widths.lowerBound), widths.upperBound)
      )
    }
    func value(_ unknowns: [Double]) -> Double {
      let (threshold, width) = parameters(unknowns)
      // Beyond a bound it falls slowly from what it is there: at a wall a simplex would collapse.
      let excess = abs(threshold / box.range - unknowns[0]) + abs(log(width) - unknowns[1])
      return profile.maximum(threshold: threshold, width: width, overdispersion: overdispersion)
        - (excess > 1e-12 ? excess : 0)
    }
    let best = lowest([start.threshold / box.range, log(start.width)], step: step, tolerance: tolerance) { -value($0) }
    let (threshold, width) = parameters(best)
    let found = profile.maximum(threshold: threshold, width: width, overdispersion: overdispersion)
    return (point(threshold, width, overdispersion), found)
  }

  /// Up from a point over all that is free. Rates are sin² of their unknowns, so that a bound is no wall.
  private func refined(_ start: Posterior.Point) -> Candidate {
    let rates: [(path: WritableKeyPath<Posterior.Point, Double>, bounds: ClosedRange<Double>)] = [
      (\.guess, model.settings.guessDensity), (\.lapse, model.settings.lapseDensity),
      (\.overdispersion, model.settings.overdispersionDensity),
    ].compactMap { path, density in density.map { (path, $0.bounds) } }
    func point(_ unknowns: [Double]) -> Posterior.Point {
      var point = start
      point.threshold = unknowns[0] * box.range
      point.width = exp(unknowns[1])
      for (unknown, rate) in zip(unknowns.dropFirst(2), rates) {
        let (low, high) = (rate.bounds.lowerBound, rate.bounds.upperBound)
        point[keyPath: rate.path] = min(low + (high - low) * sin(unknown) * sin(unknown), high)
      }
      if model.isTied { point.guess = point.lapse }
      return point
    }
    var best =
      [start.threshold / box.range, log(start.width)]
      + rates.map { rate in
        let (low, high) = (rate.bounds.lowerBound, rate.bounds.upperBound)
        // A little off the bounds, where the derivative by the unknown is 0.
        return asin(min(max((start[keyPath: rate.path] - low) / (high - low), 1e-4), 1 - 1e-4).squareRoot())
      }
    for step in [0.1, 0.03, 0.01] {
      best = lowest(best, step: step, tolerance: 1e-7) { -model.logPosterior(at: point($0)) }
    }
    return (point(best), model.logPosterior(at: point(best)))
  }

  private func lowest(
    _ start: [Double], step: Double, tolerance: Double, _ function: ([Double]) -> Double
  ) -> [Double] {
    let steps = [Double](repeating: step, count: start.count)
    // GSL refuses only where memory is short; the start is then as good as anything.
    return (try? Simplex.minimum(start: start, steps: steps, tolerance: tolerance, function).point) ?? start
  }
}
