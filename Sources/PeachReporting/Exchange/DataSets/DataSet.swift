import PeachStorage

/// A folder of tables with all that others need to read them. It appears whole or not at all.
package enum DataSet {
  /// The file by which a folder is known as a data set.
  package static let mark = DataPackage.file

  /// - Parameters:
  ///   - target: The folder; one that is there is replaced where it is a data set and `replaces` says so.
  ///   - notebook: A notebook to write next to the tables; `nil` for none.
  ///   - isCancelled: Asked now and then.
  /// - Returns: The paths of the tables in it.
  /// - Throws: `RecordsError`, or `CancellationError` after a request to end; then nothing is left.
  package static func write(
    _ source: DataSource, to target: String, replacing replaces: Bool, standard: any DataSetStandard.Type,
    notebook: Notebook? = nil,
    isCancelled: @escaping () -> Bool
  ) throws -> [String] {
    if let obstacle = DraftFolder.obstacle(at: target, replacing: replaces, mark: mark) { throw obstacle }
    let draft = try DraftFolder(of: target)
    let folder = DataFolder(draft, isCancelled: isCancelled)
    var source = source
    source.tables += notebook?.tables ?? []
    let set = standard.init(source)
    let files = try set.write(in: folder)
    try folder.add(DataDictionary.text(set.tables), as: DataDictionary.file)
    for sidecar in source.sidecars {
      try folder.add(JSONText.text(sidecar.content), as: "materials/\(sidecar.name).json")
    }
    for (name, text) in notebook?.files ?? [] { try folder.add(text, as: name) }
    let readMe = ReadMe.text(source, files, notebook: notebook)
    try folder.add(readMe, as: standard.readMe)
    try folder.add(DataPackage.text(source, files), as: DataPackage.file)
    try draft.place()
    return files.map(\.written.path)
  }
}
