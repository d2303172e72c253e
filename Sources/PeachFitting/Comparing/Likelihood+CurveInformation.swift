import PeachMath

/// The expected information of one group's answers by threshold t and ln scale q, with the asymptotes of the penalty: its
/// three elements, each with its gradient by these.
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
    let curve = Curve(point, self, penalty)
    var result = CurveInformation()
    for bin in counts.bins {
      let distance = (bin.level - curve.location) * curve.slope
      guard let told = weight(at: distance, bin.trials, curve) else { continue }
      let (weight, pull) = (told.value, told.logGradient)
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
