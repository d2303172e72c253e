import PeachAnalysis
import PeachFitting
import PeachSupport
import Testing

/// What a report needs beside counts: trials in their order, and catch trials.
@Suite struct TrialOrderTests {
  private func read(_ text: String, by: [String] = [], keepsTrials: Bool = true) throws -> Observations {
    var ways = Observations.Ways()
    ways.keepsTrials = keepsTrials
    return try Observations.read(DelimitedText(text, file: "d.csv").table, reading: .accuracy, by: by, ways)
  }

  private static let text = """
    who,run,level,correct,reversal,estimate,estimate_low,estimate_high,trial_kind
    ann,a/1,9,1,0,,,,test
    bob,b/1,7,0,0,5.5,3,,test
    ann,a/1,40,0,0,,,,catch
    ann,a/1,3,0,1,4.5,2,8,test
    ann,a/2,40,1,0,,,,catch
    ann,a/2,9,1,0,,,,test

    """

  @Test func `the trials of each group come in their order with runs, reversals and beliefs`() throws {
    let read = try read(Self.text, by: ["who"])
    #expect(read.trials.map { $0.map(\.level) } == [[9, 3, 9], [7]])
    #expect(read.trials.map { $0.map(\.isPositive) } == [[true, false, true], [false]])
    #expect(read.trials.map { $0.map(\.run) } == [["a/1", "a/1", "a/2"], ["b/1"]])
    #expect(read.trials.map { $0.map(\.isReversal) } == [[false, true, false], [false]])
    #expect(read.trials.map { $0.map(\.estimate) } == [[nil, 4.5, nil], [5.5]])
    #expect(read.trials[1][0].low == 3)
    #expect(read.trials[1][0].high == nil)
    #expect(read.trials[0][1].high == 8)
  }

  @Test func `catch trials are counted and not fitted`() throws {
    let read = try read(Self.text)
    #expect(read.catchTrials == Observations.CatchTrials(trials: 2, wrong: 1))
    #expect(read.groups[0].counts.total == 4)
  }

  @Test func `nobody asked, and counts have no order`() throws {
    #expect(try read(Self.text, keepsTrials: false).trials == [])
    #expect(try read(Self.text, keepsTrials: false).catchTrials == nil)
    #expect(try read("level,n,k\n1,10,5\n2,10,8\n").trials == [])
  }
}
