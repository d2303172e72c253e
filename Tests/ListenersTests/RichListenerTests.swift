import Glibc
import PeachConformance
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// Contraction, direction deafness and mixtures, by their closed forms.
@Suite struct RichListenerTests {
  private func normal(_ x: Double) -> Double { NormalDistribution.cumulative(x) }

  private func stream(_ name: String) -> RandomStream { StreamFamily(seed: 27, path: [name]).stream(replicate: 1) }

  // MARK: Contraction

  /// η = ½, hardly any noise. After many times C4 that is what is remembered; C5 is then heard 600 cents higher than it is,
  /// for half of what is compared with is C4. Now 300 cents above C4 are remembered, plus half of what C5 adds: 6600. C4 is
  /// then heard 300 cents lower.
  @Test func `the memory of the reference fades as computed by hand`() throws {
    let task = try Listening.task(notes: 48...84)
    let settings: Setting = ["memory": 0.5, "sigma": 0.000001]
    var listener: any Listener = try settings.listener(of: ContractionListener.self, in: task)
    var random = stream("contraction")
    for _ in 0..<80 { _ = listener.answer(try Listening.comparison(3, note: 60), using: &random) }
    func isHigher(_ offset: Double, _ note: Int) throws -> Double {
      listener.probability(of: try Listening.comparison(offset, note: note))
    }
    #expect(try isHigher(-599.9, 72) == 1 && isHigher(-600.1, 72) == 0)
    #expect(try isHigher(0.1, 60) == 1 && isHigher(-0.1, 60) == 0)
    _ = listener.answer(try Listening.comparison(3, note: 72), using: &random)
    #expect(try isHigher(300.1, 60) == 1 && isHigher(299.9, 60) == 0)
  }

