import PeachSupport
import Testing

@Suite struct FieldTableTests {
  private var table: FieldTable {
    var table = FieldTable(source: "t", columns: ["a", "b", "c"])
    table.append(["1", "", " é "], line: 2)
    table.append(["", "", ""], line: 7)
    table.append(["\t\r\n x y\n", "🎵", " "], line: 8)
    return table
  }

  @Test func `fields are found by row and column`() {
    let table = table
    #expect(table.source == "t")
    #expect(table.headerLine == 1)
    #expect(table.count == 3)
    #expect(
      (0..<3).map { row in (0..<3).map { table[row, $0] } }
        == [["1", "", " é "], ["", "", ""], ["\t\r\n x y\n", "🎵", " "]])
    #expect((0..<3).map(table.line) == [2, 7, 8])
    #expect(table.index(of: "b") == 1)
    #expect(table.index(of: "B") == nil)
  }

  @Test func `spaces about a field can be left out`() {
    let table = table
    #expect(
      (0..<3).map { row in (0..<3).map { table.trimmed(row, $0) } }
        == [["1", "", "é"], ["", "", ""], ["x y", "🎵", ""]])
  }
}
