import PeachSupport

/// A data set as Psych-DS has it: tables under `data`, named by pairs of key and value, and `dataset_description.json`.
///
/// Source: psych-ds.github.io, schema 1.5: rules/files/common/core.yaml, rules/files/tabular_data/data.yaml, and its Rules
/// and Conventions.
package struct PsychDS: DataSetStandard {
  package static let name = "psych-ds"
  package static let title = "Psych-DS"
  package static let mark: String? = nil
  package static let readMe = "README.md"
  package static let isSplitByListener = false

  private let source: DataSource

  package init(_ source: DataSource) { self.source = source }

  package var tables: [SourceTable] { source.tables }

  package func write(in folder: DataFolder) throws -> [TableFile] {
    var files: [TableFile] = []
    for table in tables {
      let path = path(of: table.name)
      files.append(try .write(table, as: path, .csv, in: folder))
      try folder.add(JSONText.text(.object(["variableMeasured": variables([table])])), as: path.dropLast(4) + ".json")
    }
    try folder.add(description, as: "dataset_description.json")
    return files
  }

  package func parts(of table: SourceTable) -> [DataSetPart] { [DataSetPart(path: path(of: table.name))] }

  /// `data/study-strategyComparison_description-runs_data.csv`.
  private func path(of table: String) -> String {
    let first = source.isLive && source.study == nil && source.listeners.count == 1 ? "subject" : "study"
    return "data/" + NameParts.joined([(first, source.name), ("description", table)]) + "_data.csv"
  }

  /// The metadata of the whole set.
  private var description: String {
    JSONText.text(
      .object([
        "@context": .text("https://schema.org/"), "@type": .text("Dataset"), "name": .text(source.title),
        "description": .text(source.description), "schemaVersion": .text("Psych-DS 1.5.1"),
        "keywords": .texts(["psychoacoustics", "pitch"] + (source.isSimulated ? ["simulated data"] : [])),
        "version": source.version.isEmpty ? nil : .text(source.version),
        "variableMeasured": variables(tables),
      ]))
  }

  /// Every column once: in the words of the first table that has it.
  private func variables(_ tables: [SourceTable]) -> Value {
    var seen: Set<String> = []
    let columns = tables.flatMap(\.columns).filter { seen.insert($0.name).inserted }
    return .list(
      columns.map { column in
        .object([
          "@type": .text("PropertyValue"), "name": .text(column.name), "description": .text(column.meaning),
          "unitText": column.unit.isEmpty ? nil : .text(column.unit),
          "minValue": column.bounds.lower.map { .number($0.value) },
          "maxValue": column.bounds.upper.map { .number($0.value) },
          "valueReference": column.texts.isEmpty ? nil : .texts(column.texts),
        ])
      })
  }
}
