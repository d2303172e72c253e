import PeachPitch
import PeachTrials
import Testing

@Suite struct TrialTaskTests {
  private func task(_ intervals: [DirectedInterval], _ low: Int, _ high: Int) throws -> TrialTask? {
    TrialTask.comparison(
      intervals: intervals, notes: try MIDINote(low)...MIDINote(high), tuning: JustIntonation(),
      referencePitch: try Frequency(443.7), noteDuration: 0.73, gap: 0.11)
  }

  private func done(_ offset: Double, isHigher: Bool, kind: TrialKind = .test) throws -> CompletedComparison {
    CompletedComparison(
      Comparison(
        reference: try MIDINote(61), interval: .prime, offset: offset, level: Level(abs(offset), kind: kind)),
      isHigher: isHigher, seconds: 0)
  }

  @Test func `reference notes are shortened so that the target stays a MIDI note`() throws {
    let task = try #require(
      try task([DirectedInterval(.perfectFifth, .up), DirectedInterval(.octave, .down), .prime], 3, 125))
    #expect(task.choices.map(\.references) == [3..<121, 12..<126, 3..<126])
    #expect(try task.choices[1].reference(at: 0) == MIDINote(12))
  }

  @Test func `an interval that fits nowhere gives no task, and neither does a missing one`() throws {
    #expect(try task([.prime, DirectedInterval(.octave, .down)], 0, 11) == nil)
    #expect(try task([DirectedInterval(.octave, .up)], 116, 127) == nil)
    #expect(try task([], 36, 84) == nil)
  }

  @Test func `a comparison is correct when the answer has the sign of the offset`() throws {
    let task = try #require(try task([.prime], 36, 84))
    #expect(task.isCorrect(try done(3.7, isHigher: true)) == true)
    #expect(task.isCorrect(try done(3.7, isHigher: false)) == false)
    #expect(task.isCorrect(try done(-3.7, isHigher: false)) == true)
    #expect(task.isCorrect(try done(0, isHigher: true)) == nil)
    #expect(task.answerName(try done(3.7, isHigher: false)) == "lower")
    #expect(task.guessRate == 0.5)
  }

  @Test func `in yes and no, yes, to a signal and no to noise are correct`() throws {
    let axis = Axis(unit: "dB", scale: .linear, isSigned: false)
    let task = try TrialTask.level(axis: axis, alternatives: 1)
    #expect(task.isCorrect(try done(3.7, isHigher: true)) == true)
    #expect(task.isCorrect(try done(3.7, isHigher: true, kind: .noise)) == false)
    #expect(task.isCorrect(try done(3.7, isHigher: false, kind: .noise)) == true)
    #expect(task.answerName(try done(3.7, isHigher: true)) == "yes")
    #expect(task.guessRate == 0)
  }

  @Test func `a task without notes with alternatives only has correct or wrong answers`() throws {
    let axis = Axis(unit: "dB", scale: .linear, isSigned: false)
    let task = try TrialTask.level(axis: axis, alternatives: 3)
    #expect(task.isCorrect(try done(-2.9, isHigher: true)) == true)
    #expect(task.answerName(try done(2.9, isHigher: true)) == nil)
    #expect(task.guessRate == 1 / 3.0)
  }

  @Test func `signed, the same task has levels of either sign`() throws {
    let task = try #require(try task([.prime], 36, 84))
    #expect(task.signed.axis == Axis(unit: "cents", scale: .linear, isSigned: true))
    #expect(task.signed.choices == task.choices)
  }
}
