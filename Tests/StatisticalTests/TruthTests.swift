import PeachSimulation
import PeachTrials
import Testing

/// The truth that estimates are held against is what long simulation finds.
@Suite struct TruthTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var listener: String
    var task = "{kind: comparison}"
    var target: Double

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "plain", listener: "kind: gaussian, jnd: 7.3", target: 0.75),
    Case(
      name: "lapsing to one side", listener: "kind: gaussian, sigma: 11.7, lapse: 0.12, guess-side: 0.83",
      target: 0.7071),
    Case(name: "biased", listener: "kind: gaussian, jnd: 6.4, bias: -9.1, lapse: 0.03", target: 0.75),
    Case(
      name: "roving over four octaves by a law of frequency",
      listener: "kind: frequency-law, law: micheyl-2012, level: 47, scale: 1.9, bias: 1.3", target: 0.7937),
    Case(
      name: "roving over intervals in just intonation",
      listener: "kind: frequency-law, law: nelson-1983, level: 55, lapse: 0.04",
      task: "{kind: comparison, intervals: [perfect-fifth, octave-down], tuning: just-intonation, notes: [C3, E5]}",
      target: 0.75),
    Case(
      name: "a psychometric function of cents",
      listener: "kind: psychometric, function: weibull, threshold: 9.2, slope: 1.31, lapse: 0.02", target: 0.81),
    Case(
      name: "four alternatives on a decibel axis",
      listener: "kind: psychometric, function: logistic, threshold: -17.4, slope: 0.47, lapse: 0.03",
      task: "{kind: forced-choice, unit: dB, alternatives: 4}", target: 0.65),
    Case(
      name: "yes and no",
      listener: "kind: psychometric, function: gumbel, threshold: 3.2, slope: 0.61, guess: 0.07",
      task: "{kind: yes-no, unit: dB}", target: 0.5),
  ]

  /// n = 400 000 trials at the true threshold: the proportion is the target within 0.0034 at a false-alarm rate of 1e-6. A
  /// threshold off by 2 % moves it by 0.004 to 0.006: power above 0.8; off by 4 %: above 0.999.
  @Test(arguments: cases)
  func `at the true threshold the target's share is correct`(item: Case) throws {
    let probe = try Tracks(
      "kind: random, level: 1, stop: {trials: 1}", listener: item.listener, task: item.task, seed: 5)
    let level = try #require(probe.truth.level(at: item.target))
    for seed in Expectations.seeds {
      let tracks = try Tracks(
        "kind: random, level: \(level), stop: {trials: 4000, maximum: 4000}", listener: item.listener, task: item.task,
        seed: seed)
      var correct = 0
      var trials = 0
      tracks.forEach(1...100) { _, done in
        trials += done.count
        correct += done.count { $0.isCorrectAnswer(isLevelTask: item.task.contains("unit")) }
      }
      #expect(trials == 400_000)
      Expectations.proportion(correct, of: trials, is: item.target, "\(item.name), seed \(seed), level \(level)")
    }
  }
}

extension CompletedComparison {
  fileprivate func isCorrectAnswer(isLevelTask: Bool) -> Bool { isLevelTask ? isHigher : isCorrect == true }
}
