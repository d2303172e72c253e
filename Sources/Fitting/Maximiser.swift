import Glibc

/// Climbs a likelihood inside its bounds: Newton steps on the observed information where it is positive definite, else
/// on the expected one, halved until the likelihood rises; a parameter on a bound that wants to leave the box rests.
///
/// The expected information alone is Fisher's scoring; it stops short of the last digits where the data are few.
struct Maximiser<Function: FitFunction>: ~Copyable {
  private let system = SymmetricSystem()

  struct Peak {
    var point: FitPoint
    var value: Double
    var hasConverged: Bool
  }

  /// What a further step promises to gain, below which the climb ends.
  private static var gain: Double { 1e-10 }
  private static var iterations: Int { 60 }

  func climb(_ likelihood: borrowing Likelihood<Function>, from start: FitPoint) -> Peak {
    let (low, high) = likelihood.model.box
    var point = start.clamped(lowerBound: low, upperBound: high)
    var here = likelihood.expansion(at: point)
    for _ in 0..<Self.iterations {
      guard let step = step(likelihood, point, here, low, high) else {
        return Peak(point: point, value: here.value, hasConverged: true)
      }
      let promise = (step.direction * here.gradient).sum()
      if promise < Self.gain {
        // A Newton step this short lands on the peak to the last digits; its likelihood is known without asking.
        let end = step.isNewton ? (point + step.direction).clamped(lowerBound: low, upperBound: high) : point
        return Peak(point: end, value: here.value + max(0, promise) / 2, hasConverged: true)
      }
      guard let (next, there) = walk(likelihood, point, here, step.direction, low, high) else {
        return Peak(point: point, value: here.value, hasConverged: promise < 1e-6)
      }
      (point, here) = (next, there)
    }
    return Peak(point: point, value: here.value, hasConverged: false)
  }

  /// Climbs from every start and gives the highest peak; where our steps got stuck, GSL's simplex goes on from there.
  func highest(_ likelihood: borrowing Likelihood<Function>, from starts: [FitPoint]) -> Peak? {
    var best: Peak?
    for start in starts {
      let peak = climb(likelihood, from: start)
      if peak.value > best?.value ?? -.infinity { best = peak }
    }
    guard let best, !best.hasConverged else { return best }
    return rescue(copy likelihood, best)
  }

  private func rescue(_ likelihood: Likelihood<Function>, _ stuck: Peak) -> Peak {
    let (low, high) = likelihood.model.box
    let free = (0..<4).filter(likelihood.model.free.contains)
    let sizes = [(high[0] - low[0]) / 100, 0.1, 0.01, 0.01]
    func point(_ values: [Double]) -> FitPoint {
      var point = stuck.point
      for (index, value) in zip(free, values) { point[index] = value }
      return point
    }
    let found = try? Simplex.minimum(
      start: free.map { stuck.point[$0] }, steps: free.map { sizes[$0] }, tolerance: 1e-9
    ) { values in
      let here = point(values)
      return here.clamped(lowerBound: low, upperBound: high) == here ? -likelihood.value(at: here) : .infinity
    }
    guard let found, -found.value >= stuck.value else { return stuck }
    return Peak(point: point(found.point), value: -found.value, hasConverged: true)
  }

  /// The step, halved until it rises; nil where it does not.
  private func walk(
    _ likelihood: borrowing Likelihood<Function>, _ point: FitPoint, _ here: Likelihood<Function>.Expansion,
    _ direction: FitPoint, _ low: FitPoint, _ high: FitPoint
  ) -> (FitPoint, Likelihood<Function>.Expansion)? {
    var length = 1.0
    while length > 1e-10 {
      let next = (point + length * direction).clamped(lowerBound: low, upperBound: high)
      let there = likelihood.expansion(at: next)
      if there.value > here.value { return (next, there) }
      length /= 2
    }
    return nil
  }

  /// A step uphill that leaves no bound; nil where there is none left to make.
  private func step(
    _ likelihood: borrowing Likelihood<Function>, _ point: FitPoint, _ here: Likelihood<Function>.Expansion,
    _ low: FitPoint, _ high: FitPoint
  ) -> (direction: FitPoint, isNewton: Bool)? {
    var unknowns = likelihood.model.free
    for index in 0..<4 where unknowns.contains(index) {
      let isLow = point[index] <= low[index] && here.gradient[index] <= 0
      let isHigh = point[index] >= high[index] && here.gradient[index] >= 0
      if isLow || isHigh { unknowns.remove(index) }
    }
    if unknowns.isEmpty { return nil }
    let newton = system.solve(here.observed, here.gradient, unknowns: unknowns)
    var direction =
      newton ?? system.solve(likelihood.expectedInformation(at: point), here.gradient, unknowns: unknowns)
      ?? likelihood.model.gradientStep(here.gradient, unknowns)
    // Far from the peak the quadratic is a poor guide: at most a factor of e² in scale, a tenth in an asymptote.
    let longest = max(abs(direction[1]) / 2, abs(direction[2]) / 0.1, abs(direction[3]) / 0.1)
    if longest > 1 { direction /= longest }
    return (direction, newton != nil && longest <= 1)
  }
}

extension FitModel {
  /// The corners of the box: threshold, ln scale, guess, lapse.
  var box: (low: FitPoint, high: FitPoint) {
    func ends(_ asymptote: Asymptote) -> (Double, Double) {
      switch asymptote {
      case .fixed(let value): (value, value)
      case .free(let bound): (0, bound)
      }
    }
    var guessEnds = (0.0, 0.0)
    if case .asymptote(let asymptote) = guess { guessEnds = ends(asymptote) }
    let lapseEnds = ends(lapse)
    return (
      FitPoint(thresholdBounds.lowerBound, log(scaleBounds.lowerBound), guessEnds.0, lapseEnds.0),
      FitPoint(thresholdBounds.upperBound, log(scaleBounds.upperBound), guessEnds.1, lapseEnds.1)
    )
  }

  /// A short step along the gradient, for where no information matrix is positive definite.
  func gradientStep(_ gradient: FitPoint, _ unknowns: UnknownSet) -> FitPoint {
    let size = thresholdBounds.upperBound - thresholdBounds.lowerBound
    let lengths = FitPoint(size / 100, 0.1, 0.01, 0.01)
    var step = FitPoint.zero
    for index in 0..<4 where unknowns.contains(index) {
      step[index] = gradient[index] == 0 ? 0 : (gradient[index] > 0 ? lengths[index] : -lengths[index])
    }
    return step
  }
}
