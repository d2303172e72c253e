import PeachStorage

/// A folder of tables with all that others need to read them. It appears whole or not at all.
package enum DataSet {
  /// The names of its files.
  package enum Layout: Sendable {
    case psychDS, bids
  }

  /// The file by which a folder is known as a data set.
  package static let mark = DataPackage.file

  /// - Parameters:
  ///   - target: The folder; one that is there is replaced where it is a data set and `replaces` says so.
  ///   - notebook: Goes beside the tables, where it is wanted.
  ///   - isCancelled: Asked now and then.
  /// - Returns: The paths of the tables in it.
  /// - Throws: `RecordsError`, or `CancellationError` after a request to end; then nothing is left.
  package static func write(
    _ source: DataSource, to target: String, replacing replaces: Bool, layout: Layout, notebook: Notebook? = nil,
    isCancelled: @escaping () -> Bool
  ) throws -> [String] {
    if let obstacle = DraftFolder.obstacle(at: target, replacing: replaces, mark: mark) { throw obstacle }
    let draft = try DraftFolder(of: target)
    let folder = DataFolder(draft, isCancelled: isCancelled)
    var source = source
    source.tables += notebook?.tables ?? []
    let files = try layout == .bids ? BIDS(source).write(in: folder) : writePsychDS(source, in: folder)
    let described = layout == .bids ? BIDS(source).tables : source.tables
    try folder.add(DataDictionary.text(described), as: DataDictionary.file)
    for sidecar in source.sidecars {
      try folder.add(JSONText.text(sidecar.content), as: "materials/\(sidecar.name).json")
    }
    for (name, text) in notebook?.files ?? [] { try folder.add(text, as: name) }
    let readMe = ReadMe.text(source, files, notebook: notebook)
    try folder.add(readMe, as: layout == .bids ? "README" : ReadMe.file)
    try folder.add(DataPackage.text(source, files), as: DataPackage.file)
    try draft.place()
    return files.map(\.written.path)
  }

  private static func writePsychDS(_ source: DataSource, in folder: DataFolder) throws -> [TableFile] {
    var files: [TableFile] = []
    for table in source.tables {
      let path = PsychDS.path(of: table.name, source)
      files.append(try .write(table, as: path, .csv, in: folder))
      try folder.add(PsychDS.text(table), as: PsychDS.sidecar(of: path))
    }
    try folder.add(PsychDS.text(source, source.tables), as: PsychDS.description)
    return files
  }
}
