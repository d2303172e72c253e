import Foundation
import PeachReporting
import PeachStorage
import PeachSupport
import Testing

/// Every column that is exported is declared, and the other way round.
@Suite struct DeclaredColumnsTests {
  private func copy(_ name: String) throws -> String {
    let file = try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Files"))
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    return path
  }

  private func isOf(_ kind: Column.Kind, _ value: Value?) -> Bool {
    switch (kind, value) {
    case (_, nil), (.text, .text), (.value, .text), (.value, .number), (.time, .text), (.integer, .integer),
      (.number, .number):
      true
    case (.flag, .integer(let number)): number == 0 || number == 1
    default: false
    }
  }

  @Test func `every column has a meaning and a unique name`() {
    for table in DeclaredTables.all {
      #expect(!table.columns.isEmpty)
      #expect(Set(table.columns.map(\.name)).count == table.columns.count)
      for column in table.columns {
        #expect(column.meaning.count > 2, "\(table.name): \(column.name)")
        #expect(column.name.allSatisfy { $0.isASCII && $0 != "," && $0 != " " })
      }
    }
    #expect(Set(DeclaredTables.all.map(\.name)).count == DeclaredTables.all.count)
  }

  @Test func `a results file's tables have the declared columns, and values of their types`() throws {
    let path = try copy("results.sqlite")
    defer { unlink(path) }
    let results = try ResultsFile.open(path)
    for kind in ResultsTables.all where kind != RunMatchingTable.self {
      let table = try kind.init(results)
      // Only results of composed sounds have the order of their intervals.
      let columns = kind.declared.filter { $0.name != "order" }
      let declared = columns.map { $0.name(unit: "cents", error: "log2") }
      #expect(declared.map { $0 == "vary_PATH" ? "vary_listeners_a_jnd" : $0 } == table.columns)
      var rows = 0
      try table.forEachRow { row in
        rows += 1
        #expect(row.count == columns.count)
        for (column, value) in zip(columns, row) {
          #expect(isOf(column.kind, value), "\(kind.name): \(column.name)")
        }
      }
      // The file has no checkpoints.
      #expect((rows == 0) == ["checkpoints", "criteria"].contains(kind.name))
    }
  }

  @Test func `the tables of listeners have the declared columns, and values of their types`() throws {
    let path = try copy("live.sqlite")
    defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
    let live = try LiveDatabase.open(at: path)
    for table in ListenerTables.all {
      #expect(table.columns == table.declared.map { $0.name(unit: "cents", error: "log2") })
      try table.forEachRow(of: "P04", in: live) { row in
        #expect(row.count == table.declared.count)
        for (column, value) in zip(table.declared, row) { #expect(isOf(column.kind, value), "\(column.name)") }
      }
    }
  }

  @Test func `trials of simulated and of live listeners differ in units, varied values and blocks alone`() {
    #expect(
      LiveTrialsTable.columns
        == TrialsTable.declared.filter { $0 != .varied && $0.name != "order" }.flatMap { column -> [String] in
          column.name == "level_UNIT" ? ["level", "unit"] : [column.name(unit: "cents", error: "log2")]
        } + [
          "group", "day", "block", "condition", "excluded", "order", "timed_out", "confidence", "confidence_time_s",
          "repeats",
        ])
    // A page of columns has those of both.
    let page = DeclaredTables.all.first { $0.name == "trials" }?.columns.map(\.name) ?? []
    #expect(
      page == TrialsTable.declared.map(\.name) + [
        "level", "unit", "group", "day", "block", "condition", "excluded", "timed_out", "confidence",
        "confidence_time_s", "repeats",
      ])
  }

  @Test func `fits, comparisons, residuals and sensitivities have the declared columns`() {
    let tables = DeclaredTables.all
    for (name, columns) in [
      ("fits", FitTable.columns), ("comparisons", ComparisonTable.columns), ("residuals", ResidualsTable.columns),
      ("dprime", SensitivityTable.columns),
    ] {
      #expect(tables.first { $0.name == name }?.columns.map(\.name) == columns)
    }
  }
}