  /// Before the first trial: Φ((x + η(f₁ − μ))/√((1 − η)²σ² + η²v)), v = (1 − η)/(1 + η)·(var f₁ + σ²). C4, D4, E4: μ is D4, the
  /// variance 200²·2/3.
  @Test func `at first the mean of the task's notes is remembered`() throws {
    let task = try #require(
      TrialTask.comparison(
        intervals: [.prime], notes: try MIDINote(60)...MIDINote(64), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
    let settings: Setting = ["memory": 0.2, "sigma": 30, "lapse": 0.1, "bias": 4]
    let listener = try settings.listener(of: ContractionListener.self, in: task)
    let variance = 0.8 / 1.2 * (100 * 100 * 2 + 900)
    let sigma = (0.64 * 900 + 0.04 * variance).squareRoot()
    for (note, pull) in [(60, -40.0), (62, 0), (64, 40)] {
      let expected = 0.05 + 0.9 * normal((11 + 4 + pull) / sigma)
      #expect(abs(listener.probability(of: try Listening.comparison(11, note: note)) - expected) <= 1e-12)
    }
  }

  /// With one note the law of the first trial is that of all. n = 100 000 answers, correlated over some trials: the standard
  /// error is below 0.003; held to 0.015, false-alarm rate 1e-6. The noise of the last note alone would be 0.074 off.
  @Test func `with one reference note a mean of many is less noisy`() throws {
    let settings: Setting = ["memory": 0.6, "sigma": 30]
    var listener: any Listener = try settings.listener(
      of: ContractionListener.self, in: try Listening.task(notes: 61...61))
    let comparison = try Listening.comparison(10)
    let expected = listener.probability(of: comparison)
    #expect(abs(expected - normal(10 / (30 * (0.4 / 1.6).squareRoot()))) <= 1e-12)
    var random = stream("one note")
    let higher = (0..<100_000).count { _ in listener.answer(comparison, using: &random).isHigher }
    #expect(abs(Double(higher) / 100_000 - expected) <= 0.015)
  }

  /// Notes of four octaves drawn at random, 80 cents up or down. What is remembered is then no normal value, which the truth takes
  /// it for: 0.579 for 0.581. n = 100 000 answers, standard error 0.0016: held to 0.011, false-alarm rate 1e-6. Without the
  /// pull of the mean note the truth were 0.635.
  @Test func `the truth of the first trial equals that of many trials`() throws {
    let settings: Setting = ["memory": 0.2, "sigma": 30]
    let task = try Listening.task()
    var listener: any Listener = try settings.listener(of: ContractionListener.self, in: task)
    func isCorrect(_ note: Int, _ offset: Double) throws -> Double {
      let higher = listener.probability(of: try Listening.comparison(offset, note: note))
      return offset > 0 ? higher : 1 - higher
    }
    let truth = try (36...84).reduce(0) { try $0 + (isCorrect($1, 80) + isCorrect($1, -80)) / 98 }
    var (notes, random) = (stream("notes"), stream("answers"))
    let correct = try (0..<100_000).count { _ in
      let comparison = try Listening.comparison(80 * notes.sign(), note: 36 + notes.index(below: 49))
      return listener.answer(comparison, using: &random).isHigher == (comparison.offset > 0)
    }
    #expect(abs(Double(correct) / 100_000 - truth) <= 0.011)
  }

  // MARK: Direction

  /// σ = 10, threshold 5, deafness 0.4: ½ + 0.3·(Φ((x − 5)/10) − Φ((−x − 5)/10)).
  @Test func `a direction-deaf listener guesses the direction, and differences that are not noticed`() throws {
    let settings: Setting = ["deafness": 0.4, "threshold": 5, "sigma": 10, "lapse": 0.1, "guess-side": 0.8]
    let listener = try settings.listener(of: DirectionDeafListener.self, in: try Listening.task())
    let expected = 0.08 + 0.9 * (0.5 + 0.3 * (normal(0.7) - normal(-1.7)))
    #expect(abs(listener.probability(of: try Listening.comparison(12)) - expected) <= 1e-15)
    #expect(abs(listener.lapse - (0.05 + 0.9 * 0.2)) <= 1e-15)
  }

  @Test func `a direction-deaf listener still finds the odd note`() throws {
    let task = try #require(
      TrialTask.choice(
        .oddity, notes: try MIDINote(60)...MIDINote(60), tuning: EqualTemperament(), referencePitch: try Frequency(440),
        noteDuration: 1, gap: 0))
    let deaf: Setting = ["deafness": 0.9, "sigma": 10, "lapse": 0.1]
    let gaussian: Setting = ["sigma": 10, "lapse": 0.1]
    let comparison = try Listening.comparison(17, note: 60)
    #expect(
      try deaf.listener(of: DirectionDeafListener.self, in: task).probability(of: comparison)
        == gaussian.listener(of: GaussianListener.self, in: task).probability(of: comparison))
  }

  // MARK: Mixtures

  /// n = 20 000 answers: standard error 0.0035; held to 0.018, false-alarm rate 1e-6.
  @Test func `a mixture answers now as one, now as another`() throws {
    let task = try Listening.task()
    let settings: Setting = [
      "of": [
        ["weight": 3, "kind": "gaussian", "sigma": 10], ["weight": 1, "kind": "gaussian", "sigma": 10, "bias": -40],
      ]
    ]
    var mixture: any Listener = try settings.listener(of: MixtureListener.self, in: task)
    let comparison = try Listening.comparison(8)
    let expected = 0.75 * normal(0.8) + 0.25 * normal(-3.2)
    #expect(abs(mixture.probability(of: comparison) - expected) <= 1e-15)
    var random = stream("mixture")
    let higher = (0..<20_000).count { _ in mixture.answer(comparison, using: &random).isHigher }
    #expect(abs(Double(higher) / 20_000 - expected) <= 0.018)
  }

  @Test func `a part of a mixture that cannot answer ends the run, though another was drawn`() throws {
    let settings: Setting = [
      "of": [
        ["weight": 1_000_000, "kind": "gaussian", "sigma": 10],
        ["weight": 1, "kind": "replay", "answers": "12+", "order": "recorded"],
      ]
    ]
    var mixture: any Listener = try settings.listener(of: MixtureListener.self, in: try Listening.task())
    var random = stream("ended")
    let answers = try (0..<2).map { _ in mixture.answer(try Listening.comparison(8), using: &random) }
    #expect(!answers[0].seconds.isNaN && answers[1].seconds.isNaN)
    #expect(!mixture.hasKnownTruth)
    #expect(
      mixture.fault
        == "the recording has only 1 answers, and the track is longer; shorten it with stop: {trials: 1}")
  }

  @Test func `an error in a part of a mixture is reported`() throws {
    #expect(
      Listening.problems(
        MixtureListener.self, ["of": [["weight": 0, "kind": "gaussian", "jnd": 3], ["kind": "gaussian", "jnd": 3]]],
        in: try Listening.task()) == [
          "of[1].weight: expected a number > 0, got '0'", "of[2].weight: missing; expected a number > 0",
        ])
  }
}
