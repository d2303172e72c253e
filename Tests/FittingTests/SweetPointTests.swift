import Glibc
import PeachFitting
import PeachMath
import Testing

/// Sweet points against Green's closed form and two tables of optimal placement computed with another program.
@Suite struct SweetPointTests {
  /// A function and its asymptotes, the probability at the sweet point of α, and √N · SD(α̂) there, in units of 1/β.
  struct Placement: CustomTestStringConvertible {
    var function: any PsychometricFunction.Type
    var guess: Double
    var lapse: Double
    var probability: Double
    var deviation: Double

    var testDescription: String { "\(function.name), γ \(guess), λ \(lapse)" }
  }

  static let placements = [
    Placement(function: LogisticFunction.self, guess: 0, lapse: 0, probability: 0.5, deviation: 2),
    Placement(function: LogisticFunction.self, guess: 1.0 / 3, lapse: 0, probability: 0.7287, deviation: 2.7635),
    Placement(function: LogisticFunction.self, guess: 0.5, lapse: 0, probability: 0.8090, deviation: 3.3302),
    Placement(function: LogisticFunction.self, guess: 0.5, lapse: 0.02, probability: 0.7876, deviation: 3.548),
    Placement(function: LogisticFunction.self, guess: 0.5, lapse: 0.05, probability: 0.7603, deviation: 3.890),
    Placement(function: NormalFunction.self, guess: 0, lapse: 0, probability: 0.5, deviation: 1.2533),
    Placement(function: NormalFunction.self, guess: 1.0 / 3, lapse: 0, probability: 0.7586, deviation: 1.7123),
    Placement(function: NormalFunction.self, guess: 0.5, lapse: 0, probability: 0.8351, deviation: 2.0499),
    Placement(function: NormalFunction.self, guess: 0.5, lapse: 0.02, probability: 0.8061, deviation: 2.1968),
    Placement(function: NormalFunction.self, guess: 0.5, lapse: 0.05, probability: 0.7727, deviation: 2.4204),
    // On log10 of the level with β 1; with β 3.5 below.
    Placement(function: GumbelFunction.self, guess: 0.5, lapse: 0, probability: 0.9207, deviation: 0.8036),
    Placement(function: GumbelFunction.self, guess: 0.5, lapse: 0.01, probability: 0.8974, deviation: 0.8542),
    Placement(function: GumbelFunction.self, guess: 0.5, lapse: 0.02, probability: 0.8794, deviation: 0.8997),
  ]

  /// To the digits of the table, whose last may be cut off rather than rounded.
  @Test(arguments: placements) func `a trial at the sweet point has the information of the table`(row: Placement) {
    let point = SweetPoint(function: row.function, guess: row.guess, lapse: row.lapse)
    let best = point.threshold
    #expect(abs(point.probability(at: best) - row.probability) <= 1e-4)
    let digits = row.deviation == 3.548 || row.deviation == 3.890 ? 1e-3 : 1e-4
    #expect(abs(point.thresholdVariance(at: best).squareRoot() - row.deviation) <= digits)
    for distance in [-0.01, 0.01] {
      #expect(point.thresholdVariance(at: best + distance) > point.thresholdVariance(at: best))
    }
  }

  @Test(arguments: [(0.0, 0.2296), (0.01, 0.2440), (0.02, 0.2571)])
  func `a steeper Weibull function tells more, by its slope`(lapse: Double, deviation: Double) {
    let point = SweetPoint(function: GumbelFunction.self, guess: 0.5, lapse: lapse)
    #expect(abs(point.thresholdVariance(at: point.threshold).squareRoot() / 3.5 - deviation) <= 1e-4)
    // The Weibull function of the level is the same, but for ln in the place of log10.
    let weibull = SweetPoint(function: WeibullFunction.self, guess: 0.5, lapse: lapse)
    #expect(abs(weibull.threshold - point.threshold * log(10)) <= 1e-6)
  }

  @Test(
    arguments: [
      (0.0, 0.5), (0.05, 0.5458), (0.1, 0.5854), (0.2, 0.6531), (0.25, 0.6830), (1.0 / 3, 0.7287), (0.5, 0.8090),
    ])
  func `the logistic's sweet point is Green's`(guess: Double, probability: Double) {
    let exact = SweetPoint.logistic(guess: guess)
    #expect(abs(exact - probability) <= 0.5e-4 + 1e-12)
    // Lapses so rare that they change nothing: the search must find the closed form.
    let searched = SweetPoint(function: LogisticFunction.self, guess: guess, lapse: 1e-15)
    #expect(abs(searched.probability(at: searched.threshold) - exact) <= 1e-7)
  }

  /// γ, λ and u of the sweet points: the lower of β, that of α, the upper of β.
  @Test(
    arguments: [
      (0.5, 0.0, [-1.5048, 0.4812, 2.4823]), (0.5, 0.02, [-1.5081, 0.4016, 2.0812]),
      (1.0 / 3, 0.0, [-1.5720, 0.3767, 2.4563]), (0.0, 0.0, [-2.3994, 0, 2.3994]),
    ])
  func `the logistic has the sweet points of the table`(guess: Double, lapse: Double, positions: [Double]) {
    let point = SweetPoint(function: LogisticFunction.self, guess: guess, lapse: lapse)
    let slopes = point.slopes
    for (found, expected) in zip([slopes.low, point.threshold, slopes.high], positions) {
      #expect(abs(found - expected) <= 0.5e-4 + 1e-7)
    }
  }

  @Test(
    arguments: [(0.5, 0.0, [0.5909, 0.9614]), (0.5, 0.02, [0.5870, 0.9267]), (1.0 / 3, 0.0, [0.4480, 0.9473])])
  func `probabilities at the sweet points of the slope equal the published table`(
    guess: Double, lapse: Double, probabilities: [Double]
  ) {
    let point = SweetPoint(function: LogisticFunction.self, guess: guess, lapse: lapse)
    for (u, expected) in zip([point.slopes.low, point.slopes.high], probabilities) {
      #expect(abs(point.probability(at: u) - expected) <= 0.5e-4 + 1e-7)
    }
  }

  @Test(arguments: BuiltInFunctions.all.map { $0.name }) func `every function has a sweet point on either side`(
    name: String
  ) throws {
    let function = try #require(BuiltInFunctions.named(name))
    for (guess, lapse) in [(0.0, 0.0), (0.5, 0), (0.5, 0.02), (0.03, 0.03)] {
      let point = SweetPoint(function: function, guess: guess, lapse: lapse)
      let slopes = point.slopes
      #expect(slopes.low < 0 && 0 < slopes.high)
      for u in [slopes.low, slopes.high] {
        #expect(point.slopeVariance(at: u * 0.99) > point.slopeVariance(at: u))
        #expect(point.slopeVariance(at: u * 1.01) > point.slopeVariance(at: u))
      }
      #expect(abs(point.position(of: point.probability(at: slopes.high)) - slopes.high) <= 1e-6)
    }
  }
}
