import PeachPitch
import PeachTrials
import Testing

@Suite struct ReferenceNotesTests {
  private func task(_ low: Int, _ high: Int, grows: Bool, _ intervals: [DirectedInterval] = [.prime]) throws
    -> TrialTask
  {
    var task = try #require(
      TrialTask.comparison(
        intervals: intervals, notes: try MIDINote(low)...MIDINote(high), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0))
    task.grows = grows
    return task
  }

  private func numbers(_ notes: ReferenceNotes) -> ClosedRange<Int> {
    notes.range.lowerBound.number...notes.range.upperBound.number
  }

  @Test func `a range that stays stays`() throws {
    var notes = ReferenceNotes(of: try task(54, 66, grows: false))
    for note in 54...66 { notes.heard(try MIDINote(note)) }
    #expect(numbers(notes) == 54...66)
  }

  @Test func `the edge moves by a semitone once its note was answered, and not before`() throws {
    var notes = ReferenceNotes(of: try task(54, 66, grows: true))
    notes.heard(try MIDINote(60))
    #expect(numbers(notes) == 54...66)
    notes.heard(try MIDINote(54))
    #expect(numbers(notes) == 53...66)
    notes.heard(try MIDINote(54))
    #expect(numbers(notes) == 53...66)
    notes.heard(try MIDINote(66))
    #expect(numbers(notes) == 53...67)
    #expect(notes.choices.map(\.references) == [53..<68])
  }

  @Test func `known notes count, also beyond the edge`() throws {
    var profile = PerceptualProfile()
    for note in [66, 67, 69] {
      profile.observe(
        CompletedComparison(
          Comparison(reference: try MIDINote(note), interval: .prime, offset: 5, level: Level(5)), isHigher: true,
          seconds: 0))
    }
    var notes = ReferenceNotes(of: try task(54, 66, grows: true), profile)
    #expect(numbers(notes) == 54...68)
    notes.heard(try MIDINote(68))
    #expect(numbers(notes) == 54...70)
  }

  @Test func `matched notes count like compared notes`() throws {
    var profile = PerceptualProfile()
    for note in [54, 66, 67] {
      profile.observe(
        CompletedPitchMatching(
          PitchMatching(reference: try MIDINote(note), interval: .prime, initialOffset: .zero, range: 100),
          error: .zero, adjustments: 0, seconds: 1))
    }
    #expect(numbers(ReferenceNotes(of: try task(54, 66, grows: true), profile)) == 53...68)
  }

  @Test func `it ends at the keys of a piano, and a target stays a note`() throws {
    var notes = ReferenceNotes(of: try task(100, 107, grows: true, [.init(.octave, .up), .prime]))
    for note in 100...108 { notes.heard(try MIDINote(note)) }
    #expect(notes.range.upperBound.number == 108)
    #expect(notes.choices[0].references.upperBound == 109)
    var low = ReferenceNotes(of: try task(22, 40, grows: true, [.init(.octave, .down)]))
    for note in 21...40 { low.heard(try MIDINote(note)) }
    #expect(low.range.lowerBound.number == 21)
  }

  @Test func `matchings too are drawn from a range that grows`() throws {
    var task = try #require(
      TrialTask.matching(
        intervals: [.prime], notes: try MIDINote(60)...MIDINote(60), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0, initialOffset: 100))
    task.grows = true
    var draws = MatchingDraws(task, using: RandomStream(seed: SipHash.Words(1, 1)))
    var seen: Set<Int> = []
    for _ in 0..<200 {
      let matching = draws.next()
      seen.insert(matching.reference.number)
      draws.heard(matching.reference)
    }
    #expect(seen.count > 10 && seen.contains(60))
    #expect(seen.max()! - seen.min()! + 1 <= seen.count + 2)
  }
}
