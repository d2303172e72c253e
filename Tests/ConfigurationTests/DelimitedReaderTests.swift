import PeachSupport
import Testing

/// Texts that come in pieces.
@Suite struct DelimitedReaderTests {
  private static let texts = [
    "level,correct\n12.5,1\n25,0\n", "a,b\r\n1,2\r\n\r\n3,4", "a,b\r1,2\r\r3,4\r", "\n\na,b\n1,2\n",
    "a,\"b \"\"c\"\"\"\n\"x\ny\",\"\"\n\"\r\n\",z \n", "a\n\"é\"\n\n\n", "a,b\n1,2,3\n4\n5,6\n", "a,b\n\"1\"x,2\n3,\"4",
    "a;b\n1;2\n", "", "\n\n", "a,b\n1,\"2\n3,4\n",
  ]

  /// The rows with their lines, and all that is wrong.
  private func read(_ text: String, pieces size: Int) -> (rows: [String], problems: String) {
    var reader = DelimitedReader(file: "d.csv")
    var bytes = Array(text.utf8)[...]
    var rows: [String] = []
    do throws(ConfigurationError) {
      var isLast = false
      while !isLast {
        let piece = Array(bytes.prefix(size))
        bytes = bytes.dropFirst(size)
        isLast = piece.count < size
        let part = try reader.take(piece, isLast: isLast)
        for row in 0..<part.count {
          let fields = part.columns.indices.map { "\(part.columns[$0])=\(part[row, $0])" }
          rows.append("\(part.headerLine) \(part.line(of: row)) \(fields)")
        }
      }
      try reader.check()
      return (rows, "")
    } catch {
      return (rows, error.description)
    }
  }

  @Test(arguments: texts) func `it does not matter how a text is cut`(text: String) {
    let whole = read(text, pieces: 1000)
    for size in 1...12 {
      let cut = read(text, pieces: size)
      #expect(cut.problems == whole.problems, "in pieces of \(size)")
      #expect(cut.rows == whole.rows, "in pieces of \(size)")
    }
  }

  /// A quote that is never closed makes one record of all that follows.
  @Test func `a record without an end is refused before the memory ends`() {
    var reader = DelimitedReader(file: "d.csv")
    let piece = [UInt8](repeating: UInt8(ascii: "7"), count: 30_000_000)
    let error = #expect(throws: ConfigurationError.self) {
      _ = try reader.take(Array("a\n1\n\"2".utf8), isLast: false)
      for _ in 1...5 { _ = try reader.take(piece, isLast: false) }
    }
    #expect(error?.description == "d.csv:3:1: a quote is opened but never closed")
  }
}
