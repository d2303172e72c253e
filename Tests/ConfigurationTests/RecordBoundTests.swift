import PeachSupport
import Testing

/// Places of fields, blanks between them, and how long they may be.
@Suite struct RecordBoundTests {
  private func table(_ text: String, _ separator: DelimitedFormat.Separator? = nil) throws -> FieldTable {
    let bytes = Array(text.utf8)
    let format = try DelimitedFormat.find(in: bytes, isWhole: true, separator: separator, file: "d")
    var reader = DelimitedReader(file: "d", format: format)
    let table = try reader.take(bytes, isLast: true)
    try reader.check()
    return table
  }

  private func places(_ table: FieldTable) -> [[Int]] {
    (0..<table.count).map { row in table.columns.indices.map { table.place(of: row, $0) } }
  }

  @Test func `a field knows its place, quoted or not`() throws {
    let table = try table("a,b,c\n1,22,333\n\"x\",\"y\"\"z\" ,5\nü,é,\n,\"\",1\n")
    #expect(places(table) == [[1, 3, 6], [1, 5, 13], [1, 3, 5], [1, 2, 5]])
  }

  @Test func `between blanks too`() throws {
    let table = try table("  a   b\tc\n 1  2\t\t3 \n\n   \n10 20 30\n")
    #expect(table.columns == ["a", "b", "c"])
    #expect(places(table) == [[2, 5, 8], [1, 4, 7]])
    #expect(table[1, 2] == "30")
  }

  @Test func `rows of another length are dropped with their places`() throws {
    #expect(throws: ConfigurationError.self) { try self.table("a b\n1 2\n1 2 3 4\n1 2\n1 2\n", .blanks) }
    let table = try table("a,b,\n\"1\",2,\n3,4,,,\n5,6,\n")
    #expect(places(table) == [[1, 5, 7], [1, 3, 5], [1, 3, 5]])
  }

  @Test(arguments: [1000, 1_000_000])
  func `a line that is too long is refused, however it comes`(size: Int) throws {
    var reader = DelimitedReader(file: "d", format: DelimitedFormat())
    _ = try reader.take(Array("a,b\n1,2\n".utf8), isLast: false)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: size)
    let error = try #require(
      #expect(throws: ConfigurationError.self) {
        for _ in 0...(5_000_000 / size) { _ = try reader.take(size == 1000 ? piece + piece : piece, isLast: false) }
      })
    #expect(
      error.description == """
        d:3:1: the line is longer than 4 MB, the longest that Peach reads
          hint: check that the file has line ends, and that each row has its own line
        """)
  }
}
