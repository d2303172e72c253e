import PeachAudio
import PeachPitch
import PeachTrials
import Testing

@Suite struct SoundLimitsTests {
  private func task(
    _ intervals: [DirectedInterval] = [.prime], notes: ClosedRange<Int>, pitch: Double = 440
  ) throws -> TrialTask {
    try #require(
      TrialTask.comparison(
        intervals: intervals, notes: try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound),
        tuning: EqualTemperament(), referencePitch: try Frequency(pitch), noteDuration: 0.05, gap: 0))
  }

  @Test(arguments: [380.0, 440, 480]) func `targets stay within the MIDI notes for any reference pitch`(
    pitch: Double
  ) throws {
    let limits = SoundLimits(of: try task(notes: 48...72, pitch: pitch))
    #expect(limits.limit(of: .prime, above: try MIDINote(48), isSharp: true) == 7950)
    #expect(limits.limit(of: .prime, above: try MIDINote(48), isSharp: false) == 4850)
    #expect(limits.limit(of: .prime, above: try MIDINote(72), isSharp: true) == 5550)
    #expect(
      limits.limit(of: try DirectedInterval(parsing: "octave-up"), above: try MIDINote(72), isSharp: true) == 4350)
    #expect(limits.safe == 4850)
  }

  @Test func `a level that every draw allows is the smallest of all limits`() throws {
    let up = try DirectedInterval(parsing: "octave-up")
    let down = try DirectedInterval(parsing: "octave-down")
    #expect(SoundLimits(of: try task([up], notes: 48...72)).safe == 4350)
    #expect(SoundLimits(of: try task([up, down], notes: 48...72)).safe == 3650)
    #expect(SoundLimits(of: try task(notes: 0...127)).safe == 50)
    #expect(SoundLimits(of: try TrialTask.level(axis: .cents, alternatives: 2)).safe == .infinity)
  }

  @Test func `only levels that cannot sound are cut, and NaN stays`() throws {
    let limits = SoundLimits(of: try task(notes: 48...72))
    func cut(_ offset: Double, _ level: Double) throws -> [Double] {
      let asked = Comparison(reference: try MIDINote(48), interval: .prime, offset: offset, level: Level(level))
      let cut = limits.limited(asked)
      return [cut.offset, cut.level.value]
    }
    #expect(try cut(4850, 4850) == [4850, 4850])
    #expect(try cut(6000, 6000) == [6000, 6000])
    #expect(try cut(1e5, 1e5) == [7950, 7950])
    #expect(try cut(-6000, 6000) == [-4850, 4850])
    #expect(try cut(-6000, -6000) == [-4850, -4850])
    #expect(try cut(.infinity, .infinity) == [.infinity, .infinity])
  }

  @Test(arguments: SampleRate.allCases) func `the highest frequency equals that of the sounds`(rate: SampleRate) throws
  {
    var sounding = SoundSettings()
    sounding.sampleRate = rate.rawValue
    #expect(sounding.greatestFrequency == rate.highest)
    #expect(SoundSettings().greatestFrequency == SampleRate.hz44100.highest)
  }

  @Test(arguments: [0...127, 36...84, 120...127]) func `every note sounds at its limit, sharp and flat`(
    notes: ClosedRange<Int>
  ) throws {
    let task = try task(notes: notes)
    let limits = SoundLimits(of: task)
    let stimuli = ComparisonStimuli(try NoteStimuli(asStatedIn: task), loudness: try LoudnessVariation(0))
    for note in notes {
      for sign in [1.0, -1] {
        let reference = try MIDINote(note)
        let level = limits.limit(of: .prime, above: reference, isSharp: sign > 0)
        #expect(level >= 50)
        let comparison = Comparison(
          reference: reference, interval: .prime, offset: sign * level, level: Level(level))
        let pair = try stimuli.pair(of: comparison, draw: 0.5)
        _ = try pair.rendered()
        let key = 69 + Cents.between(task.referencePitch, pair.target.frequency).value / 100
        #expect((-0.5001...127.5001).contains(key))
      }
    }
  }
}
