import PeachSupport

/// A data set as BIDS has behavioural experiments: `sub-P07/beh/sub-P07_task-comparison_beh.tsv` with a JSON file next to it.
///
/// Source: Brain Imaging Data Structure 1.10: Behavioral experiments (with no neural recordings), Common principles, Data
/// summary files. What is of no single listener stands under `derivatives`.
package struct BIDS: DataSetStandard {
  package static let name = "bids"
  package static let title = "BIDS"
  package static var mark: String? { ignoreFile }
  package static let readMe = "README"
  package static let isSplitByListener = true

  private static let ignoreFile = ".bidsignore"
  private static let version = "1.10.0"
  /// Files that the standard does not know.
  private static let ignored = "datapackage.json\ndocumentation\nmaterials\n*.ipynb\n*.py\nrequirements.txt\n"

  private let source: DataSource
  private let labels: [String: String]
  /// The tables with one file for each listener, and the task of that file; `nil` if each row names its own task.
  private static let splitTables: [String: String?] = ["trials": nil, "matching": "matching"]

  package init(_ source: DataSource) {
    self.source = source
    let ids = source.listeners.map(\.id)
    labels = Dictionary(uniqueKeysWithValues: zip(ids, NameParts.labels(ids)))
  }

  package func write(in folder: DataFolder) throws -> [TableFile] {
    try folder.add(BIDS.ignored, as: BIDS.ignoreFile)
    try folder.add(description(type: "raw", name: source.title), as: "dataset_description.json")
    let participants = participants()
    var files = [try TableFile.write(participants, as: "participants.tsv", .tsv, in: folder)]
    try folder.add(sidecar(participants, task: nil), as: "participants.json")
    for name in ["trials", "matching"] {
      if let table = source.table(name) { files += try split(table, task: BIDS.splitTables[name] ?? nil, in: folder) }
    }
    let others = source.tables.filter { BIDS.splitTables[$0.name] == nil && $0.name != ParticipantsTable.name }
    if !others.isEmpty {
      try folder.add(
        description(type: "derivative", name: source.title), as: "derivatives/peach/dataset_description.json")
    }
    for table in others {
      let path = BIDS.path(ofDerivative: table.name)
      files.append(try .write(table, as: path + ".tsv", .tsv, in: folder))
      try folder.add(sidecar(table, task: nil), as: path + ".json")
    }
    return files
  }

  private func description(type: String, name: String) -> String {
    JSONText.text(
      .object([
        "Name": .text(name), "BIDSVersion": .text(BIDS.version), "DatasetType": .text(type),
        "Description": .text(source.description),
        "GeneratedBy": .list([
          .object([
            "Name": .text("peach"), "Version": source.version.isEmpty ? nil : .text(source.version),
            "Description": .text(source.isSimulated ? "Simulated data" : "Recorded by peach"),
          ])
        ]),
      ]))
  }

  /// The tables of the source, with the participants as BIDS has them.
  package var tables: [SourceTable] {
    let others = source.tables.filter { $0.name != ParticipantsTable.name }
    return others.count == source.tables.count ? others : others + [participants()]
  }

  /// `participants.tsv`, with one row for each listener.
  private func participants() -> SourceTable {
    let people = ParticipantsTable.byListener(source.studies)
    var simulated = Column("simulated", .text, "Whether a simulated listener answered")
    simulated.texts = ["yes", "no"]
    let first = [
      Column("participant_id", .text, "Label of the listener in the names of folders and files"),
      Column("listener", .text, "The listener's name or ID in the tables"), simulated,
    ]
    return SourceTable(
      name: ParticipantsTable.name, summary: "one row for each listener", columns: first + people.columns,
      key: ["participant_id"]
    ) { [source, labels] body in
      for (id, isSimulated) in source.listeners {
        let first: [Value?] = [.text("sub-" + (labels[id] ?? "")), .text(id), .text(isSimulated ? "yes" : "no")]
        body(first + people.row(id))
      }
    }
  }

  /// One file for each listener who has rows.
  private func split(_ table: SourceTable, task: String?, in folder: DataFolder) throws -> [TableFile] {
    guard let listener = table.place(of: "listener"), let kind = table.place(of: "task") ?? table.place(of: "listener")
    else { return [] }
    var found: [(id: String, task: String)] = []
    try table.forEachRow { row in
      guard case .text(let id)? = row[listener], case .text(let said)? = row[kind] else { return }
      let task = task ?? said
      let file = path(id, task) + ".tsv"
      if !found.contains(where: { $0 == (id, task) }) {
        found.append((id, task))
        folder.write(TableFile.header(table, .tsv), to: file)
      }
      folder.write(TableFile.line(row, .tsv), to: file)
    }
    return try found.map { id, task in
      try folder.add(sidecar(table, task: task), as: path(id, task) + ".json")
      return TableFile(
        table: table, format: .tsv, written: try folder.finish(path(id, task) + ".tsv"),
        name: "\(table.name)-\((labels[id] ?? "").lowercased())")
    }
  }

  /// The path of a listener's file, without its ending.
  private func path(_ id: String, _ task: String) -> String {
    let subject = labels[id] ?? NameParts.label(id)
    return "sub-\(subject)/beh/sub-\(subject)_task-\(NameParts.label(task))_beh"
  }

  /// The path of a table that covers all listeners, without its extension.
  private static func path(ofDerivative table: String) -> String { "derivatives/peach/\(table)" }

  package func parts(of table: SourceTable) throws -> [DataSetPart] {
    guard let task = BIDS.splitTables[table.name] else {
      return [DataSetPart(path: BIDS.path(ofDerivative: table.name) + ".tsv")]
    }
    guard let listener = table.place(of: "listener"), let kind = table.place(of: "task") ?? table.place(of: "listener")
    else { return [] }
    var found: [(listener: Value?, kind: Value?)] = []
    try table.rows { row in
      let kind = task == nil ? row[kind] : nil
      if !found.contains(where: { $0.listener == row[listener] && $0.kind == kind }) {
        found.append((row[listener], kind))
      }
    }
    return found.compactMap { part in
      guard let id = part.listener?.word, let name = task ?? part.kind?.word else { return nil }
      return DataSetPart(path: path(id, name) + ".tsv") { row in
        row[listener] == part.listener && (task != nil || row[kind] == part.kind)
      }
    }
  }

  /// Every column of a file, and its task where it is of one.
  private func sidecar(_ table: SourceTable, task: String?) -> String {
    let about = Value.object([
      "TaskName": task.map { .text($0) },
      "TaskDescription": task == nil ? nil : .text((source.isSimulated ? "Simulated: " : "") + table.summary),
    ])
    guard case .mapping(let first) = about else { return "" }
    let columns = table.columns.map { column in
      let levels = column.kind == .flag ? ["1", "0"] : column.texts
      return Value.Field(
        column.name,
        .object([
          "Description": .text(column.meaning), "Units": column.unit.isEmpty ? nil : .text(column.unit),
          "Levels": levels.isEmpty ? nil : .mapping(levels.map { Value.Field($0, .text($0)) }),
        ]))
    }
    return JSONText.text(.mapping(first + columns))
  }
}
