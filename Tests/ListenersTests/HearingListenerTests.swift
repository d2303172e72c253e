import PeachAudio
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachTrials
import Testing

/// One who hears against one who knows the number of a trial, draw by draw.
@Suite struct HearingListenerTests {
  private static let settings: Setting = ["jnd": 11.3, "lapse": 0.043, "guess-side": 0.713, "bias": -2.39]

  /// Every tuning that can be named, and one of a Scala file: a quarter-tone tuning of twelve notes.
  static let tunings =
    BuiltInTunings.all.compactMap { ($0.init(named: $0.name) ?? $0.init(named: "19-edo"))?.name } + ["scala"]
  private static let scala = """
    ! odd.scl
    Twelve notes of no regular tuning
     12
     91.3
     187.1
     277.7
     5/4
     490.2
     611.7
     3/2
     803.9
     884.4
     1013.3
     1094.9
     2/1
    """

  private func task(_ tuning: String, sound: String, seconds: Double = 0.3) throws -> TrialTask {
    var task = try TrialTask(
      parsing: """
        {kind: comparison, notes: [C3, C6], note-duration: \(seconds), gap: 0.1, sound: "\(sound)",
         tuning: \(tuning == "scala" ? "equal-temperament" : tuning),
         intervals: [prime, minor-second-up, perfect-fifth-up, octave-up, major-third-down, octave-down]}
        """)
    if tuning == "scala" {
      task.tuning = try ScalaScale(ScalaFile(text: Self.scala, file: "odd.scl"), label: "odd")
    }
    return task
  }

  private func listener(_ settings: Setting, in task: TrialTask) throws -> any SoundListener {
    try #require(try settings.listener(of: HearingListener.self, in: task) as? any SoundListener)
  }

  /// In 60 trials the answers differ where noise comes as near to zero as the ear is off, 0.01 cent: once in 40 000
  /// trials. The seed is fixed.
  @Test(arguments: tunings, ["sine", "complex:10"])
  func `one who hears answers as one who knows, in every tuning, up and down`(tuning: String, sound: String) throws {
    let task = try task(tuning, sound: sound)
    var hearing = try Self.settings.listener(of: HearingListener.self, in: task)
    var knowing = try Self.settings.listener(of: GaussianListener.self, in: task)
    var (ear, mind) = (RandomStream(seed: 17), RandomStream(seed: 17))
    var draws = RandomStream(seed: 23)
    var higher = 0
    for _ in 0..<60 {
      let choice = task.choices[draws.index(below: task.choices.count)]
      let comparison = Comparison(
        reference: choice.reference(at: draws.index(below: choice.count)), interval: choice.interval,
        offset: 80 * (draws.unit() - 0.5), level: Level(0))
      let answer = hearing.answer(comparison, using: &ear)
      #expect(answer == knowing.answer(comparison, using: &mind), "\(comparison.interval) \(comparison.offset)")
      higher += answer.isHigher ? 1 : 0
    }
    #expect(ear == mind)
    #expect(15...45 ~= higher)
  }

  @Test func `the hearing listener uses the sound of a session and not its numbers`() throws {
    let task = try task("just-intonation", sound: "complex:10")
    let stimuli = try NoteStimuli(asStatedIn: task)
    let (note, fifth) = (try MIDINote(60), DirectedInterval(.perfectFifth, .up))
    var listener = try self.listener(["jnd": 0.1], in: task)
    var random = RandomStream(seed: 3)
    for (cents, isHigher) in [(-3.0, false), (2.5, true), (-1, false), (1, true)] {
      let sound = try TonePair(
        reference: stimuli.referenceTone(note),
        target: stimuli.targetTone(fifth, above: note, offset: Cents(floatLiteral: cents)), noteDuration: 0.3, gap: 0,
        ramp: try Ramp(0.01), timbre: stimuli.timbre, sampleRate: .hz44100
      ).rendered()
      #expect(listener.answer(hearing: sound, interval: fifth, above: note, using: &random).isHigher == isHigher)
    }
  }

  @Test func `the hearing listener guesses if it hears nothing`() throws {
    let task = try task("equal-temperament", sound: "sine")
    var listener = try self.listener(["jnd": 1, "guess-side": 0.25], in: task)
    let silence = RenderedSound(
      samples: [Float](repeating: 0, count: 2000), sampleRate: .hz44100,
      parts: [
        RenderedSound.Part(start: 0, level: try AmplitudeDB(-12)),
        RenderedSound.Part(start: 1000, level: try AmplitudeDB(-12)),
      ])
    var random = RandomStream(seed: 5)
    let higher = (0..<4000).count { _ in
      listener.answer(hearing: silence, interval: .prime, above: task.notes.lowerBound, using: &random).isHigher
    }
    // Binomial, n = 4000, p = 0.25: beyond 6 σ once in 10⁹.
    #expect(abs(higher - 1000) < 165)
  }
}
