import PeachAnalysis
import PeachFitting
import Testing

@Suite struct GroupingTests {
  private let text = """
    listener,session,level,correct
    zoe,1,5,1
    ann,1,5,0
    zoe,2,6,1
     zoe ,1,7,0
    ,1,8,1

    """

  @Test func `groups are separated by the texts of a column, in order of appearance`() throws {
    let read = try observations(text, by: ["listener"])
    #expect(read.groups.map(\.key) == [["zoe"], ["ann"], [""]])
    #expect(read.groups.map { $0.levels?.map(\.bin.level) } == [[5, 6, 7], [5], [8]])
    #expect(read.notes == [])
  }

  @Test func `several columns make a key in the order they are asked for`() throws {
    let read = try observations(text, by: ["session", "listener"])
    #expect(read.groups.map(\.key) == [["1", "zoe"], ["1", "ann"], ["2", "zoe"], ["1", ""]])
    #expect(
      read.groups.map { $0.counts.bins } == [
        [bin(5, 1, 1), bin(7, 1, 0)], [bin(5, 1, 0)], [bin(6, 1, 1)], [bin(8, 1, 1)],
      ])
  }

  @Test func `texts are compared as texts, data columns too`() throws {
    let read = try observations("level,correct\n5,1\n5.0,0\n5,0\n", by: ["level"])
    #expect(read.groups.map(\.key) == [["5"], ["5.0"]])
    #expect(read.groups[0].levels == levels([trial(5, true), trial(5, false)]))
  }

  @Test func `a group of nothing but noise is no group`() throws {
    let read = try observations(
      "level,answer,trial_kind\n0,no,noise\n5,yes,test\n", by: ["trial_kind"])
    #expect(read.groups.map(\.key) == [["test"]])
  }

  @Test func `counts are grouped too`() throws {
    let read = try observations("ear,level,n,k\nleft,1,9,3\nright,1,9,5\nleft,2,9,8\n", by: ["ear"])
    #expect(read.groups.map(\.key) == [["left"], ["right"]])
    #expect(read.groups.map(\.blocks) == [[bin(1, 9, 3), bin(2, 9, 8)], [bin(1, 9, 5)]])
  }

  @Test func `runs or listeners that are fitted together are noted`() throws {
    let text = "listener,strategy,run,level,correct\na,s,s/a/1,5,1\na,s,s/a/2,5,1\na,t,t/a/1,5,1\na,s,s/a/1,6,1\n"
    #expect(try observations(text).notes == ["Peach fits 3 runs together; --by run fits each separately"])
    #expect(
      try observations(text, by: ["strategy"]).notes == [
        "Peach fits 3 runs together in 2 groups; --by run fits each separately"
      ])
    #expect(try observations(text, by: ["run"]).notes == [])
    #expect(try observations("run,level,correct\nr,5,1\nr,6,1\n").notes == [])
    #expect(
      try observations("listener,level,correct\nann,5,1\nzoe,6,1\n").notes
        == ["Peach fits 2 listeners together; --by listener fits each separately"])
  }

  @Test func `an unknown column is named with its nearest`() {
    #expect(
      problems(text, by: ["lisener", "day"]) == """
        d.csv:1:1: --by: no column 'lisener'
          hint: did you mean 'listener'?
        d.csv:1:1: --by: no column 'day'
          hint: columns here: listener, session, level, correct
        """)
  }
}
