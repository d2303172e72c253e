import Foundation
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// Models that hear samples, in every task. Their sounds are equal tones but for the level, so that the number of each interval is
/// known: d′ is the level over the noise.
@Suite struct HearingChoiceTests {
  private static let forms: [ChoiceForm] = [
    .forcedChoice(intervals: 2), .forcedChoice(intervals: 3), .yesNo, .oddity, .axb, .sameDifferent,
  ]
  private static let trials = 3000

  private static func task(_ form: ChoiceForm) throws -> TrialTask {
    let alternatives = if case .forcedChoice(let count) = form { "alternatives: \(count), " } else { "" }
    return try TrialTask(
      parsing: "{kind: \(form.kind.rawValue), unit: dB, \(alternatives)"
        + "sounds: {standard: {tone: 1000, duration: 0.01, ramp: 2}, target: {level: +x}}}")
  }

  /// The shares of positive answers to each order of the intervals, and in yes/no to noise alone, at the end.
  private static func shares(_ form: ChoiceForm, _ settings: String, at level: Double, trials: Int) throws -> [Double] {
    let task = try task(form)
    var listener = try Setting(YAMLText.parse("{\(settings)}", file: "listener")).listener(
      of: EnergyListener.self, in: task)
    var random = RandomStream(seed: 20_261_128)
    var trialsOfOrders = form.orders.indices.map { order in
      var comparison = Comparison(
        reference: task.notes.lowerBound, interval: .prime, offset: level, level: Level(level))
      comparison.order = order
      return comparison
    }
    if form == .yesNo {
      trialsOfOrders.append(
        Comparison(
          reference: task.notes.lowerBound, interval: .prime, offset: level, level: Level(level, kind: .noise)))
    }
    let shares = trialsOfOrders.map { comparison in
      let positive = (0..<trials).count { _ in listener.answer(comparison, using: &random).isHigher }
      return Double(positive) / Double(trials)
    }
    #expect(listener.fault == nil)
    return shares
  }

  /// A share of 3 000 trials within 4.4 standard errors (false-alarm rate 1e-5): a share that is off by 4.4 points is found with a
  /// power of 0.5 or more, one off by 6 points with 0.98.
  private static func expect(_ share: Double, _ expected: Double, error known: Double = 0, _ comment: String) {
    let error = (expected * (1 - expected) / Double(trials) + known * known).squareRoot()
    #expect(abs(share - expected) < 4.4 * max(error, 1e-6), "\(comment): \(share) for \(expected)")
  }

  private static func normal(_ z: Double) -> Double { NormalDistribution.cumulative(z) }

  private struct Golden: Decodable { var oddity: [[Double]] }

  /// Against 4 000 000 trials of another program at each d′.
  @Test func `oddity is answered as often correctly as random numbers are`() throws {
    let url = try #require(Bundle.module.url(forResource: "hearing", withExtension: "json", subdirectory: "Golden"))
    for row in try JSONDecoder().decode(Golden.self, from: Data(contentsOf: url)).oddity {
      for share in try Self.shares(.oddity, "noise: 2", at: 2 * row[0], trials: Self.trials) {
        Self.expect(share, row[1], error: 0.0003, "d' \(row[0])")
      }
    }
  }

  /// P = Φ(d′/√2)·Φ(d′/√6) + Φ(−d′/√2)·Φ(−d′/√6) (Macmillan & Creelman 2005, ch. 9).
  @Test func `AXB follows its closed form`() throws {
    for dPrime in [0.7, 2] {
      let (outer, middle) = (dPrime / 2.0.squareRoot(), dPrime / 6.0.squareRoot())
      let expected = Self.normal(outer) * Self.normal(middle) + Self.normal(-outer) * Self.normal(-middle)
      for share in try Self.shares(.axb, "noise: 2", at: 2 * dPrime, trials: Self.trials) {
        Self.expect(share, expected, "d' \(dPrime)")
      }
    }
  }

  /// H = Φ((d′ − k)/√2) + Φ((−d′ − k)/√2) and F = 2Φ(−k/√2), with the criterion k in units of the noise.
  @Test func `same-different follows its closed form`() throws {
    let root = 2.0.squareRoot()
    for (dPrime, k) in [(0.7, 1.5), (2.5, 1.5), (2.5, 0.6)] {
      let shares = try Self.shares(
        .sameDifferent, "noise: 2, criterion: \(2 * k)", at: 2 * dPrime, trials: Self.trials)
      let hits = Self.normal((dPrime - k) / root) + Self.normal((-dPrime - k) / root)
      let rejections: Double = 1 - 2.0 * Self.normal(-k / root)
      for (order, share) in zip(ChoiceForm.sameDifferent.orders, shares) {
        Self.expect(share, order[0] == order[1] ? rejections : hits, "d' \(dPrime), k \(k)")
      }
    }
  }

