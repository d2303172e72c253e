import Glibc
import PeachMath
import PeachStrategies
import Testing

/// How precise psi is after how many trials, against another program.
///
/// Source: Kontsevich & Tyler (1999), Vision Res. 39:2729–2737, doi:10.1016/S0042-6989(98)00285-5: a threshold to 2 dB in
/// 30 trials, a slope in 300.
@Suite struct PsiPrecisionTests {
  /// In dB; the slope's are of 20·log10 β.
  private struct Row {
    var trials: Int
    var deviation: Double?
    var slope: (bias: Double, deviation: Double)?
  }

  private static let table = [
    Row(trials: 10, deviation: 4.27), Row(trials: 20, deviation: 2.52),
    Row(trials: 30, deviation: 1.74, slope: (-0.97, 3.36)), Row(trials: 30, deviation: 1.75),
    Row(trials: 50, deviation: 1.29), Row(trials: 100, deviation: 0.81, slope: (-0.38, 3.60)),
    Row(trials: 200, deviation: 0.54, slope: (0.08, 2.72)), Row(trials: 300, deviation: 0.43, slope: (0.11, 2.08)),
    Row(trials: 300, slope: (0.06, 1.89)),
  ]
  private static let publishedRuns = 400.0

  /// n = 2000 tracks, 400 in the table. Each figure may differ by 4.892 standard errors of the difference (false-alarm
  /// rate 1e-6) and half a unit of the last digit: the threshold's SD by 0.5 dB at 30 trials and 0.11 dB at 300, the
  /// slope's by 0.5 dB, its bias by 0.6 to 1 dB. Levels at the posterior mean of the threshold leave a slope of SD 4.1 dB
  /// after 300 trials, levels drawn at random a threshold of SD 3.8 dB after 30 and 0.97 dB after 300: power above 0.999.
  @Test func `threshold and slope are as precise as another program's`() {
    let levels = (0...40).map { Double($0 - 40) }
    let grid = ParameterGrid(
      function: GumbelFunction.self, threshold: levels, slope: (0...20).map { 0.035 * pow(20, Double($0) / 20) },
      guess: [0.5], lapse: [0.02])
    let simulation = EntropySimulation(grid, levels: levels)
    let listener = PsychometricCurve(
      function: GumbelFunction.self, threshold: -20, slope: 0.175, guess: 0.5, lapse: 0.02, isLogLevel: false)
    let counts = [10, 20, 30, 50, 100, 200, 300]
    for seed in Expectations.seeds {
      let errors = simulation.tracks(2000, after: counts, listener: listener, seed: seed) { posterior in
        let marginals = posterior.marginals
        return (threshold: marginals[0].mean + 20, slope: 20 * marginals[1].mean { log10($0 / 0.175) })
      }
      for (count, errors) in zip(counts, errors) {
        let threshold = Sample(values: errors.map(\.threshold))
        let slope = Sample(values: errors.map(\.slope))
        for row in Self.table where row.trials == count {
          expect(threshold.deviation, threshold.deviationError, errors.count, row.deviation, "\(count): threshold SD")
          expect(slope.mean, slope.standardError, errors.count, row.slope?.bias, "\(count): slope bias")
          expect(slope.deviation, slope.deviationError, errors.count, row.slope?.deviation, "\(count): slope SD")
        }
      }
    }
  }

  /// - Parameter error: Our standard error, from which the other program's follows.
  private func expect(_ found: Double, _ error: Double, _ count: Int, _ published: Double?, _ comment: String) {
    guard let published else { return }
    let both = error * (1 + Double(count) / Self.publishedRuns).squareRoot()
    Expectations.mean(found, standardError: both, is: published, stated: 0.005, comment)
  }
}
