import PeachSupport
import Testing

/// What separates the columns of a text, found in its beginning.
@Suite struct DelimitedFormatTests {
  private func found(_ text: String, _ separator: DelimitedFormat.Separator? = nil) throws(ConfigurationError)
    -> DelimitedFormat
  {
    try DelimitedFormat.find(in: Array(text.utf8), isWhole: true, separator: separator, file: "d.csv")
  }

  @Test(
    arguments: [
      ("level,correct\n1.5,1\n", DelimitedFormat.Separator.comma), ("level;correct\n1,5;1\n", .semicolon),
      ("level\tcorrect\n1,5\t1\n", .tab), ("\"level, dB\";correct\n1,5;1\n", .semicolon),
      // Decimals divide the rows more often than the header.
      ("level;note, free\n1,5;good\n2,5;bad, and late\n", .semicolon), ("level,a;b\n1,2\n3,4\n", .comma),
      ("level\n1\n", .comma), ("", .comma), ("\r\n\r\nlevel;correct\r\n1;1\r\n", .semicolon),
      ("level;correct;;\n1,5;1;;\n;;;\n", .semicolon),
    ])
  func `the separator is the one that occurs in the header and fits the rows`(
    text: String, separator: DelimitedFormat.Separator
  ) throws {
    #expect(try found(text) == DelimitedFormat(separator))
  }

  @Test func `a line of Excel with the separator is not a header`() throws {
    let text = "sep=;\r\nlevel;note, free\r\n1,5;a, b\r\n2,5;c, d\r\n"
    let format = try found(text)
    #expect(format == DelimitedFormat(.semicolon))
    var reader = DelimitedReader(file: "d.csv", format: format)
    let table = try reader.take(Array(text.utf8), isLast: true)
    #expect(table.columns == ["level", "note, free"] && table.count == 2 && table.headerLine == 2)
  }

  @Test func `two possible separators cause an error, and a stated one is used`() throws {
    let text = "level,dB;n;k,\n1,5;10;3,\n2,5;10;8,\n"
    let error = #expect(throws: ConfigurationError.self) { try found(text) }
    #expect(
      error?.description == """
        d.csv:1:1: the columns may be separated by commas and semicolons: both fit
          hint: choose one: --separator ',' or --separator ';'
        """)
    #expect(try found(text, .semicolon) == DelimitedFormat(.semicolon))
    #expect(try found("a,b\n1,2\n", .tab) == DelimitedFormat(.tab))
  }

  @Test func `a row has a name before its columns where R wrote it`() throws {
    let named = "\"level\"\t\"correct\"\n\"1\"\t5\tTRUE\n\"2\"\t6\tFALSE\n"
    #expect(try found(named) == DelimitedFormat(.tab, hasRowNames: true))
    var reader = DelimitedReader(file: "d.csv", format: try found(named))
    let table = try reader.take(Array(named.utf8), isLast: true)
    try reader.check()
    #expect(table.columns == ["", "level", "correct"])
    #expect(table.trimmed(1, 1) == "6" && table.trimmed(1, 2) == "FALSE")
    for other in [
      "level\tcorrect\n1\t5\tTRUE\n", "\"level\"\t\"correct\"\n5\t1\tgood\n", "\"level\"\t\"correct\"\n\"1\"\t5\n",
      // A separator behind the last column.
      "\"level\",\"correct\"\n\"1\",\"1\",\n\"2\",\"0\",\n",
      "\"level\",\"correct\"\n\"1\",\"1\",a\n\"3\",\"0\",b\n",
    ] {
      #expect(try !found(other).hasRowNames, "\(other)")
    }
  }

  /// The rows of a text whose columns are between semicolons, and what is wrong with it.
  private func read(_ text: String) -> (rows: [[String]], problems: String) {
    var reader = DelimitedReader(file: "d.csv", format: DelimitedFormat(.semicolon))
    do throws(ConfigurationError) {
      let table = try reader.take(Array(text.utf8), isLast: true)
      let rows = (0..<table.count).map { row in table.columns.indices.map { table[row, $0] } }
      try reader.check()
      return (rows, "")
    } catch {
      return ([], error.description)
    }
  }

  @Test func `empty fields beyond the last column are nothing, and may be missing`() {
    #expect(read("a;b\n1;2;\n3;4;;;\n5;6\n").rows == [["1", "2"], ["3", "4"], ["5", "6"]])
    #expect(read("a;b;;\n1;2\n3;4;5\n").rows == [["1", "2", "", ""], ["3", "4", "5", ""]])
    #expect(
      read("a;b\n1\n1;2;;3\n").problems == """
        d.csv:2:1: expected 2 fields, got 1
        d.csv:3:1: expected 2 fields, got 4
          hint: put text with a semicolon in quotes
        """)
    #expect(
      read("a;b\n\"1\"x;2\n").problems == """
        d.csv:2:1: expected a semicolon or the end of the line after a closing quote
          hint: write a quote within quotes twice
        """)
  }

  @Test func `text that PsychoPy writes below a table is ignored, but another table is not`() {
    #expect(read("a;b;c\n1;2;3\n\nextraInfo\nparticipant;P07\nsession;1\n").rows == [["1", "2", "3"]])
    #expect(
      read("a;b;c\n1;2;3\nextraInfo\nsession;1\n4;5;6;7\n").problems == """
        d.csv:5:1: expected 3 fields, got 4
          hint: put text with a semicolon in quotes
        """)
    #expect(read("a;b;c\nsession;1\n").problems == "d.csv:2:1: expected 3 fields, got 2")
  }
}