  /// Yes to a signal at Φ(d′ − c) and to noise at Φ(−c), with the criterion c in units of the noise.
  @Test func `yes/no follows its closed form`() throws {
    for (pick, sign) in [("largest", 1.0), ("smallest", -1)] {
      for c in [-0.4, 1] {
        let shares = try Self.shares(
          .yesNo, "noise: 2, criterion: \(2 * c), picks: \(pick)", at: sign * 3, trials: Self.trials)
        Self.expect(shares[0], Self.normal(1.5 - c), "\(pick), signal, c \(c)")
        Self.expect(shares[1], Self.normal(-c), "\(pick), noise, c \(c)")
      }
    }
  }

  /// The first of m intervals with equal noise, and a bias b in units of the noise, against one other: Φ((d′ + b)/√2), and the second
  /// Φ((d′ − b)/√2).
  @Test func `a bias speaks for the first answer`() throws {
    let root = 2.0.squareRoot()
    let two = try Self.shares(.forcedChoice(intervals: 2), "noise: 2, bias: 1.6", at: 2, trials: Self.trials)
    Self.expect(two[0], Self.normal((1 + 0.8) / root), "first")
    Self.expect(two[1], Self.normal((1 - 0.8) / root), "second")
    for form in [.oddity, .axb] as [ChoiceForm] {
      let shares = try Self.shares(form, "noise: 2, bias: 40", at: 2, trials: 50)
      #expect(zip(form.orders, shares).allSatisfy { $1 == (form.rightAnswer(to: $0) == 0 ? 1 : 0) }, "\(form)")
    }
  }

  /// Without noise, equal sounds give equal numbers: the answer is a guess.
  @Test func `equal intervals are guessed`() throws {
    for form in Self.forms where form != .sameDifferent {
      for share in try Self.shares(form, form == .yesNo ? "criterion: 0" : "noise: 0", at: 0, trials: Self.trials) {
        Self.expect(share, 1 / Double(form.answers.count), "\(form)")
      }
    }
  }

  /// At a level that is always heard, only lapses are wrong, and one lapse in as many as there are answers is right.
  @Test(arguments: forms) func `lapses are guesses`(form: ChoiceForm) throws {
    let settings = form == .yesNo || form == .sameDifferent ? "criterion: 10, " : ""
    let shares = try Self.shares(form, settings + "lapse: 0.3", at: 30, trials: Self.trials)
    let right = 0.7 + 0.3 / Double(form.answers.count)
    for (index, share) in shares.enumerated() {
      Self.expect(share, form == .yesNo && index == 1 ? 1 - right : right, "\(form)")
    }
    let listener = try Setting(YAMLText.parse("{\(settings)lapse: 0.3}", file: "listener")).listener(
      of: EnergyListener.self, in: try Self.task(form))
    #expect(abs(listener.lapse - (1 - right)) < 1e-15)
  }

  @Test(arguments: forms) func `every trial takes the same number of draws, and a seed determines the answers`(
    form: ChoiceForm
  ) throws {
    let task = try Self.task(form)
    for kind in HearingModelsTests.kinds {
      let criterion = form == .yesNo || form == .sameDifferent ? ", criterion: 1" : ""
      let listener = try Setting(YAMLText.parse("{\(kind.example)\(criterion)}", file: "listener")).listener(
        of: kind, in: task)
      func answers(_ level: (Int) -> Double) throws -> (answers: [Bool], end: RandomStream) {
        var (one, random) = (listener, RandomStream(seed: 5))
        let answers = try (1...8).map {
          one.answer(try Listening.comparison(level($0)), using: &random).isHigher
        }
        #expect(one.fault == nil)
        return (answers, random)
      }
      let (first, again) = (try answers { Double($0 % 3) }, try answers { Double($0 % 3) })
      #expect(first.answers == again.answers)
      #expect(Set([first.end, again.end, try answers { Double(3 * $0) }.end]).count == 1)
    }
  }

  @Test func `keys of other tasks are refused, and a criterion is required`() throws {
    func problems(_ form: ChoiceForm, _ settings: Setting) throws -> [String] {
      Listening.problems(EnergyListener.self, settings, in: try Self.task(form))
    }
    #expect(try problems(.yesNo, [:]) == ["criterion: missing; expected a number (dB)"])
    #expect(try problems(.sameDifferent, [:]) == ["criterion: missing; expected a number (dB) > 0"])
    #expect(try problems(.yesNo, ["criterion": 1, "bias": 1]) == ["bias: unknown key"])
    #expect(try problems(.oddity, ["picks": "smallest"]) == ["picks: unknown key"])
    #expect(try problems(.forcedChoice(intervals: 2), ["criterion": 1]) == ["criterion: unknown key"])
  }
}
