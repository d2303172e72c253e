import PeachReporting
import PeachStorage
import PeachSupport

/// Sessions from elsewhere, one to three tables apart by a zero byte: what is stored is there when it comes again, and
/// exported. The first byte says what is said beside them.
struct ImportTarget: FuzzTarget {
  static let name = "import"

  private let records = Base.bytes(of: "peach.sqlite")
  private let database = Scratch("imported.sqlite")
  private let files = (1...3).map { Scratch("import-\($0).csv") }

  func messages(of bytes: [UInt8]) -> [String] {
    guard let way = bytes.first else { return [] }
    let texts = bytes.dropFirst().split(separator: 0, maxSplits: files.count - 1, omittingEmptySubsequences: false)
    for (file, text) in zip(files, texts) { file.write(Array(text)) }
    var ways = ImportedFiles.Ways()
    ways.unit = [nil, .cents, .semitones, .percent][Int(way & 3)]
    ways.alternatives = way & 4 == 0 ? nil : 3
    return peach_fuzz.messages {
      let found = try ImportedFiles.read(
        files.prefix(texts.count).map(\.path), as: way & 8 == 0 ? nil : "bob", usual: "me", ways)
      guard !found.sessions.isEmpty else { return found.notes }
      database.write(records)
      guard let live = try LiveDatabase.existing(at: database.path) else { find("no database") }
      _ = try live.importSessions(found.sessions, from: "x.csv")
      if try live.importSessions(found.sessions, from: "x.csv").contains(where: \.isNew) { find("stored twice") }
      for listener in Set(found.sessions.map(\.session.listener)) { try importAgain(of: listener, in: live) }
      return found.notes
    }
  }

  /// What is exported of a listener is taken, and nothing new.
  private func importAgain(of listener: String, in live: LiveDatabase) throws {
    for (file, kind) in zip(files, ListenerTables.all) {
      var text = CSV.header(kind.columns)
      try kind.forEachRow(of: listener, in: live) { text += CSV.line($0) }
      file.write(Array(text.utf8))
    }
    do {
      let found = try ImportedFiles.read(files.map(\.path), as: nil, usual: "me", ImportedFiles.Ways())
      if try live.importSessions(found.sessions, from: "x.csv").contains(where: \.isNew) { find("new, and exported") }
    } catch {
      find("exported, and then: \(error)")
    }
  }
}
