import Foundation
import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// A data set in a folder, to be compared with its source.
package struct DataSetCheck: Sendable {
  package let folder: String
  /// The text of the experiment file that made the data set; `nil` if its trials come from live listeners.
  package let experiment: String?
  /// Programs that the experiment names, with paths in the folder. They may lie there, because the experiment states their
  /// digests.
  private let programs: Set<String>
  /// The study whose sessions the data set has; `nil` for all sessions of its listeners.
  package let study: String?
  /// The sidecar's statement of its maker: `version`, `build`, `stored-runs`.
  package let provenance: Value
  /// Paths of the tables in the folder, with the digests that the data package states.
  private let resources: [(path: String, digest: String)]

  /// Whether a path is a folder with a data package in it.
  package static func isDataSet(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(DataPackage.file)")
  }

  /// - Throws: `RecordsError` if it is no data set of ours.
  package init(_ folder: String) throws(RecordsError) {
    self.folder = folder
    let package = try DataSetCheck.json("\(folder)/\(DataPackage.file)")
    study = package["study"]?.word
    var resources: [(String, String)] = []
    for resource in package["resources"]?.items ?? [] {
      guard let path = resource["path"]?.word, let hash = resource["hash"]?.word, hash.hasPrefix("sha256:"),
        !path.hasPrefix("/"), !path.split(separator: "/").contains("..")
      else {
        throw RecordsError(
          .wrongContent, path: "\(folder)/\(DataPackage.file)",
          reason: "describes a file without a path or SHA-256 digest",
          hint: "peach export RESULTS.sqlite --dataset DIR writes them")
      }
      try DataSetCheck.requireFile("\(folder)/\(path)")
      resources.append((path, String(hash.dropFirst(7))))
    }
    self.resources = resources
    let sidecar = "\(folder)/materials/experiment.json"
    guard FileManager.default.fileExists(atPath: sidecar) else {
      (experiment, provenance, programs) = (nil, .mapping([]), [])
      return
    }
    let value = try DataSetCheck.json(sidecar)
    experiment = String(decoding: FileManager.default.contents(atPath: sidecar) ?? Data(), as: UTF8.self)
    provenance = value["provenance"] ?? .mapping([])
    programs = Set(DataSetCheck.programs(in: value).map { "materials/\($0)" })
  }

  private static func programs(in value: Value) -> [String] {
    switch value {
    case .mapping(let fields):
      fields.flatMap { field -> [String] in
        if field.key == "sha256", case .mapping(let digests) = field.value { return digests.map(\.key) }
        return programs(in: field.value)
      }
    case .list(let items): items.flatMap(programs)
    default: []
    }
  }

  /// A pipe or a device may never end. A missing file is reported with the changed ones.
  private static func requireFile(_ path: String) throws(RecordsError) {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read: it is not an ordinary file")
    }
  }

  private static func json(_ path: String) throws(RecordsError) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read")
    }
    guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
      throw RecordsError(.wrongContent, path: path, reason: "is not valid JSON")
    }
    return value
  }

  /// The standard that the data set follows.
  package var standard: any DataSetStandard.Type {
    DataSetStandards.all.first { standard in
      standard.mark.map { FileManager.default.fileExists(atPath: "\(folder)/\($0)") } ?? false
    } ?? DataSetStandards.all[0]
  }

  /// Whether it came with a notebook, and so with the fits that this makes again.
  package var hasNotebook: Bool { FileManager.default.fileExists(atPath: "\(folder)/\(Notebook.file)") }

  package var tables: [String] { resources.map(\.path) }

  /// The tables whose bytes are not those that the data package states.
  package var changed: [String] {
    resources.filter { SHA256.of(file: "\(folder)/\($0.path)") != $0.digest }.map(\.path)
  }

  // MARK: Against a set that was made again

  /// The differences between the folder and another one that was made again: tables cell by cell, all other files line by
  /// line, files that are missing, and files that were added. Only the first few.
  ///
  /// - Parameters:
  ///   - again: The folder of the other set.
  ///   - source: Its tables as values, before anything wrote them.
  package func differences(from again: String, of source: DataSource, most: Int) throws -> [ValueDifference] {
    let (own, theirs) = (DataSetCheck.entries(of: folder), DataSetCheck.entries(of: again))
    var found = theirs.keys.filter { own[$0] == nil }.sorted().map {
      ValueDifference(what: $0, stored: "no such file", again: "a file")
    }
    found += own.keys.filter { theirs[$0] == nil && !programs.contains($0) }.sorted().map {
      ValueDifference(what: $0, stored: own[$0] == .folder ? "a folder" : "a file", again: "no such file")
    }
    let shared = theirs.keys.filter { own[$0] != nil }.sorted()
    for path in shared where own[path] != theirs[path] {
      found.append(ValueDifference(what: path, stored: "not a file", again: "a file"))
    }
    let files = shared.filter { own[$0] == .file && theirs[$0] == .file }
    let cells = try tableDifferences(source, in: Set(files), most: max(0, most - found.count))
    found += cells
    let told = Set(cells.map(\.what).compactMap { what in files.first { what.hasPrefix($0) } })
    for path in files where found.count < most && !told.contains(path) {
      guard let line = DataSetCheck.lineDifference("\(folder)/\(path)", "\(again)/\(path)", path) else { continue }
      found.append(line)
    }
    return Array(found.prefix(most))
  }

  private func tableDifferences(_ source: DataSource, in files: Set<String>, most: Int) throws -> [ValueDifference] {
    var found: [ValueDifference] = []
    func compare(_ path: String, _ table: SourceTable, where isWanted: ([Value?]) -> Bool) throws {
      guard files.contains(path), found.count < most else { return }
      var check = TableCheck(path, in: folder, most: most - found.count)
      check.expect(columns: table.columns.map(\.name))
      try table.rows { if isWanted($0) { check.expect($0) } }
      check.end()
      found += check.differences
    }
    let set = standard.init(source)
    for table in source.tables {
      for part in try set.parts(of: table) { try compare(part.path, table, where: part.holds) }
    }
    return found
  }

  private enum Entry { case file, folder, other }

  /// Everything below a folder, by its path in there.
  private static func entries(of folder: String) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    guard let all = FileManager.default.enumerator(atPath: folder) else { return entries }
    for case let path as String in all {
      var status = stat()
      guard lstat("\(folder)/\(path)", &status) == 0 else { continue }
      let type = status.st_mode & S_IFMT
      entries[path] = type == S_IFREG ? .file : type == S_IFDIR ? .folder : .other
    }
    return entries
  }

  /// The first line that differs; `nil` if the files are the same.
  private static func lineDifference(_ stored: String, _ again: String, _ name: String) -> ValueDifference? {
    func lines(_ path: String) -> [Data.SubSequence] {
      let data = (try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)) ?? Data()
      return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    let (old, new) = (lines(stored), lines(again))
    guard
      let place = (0..<max(old.count, new.count)).first(where: { place in
        !(place < old.count && place < new.count && old[place] == new[place])
      })
    else { return nil }
    func text(_ lines: [Data.SubSequence]) -> String {
      place < lines.count ? String(decoding: lines[place], as: UTF8.self) : "the end of the file"
    }
    return ValueDifference(what: "\(name), line \(place + 1)", stored: text(old), again: text(new))
  }

  // MARK: Without making it again

  /// Tables with a row that other programs read otherwise: with other cells than the header has, or with quotation marks that are not in order.
  package func brokenTables() -> [ValueDifference] {
    tables.flatMap { path in
      var check = TableCheck(path, in: folder, most: 1)
      check.checkRows()
      return check.differences
    }
  }

  /// The IDs in the tables of sessions and participants, in the order of the export; empty in a set of simulated runs.
  package var listeners: [String] {
    let (sessions, participants) = (listeners(in: "sessions"), listeners(in: ParticipantsTable.name))
    if standard.isSplitByListener, Set(sessions).isSubset(of: participants) { return participants }
    return sessions + participants.filter { !sessions.contains($0) }
  }

  private func listeners(in table: String) -> [String] {
    guard experiment == nil, let path = tables.first(where: { DataSetCheck.name(of: $0).hasPrefix(table) }),
      var parser = TableParser("\(folder)/\(path)", delimiter: UInt8(ascii: path.hasSuffix(".tsv") ? "\t" : ",")),
      let place = parser.next()?.cells.firstIndex(of: Array("listener".utf8))
    else { return [] }
    var ids: [String] = []
    while let row = parser.next() {
      guard place < row.cells.count else { continue }
      let id = String(decoding: row.cells[place], as: UTF8.self)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The short name of a table: `runs`.
  package static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let start = file.firstRange(of: "description-")?.upperBound, let end = file[start...].firstIndex(of: "_")
    else { return file }
    return String(file[start..<end])
  }

  /// Rows that were made again and are not in their table.
  ///
  /// - Parameter rows: The rows of each table, by its name.
  package func missing(_ rows: [(table: String, row: [Value?])]) -> [ValueDifference] {
    let made = rows.map { (table: $0.table, cells: $0.row.map { Array(TableCheck.text($0, .csv).utf8) }) }
    var wanted: [String: Set<[[UInt8]]>] = [:]
    for row in made { wanted[row.table, default: []].insert(row.cells) }
    for path in tables {
      let table = DataSetCheck.name(of: path)
      guard wanted[table] != nil, var parser = TableParser("\(folder)/\(path)", delimiter: UInt8(ascii: ",")) else {
        continue
      }
      while let row = parser.next() { wanted[table]?.remove(row.cells) }
    }
    return made.filter { wanted[$0.table]?.contains($0.cells) == true }.map { row in
      let text = row.cells.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
      return ValueDifference(what: row.table, stored: "no such row", again: text)
    }
  }
}
