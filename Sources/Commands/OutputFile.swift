import Glibc

/// Where an export goes: standard output, a file that appears whole or not at all, or a pipe or device, written as it
/// comes.
final class OutputFile {
  private let path: String?
  /// Nil where there is nothing to rename in the end.
  private let draft: String?
  private let descriptor: Int32
  private var buffer = ""
  /// The first error of writing; what follows it is not written.
  private var reason: String?
  private var isFinished = false

  /// - Parameter path: Nil or `-` for standard output.
  init(_ path: String?, force: Bool) throws(Failure) {
    let path = path == "-" ? nil : path
    self.path = path
    guard let path else {
      draft = nil
      descriptor = STDOUT_FILENO
      return
    }
    if OutputFile.isPipeOrDevice(path) {
      draft = nil
      descriptor = open(path, O_WRONLY)
      if descriptor < 0 { throw OutputFile.failure(path, String(cString: strerror(errno))) }
      return
    }
    let draft = "\(path).\(getpid()).new"
    self.draft = draft
    if !force, access(path, F_OK) == 0 {
      throw Failure(status: ExitStatus.inaccessible, message: "\(path): exists already\n  hint: --force replaces it")
    }
    Interruption.listen()
    descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    if descriptor < 0 { throw OutputFile.failure(path, String(cString: strerror(errno))) }
  }

  /// What was left unfinished by an error leaves no file.
  deinit {
    if let draft, !isFinished { unlink(draft) }
  }

  private static func isPipeOrDevice(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= 65_536 { flush() }
  }

  private func flush() {
    if let draft, Interruption.isRequested {
      unlink(draft)
      exit(Interruption.status)
    }
    if reason == nil { reason = Standard.write(buffer, to: descriptor) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and gives the file its name.
  func finish() throws(Failure) {
    flush()
    if let reason { throw OutputFile.failure(path ?? "standard output", reason) }
    guard let path, let draft else { return }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(draft, path) == 0 else {
      throw OutputFile.failure(path, String(cString: strerror(errno)))
    }
    isFinished = true
  }

  private static func failure(_ path: String, _ reason: String) -> Failure {
    Failure(status: ExitStatus.inaccessible, message: "\(path): cannot be written: \(reason)")
  }
}
