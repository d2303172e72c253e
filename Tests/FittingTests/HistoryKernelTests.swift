import Foundation
import PeachFitting
import Testing

/// Kernels against R's glm (`Golden/make_history.R`), and what they are where there is nothing to find.
@Suite struct HistoryKernelTests {
  private struct Golden: Decodable {
    struct Case: Decodable {
      var link: String
      var lags: Int
      var weights: [Double]
      var errors: [Double]
      var logLikelihood: Double
      var lr: Double
      var p: Double

      enum CodingKeys: String, CodingKey {
        case link, lags, weights, errors, lr, p
        case logLikelihood = "log_likelihood"
      }
    }

    var cases: [Case]
  }

  private static let cases: [Golden.Case] = {
    guard let url = Bundle.module.url(forResource: "Golden/history", withExtension: "json"),
      let golden = try? JSONDecoder().decode(Golden.self, from: Data(contentsOf: url))
    else { return [] }
    return golden.cases
  }()

  /// The trials of the script.
  private static let trials: [HistoryKernel.Trial] = [1.0, 2.0].flatMap { run in
    var before = 0.0
    return (1...60).map { trial in
      let t = Double(trial)
      let level = 20 * sin(1.7 * t + run) * (1 + Double(trial % 5)) / 3
      let isHigher = sin(12.9898 * t + 78.233 * before + run) * 10 + level + 3 * before > 0
      before = isHigher ? 1 : -1
      return HistoryKernel.Trial(level: level, isHigher: isHigher, run: "\(run)")
    }
  }

  @Test func `weights, errors and the test equal those of R's glm`() throws {
    #expect(Self.cases.count == 4)
    for golden in Self.cases {
      let link = try #require(HistoryKernel.Link(rawValue: golden.link))
      let kernel = HistoryKernel(Self.trials, lags: golden.lags, link: link)
      #expect(kernel.status == .ok)
      #expect(kernel.trials == 120 - 2 * golden.lags)
      #expect(kernel.runs == 2)
      #expect(kernel.degreesOfFreedom == 2 * golden.lags)
      for (place, weight) in kernel.weights.enumerated() {
        #expect(agree(weight.value, golden.weights[place], 1e-8), "\(golden.link) \(golden.lags) weight \(place)")
        #expect(agree(weight.error, golden.errors[place], 1e-7), "\(golden.link) \(golden.lags) error \(place)")
      }
      #expect(agree(kernel.logLikelihood, golden.logLikelihood, 1e-12))
      #expect(agree(kernel.likelihoodRatio, golden.lr, 1e-10))
      #expect(agree(kernel.p, golden.p, 1e-9))
    }
  }

  private func agree(_ a: Double?, _ b: Double, _ tolerance: Double) -> Bool {
    a.map { abs($0 - b) <= tolerance * max(1, abs(b)) } ?? false
  }

  @Test func `weights keep their order and are given as levels`() throws {
    let kernel = HistoryKernel(Self.trials, lags: 2)
    #expect(
      kernel.weights.map { "\($0.of.rawValue) \($0.lag)" } == [
        "bias 0", "level 0", "answer 1", "answer 2", "stimulus 1", "stimulus 2",
      ])
    let level = try #require(kernel.weights[1].value)
    let answer = kernel.weights[2]
    #expect(answer.equivalent == answer.value.map { $0 / level })
    #expect(kernel.weights[1].equivalent == nil)
    let (value, error) = (try #require(answer.value), try #require(answer.error))
    #expect(answer.interval?.low == value - 1.959963984540054 * error)
    #expect(answer.interval?.high == value + 1.959963984540054 * error)
  }

  /// P(higher) = λ + (1 − 2λ)Φ: with λ the far answers weigh less, and none is impossible.
  @Test func `a known lapse rate removes the effect of a lapse on the slope`() throws {
    let signs: [Double] = [1, -1, -1, 1, 1, 1, -1, 1, -1, -1, 1, -1, -1]
    var trials = (0..<403).map { place in
      let sign = signs[place % signs.count]
      return HistoryKernel.Trial(level: 5 * sign, isHigher: (place * 5 % 11 < 2) != (sign > 0))
    }
    trials += (0..<40).map { HistoryKernel.Trial(level: 300, isHigher: $0 % 20 != 7) }
    let without = try #require(HistoryKernel(trials, lags: 1).weights[1].value)
    let with = try #require(HistoryKernel(trials, lags: 1, lapse: 0.05).weights[1].value)
    #expect(with > 5 * without)
  }

  @Test func `data without information about history are reported`() {
    func status(_ trials: [HistoryKernel.Trial], _ lags: Int = 1) -> HistoryKernel.Status {
      HistoryKernel(trials, lags: lags).status
    }
    #expect(status(Array(Self.trials.prefix(4))) == .tooFewTrials)
    #expect(status([]) == .tooFewTrials)
    #expect(status(Self.trials.map { HistoryKernel.Trial(level: $0.level, isHigher: true) }) == .oneAnswer)
    #expect(status(Self.trials.map { HistoryKernel.Trial(level: $0.level, isHigher: $0.level > 0) }) == .notConverged)
    // Runs of three trials have no history of three.
    let short = Self.trials.enumerated().map {
      HistoryKernel.Trial(level: $1.level, isHigher: $1.isHigher, run: "\($0 / 3)")
    }
    #expect(status(short, 3) == .tooFewTrials)
    #expect(status(short) == .ok)
  }
}
