import PeachMath
import PeachSupport

/// How likely the data are at most for each place and width of the curve, asymptotes at their best: what contours are
/// drawn of.
package struct LikelihoodSurface: Sendable {
  /// The levels at which F is ½, rising: the columns.
  package let levels: [Double]
  /// How many rows there are, of rising widths.
  package let rows: Int
  /// Row by row, in the units that a fit prints; of a Weibull function a width depends on the level too.
  package let widths: [Double]
  /// Row by row: ln likelihood below its highest value, at least 0.
  package let drops: [Double]

  /// The drop at the edge of the region that holds two parameters with a confidence: half the quantile of χ² with two
  /// degrees of freedom.
  package static func drop(at confidence: Double) -> Double { -log(1 - confidence) }
}

/// The likelihood with place and scale held.
private struct PinnedLikelihood<Function: PsychometricFunction>: Objective {
  let likelihood: Likelihood<Function>
  let free: ParameterSet
  let low: FitPoint
  let high: FitPoint

  init(_ likelihood: Likelihood<Function>, at place: Double, logScale: Double) {
    self.likelihood = likelihood
    var free = likelihood.free
    free.remove(0)
    free.remove(1)
    self.free = free
    var (low, high) = (likelihood.low, likelihood.high)
    (low[0], high[0], low[1], high[1]) = (place, place, logScale, logScale)
    (self.low, self.high) = (low, high)
  }

  func value(at point: FitPoint) -> Double { likelihood.value(at: point) }
  func expansion(at point: FitPoint) -> Expansion { likelihood.expansion(at: point) }
  func expectedInformation(at point: FitPoint) -> SymmetricRows { likelihood.expectedInformation(at: point) }
}

extension FunctionFitter {
  /// The likelihood about a fitted curve, as far as the region of a confidence reaches, but not beyond the search box.
  ///
  /// - Returns: `nil` if no curve was fitted, or the data do not bound it.
  /// - Complexity: `size`² short climbs.
  func surface(_ result: FitResult, _ counts: Counts, confidence: Double, size: Int) -> LikelihoodSurface? {
    guard let peak = result.point, let highest = result.penalised ?? result.logLikelihood else { return nil }
    let likelihood = likelihood(of: counts)
    let maximiser = Maximiser<PinnedLikelihood<Function>>()
    func drop(_ place: Double, _ logScale: Double) -> Double {
      let target = PinnedLikelihood(likelihood, at: place, logScale: logScale)
      let start = FitPoint(place, logScale, peak[2], peak[3])
      let value = target.free.isEmpty ? target.value(at: start) : maximiser.climb(target, from: start).value
      return max(0, highest - value)
    }
    let edge = LikelihoodSurface.drop(at: confidence) * 1.15
    guard var box = firstBox(peak, likelihood) else { return nil }
    // Wider, as long as the region meets a side of the box.
    for _ in 0..<8 {
      let before = box
      for axis in 0..<2 {
        for isHigh in [false, true] where isMet(box, axis: axis, isHigh: isHigh, edge, drop) {
          let reach = (box.high[axis] - box.low[axis]) * 0.4
          if isHigh { box.high[axis] = min(box.high[axis] + reach, likelihood.high[axis]) }
          if !isHigh { box.low[axis] = max(box.low[axis] - reach, likelihood.low[axis]) }
        }
      }
      if box.low == before.low, box.high == before.high { break }
    }
    func place(_ index: Int, _ axis: Int) -> Double {
      box.low[axis] + (box.high[axis] - box.low[axis]) * Double(index) / Double(size - 1)
    }
    let places = (0..<size).map { place($0, 0) }
    let scales = (0..<size).map { place($0, 1) }
    let points = scales.flatMap { scale in places.map { FitPoint($0, scale, peak[2], peak[3]) } }
    return LikelihoodSurface(
      levels: places.map(settings.scale.level), rows: size, widths: points.map(width),
      drops: points.map { drop($0[0], $0[1]) })
  }

  private typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)

  /// Two standard errors to each side.
  private func firstBox(_ peak: FitPoint, _ likelihood: Likelihood<Function>) -> Box? {
    let observed = likelihood.expansion(at: peak).observed
    let system = SymmetricSystem()
    let first = system.solve(observed, FitPoint(1, 0, 0, 0), unknowns: ParameterSet(0, 1))
    let second = system.solve(observed, FitPoint(0, 1, 0, 0), unknowns: ParameterSet(0, 1))
    guard let first, let second, first[0] > 0, second[1] > 0 else { return nil }
    let reach = 2 * SIMD2(first[0].squareRoot(), second[1].squareRoot())
    guard reach.x.isFinite, reach.y.isFinite else { return nil }
    let (middle, low, high) = (
      SIMD2(peak[0], peak[1]), SIMD2(likelihood.low[0], likelihood.low[1]),
      SIMD2(likelihood.high[0], likelihood.high[1])
    )
    return (pointwiseMax(middle - reach, low), pointwiseMin(middle + reach, high))
  }

  /// Whether the region reaches one side of the box.
  private func isMet(
    _ box: Box, axis: Int, isHigh: Bool, _ edge: Double, _ drop: (Double, Double) -> Double
  ) -> Bool {
    (0...12).contains { step in
      var point = box.low + (box.high - box.low) * (Double(step) / 12)
      point[axis] = isHigh ? box.high[axis] : box.low[axis]
      return drop(point[0], point[1]) < edge
    }
  }
}
