import PeachAudio
import PeachPitch
import PeachTrials
import Testing

/// Levels at both notes of a trial on a device whose response slopes by 12 dB an octave.
@Suite struct SlopingLevelsTests {
  private let sloping = LevelCalibration(
    points: [
      LevelCalibration.Point(frequency: 110, offset: 88), LevelCalibration.Point(frequency: 880, offset: 124),
    ], limit: nil)

  private func stimuli(_ asked: SoundLevel) throws -> NoteStimuli {
    let task = try #require(
      try TrialTask.comparison(
        intervals: [.prime], notes: MIDINote(48)...MIDINote(72),
        tuning: WerckmeisterIII(named: "werckmeister-3") ?? EqualTemperament(),
        referencePitch: Frequency(442), noteDuration: 0.3, gap: 0))
    return NoteStimuli(
      task: task, timbre: Sine(), sampleRate: .hz44100, levels: NoteLevels(asked, calibration: sloping),
      ramp: try Ramp(0.01))
  }

  private func comparison(_ offset: Double) throws -> Comparison {
    Comparison(reference: try MIDINote(58), interval: .prime, offset: offset, level: Level(abs(offset)))
  }

  @Test(arguments: [-100.0, -31.5, 0, 50, 100]) func `both notes have the level asked for, and it is stored`(
    offset: Double
  ) throws {
    let notes = try stimuli(.pressure(65))
    var random = RandomStream(seed: 1)
    let comparison = try comparison(offset)
    let sound = try ComparisonStimuli(notes, loudness: try LoudnessVariation(0)).sound(of: comparison, using: &random)
    let reference = notes.task.tuning.frequency(of: comparison.reference, referencePitch: notes.task.referencePitch)
    let target = notes.frequency(.prime, above: comparison.reference, offset: Cents(unchecked: offset))
    for (part, frequency) in zip(sound.parts, [reference, target]) {
      #expect(abs(part.level.decibels + sloping.offset(at: frequency.hertz) - 65) < 0.001)
    }
    let heard = notes.presentation(
      of: comparison.reference, sound.parts[0].level, .prime, sound.parts[1].level, offset: Cents(unchecked: offset))
    #expect(abs((heard.referenceLevel ?? 0) - 65) < 0.001 && abs((heard.targetLevel ?? 0) - 65) < 0.001)
  }

  @Test func `a level in dB FS is the same at both notes, and what is stored is what was heard`() throws {
    let notes = try stimuli(.fullScale(-30))
    var random = RandomStream(seed: 1)
    let sound = try ComparisonStimuli(notes, loudness: try LoudnessVariation(0)).sound(
      of: try comparison(100), using: &random)
    #expect(sound.parts.map(\.level.decibels) == [-30, -30])
    let heard = notes.presentation(
      of: try MIDINote(58), sound.parts[0].level, .prime, sound.parts[1].level, offset: Cents(unchecked: 100))
    // A semitone is a twelfth of 12 dB.
    #expect(abs((heard.targetLevel ?? 0) - (heard.referenceLevel ?? 0) - 1) < 0.001)
  }

  @Test func `a tunable note has the level of the right pitch`() throws {
    let notes = try stimuli(.pressure(65))
    let key = try MIDINote(58)
    let right = notes.targetTone(.prime, above: key, offset: .zero)
    let tunable = notes.targetTone(.prime, above: key, offset: Cents(unchecked: 80), tunable: 200)
    #expect(tunable.level == right.level)
  }
}
