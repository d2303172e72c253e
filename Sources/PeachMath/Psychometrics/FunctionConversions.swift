import PeachSupport

/// How a function's own α and β go with what fits print, in letters: threshold, where F is ½, and width, F⁻¹(0.95) −
/// F⁻¹(0.05).
package struct FunctionConversions: Sendable {
  package let threshold: String
  package let width: String
  /// dF/dx at the threshold.
  package let slope: String
  /// α and β from threshold and width.
  package let parameters: String

  package init(_ function: any PsychometricFunction.Type) {
    let middle = function.standardQuantile(0.5)
    let (low, high) = (function.standardQuantile(0.05), function.standardQuantile(0.95))
    let density = FunctionConversions.number(function.standardDensity(middle))
    func power(_ u: Double) -> String { FunctionConversions.number(exp(u)) + "^(1/β)" }
    if function.usesLogarithm {
      threshold = "α·\(power(middle))"
      width = "α·(\(power(high)) − \(power(low)))"
      slope = "\(density)·β/threshold"
      parameters =
        "β where \(power(high - middle)) − \(power(low - middle)) = width/threshold, α = threshold/\(power(middle))"
      return
    }
    let spread = FunctionConversions.number(high - low)
    func shifted(_ base: String, _ shift: Double, _ by: String) -> String {
      shift == 0 ? base : "\(base) \(shift > 0 ? "+" : "−") \(FunctionConversions.number(abs(shift)))\(by)"
    }
    threshold = shifted("α", middle, "/β")
    width = "\(spread)/β"
    slope = "\(density)·β"
    parameters = "β = \(spread)/width, α = \(shifted("threshold", -middle / (high - low), "·width"))"
  }

  /// With six digits after the point.
  private static func number(_ value: Double) -> String { ((value * 1e6).rounded() / 1e6).shortest }
}
