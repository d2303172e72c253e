import Glibc
import PeachMath
import Testing

@Suite struct PsychometricCurveTests {
  static let names = BuiltInFunctions.all.map { $0.name }
  /// Every family on a linear level, and on its logarithm unless it takes one itself.
  static let scales = BuiltInFunctions.all.flatMap { family in
    (family.usesLogarithm ? [false] : [false, true]).map { (family.name, $0) }
  }

  /// Threshold at level 12.7 on either scale.
  private func curve(_ name: String, isLogLevel: Bool = false, guess: Double = 0.25, lapse: Double = 0.013) throws
    -> PsychometricCurve
  {
    let function = try #require(BuiltInFunctions.named(name))
    return PsychometricCurve(
      function: function, threshold: isLogLevel ? log10(12.7) : 12.7, slope: isLogLevel ? 2.31 : 0.217,
      guess: guess, lapse: lapse, isLogLevel: isLogLevel)
  }

  @Test(arguments: ["palamedes", "curves"]) func `curves agree with 40 digits, values, slopes and inverses`(
    file: String
  ) throws {
    // In the reference's words; Quick's function is the Weibull function with 2 in the place of e.
    let translation = ["hyperbolic_secant": "sech", "quick": "weibull"]
    for golden in try Golden.read(file, as: [Golden.Curve].self) {
      let parameters = golden.params
      let curve = PsychometricCurve(
        function: try #require(BuiltInFunctions.named(translation[golden.function] ?? golden.function)),
        threshold: golden.function == "quick"
          ? parameters.alpha * pow(log(2), -1 / parameters.beta) : parameters.alpha,
        slope: parameters.beta, guess: parameters.gamma, lapse: parameters.lambda, isLogLevel: false)
      for (index, x) in golden.x.enumerated() {
        let place: Comment = "\(golden.function), level \(x)"
        let value = golden.value[index]
        let derivative = golden.derivative[index]
        #expect(agrees(curve.probability(at: x), value), place)
        #expect(agrees(curve.slope(at: x), derivative), place)
        let level = try #require(curve.level(at: value), place)
        // The golden value is rounded: half an ulp of it, and the roundings of p − γ, are worth this much in level.
        #expect((level - x).magnitude <= 1e-13 * max(x.magnitude, 1) + 3 * value.ulp / derivative, place)
      }
    }
  }

  @Test(arguments: scales) func `every family on every scale rises and is at its documented point at the threshold`(
    name: String, isLogLevel: Bool
  ) throws {
    let curve = try curve(name, isLogLevel: isLogLevel)
    let documented = [
      "normal": 0.5, "logistic": 0.5, "weibull": 1 - exp(-1), "gumbel": 1 - exp(-1), "reversed-gumbel": exp(-1),
      "sech": 0.5, "half-normal": erf(0.5),
    ]
    let proportion = try #require(documented[name])
    #expect(agrees(curve.probability(at: 12.7), 0.25 + 0.737 * proportion))
    let low = try #require(curve.level(at: 0.250_001))
    let high = try #require(curve.level(at: 0.986_999))
    let probabilities = (0...200).map { curve.probability(at: low + (high - low) * Double($0) / 200) }
    for (low, high) in zip(probabilities, probabilities.dropFirst()) { #expect(low < high) }
    #expect(probabilities.allSatisfy { $0 >= 0.25 && $0 <= 0.987 })
  }

  @Test(arguments: scales) func `the slope is per level unit on every scale`(name: String, isLogLevel: Bool) throws {
    let curve = try curve(name, isLogLevel: isLogLevel)
    for level in stride(from: 2.17, through: 31, by: 1.93) {
      let step = 5e-4 * level  // the five-point formula
      let numeric =
        (curve.probability(at: level - 2 * step) - 8 * curve.probability(at: level - step)
          + 8 * curve.probability(at: level + step) - curve.probability(at: level + 2 * step)) / (12 * step)
      #expect((curve.slope(at: level) - numeric).magnitude <= 1e-10, "level \(level)")
    }
  }

  @Test(arguments: scales) func `level undoes probability on every scale`(name: String, isLogLevel: Bool) throws {
    let curve = try curve(name, isLogLevel: isLogLevel)
    for probability in stride(from: 0.2713, through: 0.9713, by: 0.0371) {
      let level = try #require(curve.level(at: probability))
      #expect((curve.probability(at: level) - probability).magnitude <= 1e-14)
    }
  }

  @Test(arguments: scales) func `probability and complement add up to 1`(name: String, isLogLevel: Bool) throws {
    let curve = try curve(name, isLogLevel: isLogLevel)
    for level in stride(from: 0.317, through: 71, by: 3.31) {
      #expect((curve.probability(at: level) + curve.complement(at: level) - 1).magnitude <= 5e-16)
    }
  }

  @Test func `the complement keeps its digits where the probability is 1`() throws {
    let curve = try curve("logistic", lapse: 0)
    #expect(curve.probability(at: 500) == 1)
    // (1 − γ) · e^(−β(x − α)), to the square of that.
    #expect(agrees(curve.complement(at: 500), 0.75 * exp(-0.217 * (500 - 12.7))))
  }

  @Test(arguments: names) func `asymptotes and values beyond them are unreachable`(name: String) throws {
    let curve = try curve(name)
    for probability in [0.25, 0.25.nextDown, 0, -0.31, 0.987, 0.987.nextUp, 1, 1.31, .nan] {
      #expect(curve.level(at: probability) == nil, "probability \(probability)")
    }
  }

  @Test func `a level that is not above 0 has the guess rate on a log scale`() throws {
    let curve = try curve("normal", isLogLevel: true)
    for level in [0, -0.0, -3.7] {
      #expect(curve.probability(at: level) == 0.25)
      #expect(agrees(curve.complement(at: level), 0.75))
      #expect(curve.slope(at: level) == 0)
    }
  }

  @Test func `curves are equal when function and all numbers are`() throws {
    #expect(try curve("gumbel") == curve("gumbel"))
    #expect(try curve("gumbel").hashValue == curve("gumbel").hashValue)
    #expect(try curve("gumbel") != curve("reversed-gumbel"))
    #expect(try curve("gumbel") != curve("gumbel", lapse: 0.017))
    #expect(try Set([curve("gumbel"), curve("gumbel"), curve("gumbel", isLogLevel: true)]).count == 2)
  }

  @Test func `a slope of 0 is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      _ = PsychometricCurve(
        function: NormalFunction.self, threshold: 1.3, slope: 0, guess: 0.5, lapse: 0.02, isLogLevel: false)
    }
  }

  @Test func `guess and lapse that add up to 1 are a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      _ = PsychometricCurve(
        function: NormalFunction.self, threshold: 1.3, slope: 0.7, guess: 0.625, lapse: 0.375, isLogLevel: false)
    }
  }

  @Test func `a Weibull threshold of 0 is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      _ = PsychometricCurve(
        function: WeibullFunction.self, threshold: 0, slope: 0.7, guess: 0.5, lapse: 0.02, isLogLevel: false)
    }
  }

  @Test func `the Weibull function on a log level is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      _ = PsychometricCurve(
        function: WeibullFunction.self, threshold: 1.3, slope: 0.7, guess: 0.5, lapse: 0.02, isLogLevel: true)
    }
  }
}
