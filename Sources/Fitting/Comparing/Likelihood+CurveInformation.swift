import Numerics
import Psychometrics

/// The expected information of one group's answers by threshold t and ln scale q, asymptotes held: its three elements, each
/// with its gradient by the four parameters of the curve.
struct CurveInformation {
  struct Element {
    var value = 0.0
    var gradient = FitPoint.zero
  }

  var places = Element()
  var mixed = Element()
  var scales = Element()
}

extension Likelihood {
  func curveInformation(at point: FitPoint) -> CurveInformation {
    let curve = Curve(point, self)
    var result = CurveInformation()
    for bin in counts.bins {
      let distance = (bin.level - curve.location) * curve.slope
      let u = distance + curve.centre
      let function = curve.point(at: u)
      let positive = max(curve.guess + curve.height * function.value, Self.floor)
      let negative = max(curve.lapse + curve.height * function.complement, Self.floor)
      let rise = curve.height * function.density
      let (up, down) = (rise / positive, rise / negative)
      let weight = bin.trials * up * down
      guard weight > 0, weight.isFinite else { continue }
      // d ln(weight) by u, then by the asymptotes.
      let byU = 2 * Function.standardLogDensitySlopes(u).first + down - up
      let byGuess = -2 / curve.height - function.complement / positive + function.complement / negative
      let byLapse = -2 / curve.height + function.value / positive - function.value / negative
      let pull = FitPoint(
        -byU * curve.slope, -byU * distance, model.isTied ? 0 : byGuess, model.isTied ? byGuess + byLapse : byLapse)
      let (byPlace, byScale) = (-curve.slope, -distance)  // of the distance
      let (place, mixed, scale) = (curve.slope * curve.slope, curve.slope * distance, distance * distance)
      result.places.value += weight * place
      result.places.gradient += weight * (place * pull + FitPoint(0, -2 * place, 0, 0))
      result.mixed.value += weight * mixed
      result.mixed.gradient +=
        weight * (mixed * pull + FitPoint(curve.slope * byPlace, -mixed + curve.slope * byScale, 0, 0))
      result.scales.value += weight * scale
      result.scales.gradient += weight * (scale * pull + 2 * distance * FitPoint(byPlace, byScale, 0, 0))
    }
    return result
  }
}
