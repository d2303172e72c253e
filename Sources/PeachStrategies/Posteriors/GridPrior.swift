import PeachSupport

/// The prior weights of a parameter's values on a grid: of these alone, so that no density needs to be normalised, nor its
/// highest point to be finite.
enum GridPrior {
  /// Reads one of `normal: {mean, sd}` and, for a rate, `beta: {a, b}`; nil after a problem.
  static func read(_ reader: Reader, unit: String, isRate: Bool, values: [Double]) -> [Double] {
    let normal = reader.section("normal", "A normal prior") { section -> (Double) -> Double in
      let mean = section.number("mean", unit: unit, "Mean of the normal prior, on the parameter's scale")
      let sd = section.number("sd", unit: unit, in: .positive, "Standard deviation of the normal prior")
      return { exp(-0.5 * ($0 - mean) * ($0 - mean) / (sd * sd)) }
    }
    var beta: ((Double) -> Double)?
    if isRate {
      beta = reader.section(
        "beta", "Beta prior, usual for rates",
        source: "Treutwein & Strasburger (1999), doi:10.3758/BF03211951"
      ) { section in
        let a = section.number(
          "a", unit: "1", in: .positive, "First parameter of the beta density; the exponent of x is a − 1")
        let b = section.number(
          "b", unit: "1", in: .positive, "Second parameter of the beta density; the exponent of 1 − x is b − 1")
        return { pow($0, a - 1) * pow(1 - $0, b - 1) }
      }
    }
    reader.requireOne(of: isRate ? ["normal", "beta"] : ["normal"])
    let weights = values.map { value in (normal ?? beta).map { $0(value) } ?? 1 }
    guard weights.allSatisfy({ $0.isFinite }), weights.contains(where: { $0 > 0 }) else {
      if reader.has("normal") || reader.has("beta") {
        reader.report(
          "expected a prior that is finite and somewhere above 0 on the values",
          at: reader.has("beta") ? "beta" : "normal")
      }
      return values.map { _ in 1 }
    }
    return weights
  }
}
