import Analysis
public import Configuration
import Foundation
public import Records
public import Reports

/// A data set as it lies in a folder, to be held against what made it.
public struct DataSetCheck: Sendable {
  public let folder: String
  /// The experiment that made it, as JSON; nil of live listeners.
  public let experiment: String?
  /// What its sidecar says of who made it: `version`, `build`, `stored-runs`.
  public let provenance: Value
  /// Paths of the tables in the folder, with the digests that the data package states.
  private let resources: [(path: String, digest: String)]

  /// Whether a path is a folder with a data package in it.
  public static func isDataSet(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(DataPackage.file)")
  }

  /// - Throws: `RecordsError` where it is no data set of ours.
  public init(_ folder: String) throws(RecordsError) {
    self.folder = folder
    let package = try DataSetCheck.json("\(folder)/\(DataPackage.file)")
    var resources: [(String, String)] = []
    for resource in package["resources"]?.items ?? [] {
      guard let path = resource["path"]?.word, let hash = resource["hash"]?.word, hash.hasPrefix("sha256:"),
        !path.hasPrefix("/"), !path.split(separator: "/").contains("..")
      else {
        throw RecordsError(
          .wrongContent, path: "\(folder)/\(DataPackage.file)", reason: "has a resource without path or SHA-256",
          hint: "peach export --dataset writes them")
      }
      try DataSetCheck.requireFile("\(folder)/\(path)")
      resources.append((path, String(hash.dropFirst(7))))
    }
    self.resources = resources
    let sidecar = "\(folder)/materials/experiment.json"
    guard FileManager.default.fileExists(atPath: sidecar) else {
      (experiment, provenance) = (nil, .mapping([]))
      return
    }
    let value = try DataSetCheck.json(sidecar)
    experiment = value.json()
    provenance = value["provenance"] ?? .mapping([])
  }

  /// A pipe or a device may never end. One that is missing is told with what was changed.
  private static func requireFile(_ path: String) throws(RecordsError) {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read: not a file")
    }
  }

  private static func json(_ path: String) throws(RecordsError) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be read")
    }
    guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
      throw RecordsError(.wrongContent, path: path, reason: "is no JSON")
    }
    return value
  }

  public var layout: DataSet.Layout {
    FileManager.default.fileExists(atPath: "\(folder)/.bidsignore") ? .bids : .psychDS
  }

  /// Whether it came with a notebook, and so with the fits that this makes again.
  public var hasNotebook: Bool { FileManager.default.fileExists(atPath: "\(folder)/\(Notebook.file)") }

  public var tables: [String] { resources.map(\.path) }

  /// The tables whose bytes are not those that the data package states.
  public var changed: [String] {
    resources.filter { SHA256.of(file: "\(folder)/\($0.path)") != $0.digest }.map(\.path)
  }

  /// Lines of a table that another set, made again, does not have in that place, and those it has in theirs; the first few.
  public func differences(from again: String, most: Int) -> [ValueDifference] {
    var found: [ValueDifference] = []
    for path in tables {
      let old = LineReader("\(folder)/\(path)")
      let new = LineReader("\(again)/\(path)")
      var line = 0
      var header: String?
      while found.count < most {
        line += 1
        let (stored, made) = (old?.next(), new?.next())
        if stored == nil, made == nil { break }
        header = header ?? made
        if stored != made {
          found.append(
            DataSetCheck.difference(stored ?? "", made ?? "", header ?? "", "\(Self.name(of: path)), line \(line)"))
        }
      }
    }
    return found
  }

  /// The first field that is another.
  private static func difference(
    _ stored: String, _ again: String, _ header: String, _ line: String
  ) -> ValueDifference {
    func fields(_ text: String) -> [Substring] { text.split(separator: ",", omittingEmptySubsequences: false) }
    let (names, old, new) = (fields(header), fields(stored), fields(again))
    guard names.count == old.count, old.count == new.count,
      let place = old.indices.first(where: { old[$0] != new[$0] })
    else { return ValueDifference(what: line, stored: stored, again: again) }
    return ValueDifference(what: "\(line): \(names[place])", stored: String(old[place]), again: String(new[place]))
  }

  /// Of a table, as short as it can be told: `runs`.
  public static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let start = file.firstRange(of: "description-")?.upperBound, let end = file[start...].firstIndex(of: "_")
    else { return file }
    return String(file[start..<end])
  }

  /// Rows that were made again and are not in their table.
  ///
  /// - Parameter rows: By the name of the table, each as its line in a file.
  public func missing(_ rows: [(table: String, line: String)]) -> [ValueDifference] {
    var wanted: [String: Set<String>] = [:]
    for row in rows { wanted[row.table, default: []].insert(row.line) }
    for path in tables {
      let table = DataSetCheck.name(of: path)
      guard wanted[table] != nil,
        let file = LineReader(
          "\(folder)/\(path)")
      else { continue }
      while let line = file.next() { wanted[table]?.remove(line) }
    }
    return rows.filter { wanted[$0.table]?.contains($0.line) == true }.map {
      ValueDifference(what: $0.table, stored: "", again: $0.line)
    }
  }
}

/// The lines of a file, one by one.
private final class LineReader {
  private let file: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var size = 0

  init?(_ path: String) {
    guard let file = fopen(path, "rb") else { return nil }
    self.file = file
  }

  deinit {
    fclose(file)
    free(line)
  }

  /// Without its end; nil after the last.
  func next() -> String? {
    let count = getline(&line, &size, file)
    guard count > 0, let line else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}
