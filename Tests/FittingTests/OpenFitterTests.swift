import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// A function that no fitter is compiled for.
private enum OtherGumbel: PsychometricFunction {
  static let name = "other-gumbel"
  static let summary = GumbelFunction.summary
  static let formula = GumbelFunction.formula
  static let pythonFormula = GumbelFunction.pythonFormula
  static let source = "none"
  static var usesLogarithm: Bool { false }
  static func standardValue(_ u: Double) -> Double { GumbelFunction.standardValue(u) }
  static func standardComplement(_ u: Double) -> Double { GumbelFunction.standardComplement(u) }
  static func standardDensity(_ u: Double) -> Double { GumbelFunction.standardDensity(u) }
  static func standardDensitySlope(_ u: Double) -> Double { GumbelFunction.standardDensitySlope(u) }
  static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    GumbelFunction.standardLogDensitySlopes(u)
  }
  static func standardPoint(_ u: Double) -> FunctionPoint { GumbelFunction.standardPoint(u) }
  static func standardQuantile(_ p: Double) -> Double { GumbelFunction.standardQuantile(p) }
}

@Suite struct OpenFitterTests {
  private let counts = Counts(
    zip([1.0, 2, 3, 4, 5], [3.0, 8, 12, 18, 20]).map { Counts.Bin(level: $0, trials: 20, positives: $1) })

  @Test(arguments: [FitMethod.ml, .reduced])
  func `a function for which no fitter is compiled is fitted as any other`(method: FitMethod) {
    func fitter(_ function: any PsychometricFunction.Type) -> any Fitter {
      FitSettings(
        function, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0.02), at: 0.5, method: method
      ).makeFitter()
    }
    let (own, other) = (fitter(GumbelFunction.self), fitter(OtherGumbel.self))
    let (expected, found) = (own.fit(counts), other.fit(counts))
    #expect(found.status == .ok && found == expected)
    #expect(
      other.profileInterval(.threshold, found, counts, confidence: 0.95)
        == own.profileInterval(.threshold, expected, counts, confidence: 0.95))
  }
}
