import ArgumentParser
import PeachStorage
import PeachSupport

/// The destination of an export: standard output, a file that appears complete or not at all, or a pipe or terminal that is
/// written piece by piece.
final class OutputFile {
  private enum Place {
    case standardOutput
    case stream(Int32)
    case file(DraftFile)
  }

  private let place: Place
  /// For messages.
  private let path: String
  private let replaces: Bool
  private var buffer = ""
  /// The first error of writing; what follows it is not written.
  private var failure: Int32?

  /// - Parameters:
  ///   - path: Nil or `-` for standard output.
  ///   - sources: The files that are read meanwhile, which it must not replace.
  init(_ path: String?, force: Bool, sources: [String] = []) throws {
    replaces = force
    guard let path, path != "-" else {
      self.path = "standard output"
      place = .standardOutput
      return
    }
    self.path = path
    guard let found = try OutputFile.status(path) else {
      Interruption.listen()
      place = .file(try DraftFile(of: path))
      return
    }
    if sources.contains(where: { OutputFile.isSame(found, $0) }) {
      throw RecordsError(
        .inaccessible, path: path, reason: "is both an input and the output of this command",
        hint: "choose another output file with -o"
      )
    }
    if found.st_mode & S_IFMT == S_IFREG {
      if ResultsFile.isDatabase(at: path) {
        throw RecordsError(
          .inaccessible, path: path, reason: "refusing to overwrite a database",
          hint: "choose another file with -o, or remove it first")
      }
      guard force else { throw DraftFile.refusal(of: path, EEXIST) }
      Interruption.listen()
      place = .file(try DraftFile(of: path))
    } else {
      let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
      if descriptor < 0 { throw DraftFile.refusal(of: path, errno) }
      place = .stream(descriptor)
    }
  }

  deinit {
    if case .stream(let descriptor) = place { close(descriptor) }
  }

  /// - Throws: `ValidationError` for an empty name.
  static func check(_ path: String?, of option: String) throws {
    if path == "" { throw ValidationError("\(option): expected a file, got ''") }
  }

  /// - Throws: `ValidationError` for results that are to have the name of a table or an experiment.
  static func checkResults(_ path: String) throws {
    let name = path.lowercased()
    guard let ending = [".csv", ".tsv", ".json", ".yaml", ".yml"].first(where: name.hasSuffix) else { return }
    let other = String(path.dropLast(ending.count)) + ".sqlite"
    let table =
      ending == ".csv"
      ? "; then peach export \(SafeText.forShell(other)) --table runs -o \(SafeText.forShell(path))" : ""
    throw ValidationError(
      "--output: results are an SQLite file and cannot be written as \(ending); expected a name such as "
        + "\(SafeText.quoted(other))\(table)")
  }

  /// The status of an existing file; `nil` if a new file can be made.
  ///
  /// - Throws: `RecordsError` for what takes no data, for a journal, and where the folder is missing.
  static func status(_ path: String) throws(RecordsError) -> stat? {
    try checkIsNoJournal(path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      let folder = DraftFile.refusal(of: path, errno)
      if folder.hint != nil { throw folder }
      return nil
    }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG, S_IFIFO, S_IFCHR: nil as String?
      case S_IFDIR: "a folder"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    guard let kind else { return status }
    throw RecordsError(
      .inaccessible, path: path, reason: "cannot be written: it is \(kind)", hint: "name a file, or a pipe")
  }

  /// Suffixes of the files that SQLite makes, reads and removes next to a database.
  private static let companions = ["-journal", "-wal", "-shm"]

  /// Whether a path leads to the file of `found`, or one of the files that SQLite keeps next to it.
  static func isSame(_ found: stat, _ source: String) -> Bool {
    ([""] + companions).contains { suffix in
      var status = stat()
      return stat(source + suffix, &status) == 0 && status.st_dev == found.st_dev && status.st_ino == found.st_ino
    }
  }

  /// - Throws: `RecordsError` for the name of such a file, there or not: SQLite would remove what is written there.
  static func checkIsNoJournal(_ path: String) throws(RecordsError) {
    guard let suffix = companions.first(where: path.hasSuffix) else { return }
    let database = String(path.dropLast(suffix.count))
    guard ResultsFile.isDatabase(at: database) else { return }
    throw RecordsError(
      .inaccessible, path: path, reason: "is reserved by SQLite for the database \(SafeText.line(database))",
      hint: "choose another file")
  }

  func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= 65_536 { flush() }
  }

  /// Writes bytes that are not text, such as a picture.
  func write(bytes: [UInt8]) {
    flush()
    guard failure == nil else { return }
    let descriptor =
      switch place {
      case .standardOutput: STDOUT_FILENO
      case .stream(let descriptor): descriptor
      case .file(let draft): draft.descriptor
      }
    failure = bytes.withUnsafeBytes { Standard.write($0, to: descriptor) }
  }

  private func flush() {
    switch place {
    case .standardOutput:
      Standard.data(buffer)
      // Of a table that nobody reads the rest is not made.
      if Standard.isClosed { exit(ExitStatus.done) }
    case .stream(let descriptor): if failure == nil { failure = Standard.write(buffer, to: descriptor) }
    case .file(let draft):
      if Interruption.isRequested {
        unlink(draft.path)
        exit(Interruption.status)
      }
      if failure == nil { failure = Standard.write(buffer, to: draft.descriptor) }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and gives the file its name.
  func finish() throws(RecordsError) {
    flush()
    if let failure { throw DraftFile.refusal(of: path, failure) }
    if case .file(let draft) = place { try draft.place(replacing: replaces) }
  }
}
