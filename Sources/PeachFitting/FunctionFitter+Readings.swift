import PeachMath
import PeachSupport
import PeachTrials

/// Readings of a fitted curve: threshold, width and slope in printed units.
extension FunctionFitter {
  func readings(of point: FitPoint, _ model: FitModel) -> FitResult {
    readings(of: point, guess: model.guess(at: point))
  }

  /// A value that overflows stays empty, such as the width of a Weibull function that hardly rises.
  func readings(of point: FitPoint, guess: Double) -> FitResult {
    var result = FitResult(status: .ok)
    let (scale, lapse) = (exp(point[1]), point[3])
    // A bias that is only rounding is 0.
    let isUnbiased = settings.reading == .direction && abs(point[0]) < Self.rounding * scale
    let location = isUnbiased ? 0 : point[0]
    result.location = location
    result.scale = scale
    result.guess = guess
    result.lapse = lapse
    result.width = Optional(width(of: point)).finite
    if settings.reading == .direction {
      result.pse = location
      result.jnd = Optional(scale * (Function.standardQuantile(0.75) - shape.centre)).finite
    }
    if settings.isTwoSided {
      readTwoSided(&result, location, scale)
    } else if let distance = thresholdDistance(guess, lapse) {
      let place = location + scale * distance
      let stretch = settings.scale.stretch(at: place)
      let slope = (1 - guess - lapse) * Function.standardDensity(distance + shape.centre) / scale
      result.threshold = Optional(settings.scale.level(at: place)).finite
      result.slope = Optional(slope / stretch).finite
      result.slopeOnScale = settings.isLogLevel ? Optional(slope).finite : result.slope
    }
    return result
  }

  /// A climb knows a place to about this many scales, far below any standard error.
  private static var rounding: Double { 1e-7 }

  /// The distance of the threshold from the place of F = ½, in scales; `nil` if ψ does not reach the asked proportion.
  func thresholdDistance(_ guess: Double, _ lapse: Double) -> Double? {
    guard let at = settings.at else { return 0 }
    let share = (at - guess) / (1 - guess - lapse)
    guard share > 0, share < 1 else { return nil }
    return Function.standardQuantile(share) - shape.centre
  }

  /// F⁻¹(0.95) − F⁻¹(0.05) in the units it is printed in.
  func width(of point: FitPoint) -> Double {
    settings.scale == .ln ? exp(logWidth(point[0], logScale: point[1])) : exp(point[1]) * shape.width
  }

  /// The level at which P(correct) averaged over both signs is asked, and the slope there.
  private func readTwoSided(_ result: inout FitResult, _ location: Double, _ scale: Double) {
    guard let at = settings.at, let guess = result.guess, let lapse = result.lapse else { return }
    let height = 1 - guess - lapse
    // P(correct) is ½ + height/2 · (F(L) − F(−L)), so that its distance between both sides is asked.
    let rise = (2 * at - 1) / height
    guard rise < 1 else { return }
    func place(_ level: Double) -> Double { (level - location) / scale + shape.centre }
    func distance(_ level: Double) -> Double {
      Function.standardValue(place(level)) - Function.standardValue(place(-level))
    }
    var highest = scale * shape.width + abs(location)
    while distance(highest) < rise, highest < 1e300 { highest *= 2 }
    guard let level = Root.find(in: 0...highest, { distance($0) - rise }) else { return }
    let densities = Function.standardDensity(place(level)) + Function.standardDensity(place(-level))
    result.threshold = level
    result.slope = Optional(height * densities / (2 * scale)).finite
    result.slopeOnScale = result.slope
  }
}
