import PeachSupport
import Testing

@Suite struct ObjectReaderTests {
  /// The columns and rows of a text that comes in pieces of so many bytes.
  private func read(_ text: String, by size: Int) throws -> (columns: [String], rows: [[String]], lines: [Int]) {
    let bytes = Array(text.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    var (keys, first) = (KeyList(), ObjectReader(file: "d.json"))
    for (number, piece) in pieces.enumerated() {
      try first.takeKeys(piece, isLast: number == pieces.count - 1, into: &keys)
    }
    var second = ObjectReader(file: "d.json")
    var (rows, lines): ([[String]], [Int]) = ([], [])
    for (number, piece) in pieces.enumerated() {
      try second.takeRows(piece, isLast: number == pieces.count - 1, of: keys) { part in
        for row in 0..<part.count {
          rows.append(part.columns.indices.map { part[row, $0] })
          lines.append(part.line(of: row))
        }
      }
    }
    return (keys.names, rows, lines)
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `however a text is cut, its rows are the same`(size: Int) throws {
    let text = """
      {"level": 1.5, "who": "a \\"b\\", {c}\\u00e9\\ud83d\\ude00\\n", "ok": true}
      {"ok": null, "level": -2e3, "more": {"x": [1, "]}"]}}

      {}
      """
    let read = try read(text, by: size)
    #expect(read.columns == ["level", "who", "ok", "more"])
    #expect(
      read.rows == [
        ["1.5", "a \"b\", {c}é😀\n", "true", ""], ["-2e3", "", "null", "{\"x\": [1, \"]}\"]}"], ["", "", "", ""],
      ])
    #expect(read.lines == [1, 2, 4])
  }

  @Test(arguments: [1, 5, 1000])
  func `a list of objects may be on one line or on several`(size: Int) throws {
    let read = try read("[{\"a\":1},{\"a\":2,\r\n\"b\":\"x\"}\r\n, {\"b\":3} ]\n", by: size)
    #expect(read.rows == [["1", ""], ["2", "x"], ["", "3"]])
    #expect(read.lines == [1, 1, 3])
  }

  @Test(
    arguments: [
      "[1, 2]", "{\"a\": 1}, {\"a\": 2}", "[{\"a\": 1} {\"a\": 2}]", "[{\"a\": 1}", "[{\"a\": 1}] {\"a\": 2}",
      "{\"a\" 1}",
      "{a: 1}", "{\"a\": }", "{\"a\": \"\\x\"}", "{\"a\": \"\\u12g4\"}", "{\"a\": 1", "{}", "[]", "{\"a\": 1,}",
    ])
  func `an invalid row of JSON is rejected`(text: String) {
    #expect(throws: ConfigurationError.self) { try read(text, by: 3) }
    #expect(throws: ConfigurationError.self) { try read(text, by: 1000) }
  }

  @Test func `a value is reported with its place in the line`() throws {
    var (keys, reader) = (KeyList(), ObjectReader(file: "d.json"))
    let text = Array("{\"a\": 1}\n  {\"b\": 22, \"a\": 3}\n".utf8)
    try reader.takeKeys(text, isLast: true, into: &keys)
    var rows = ObjectReader(file: "d.json")
    try rows.takeRows(text, isLast: true, of: keys) { part in
      #expect(part.place(of: 0, 0) == 7)
      #expect(part.place(of: 1, 0) == 18)
      #expect(part.place(of: 1, 1) == 9)
    }
  }
}
