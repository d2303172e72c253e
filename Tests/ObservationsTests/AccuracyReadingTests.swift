import PeachAnalysis
import PeachFitting
import Testing

@Suite struct AccuracyReadingTests {
  @Test func `trials are levels and whether they were answered correctly`() throws {
    let read = try observations("level,correct\n12.5,1\n3,0\n12.5,0\n")
    #expect(read.reading == .accuracy)
    #expect(read.unit == nil)
    #expect(read.notes == [])
    #expect(read.groups.map(\.key) == [[]])
    #expect(read.groups[0].levels == levels([trial(12.5, true), trial(3, false), trial(12.5, false)]))
    #expect(read.groups[0].counts.bins == [bin(3, 1, 0), bin(12.5, 2, 1)])
  }

  @Test(
    arguments: [
      ("level", nil), ("level_cents", "cents"), ("level_dB", "dB"), ("level_dB_SPL", "dB_SPL"), ("offset", nil),
      ("offset_cents", "cents"),
    ])
  func `the unit comes from the name of the column`(column: String, unit: String?) throws {
    #expect(try observations("\(column),correct\n5,1\n").unit == unit)
  }

  @Test(arguments: ["1", "1.0", "TRUE", "True", "true"]) func `correct may be written as data frames do`(
    text: String
  ) throws {
    #expect(try observations("level,correct\n5,\(text)\n").groups[0].levels == levels([trial(5, true)]))
  }

  @Test(arguments: ["0", "0.0", "FALSE", "False", "false"]) func `so may wrong`(text: String) throws {
    #expect(try observations("level,correct\n5,\(text)\n").groups[0].levels == levels([trial(5, false)]))
  }

  @Test func `one trial is data`() throws {
    #expect(try observations("level,correct\n5,1").groups[0].counts.bins == [bin(5, 1, 1)])
  }

  @Test func `levels in dB may be negative`() throws {
    #expect(try observations("level_dB,correct\n-30,1\n-40,0\n").groups[0].counts.bins.map(\.level) == [-40, -30])
  }

  @Test func `the size of an offset is the level, and no other level is needed`() throws {
    let text = "offset_cents,level_cents,correct\n-12,-12,1\n12,12,0\n-7,,1\n"
    #expect(try observations(text).groups[0].levels == levels([trial(12, true), trial(12, false), trial(7, true)]))
  }

  @Test func `the level is used if an offset is missing`() throws {
    let text = "offset_cents,level_cents,correct\n-12,12,1\n,15,0\n"
    #expect(try observations(text).groups[0].levels == levels([trial(12, true), trial(15, false)]))
  }

  @Test func `higher and lower are correct by the sign of the offset`() throws {
    let read = try observations("offset_cents,answer\n5,higher\n-5,higher\n5,lower\n-5,lower\n")
    #expect(
      read.groups[0].levels == levels([trial(5, true), trial(5, false), trial(5, false), trial(5, true)]))
    #expect(read.notes == [])
  }

  @Test func `the answer is used if correct is missing`() throws {
    let read = try observations("offset_cents,answer,correct\n5,higher,1\n-5,higher,\n-6,lower,NA\n")
    #expect(read.groups[0].levels == levels([trial(5, true), trial(5, false), trial(6, true)]))
  }

  @Test func `trials at offset 0 are neither correct nor wrong`() throws {
    let read = try observations("offset_cents,answer,correct\n5,higher,1\n0,higher,\n0,lower,n/a\n")
    #expect(read.groups[0].levels == levels([trial(5, true)]))
    #expect(read.notes == ["2 trials at offset 0 are left out (neither correct nor wrong)"])
    let without = try observations("offset_cents,answer\n0,lower\n-4,lower\n")
    #expect(without.groups[0].levels == levels([trial(4, true)]))
    #expect(without.notes == ["1 trial at offset 0 is left out (neither correct nor wrong)"])
  }

  @Test func `correct at offset 0 is accepted`() throws {
    #expect(try observations("offset,answer,correct\n0,higher,1\n").groups[0].levels == levels([trial(0, true)]))
  }

  @Test func `in yes and no, yes is positive`() throws {
    #expect(
      try observations("level,answer\n5,yes\n3,no\n").groups[0].levels == levels([trial(5, true), trial(3, false)]))
    let both = try observations("level,answer,correct\n5,yes,1\n3,no,0\n")
    #expect(both.groups[0].levels == levels([trial(5, true), trial(3, false)]))
  }

  @Test func `an answer next to correct may use its own words`() throws {
    #expect(try observations("level,answer,correct\n5,left,1\n").groups[0].levels == levels([trial(5, true)]))
  }

  @Test func `only test trials are fitted`() throws {
    let read = try observations(
      """
      level,answer,correct,trial_kind
      5,yes,1,test
      3,no,0,
      0,no,1,noise
      0,yes,0,noise
      80,yes,1,comfort
      ,,,catch

      """)
    #expect(read.groups[0].levels == levels([trial(5, true), trial(3, false)]))
    #expect(
      read.notes == ["1 comfort trial is left out", "1 catch trial is left out", "2 noise trials are left out"])
  }

  @Test func `rows of nothing are passed over`() throws {
    let read = try observations("level,correct,note\n5,1,a\n,,\n  , ,\n6,0,\n")
    #expect(read.groups[0].levels == levels([trial(5, true), trial(6, false)]))
    #expect(read.notes == ["2 empty rows are left out"])
  }

  @Test func `columns without a value are as if they were not there`() throws {
    let read = try observations("offset_dB,level_dB,level_cents,answer,correct,n,k\n,5,,,1,,\n")
    #expect(read.unit == "dB")
    #expect(read.groups[0].levels == levels([trial(5, true)]))
  }
}
