import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// The threshold alone, by maximum likelihood.
@Suite struct ThresholdEstimatorTests {
  private static let counts = Counts([
    Counts.Bin(level: -3.7, trials: 20, positives: 3), Counts.Bin(level: -1.2, trials: 20, positives: 9),
    Counts.Bin(level: 0.4, trials: 20, positives: 13), Counts.Bin(level: 2.9, trials: 20, positives: 19),
  ])

  private func estimator(
    _ function: any PsychometricFunction.Type = LogisticFunction.self, slope: Double = 0.9, guess: Double = 0,
    lapse: Double = 0, estimand: Double = 0.5
  ) -> ThresholdEstimator {
    ThresholdEstimator(
      function, slope: slope, guess: guess, lapse: lapse, isLogLevel: false, estimand: estimand)
  }

  /// For the logistic without asymptotes the peak is where as many positives are expected as there are: Σ n·F = Σ k.
  @Test func `the logistic expects as many positives as there are`() throws {
    let result = estimator().fit(Self.counts)
    #expect(result.status == .ok)
    let threshold = try #require(result.threshold)
    let expected = Self.counts.bins.reduce(0) { $0 + $1.trials / (1 + exp(-0.9 * ($1.level - threshold))) }
    #expect(abs(expected - 44) < 1e-6)
    #expect(result.slope == 0.9 / 4)
  }

  @Test(arguments: BuiltInFunctions.all.map { $0.name }) func `no other threshold is likelier`(name: String) throws {
    let function = try #require(BuiltInFunctions.named(name))
    var counts = Counts()
    for bin in Self.counts.bins {
      for trial in 0..<20 { counts.add(bin.level + 6, isPositive: Double(trial) < bin.positives) }
    }
    let slope = function.usesLogarithm ? 3.0 : 0.5
    let result = estimator(function, slope: slope, guess: 0.03, lapse: 0.02, estimand: 0.6).fit(counts)
    #expect(result.status == .ok)
    func likelihood(_ threshold: Double) -> Double {
      let curve = PsychometricCurve(
        function: function, threshold: threshold, slope: slope, guess: 0.03, lapse: 0.02, isLogLevel: false)
      return counts.bins.reduce(0) {
        $0 + $1.positives * log(curve.probability(at: $1.level))
          + ($1.trials - $1.positives) * log(curve.complement(at: $1.level))
      }
    }
    let location = try #require(result.location)
    let peak = function.usesLogarithm ? exp(location) : location
    #expect(abs(likelihood(peak) - (try #require(result.logLikelihood))) < 1e-10)
    for threshold in stride(from: 0.5, through: 15, by: 0.07) {
      #expect(likelihood(threshold) <= likelihood(peak) + 1e-10, "\(threshold)")
    }
    let curve = PsychometricCurve(
      function: function, threshold: peak, slope: slope, guess: 0.03, lapse: 0.02, isLogLevel: false)
    #expect(abs(curve.probability(at: try #require(result.threshold)) - 0.6) < 1e-12)
  }

  @Test func `uninformative answers give a status`() {
    func status(_ counts: Counts, guess: Double = 0) -> EstimateStatus { estimator(guess: guess).fit(counts).status }
    #expect(status(Counts()) == .tooFewLevels)
    #expect(status(Counts([Counts.Bin(level: 3, trials: 4, positives: 4)])) == .oneAnswer)
    #expect(status(Counts([Counts.Bin(level: 3, trials: 4, positives: 4)]), guess: 0.25) == .allCorrect)
    #expect(status(Counts([Counts.Bin(level: 3, trials: 4, positives: 0)])) == .oneAnswer)
  }

  @Test func `a proportion that the function does not have is unreachable`() {
    #expect(estimator(lapse: 0.3, estimand: 0.8).fit(Self.counts).status == .unreachable)
  }

  @Test func `a threshold far outside the levels is reported`() {
    // One wrong in four hundred, far above the threshold of a steep function.
    let counts = Counts([
      Counts.Bin(level: 10, trials: 200, positives: 200), Counts.Bin(level: 11, trials: 200, positives: 199),
    ])
    #expect(estimator(slope: 1).fit(counts).status == .extrapolated)
  }

  @Test func `an answer that is impossible leaves the likelihood finite`() throws {
    let counts = Counts([
      Counts.Bin(level: -500, trials: 5, positives: 1), Counts.Bin(level: 0, trials: 9, positives: 4),
      Counts.Bin(level: 500, trials: 5, positives: 4),
    ])
    let result = estimator(slope: 5).fit(counts)
    #expect(result.status == .ok)
    #expect(try #require(result.logLikelihood).isFinite)
  }
}
