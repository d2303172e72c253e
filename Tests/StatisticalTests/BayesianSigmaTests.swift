import Glibc
import PeachMath
import PeachStrategies
import Testing

/// How well the noise of a listener who answers higher or lower is known after how many trials, against two other
/// programs.
@Suite struct BayesianSigmaTests {
  struct Row: CustomTestStringConvertible {
    var sigma: Double
    /// The probability ℓ that the listener answers without listening.
    var lapse: Double
    /// After 20, 40, 60 and 120 trials: exp(mean ln(σ̂/σ)) − 1 in percent, and the SD of ln σ̂.
    var figures: [(bias: Double, deviation: Double)]

    var testDescription: String { "σ = \(sigma), ℓ = \(lapse)" }
  }

  static let table = [
    Row(sigma: 15, lapse: 0.02, figures: [(-2.1, 0.452), (-0.8, 0.289), (-0.6, 0.217), (-0.4, 0.136)]),
    Row(sigma: 15, lapse: 0, figures: [(-7.7, 0.413), (-6.1, 0.262), (-4.9, 0.200), (-4.4, 0.128)]),
    Row(sigma: 15, lapse: 0.05, figures: [(8.2, 0.518), (8.8, 0.341), (8.6, 0.267), (8.1, 0.174)]),
    Row(sigma: 8, lapse: 0.02, figures: [(-0.6, 0.457), (-0.6, 0.294), (-0.6, 0.225), (-0.3, 0.139)]),
    Row(sigma: 30, lapse: 0.02, figures: [(-1.9, 0.433), (-1.1, 0.277), (-0.8, 0.213), (0, 0.138)]),
  ]
  private static let counts = [20, 40, 60, 120]

  /// The model: 160 values of ln σ, uniform over 1…200 cents, no bias, ℓ = 0.02 whatever the listener's; 60 levels of
  /// one sign, for the other tells the same. One for all rows, whose tracks share their beginnings.
  private static let simulation = EntropySimulation(
    ParameterGrid(
      function: NormalFunction.self, threshold: [0], slope: (0..<160).map { pow(200, -Double($0) / 159) }, guess: nil,
      lapse: [0.01]),
    levels: (0..<60).map { 0.5 * pow(400, Double($0) / 59) })

  /// n = 5000 tracks a row. The table's own error: a point of bias, after 20 trials 2.5, and 5 % of the SD. Ours comes on
  /// top at a false-alarm rate of 1e-6: 3.2 points of bias after 20 trials, 1 after 120; 0.008 of SD after 120. A model
  /// that takes ℓ for λ has a bias of −4.4 points after 120 trials, levels at the 75 % point an SD of 0.196: power above
  /// 0.999 for both.
  @Test(arguments: table) func `the noise is known as well as in the published table`(row: Row) {
    let listener = PsychometricCurve(
      function: NormalFunction.self, threshold: 0, slope: 1 / row.sigma, guess: row.lapse / 2, lapse: row.lapse / 2,
      isLogLevel: false)
    for seed in Expectations.seeds {
      let errors = Self.simulation.tracks(5000, after: Self.counts, listener: listener, seed: seed) { posterior in
        posterior.marginal(of: .slope).mean { -log($0 * row.sigma) }
      }
      for (place, published) in row.figures.enumerated() {
        let sample = Sample(values: errors[place])
        let comment = "\(row.testDescription), seed \(seed), \(Self.counts[place]) trials"
        let factor = 100 * exp(sample.mean)
        Expectations.mean(
          factor - 100, standardError: factor * sample.standardError, is: published.bias, stated: place == 0 ? 2.5 : 1,
          comment + ", bias")
        Expectations.mean(
          sample.deviation, standardError: sample.deviationError, is: published.deviation,
          stated: 0.05 * published.deviation, comment + ", SD")
      }
    }
  }
}
