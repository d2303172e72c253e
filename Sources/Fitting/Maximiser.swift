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

  /// The likelihood that a further step would gain, below which the climb ends.
  private static var gain: Double { 1e-11 }
  private static var iterations: Int { 60 }

  func climb(_ likelihood: borrowing Likelihood<Function>, from start: FitPoint) -> Peak {
    let (low, high) = likelihood.model.box
    var point = start.clamped(lowerBound: low, upperBound: high)
    var here = likelihood.expansion(at: point)
    for _ in 0..<Self.iterations {
      guard let step = step(likelihood, point, here, low, high) else {
        return Peak(point: point, value: here.value, hasConverged: true)
      }
      let promise = (step * here.gradient).sum()
      var length = 1.0
      var moved = false
      while length > 1e-10 {
        let next = (point + length * step).clamped(lowerBound: low, upperBound: high)
        let there = likelihood.expansion(at: next)
        if there.value > here.value || (there.value == here.value && promise < Self.gain) {
          (point, here, moved) = (next, there, true)
          break
        }
        if promise < Self.gain { break }
        length /= 2
      }
      if !moved || promise < Self.gain {
        return Peak(point: point, value: here.value, hasConverged: true)
      }
    }
    return Peak(point: point, value: here.value, hasConverged: false)
  }

  /// A step uphill that leaves no bound; nil where there is none left to make.
  private func step(
    _ likelihood: borrowing Likelihood<Function>, _ point: FitPoint, _ here: Likelihood<Function>.Expansion,
    _ low: FitPoint, _ high: FitPoint
  ) -> FitPoint? {
    var unknowns = likelihood.model.free
    for index in 0..<4 where unknowns.contains(index) {
      let isLow = point[index] <= low[index] && here.gradient[index] <= 0
      let isHigh = point[index] >= high[index] && here.gradient[index] >= 0
      if isLow || isHigh { unknowns.remove(index) }
    }
    if unknowns.isEmpty { return nil }
    let newton =
      system.solve(here.observed, here.gradient, unknowns: unknowns)
      ?? system.solve(likelihood.expectedInformation(at: point), here.gradient, unknowns: unknowns)
    var step = newton ?? likelihood.model.gradientStep(here.gradient, unknowns)
    // Far from the peak the quadratic is a poor guide: at most a factor of e² in scale, a tenth in an asymptote.
    let longest = max(abs(step[1]) / 2, abs(step[2]) / 0.1, abs(step[3]) / 0.1)
    if longest > 1 { step /= longest }
    return step
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
