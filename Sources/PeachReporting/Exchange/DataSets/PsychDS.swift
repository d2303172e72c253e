import PeachSupport

/// A data set as Psych-DS has it: tables under `data`, named by pairs of key and value, and `dataset_description.json`.
///
/// Source: psych-ds.github.io, schema 1.5: rules/files/common/core.yaml, rules/files/tabular_data/data.yaml, and its Rules
/// and Conventions.
enum PsychDS {
  static let description = "dataset_description.json"

  /// `data/study-strategyComparison_description-runs_data.csv`.
  static func path(of table: String, _ source: DataSource) -> String {
    let first = source.isLive && source.study == nil && source.listeners.count == 1 ? "subject" : "study"
    return "data/" + NameParts.joined([(first, source.name), ("description", table)]) + "_data.csv"
  }

  /// The metadata of one file, beside it: the whole set's, but for what it measures.
  static func sidecar(of path: String) -> String { path.dropLast(4) + ".json" }

  static func text(_ source: DataSource, _ tables: [SourceTable]) -> String {
    JSONText.text(
      .object([
        "@context": .text("https://schema.org/"), "@type": .text("Dataset"), "name": .text(source.title),
        "description": .text(source.description), "schemaVersion": .text("Psych-DS 1.5.1"),
        "keywords": .texts(["psychoacoustics", "pitch"] + (source.isSimulated ? ["simulated data"] : [])),
        "version": source.version.isEmpty ? nil : .text(source.version),
        "variableMeasured": variables(tables),
      ]))
  }

  static func text(_ table: SourceTable) -> String { JSONText.text(.object(["variableMeasured": variables([table])])) }

  /// Every column once: in the words of the first table that has it.
  private static func variables(_ tables: [SourceTable]) -> Value {
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
