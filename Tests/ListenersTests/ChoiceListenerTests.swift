import PeachConformance
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

@Suite struct ChoiceListenerTests {
  private static func task(_ form: ChoiceForm) throws -> TrialTask {
    try #require(
      TrialTask.choice(
        form, notes: try MIDINote(48)...MIDINote(60), tuning: EqualTemperament(), referencePitch: try Frequency(440),
        noteDuration: 0.5, gap: 0.25))
  }

  private static func model(_ form: ChoiceForm) -> any DetectionTask {
    switch form {
    case .oddity: Oddity(rule: .difference)
    case .axb: ABX(rule: .difference)
    case .sameDifferent: SameDifferent(rule: .difference)
    case .forcedChoice(let intervals): ForcedChoice(alternatives: intervals)
    case .yesNo: preconditionFailure("no choice among notes")
    }
  }

  /// The guess rates that strategies and fits are given.
  @Test(arguments: ChoiceForm.ofNotes) func `a guess is correct as often as in signal detection theory`(
    form: ChoiceForm
  ) throws {
    #expect(try Self.task(form).guessRate == Self.model(form).chance)
  }

  /// Against the integrals of signal detection theory, which know nothing of draws: d′ is the difference over σ/√2.
  @Test(arguments: ChoiceForm.ofNotes) func `the probability of a correct answer follows signal detection theory`(
    form: ChoiceForm
  ) throws {
    let task = try Self.task(form)
    let listener = try (["sigma": 14.142135623730951, "lapse": 0.06] as Setting).listener(
      of: GaussianListener.self, in: task)
    for dPrime in [0, 0.3, 1, 2.2, 4] {
      let orders = form.orders.indices.map { order in
        var comparison = Comparison(
          reference: task.notes.lowerBound, interval: .prime, offset: -10 * dPrime, level: Level(10 * dPrime))
        comparison.order = order
        return listener.probability(of: comparison)
      }
      let mean = orders.reduce(0, +) / Double(orders.count)
      let expected = 0.06 * task.guessRate + 0.94 * Self.model(form).proportionCorrect(at: dPrime)
      #expect(abs(mean - expected) <= 1e-12)
    }
    #expect(abs(listener.lapse - 0.06 * (1 - task.guessRate)) <= 1e-15)
  }

  /// Integrals are kept, of the last 1000 d′: each is given back as it came, to the last bit.
  @Test func `a proportion that is asked for again is the same`() throws {
    let task = try Self.task(.oddity)
    let listener = try (["sigma": 14.142135623730951] as Setting).listener(of: GaussianListener.self, in: task)
    func proportions() -> [Double] {
      (0..<1100).map { step in
        let offset = 0.05 * Double(step)
        return listener.probability(
          of: Comparison(reference: task.notes.lowerBound, interval: .prime, offset: offset, level: Level(offset)))
      }
    }
    let first = proportions()
    #expect(proportions() == first)
  }

  /// The suite holds answers, drawn note by note, against those probabilities: 4 000 of each order, side and level, at a
  /// false-alarm rate of 1e-9 each.
  @Test(arguments: ChoiceForm.ofNotes) func `listeners choose among notes as they state`(form: ChoiceForm) throws {
    let task = try Self.task(form)
    for settings in [["jnd": 9, "lapse": 0.05], ["sigma": 3]] as [Setting] {
      checkListener(
        try settings.listener(of: GaussianListener.self, in: task), in: task, levels: [0.1, 3, 9, 27, 81])
    }
    checkListener(
      try (["law": "micheyl-2012", "lapse": 0.02] as Setting).listener(of: FrequencyLawListener.self, in: task),
      in: task,
      levels: [1, 5, 25])
    checkListener(
      try (["function": "weibull", "threshold": 12, "slope": 1.3, "lapse": 0.02] as Setting).listener(
        of: PsychometricListener.self, in: task), in: task, levels: [1, 5, 25])
  }

  /// Of two orders with other right answers, one guess in so many more is right. That they do so is the suite's.
  @Test(arguments: ChoiceForm.ofNotes) func `guesses favour an answer as often as stated`(form: ChoiceForm) throws {
    let task = try Self.task(form)
    let shares = [3.0] + Array(repeating: 1, count: form.answers.count - 1)
    let settings: Setting = [
      "jnd": 9, "lapse": 0.4, "guess-shares": .list(shares.map { .init(floatLiteral: $0) }),
    ]
    let listener = try settings.listener(of: GaussianListener.self, in: task)
    checkListener(listener, in: task, levels: [0.1, 9, 81])
    let proportions = form.orders.indices.map { order in
      var comparison = Comparison(
        reference: task.notes.lowerBound, interval: .prime, offset: 1e6, level: Level(1e6))
      comparison.order = order
      return listener.probability(of: comparison)
    }
    let sum = shares.reduce(0, +)
    for (order, proportion) in zip(form.orders, proportions) where form != .sameDifferent {
      #expect(abs(proportion - (0.6 + 0.4 * shares[form.rightAnswer(to: order)] / sum)) <= 1e-12)
    }
    #expect(
      Listening.problems(GaussianListener.self, ["jnd": 9, "guess-shares": [1]], in: task)
        == ["guess-shares: expected \(form.answers.count) numbers in a list, got 1"])
  }

  /// Without a signal it says "different" at 2Φ(−k/√2) to the same two notes; by hand, k = 1.5 of the noise of one note.
  @Test func `a stated criterion makes false alarms that do not vanish`() throws {
    let task = try Self.task(.sameDifferent)
    let listener = try (["sigma": 14.142135623730951, "criterion": 15] as Setting).listener(
      of: GaussianListener.self, in: task)
    checkListener(listener, in: task, levels: [0.1, 3, 9, 27, 81])
    let same = try #require(ChoiceForm.sameDifferent.orders.firstIndex(of: [true, true]))
    var comparison = Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 40, level: Level(40))
    comparison.order = same
    // 1 − 2Φ(−1.5/√2).
    #expect(abs(listener.probability(of: comparison) - 0.7111556336535151) <= 1e-14)
    #expect(abs(listener.lapse - (1 - 0.7111556336535151) / 2) <= 1e-14)
  }

  @Test func `a choice among notes knows neither a side nor a bias`() throws {
    #expect(
      Listening.problems(GaussianListener.self, ["jnd": 9, "bias": 2], in: try Self.task(.oddity))
        == ["bias: unknown key"])
  }
}
