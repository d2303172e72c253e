import Glibc
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// What happens to listeners from trial to trial, each by its closed form or by hand.
@Suite struct ChangingListenerTests {
  private func listener(
    _ kind: String, _ settings: String, in task: TrialTask? = nil
  ) throws -> any ListenerDeclaration {
    let declared = try #require(BuiltInListeners.registry[kind])
    return try Setting(try YAMLText.parse("{\(settings)}", file: kind)).listener(
      of: declared, in: try task ?? Listening.task())
  }

  private func problems(_ kind: String, _ settings: String, in task: TrialTask? = nil) throws -> [String] {
    let declared = try #require(BuiltInListeners.registry[kind])
    return Listening.problems(
      declared, Setting(try YAMLText.parse("{\(settings)}", file: kind)), in: try task ?? Listening.task())
  }

  private func stream(_ name: String) -> RandomStream { StreamFamily(seed: 27, path: [name]).stream(replicate: 1) }

  private func normal(_ x: Double) -> Double { NormalDistribution.cumulative(x) }

  private static let jndPerSigma = NormalDistribution.quantile(0.75)

  // MARK: Learning and fatigue

  @Test(
    arguments: [("learning", "gain: 5", 0.2, 0.0), ("fatigue", "factor: 2, attention-lapse: 0.1", 2, 0.1)]
      as [(String, String, Double, Double)])
  func `a JND goes its way exponentially in the logarithm`(
    kind: String, settings: String, ratio: Double, rise: Double
  ) throws {
    var listener: any Listener = try listener(kind, "\(settings), trials: 40, jnd: 24, lapse: 0.02")
    let comparison = try Listening.comparison(13)
    var random = stream("course")
    for trial in 0..<200 {
      let progress = 1 - exp(-Double(trial) / 40)
      let jnd = exp(log(24) + log(ratio) * progress)
      let lapse = rise * progress
      let heard = 0.01 + 0.98 * normal(13 * Self.jndPerSigma / jnd)
      let expected = lapse / 2 + (1 - lapse) * heard
      #expect(abs(listener.probability(of: comparison) - expected) <= 1e-12, "\(trial)")
      _ = listener.answer(comparison, using: &random)
    }
  }

