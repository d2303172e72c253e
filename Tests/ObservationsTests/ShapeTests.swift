import PeachAnalysis
import PeachFitting
import PeachSupport
import Testing

/// Wide tables, proportions, and values that are missing.
@Suite struct ShapeTests {
  private func read(
    _ text: String, _ reading: Reading = .accuracy, by: [String] = [],
    _ change: (inout Observations.Ways) -> Void = { _ in }
  ) throws -> Observations {
    var ways = Observations.Ways()
    change(&ways)
    return try Observations.read(DelimitedText(text, file: "d.csv").table, reading: reading, by: by, ways)
  }

  @Test func `cells of a wide table are rows of a long one`() throws {
    let read = try read("who,level_2,level_4\na,1,3\nb,2,4\n", by: ["who"]) {
      $0.wide.isSaid = true
      $0.naming.trials = "4"
    }
    #expect(read.groups.map(\.key) == [["a"], ["b"]])
    #expect(read.groups.map(\.counts.bins) == [[bin(2, 4, 1), bin(4, 4, 3)], [bin(2, 4, 2), bin(4, 4, 4)]])
  }

  @Test func `a wide table of 1 and 0 is of single trials, in both readings`() throws {
    let text = "run,-5 cents,5 cents\n1,0,1\n2,0,1\n3,1,\n"
    let accuracy = try read(text) { $0.wide.isSaid = true }
    #expect(accuracy.unit == "cents")
    #expect(accuracy.groups[0].counts.bins == [bin(-5, 3, 1), bin(5, 2, 2)])
    #expect(accuracy.warnings == ["1 row without answer is left out; add --refuse-missing to stop at such rows"])
    #expect(
      try read(text, .direction) { $0.wide.isSaid = true }.groups[0].counts.bins == accuracy.groups[0].counts.bins)
  }

  @Test(
    arguments: [
      ("0.67", 30, 20.0), ("0.6667", 30, 20), ("0.66666666666666663", 30, 20), ("1", 30, 30), ("0", 30, 0),
      ("66.7 %", 30, 20), ("5e-1", 30, 15), ("0.7", 40, 28),
    ])
  func `a proportion is a number of answers within the rounding of its digits`(text: String, n: Int, k: Double) throws {
    #expect(try read("level,n,proportion\n1,\(n),\(text)\n").groups[0].counts.bins == [bin(1, Double(n), k)])
  }

  @Test(arguments: [("0.675", 30, "20.25"), ("0.66", 30, "19.8"), ("0.6666", 300, "199.98"), ("51 %", 10, "5.1")])
  func `a proportion that is not a number of answers is refused`(text: String, n: Int, count: String) {
    let error = #expect(throws: ConfigurationError.self) { try read("level,n,proportion\n1,\(n),\(text)\n") }
    #expect(
      error?.description == """
        d.csv:2:\(n > 99 ? 7 : 6): column 'proportion': \(text) of \(n) answers is \(count), which is not a whole number
          hint: check n; if the counts are in a column, --k COLUMN names it
        """)
  }

  @Test func `proportions with too few digits are reported`() throws {
    let read = try read("level,n,proportion\n1,100,0.7\n2,99,0.8\n")
    #expect(read.groups[0].counts.bins == [bin(1, 100, 70), bin(2, 99, 79)])
    #expect(
      read.warnings == ["1 proportion has too few digits to give k exactly: Peach rounds the proportion times n"])
  }

  @Test(arguments: ["9", "9.0", "correct=9"])
  func `a value that is marked as missing is left out`(word: String) throws {
    let read = try read("level,correct\n9,1\n8,0\n7,9\n") { $0.missing = [MissingValue(word)].compactMap(\.self) }
    let levels = word.hasPrefix("correct") ? [8.0, 9] : [8]
    #expect(read.groups[0].counts.bins.map(\.level) == levels)
  }

  @Test func `a missing value is a word, or a column and a word`() {
    #expect(MissingValue("") == nil && MissingValue("correct=") == nil)
    #expect(MissingValue("a=b=9")?.column == "a=b")
    #expect(MissingValue("=9")?.text == "=9")
  }
}
