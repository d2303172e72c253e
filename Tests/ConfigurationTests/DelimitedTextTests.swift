import PeachSupport
import Testing

@Suite struct DelimitedTextTests {
  private func fields(_ text: String) throws(ConfigurationError) -> [[String]] {
    try DelimitedText(text, file: "d.csv").rows.map(\.fields)
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try fields(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `columns and rows are read with the lines they start on`() throws {
    let table = try DelimitedText("level,correct\n12.5,1\n25,0\n", file: "d.csv")
    #expect(table.file == "d.csv")
    #expect(table.columns == ["level", "correct"])
    #expect(table.rows.map(\.fields) == [["12.5", "1"], ["25", "0"]])
    #expect(table.rows.map(\.line) == [2, 3])
    #expect(table.index(of: "correct") == 1)
    #expect(table.index(of: "Correct") == nil)
  }

  @Test(
    arguments: [
      "a,b\n1,2", "a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r\n1,2", "\na,b\n\n1,2\n\n", "a,b\r1,2\r", "a,b\r1,2",
      "\r\ra,b\r\r1,2\r\r", " a ,\tb\n1,2",
    ])
  func `line ends of any system, a last line without one, blank lines and spaces about names are all the same`(
    text: String
  ) throws {
    #expect(try DelimitedText(text, file: "d.csv").columns == ["a", "b"])
    #expect(try fields(text) == [["1", "2"]])
  }

  @Test(
    arguments: [
      ("\"x\",2", ["x", "2"]), ("\"x,y\",2", ["x,y", "2"]), ("\"say \"\"hi\"\"\",2", ["say \"hi\"", "2"]),
      ("\"\",2", ["", "2"]), (",", ["", ""]), ("\"\"\"\",2", ["\"", "2"]), ("5\"x,2", ["5\"x", "2"]),
      (" x , 2", [" x ", " 2"]), ("é♯,🎵", ["é♯", "🎵"]), ("\"one\ntwo\",2", ["one\ntwo", "2"]),
      ("\"one\r\ntwo\",2", ["one\r\ntwo", "2"]), ("2,\"\"", ["2", ""]), ("\"one\rtwo\",2", ["one\rtwo", "2"]),
      ("\"x\" ,\"2\"\t", ["x", "2"]), (" \"x\",2", [" \"x\"", "2"]),
    ])
  func `a field may be quoted`(line: String, row: [String]) throws {
    #expect(try fields("a,b\n" + line) == [row])
    #expect(try fields("a,b\n" + line + "\n") == [row])
  }

  @Test func `a row after a quoted line feed has the line it starts on`() throws {
    let table = try DelimitedText("a,b\n\"1\n2\n3\",x\n4,y\n\n5,z\n", file: "d.csv")
    #expect(table.rows.map(\.line) == [2, 5, 7])
  }

  @Test(arguments: ["\r", "\r\n", "\n"]) func `lines are counted with any line ending, also in quotes`(end: String)
    throws
  {
    let text = ["", "a,b", "1,2", "", "\"3", "", "4\",5", "6,7"].joined(separator: end)
    let table = try DelimitedText(text, file: "d.csv").table
    #expect(table.headerLine == 2)
    #expect((0..<table.count).map(table.line) == [3, 5, 8])
    #expect(table[1, 0] == "3\(end)\(end)4")
  }

  @Test func `a quoted empty field is a row, and an empty line is not`() throws {
    #expect(try fields("a\n\"\"\n\n1\n") == [[""], ["1"]])
  }

  @Test(arguments: ["", "\n", "\r\n\n"]) func `an empty file is refused`(text: String) {
    #expect(message(text) == "d.csv:1:1: expected a header line, got an empty file")
  }

  @Test func `a file with only a header is a table without rows`() throws {
    #expect(try fields("a,b\n").isEmpty)
  }

  @Test func `every ragged row is named by its line`() {
    #expect(
      message("a,b\n1\n2,3\n4,5,6\n") == """
        d.csv:2:1: expected 2 fields, got 1
        d.csv:4:1: expected 2 fields, got 3
          hint: write decimals with a point, and put text with a comma in quotes
        """)
    #expect(message("a\n1,2\n")?.hasPrefix("d.csv:2:1: expected 1 field, got 2\n") == true)
  }

  @Test func `at most twenty ragged rows are named`() throws {
    let lines = try #require(message("a,b\n" + String(repeating: "1\n", count: 21))).split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[19] == "d.csv:21:1: expected 2 fields, got 1")
    #expect(lines[20] == "and 1 more problem")
  }

  @Test func `an open quote is named by the line it is opened on`() {
    #expect(message("a,b\n1,2\n3,\"4\n5,6\n") == "d.csv:3:1: a quote is opened but never closed")
    #expect(message("a,b\n1,2\n\"\n\"\",") == "d.csv:3:1: a quote is opened but never closed")
    #expect(message("\"") == "d.csv:1:1: a quote is opened but never closed")
  }

  @Test func `text after a closing quote is named, and nothing more of its row`() {
    #expect(
      message("a,b\n\"1\"2,3\n\"say \"hm\",4\n\"5\",\"6\" x,7\n8,9\n") == """
        d.csv:2:1: expected a comma or the end of the line after a closing quote
          hint: write a quote within quotes twice
        d.csv:3:1: expected a comma or the end of the line after a closing quote
          hint: write a quote within quotes twice
        d.csv:4:1: expected a comma or the end of the line after a closing quote
          hint: write a quote within quotes twice
        """)
  }

  @Test func `semicolons are refused, unless they are text`() throws {
    #expect(
      message("a;b\n1;2\n") == """
        d.csv:1:1: expected commas between columns, got semicolons
          hint: save the file with commas and decimal points
        """)
    #expect(message("\n\"a\";\"b\"")?.hasPrefix("d.csv:2:1: expected commas between columns, got semicolons") == true)
    #expect(try fields("a,b\n1;2,3\n") == [["1;2", "3"]])
    #expect(try DelimitedText("\"a;b\"\n1\n", file: "d.csv").columns == ["a;b"])
  }

  @Test func `tabs are refused, unless they are text`() throws {
    #expect(
      message("a\tb\r1\t2\r") == """
        d.csv:1:1: expected commas between columns, got tabs
          hint: save the file with commas and decimal points
        """)
    #expect(try fields("a,b\n1\t2,3\n") == [["1\t2", "3"]])
  }
}