  @Test func `a level listener learns on axes with ratios, and tires by lapses on others`() throws {
    let (log, linear) = (try Listening.level(.log), try Listening.level())
    let inner = "of: {kind: psychometric, threshold: 12, slope: 1.3, function: weibull}"
    let learning = try listener("learning", "gain: 2, trials: 10, \(inner)", in: log)
    #expect(abs(learning.probability(of: try Listening.comparison(12)) - (1 - 0.5 / M_E)) <= 1e-15)
    #expect(try problems("fatigue", "attention-lapse: 0.1, trials: 10, \(inner)", in: linear) == [])
    #expect(
      try problems("learning", "gain: 2, trials: 10, \(inner)", in: linear) == [
        "kind: expected a task with notes or with scale: log, because the JND of this listener changes by a factor, and "
          + "levels on a linear axis have no ratios"
      ])
    #expect(
      try problems("learning", "gain: 2, trials: 10", in: log)
        == ["of: missing; expected a listener that answers according to the level, such as {kind: psychometric, …}"])
  }

  /// Four times as large after the first trial: 20 dB are heard as 5.
  @Test func `levels are heard with the ratio of offsets, by a listener who reads levels`() throws {
    var listener: any Listener = try listener(
      "fatigue", "factor: 4, trials: 0.001, of: {kind: replay, answers: 5- 20+}", in: try Listening.level(.log))
    var random = stream("levels")
    let comparison = try Listening.comparison(20)
    var probabilities: [Double] = []
    var answers: [Bool] = []
    for _ in 0..<2 {
      probabilities.append(listener.probability(of: comparison))
      answers.append(listener.answer(comparison, using: &random).isHigher)
    }
    #expect(probabilities == [1, 0])
    #expect(answers == [true, false])
  }

  // MARK: The criterion

  @Test func `before the first trial a wandering criterion is some noise more`() throws {
    let wandering = try listener("wandering-criterion", "sd: 8, autocorrelation: 0.95, sigma: 6, bias: 2, lapse: 0.04")
    #expect(
      abs(wandering.probability(of: try Listening.comparison(5)) - (0.02 + 0.96 * normal(7 / 10))) <= 1e-15)
    // Of a listener whose answers are not known in closed form they are summed: here one that could be.
    let summed = try listener(
      "wandering-criterion", "sd: 8, autocorrelation: 0.95, of: {kind: twin, jnd: \(6 * Self.jndPerSigma)}")
    #expect(abs(summed.probability(of: try Listening.comparison(5)) - normal(5 / 10)) <= 1e-8)
  }

  /// A listener without noise says at offset 0 which sign the criterion has. Of two normal values with correlation r the signs
  /// are the same with probability ½ + arcsin(r)/π. n = 200 000 answers, lags 1 and 10: one in two hundred is of a stretch of
  /// its own, so the standard error is below 0.007; held to 0.035, false-alarm rate below 1e-6. An innovation of the sd
  /// itself, or r² for r, is found with power above 0.999.
  @Test func `a criterion wanders with its stated autocorrelation and sd`() throws {
    var listener: any Listener = try listener("wandering-criterion", "sd: 8, autocorrelation: 0.9, sigma: 0.001")
    var random = stream("wandering")
    let answers = try (0..<200_000).map { trial in
      listener.answer(try Listening.comparison(trial % 2 == 0 ? 0 : 8), using: &random).isHigher
    }
    for (lag, correlation) in [(2, pow(0.9, 2)), (10, pow(0.9, 10))] {
      let pairs = stride(from: 0, to: answers.count - lag, by: 2)
      let same = pairs.count { answers[$0] == answers[$0 + lag] }
      let expected = 0.5 + asin(correlation) / .pi
      #expect(abs(Double(same) / Double(answers.count / 2) - expected) <= 0.035, "lag \(lag)")
    }
    // One standard deviation up: Φ(1).
    let higher = stride(from: 1, to: answers.count, by: 2).count { answers[$0] }
    #expect(abs(Double(higher) / Double(answers.count / 2) - normal(1)) <= 0.035)
  }

  // MARK: Attention

  /// Without noise every error is a guess in a burst, and every second guess is an error. n = 400 000 trials in bursts of 20:
  /// some 4000 of them, so that their share has a relative standard error of 0.022 and an error after an error one of 0.004;
  /// held to 0.011 of 0.1 and 0.02, five of them: false-alarm rate 1e-6 each. Lapses that are alone, or bursts of half the
  /// length: power above 0.999.
  @Test func `lapses come in bursts, as long and as often as is stated`() throws {
    var listener: any Listener = try listener("lapse-bursts", "length: 20, share: 0.2, sigma: 0.001")
    var random = stream("bursts")
    let comparison = try Listening.comparison(50)
    #expect(abs(listener.probability(of: comparison) - 0.9) <= 1e-15)
    #expect(abs(listener.lapse - 0.1) <= 1e-15)
    let errors = (0..<400_000).map { _ in !listener.answer(comparison, using: &random).isHigher }
    let all = errors.count { $0 }
    #expect(abs(Double(all) / 400_000 - 0.1) <= 0.011)
    let again = (1..<errors.count).count { errors[$0 - 1] && errors[$0] }
    #expect(abs(Double(again) / Double(all) - 0.5 * (1 - 1.0 / 20)) <= 0.02)
  }

  @Test func `bursts cannot be more than the trials there are`() throws {
    #expect(try problems("lapse-bursts", "length: 2, share: 0.6, jnd: 10") == [])
    #expect(
      try problems("lapse-bursts", "length: 2, share: 0.7, jnd: 10") == [
        "share: expected at most length/(1 + length), here 0.667, because bursts of 2 trials have at least one "
          + "trial between them; got 0.7"
      ])
  }

  /// In yes/no a lapse says yes half the time; of three alternatives it is right once in three.
  @Test(arguments: [(1, 0.5), (3, 1 / 3.0)]) func `a lapse is a guess of the task's`(
    alternatives: Int, guess: Double
  ) throws {
    let task = try Listening.level(alternatives: alternatives)
    let bursts = try listener(
      "lapse-bursts", "length: 5, share: 0.2, of: {kind: psychometric, threshold: 0, slope: 1, lapse: 0.1}", in: task)
    #expect(abs(bursts.probability(of: try Listening.comparison(1e6)) - (0.8 * 0.9 + 0.2 * guess)) <= 1e-12)
    #expect(abs(bursts.lapse - (0.8 * 0.1 + 0.2 * (1 - guess))) <= 1e-12)
  }

  // MARK: History

  /// σ = 10. After +50, "higher": 3·1 − 2·1 = 1. After −50, "lower": −3 + 1 + 2 = 0. After +50: 3 − 1 − 2·1 = 0; the second
  /// of the answers so far is −1. After +50 once more: 3 + 1 − 2 = 2.
  @Test func `the last answers and differences are added up by hand`() throws {
    var listener: any Listener = try listener("history", "answers: [3, 1], stimuli: [-2], sigma: 10")
    var random = stream("history")
    func shift() throws -> Double {
      10 * NormalDistribution.quantile(listener.probability(of: try Listening.comparison(0)))
    }
    var shifts = [try shift()]
    for offset in [500.0, -500, 500, 500] {
      _ = listener.answer(try Listening.comparison(offset), using: &random)
      shifts.append(try shift())
    }
    for (found, expected) in zip(shifts, [0, 1, 0, 0, 2.0]) { #expect(abs(found - expected) <= 1e-9, "\(shifts)") }
  }

  @Test func `a history needs weights of something, and a question of higher or lower`() throws {
    #expect(
      try problems("history", "jnd: 10") == [
        "answers: missing; expected a list of numbers (cents), here or as stimuli"
      ])
    #expect(
      try problems("history", "answers: [1], of: {kind: psychometric, threshold: 3, slope: 1}", in: Listening.level())
        == ["kind: expected a listener that needs only the level, because this task has no notes"])
  }

  // MARK: Intervals

  @Test func `intervals are heard by their factors, primes best`() throws {
    let task = try Listening.task([.prime, DirectedInterval(.perfectFifth, .down)])
    let twice = try listener("interval-listener", "factor: 2, jnd: 10", in: task)
    let fifth = DirectedInterval(.perfectFifth, .down)
    #expect(abs(twice.probability(of: try Listening.comparison(10)) - 0.75) <= 1e-12)
    #expect(abs(twice.probability(of: try Listening.comparison(20, interval: fifth)) - 0.75) <= 1e-12)
    let table = try listener(
      "interval-listener", "factors: [1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1], jnd: 10", in: task)
    #expect(abs(table.probability(of: try Listening.comparison(30, interval: fifth)) - 0.75) <= 1e-12)
  }

  /// h(i) = i − pull·100/2π·sin(2πi/100): a just fifth, 701.955 cents, and one 48.045 cents wider, which is on the boundary.
  @Test func `an interval is heard toward the nearest whole semitone`() throws {
    let fifth = DirectedInterval(.perfectFifth, .up)
    let task = try #require(
      TrialTask.comparison(
        intervals: [fifth], notes: try MIDINote(60)...MIDINote(60), tuning: JustIntonation(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
    let listener = try listener("interval-listener", "factor: 1, pull: 0.6, sigma: 10", in: task)
    let size = 1200 * log2(1.5)
    func heard(_ cents: Double) -> Double { cents - 0.6 * 100 / (2 * .pi) * sin(2 * .pi * cents / 100) }
    for offset in [-30, 5, 750 - size] {
      let expected = normal((heard(size + offset) - heard(size)) / 10)
      let found = listener.probability(of: try Listening.comparison(offset, note: 60, interval: fifth))
      #expect(abs(found - expected) <= 1e-9, "\(offset)")
    }
  }

  /// What is heard of x is h(x + c), c normal: the sum of Φ(h(x + 8z)/10) over z, in steps of 0.01.
  @Test func `a criterion wanders before categories pull, and not after`() throws {
    let listener = try listener(
      "wandering-criterion",
      "sd: 8, autocorrelation: 0.5, of: {kind: interval-listener, factor: 1, pull: 0.6, sigma: 10}")
    func heard(_ cents: Double) -> Double { cents - 0.6 * 100 / (2 * .pi) * sin(2 * .pi * cents / 100) }
    let expected = (-700...700).reduce(0.0) { sum, step in
      let z = Double(step) / 100
      return sum + 0.01 * NormalDistribution.density(z) * normal(heard(12 + 8 * z) / 10)
    }
    #expect(abs(listener.probability(of: try Listening.comparison(12)) - expected) <= 1e-7)
  }

  // MARK: One of another

  @Test func `every change applies to every listener`() throws {
    let text =
      "gain: 2, trials: 1, of: {kind: wandering-criterion, sd: 8, autocorrelation: 0.5, of: {kind: memory, noise: 3, diffusion: 18, retention: 1}}"
    // σ² = 2·9 + 18 = 36, and the criterion's 64.
    #expect(abs(try listener("learning", text).probability(of: try Listening.comparison(10)) - normal(1)) <= 1e-15)
    #expect(try listener("interval-listener", "of: {kind: history, answers: [1], jnd: 3}").isConditional)
    #expect(try !listener("interval-listener", "jnd: 3").isConditional)
    #expect(
      try problems("learning", "gain: 2, of: {kind: gausian, jnd: 3}").map { $0.prefix(29) }
        == ["of.kind: expected one of gaus"])
    #expect(
      try problems("learning", "gain: 2, of: {kind: gaussian}") == [
        "of.jnd: missing; expected a number (cents) > 0, here or as sigma"
      ])
    #expect(try problems("learning", "gain: 2, jnd: 3, of: {kind: gaussian, jnd: 3}") == ["jnd: unknown key"])
  }
}
