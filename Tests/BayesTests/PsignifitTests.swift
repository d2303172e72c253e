import PeachFitting
import PeachMath
import Testing

@Suite struct PsignifitTests {
  @Test func `every golden log posterior is met`() throws {
    var count = 0
    for golden in PsignifitFits.cases {
      let posterior = try golden.posterior
      for value in golden.run.values {
        let found = posterior.logPosterior(at: value.params.point)
        #expect(abs(found - value.logPosterior) < 1e-10, "\(golden.testDescription): \(value.params)")
        count += 1
      }
    }
    #expect(count == 168)
  }

  @Test(arguments: PsignifitFits.cases)
  func `the highest posterior is the golden one or higher, at its place`(golden: PsignifitFits.Case) throws {
    let posterior = try golden.posterior
    let expected = golden.run.maximum
    #expect(posterior.logPosterior(at: posterior.map) > golden.run.maximumLogPosterior - 1e-9)
    #expect(abs(posterior.map.threshold - expected.threshold) < 1e-5 * expected.width)
    #expect(abs(posterior.map.width - expected.width) < 1e-5 * expected.width)
    #expect(abs(posterior.map.lapse - expected.lambda) < 1e-5)
    #expect(abs(posterior.map.guess - expected.gamma) < 1e-5)
    #expect(abs(posterior.map.overdispersion - expected.eta) < 1e-5)
  }

  /// psignifit's means and intervals are read from a grid of 40 points or fewer to a parameter; against a fine one the
  /// means are off by up to 0.06 deviations (rates 0.14), the ends low by up to 0.31 (rates 0.61).
  @Test(arguments: PsignifitFits.cases)
  func `means, intervals and bounds agree with the golden ones`(golden: PsignifitFits.Case) throws {
    let posterior = try golden.posterior
    for parameter in posterior.free {
      let isRate = parameter != .threshold && parameter != .width
      let deviation = posterior.deviation[parameter]
      let mean = golden.run.mean.point[parameter]
      #expect(abs(mean - posterior.mean[parameter]) < (isRate ? 0.15 : 0.07) * deviation, "\(parameter)")
      let ends = [posterior.quantile(0.025, of: parameter), posterior.quantile(0.975, of: parameter)]
      for (end, expected) in zip(ends, golden.run.interval[parameter]) {
        #expect(abs(end - expected) < (isRate ? 0.65 : 0.33) * deviation, "\(parameter)")
      }
      let bounds = try #require(posterior.bounds(of: parameter))
      #expect(abs(bounds.lowerBound - golden.run.bounds[parameter][0]) < 1e-12, "\(parameter)")
      #expect(abs(bounds.upperBound - golden.run.bounds[parameter][1]) < 1e-12, "\(parameter)")
    }
    let isYesNo = golden.data.task == "yes/no"
    #expect(posterior.free.contains(.guess) == isYesNo)
    #expect(posterior.free.contains(.overdispersion) == (golden.run.eta == "free"))
  }

  private static let steps = (0..<10).map { 0.25 + 1.5 * Double($0) / 9 }

  /// The sets of psignifit's own tests, which have η free. Its search ends within 1e-3 of the highest log posterior; where
  /// that is flat, 0.4 % off its place.
  @Test func `psignifit's published fits are met`() throws {
    let demo = try PsignifitFits.named("psignifit_demo", "norm_default").posterior
    #expect(abs(demo.map.threshold - 0.00464485) < 1e-5)
    #expect(abs(demo.map.width - 0.00468384) < 5e-5)
    let sets: [(any PsychometricFunction.Type, [Double], Double, Double)] = [
      (NormalFunction.self, [4, 6, 3, 8, 7, 5, 8, 9, 9, 10], 1.19234, 1.13590),
      (LogisticFunction.self, [5, 5, 5, 6, 5, 7, 9, 9, 8, 10], 1.18954, 1.34591),
    ]
    for (function, positives, threshold, width) in sets {
      let counts = Counts(
        zip(Self.steps, positives).map { Counts.Bin(level: $0, trials: 10, positives: $1) })
      let posterior = try BayesianFit(
        function: function, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.5), hasOverdispersion: true
      ).fit(counts)
      #expect(abs(posterior.map.threshold - threshold) < 0.002, "\(function.name)")
      #expect(abs(posterior.map.width - width) < 0.005, "\(function.name)")
      let published = Posterior.Point(threshold: threshold, width: width, guess: 0.5, lapse: 0)
      let loss = posterior.logPosterior(at: posterior.map) - posterior.logPosterior(at: published)
      #expect(loss > 0 && loss < 1e-3, "\(function.name)")
    }
  }
}
