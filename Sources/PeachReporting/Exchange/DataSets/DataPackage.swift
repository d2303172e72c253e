import PeachStorage
import PeachSupport

/// The description of a data set as a frictionless data package: `datapackage.json`.
///
/// Source: Data Package and Table Schema, version 1 (specs.frictionlessdata.io): types, units, constraints, missing values,
/// and of every file its size and digest.
enum DataPackage {
  static let file = "datapackage.json"

  static func text(_ source: DataSource, _ files: [TableFile]) -> String {
    JSONText.text(
      .object([
        "profile": .text("tabular-data-package"), "name": .text(name(source.name)), "title": .text(source.title),
        "description": .text(source.description), "simulated": .flag(source.isSimulated),
        "study": source.study.map { .text($0) },
        "version": source.version.isEmpty ? nil : .text(source.version),
        "resources": .list(files.map { resource($0, source) }),
      ]))
  }

  /// Lower case, as the standard has it.
  private static func name(_ name: String) -> String { "peach-" + name.lowercased().replacing("+", with: "-") }

  private static func resource(_ file: TableFile, _ source: DataSource) -> Value {
    let isTSV = file.format == .tsv
    return .object([
      "profile": .text("tabular-data-resource"), "name": .text(name(file.name).replacing("peach-", with: "")),
      "path": .text(file.written.path),
      "description": .text((source.isSimulated ? "Simulated: " : "") + file.table.summary),
      "format": .text(isTSV ? "tsv" : "csv"), "mediatype": .text(isTSV ? "text/tab-separated-values" : "text/csv"),
      "encoding": .text("utf-8"), "bytes": .integer(file.written.bytes),
      "hash": .text("sha256:" + file.written.digest),
      "dialect": isTSV ? .object(["csv": .object(["delimiter": .text("\t")])]) : nil,
      "schema": .object([
        "fields": .list(file.table.columns.map(field)), "missingValues": .texts([isTSV ? "n/a" : ""]),
        "primaryKey": .texts(file.table.key),
      ]),
    ])
  }

  private static func field(_ column: Column) -> Value {
    let type: (name: String, format: String?) =
      switch column.kind {
      case .text: ("string", nil)
      case .integer: ("integer", nil)
      case .number: ("number", nil)
      case .value: ("any", nil)
      case .flag: ("boolean", nil)
      case .time: ("datetime", "any")
      }
    return .object([
      "name": .text(column.name), "type": .text(type.name), "format": type.format.map { .text($0) },
      "description": .text(column.meaning), "unit": column.unit.isEmpty ? nil : .text(column.unit),
      "trueValues": column.kind == .flag ? .texts(["1"]) : nil,
      "falseValues": column.kind == .flag ? .texts(["0"]) : nil,
      "constraints": constraints(column),
    ])
  }

  /// Table Schema 1 has closed ends alone.
  private static func constraints(_ column: Column) -> Value? {
    let isWhole = column.kind == .integer
    func end(_ end: Bounds.End?) -> Value? {
      end.map { isWhole ? .integer(Int($0.value)) : .number($0.value) }
    }
    let all = Value.object([
      "minimum": end(column.bounds.lower), "maximum": end(column.bounds.upper),
      "enum": column.texts.isEmpty ? nil : .texts(column.texts),
    ])
    return all == .mapping([]) ? nil : all
  }
}
