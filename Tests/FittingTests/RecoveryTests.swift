import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Answers without noise, k = n·ψ(x), give back what they were made from: any function, scale and reading, asymptotes
/// fixed, free and tied.
@Suite struct RecoveryTests {
  struct Case: CustomTestStringConvertible {
    var function: any PsychometricFunction.Type
    var reading = Reading.accuracy
    var isLogLevel = false
    var guess: GuessRate
    var lapse: Asymptote
    var truth: (guess: Double, lapse: Double)

    var testDescription: String {
      "\(function.name) \(reading)\(isLogLevel ? " log10" : ""), guess \(guess), lapse \(lapse)"
    }

    /// Whether F is a function of a logarithm of the level.
    var hasLogarithm: Bool { isLogLevel || function.usesLogarithm }

    var levels: [Double] {
      reading == .direction
        ? [-31.7, -18.3, -9.9, -4.35, -1.385, 2.385, 5.35, 9.9, 18.3, 34.7]
        : [0.9, 1.9, 3.3, 5.7, 8.2, 12.6, 19.4, 31.5, 47]
    }

    /// The level where F is ½.
    var middle: Double { reading == .direction ? 2.31 : hasLogarithm ? 6.13 : 11.37 }

    /// F⁻¹(0.95) − F⁻¹(0.05) as the function sees levels: linear, log10 or ln.
    var spread: Double { reading == .direction ? 23.9 : isLogLevel ? 0.83 : hasLogarithm ? 1.91 : 21.7 }

    /// The curve in the function's own α and β.
    var curve: PsychometricCurve {
      let slope = (function.standardQuantile(0.95) - function.standardQuantile(0.05)) / spread
      let distance = function.standardQuantile(0.5) / slope
      let threshold =
        isLogLevel
        ? log10(middle) - distance : function.usesLogarithm ? middle * exp(-distance) : middle - distance
      return PsychometricCurve(
        function: function, threshold: threshold, slope: slope, guess: truth.guess, lapse: truth.lapse,
        isLogLevel: isLogLevel)
    }

    /// The width as it is printed: of the Weibull in level units.
    var width: Double {
      guard function.usesLogarithm else { return spread }
      return function.inverse(0.95, threshold: curve.threshold, slope: curve.slope)
        - function.inverse(0.05, threshold: curve.threshold, slope: curve.slope)
    }

    var counts: Counts {
      Counts(levels.map { Counts.Bin(level: $0, trials: 1000, positives: 1000 * curve.probability(at: $0)) })
    }

    func fit(at: Double? = nil) -> FitResult {
      FitSettings(function, reading: reading, guess: guess, lapse: lapse, isLogLevel: isLogLevel, at: at)
        .makeFitter().fit(counts)
    }
  }

  static let cases: [Case] = {
    let asymptotes: [(GuessRate, Asymptote, (Double, Double))] = [
      (.asymptote(.fixed(0.5)), .fixed(0), (0.5, 0)), (.asymptote(.fixed(0.25)), .fixed(0.03), (0.25, 0.03)),
      (.asymptote(.fixed(1.0 / 3)), .free(upTo: 0.1), (1.0 / 3, 0.037)),
      (.asymptote(.free(upTo: 0.25)), .fixed(0.02), (0.083, 0.02)),
      (.asymptote(.free(upTo: 0.25)), .free(upTo: 0.1), (0.061, 0.029)), (.lapse, .fixed(0.013), (0.013, 0.013)),
      (.lapse, .free(upTo: 0.1), (0.023, 0.023)),
    ]
    var cases: [Case] = []
    for type in BuiltInFunctions.all {
      for (guess, lapse, truth) in asymptotes {
        cases.append(Case(function: type, guess: guess, lapse: lapse, truth: truth))
        // The Weibull and the half-normal take the logarithm themselves, and signed levels have none.
        if type.usesLogarithm { continue }
        cases.append(Case(function: type, isLogLevel: true, guess: guess, lapse: lapse, truth: truth))
        cases.append(Case(function: type, reading: .direction, guess: guess, lapse: lapse, truth: truth))
      }
    }
    return cases
  }()

  @Test func `all functions, scales and asymptotes are there`() {
    #expect(Self.cases.count == 7 * (5 * 3 + 2))
  }

  /// Places within 1e-6 of the width, asymptotes within 1e-6.
  @Test(arguments: cases) func `noise-free answers give their curve back`(sample: Case) throws {
    let found = sample.fit()
    #expect(found.status == .ok)
    let tolerance = 1e-6 * sample.width
    // On log10 a place is a logarithm, and so is the width.
    let threshold = try #require(found.threshold)
    let error = sample.isLogLevel ? log10(threshold / sample.middle) : threshold - sample.middle
    #expect(abs(error) < tolerance)
    #expect(abs(try #require(found.width) - sample.width) < tolerance)
    #expect(abs(try #require(found.guess) - sample.truth.guess) < 1e-6)
    #expect(abs(try #require(found.lapse) - sample.truth.lapse) < 1e-6)
    #expect(abs(try #require(found.slope) / sample.curve.slope(at: sample.middle) - 1) < 1e-5)
    guard sample.reading == .direction else { return }
    #expect(found.pse == found.threshold)
    let function = sample.function
    let share = function.standardQuantile(0.75) - function.standardQuantile(0.5)
    #expect(abs(try #require(found.jnd) - share / sample.curve.slope) < tolerance)
  }

  /// The level of an asked proportion, and the slope there, by the curve's own inverse; in the direction reading by what
  /// accuracy, averaged over both signs, comes to.
  @Test(arguments: cases) func `so do thresholds at a proportion`(sample: Case) throws {
    let (guess, lapse) = sample.truth
    let at = sample.reading == .direction ? 0.5 + 0.31 * (1 - guess - lapse) : guess + 0.71 * (1 - guess - lapse)
    let found = sample.fit(at: at)
    #expect(found.status == .ok)
    let level = try #require(found.threshold)
    let slope = try #require(found.slope)
    let curve = sample.curve
    if sample.reading == .accuracy {
      let expected = try #require(curve.level(at: at))
      let error = sample.isLogLevel ? log10(level / expected) : level - expected
      #expect(abs(error) < 1e-6 * sample.width)
      #expect(abs(slope / curve.slope(at: expected) - 1) < 1e-5)
    } else {
      let accuracy = (curve.probability(at: level) + 1 - curve.probability(at: -level)) / 2
      #expect(abs(accuracy - at) < 1e-6)
      #expect(abs(slope / ((curve.slope(at: level) + curve.slope(at: -level)) / 2) - 1) < 1e-5)
    }
  }
}
