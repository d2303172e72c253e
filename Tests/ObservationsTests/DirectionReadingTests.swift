import PeachAnalysis
import PeachFitting
import Testing

@Suite struct DirectionReadingTests {
  @Test func `trials are signed offsets and whether the answer was higher, at offset 0 too`() throws {
    let text = "offset_cents,level_cents,answer,correct\n5,5,higher,1\n-5,5,higher,0\n0,0,lower,\n-8,8,lower,1\n"
    let read = try observations(text, .direction)
    #expect(read.reading == .direction)
    #expect(read.unit == "cents")
    #expect(read.groups[0].levels == levels([trial(5, true), trial(-5, true), trial(0, false), trial(-8, false)]))
    #expect(read.groups[0].counts.bins == [bin(-8, 1, 0), bin(-5, 1, 1), bin(0, 1, 0), bin(5, 1, 1)])
    #expect(read.notes == [])
  }

  @Test func `correct and the sign of the offset tell what was answered`() throws {
    let read = try observations("offset_cents,correct\n5,1\n-5,0\n5,0\n-5,1\n", .direction)
    #expect(
      read.groups[0].levels == levels([trial(5, true), trial(-5, true), trial(5, false), trial(-5, false)]))
  }

  @Test func `a signed level will do for an offset`() throws {
    let read = try observations("level_Hz,answer\n-2,lower\n3,higher\n", .direction)
    #expect(read.unit == "Hz")
    #expect(read.groups[0].levels == levels([trial(-2, false), trial(3, true)]))
    #expect(read.notes == [])
  }

  @Test func `levels that are all above 0 are noted`() throws {
    let read = try observations("level,answer\n2,lower\n3,higher\n", .direction)
    #expect(read.notes == ["every level is above 0, so Peach takes each as a difference upwards (higher is correct)"])
    #expect(try observations("offset,answer\n2,lower\n3,higher\n", .direction).notes == [])
  }

  @Test func `only test trials are fitted`() throws {
    let read = try observations(
      "offset_cents,answer,trial_kind\n5,higher,test\n80,higher,comfort\n-70,,comfort\n", .direction)
    #expect(read.groups[0].levels == levels([trial(5, true)]))
    #expect(read.notes == ["2 comfort trials are left out"])
  }

  @Test func `levels and answers right or wrong do not tell a direction`() {
    #expect(
      problems("level_cents,correct\n5,1\n", .direction) == """
        d.csv:1:1: --reading direction needs the columns answer (higher, lower) and offset_cents, got level_cents, \
        correct
          hint: without --reading direction, Peach fits the proportion of correct answers
        """)
    // A task without notes has the columns of a comparison, empty.
    #expect(
      problems("offset_dB,level_dB,answer,correct\n,5,,1\n", .direction) == """
        d.csv:1:1: --reading direction needs the columns answer (higher, lower) and offset_dB, got level_dB, correct
          hint: without --reading direction, Peach fits the proportion of correct answers
        """)
  }

  @Test func `an answer that is missing or of another kind is named`() {
    #expect(
      problems("offset,answer,correct\n5,,\n0,,\n0,,1\n5,up,1\n,higher,1\n", .direction) == """
        d.csv:2:3: column 'answer': missing; expected higher or lower
        d.csv:3:3: column 'answer': missing; expected higher or lower
        d.csv:4:3: column 'answer': missing; expected higher or lower
        d.csv:5:3: column 'answer': expected higher or lower, got 'up'
        d.csv:6:1: column 'offset': missing; expected a number
        """)
  }

  @Test func `correct does not tell the answer at offset 0`() {
    #expect(
      problems("offset,correct\n5,1\n0,\n0,1\n6,\n", .direction) == """
        d.csv:3:3: column 'correct': missing; expected 1 or 0
        d.csv:4:3: column 'correct': at offset 0, correct or wrong does not say whether the answer was higher or lower
          hint: add a column answer (higher, lower), or remove these rows
        d.csv:5:3: column 'correct': missing; expected 1 or 0
        """)
  }

  @Test func `yes and no are noted once`() {
    #expect(
      problems("level,answer\n5,yes\n6,no\n7,yes\n", .direction)
        == "d.csv:2:3: column 'answer': expected higher or lower with --reading direction, got 'yes'")
  }

  @Test func `an answer that its offset and correct contradict is named`() {
    #expect(
      problems("offset,answer,correct\n5,higher,0\n-2.5,higher,1\n", .direction) == """
        d.csv:2:10: column 'correct': expected 1 for the answer higher at offset 5, got 0
          hint: higher is correct if the offset is above 0
        d.csv:3:13: column 'correct': expected 0 for the answer higher at offset -2.5, got 1
          hint: higher is correct if the offset is above 0
        """)
  }
}
