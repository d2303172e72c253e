import PeachMath
import PeachSupport

/// The search for the highest peak of a likelihood.
extension FunctionFitter {
  /// How close to the best peak a wide start comes that is climbed, and the step that steep starts stand for. Larger
  /// ones find a peak more in 600 random small data sets, and take twice the time; tracks about zero, whose peaks are
  /// many, have them.
  private var margins: (wide: Double, step: Double) {
    settings.isTwoSided ? (Self.margin, Self.margin) : (0.3, 0.7)
  }

  /// A start is climbed where its likelihood, or that of the step it stands for, comes this close to the best peak.
  static var margin: Double { 3 }

  /// With more levels than this a search begins with as many groups of them as below.
  static var manyLevels: Int { 4000 }
  private static var groups: Int { 1024 }

  /// - Complexity: O(levels) for every curve looked at, of which there may be 50; two dozen with many levels.
  func search(_ likelihood: Likelihood<Function>, _ limits: FitLimits) -> Peak {
    let isLarge = likelihood.counts.count > Self.manyLevels
    var basins: [PeakBasin] = []
    var best =
      isLarge
      ? scouted(likelihood) { self.search($0, FitLimits($0.counts, $0.model)) } : first(likelihood, &basins)
    for step in limits.steps.best where step.logLikelihood > best.value - margins.step {
      for start in likelihood.steep(about: step) { climb(likelihood, from: start, &best, &basins) }
    }
    if !isLarge, settings.isTwoSided || limits.highest > best.value - Self.otherMargin {
      best = other(than: best, likelihood, limits.highest > best.value - 1e-3 ? limits.steps.best : [], &basins)
    }
    // A fit with no higher likelihood than a step is a step, wherever a climb came to rest.
    return best.hasConverged || best.value <= limits.bestStep + FitLimits.tolerance
      ? best : maximiser.rescue(likelihood, best)
  }

  /// - Parameter basins: The basins of known peaks, because many starts lead to few peaks.
  private func climb(
    _ likelihood: Likelihood<Function>, from start: FitPoint, _ best: inout Peak, _ basins: inout [PeakBasin]
  ) {
    let peak = maximiser.climb(likelihood, from: start, toOtherPeakThan: basins)
    if peak.value > best.value { best = peak }
    if peak.hasConverged { basins.append(PeakBasin(peak, likelihood)) }
  }

  private func first(_ likelihood: Likelihood<Function>, _ basins: inout [PeakBasin]) -> Peak {
    var best = Peak(point: .zero, value: -.infinity, hasConverged: false)
    if settings.isTwoSided {
      for start in likelihood.unbiased { climb(likelihood, from: start, &best, &basins) }
    }
    func consider(_ start: FitPoint, within margin: Double) {
      let floor = best.value - margin
      // Of many trials at a level their product is quicker than a look at each.
      let value = settings.isTwoSided ? likelihood.value(at: start, above: floor) : likelihood.value(at: start)
      if value > floor, !basins.contains(where: { $0.explains(start, value) }) {
        climb(likelihood, from: start, &best, &basins)
      }
    }
    if let regression = likelihood.regression {
      if settings.isTwoSided {
        consider(regression, within: Self.margin)
      } else {
        climb(likelihood, from: regression, &best, &basins)
      }
    }
    for start in likelihood.wide { consider(start, within: margins.wide) }
    return best
  }

  /// The peak near that of fewer levels, which a search finds.
  func scouted(_ likelihood: Likelihood<Function>, _ search: (Likelihood<Function>) -> Peak) -> Peak {
    let few = likelihood.with(likelihood.counts.condensed(to: Self.groups))
    return maximiser.climb(likelihood, from: search(few).point)
  }

  /// A second peak is sought from points that come this close to it; but for tracks about zero only where
  /// a step or a flat function comes as close too, which of many trials none does.
  private static var otherMargin: Double { 2 }

  /// How many climbs go to other peaks at most.
  private static var otherClimbs: Int { 16 }

  /// Whether a peak of a track about zero is sharp: half as wide a function falls far below it, or its curvature is that
  /// of many trials. Of 7 000 tracks of 60 trials, 44 had a second, higher peak. The first peak of one of
  /// these was sharp, and so were those of most of the others.
  private func isAlone(_ peak: Peak, _ likelihood: Likelihood<Function>) -> Bool {
    var steeper = peak.point
    steeper[1] = max(steeper[1] - 0.7, likelihood.low[1])
    if likelihood.value(at: steeper, above: peak.value - 5.2) == -.infinity { return true }
    return sharpness(of: peak, likelihood) > 410
  }

  /// The determinant of the information of place and ln scale, the place in scales.
  func sharpness(of peak: Peak, _ likelihood: Likelihood<Function>) -> Double {
    let information = peak.information ?? likelihood.expansion(at: peak.point).observed
    let determinant = information[0][0] * information[1][1] - information[0][1] * information[0][1]
    return determinant * exp(2 * peak.point[1])
  }

  /// The highest of a peak and its neighbours.
  ///
  /// - Parameter steps: The best steps, if the peak is no better than a step or a flat function.
  private func other(
    than peak: Peak, _ likelihood: Likelihood<Function>, _ steps: [StepScan.Step], _ basins: inout [PeakBasin]
  ) -> Peak {
    if settings.isTwoSided, steps.isEmpty, isAlone(peak, likelihood) { return peak }
    var starts = likelihood.pairs()
    for point in likelihood.beside(peak.point) + steps.flatMap(likelihood.smooth) {
      starts.append((point, likelihood.value(at: point, above: peak.value - Self.otherMargin)))
    }
    starts.removeAll { $0.value < peak.value - Self.otherMargin }
    if starts.isEmpty { return peak }
    var best = peak
    var climbs = 0
    if basins.isEmpty { basins.append(PeakBasin(peak, likelihood)) }
    for start in starts.sorted(by: { $0.value > $1.value }) {
      if basins.contains(where: { $0.explains(start.point, start.value) }) { continue }
      let other = maximiser.climb(likelihood, from: start.point, toOtherPeakThan: basins)
      if other.value > best.value { best = other }
      climbs += 1
      if climbs == Self.otherClimbs { break }
      if other.hasConverged { basins.append(PeakBasin(other, likelihood)) }
    }
    return best
  }
}
