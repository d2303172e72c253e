import Glibc

/// Where an export goes: standard output, or a file that appears whole or not at all.
final class OutputFile {
  private let path: String?
  private let draft: String
  private let descriptor: Int32
  private var buffer = ""
  /// The first error of writing; what follows it is not written.
  private var reason: String?
  private var isFinished = false

  /// - Parameter path: Nil or `-` for standard output.
  init(_ path: String?, force: Bool) throws(Failure) {
    let path = path == "-" ? nil : path
    self.path = path
    draft = "\(path ?? "").\(getpid()).new"
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    if !force, access(path, F_OK) == 0 {
      throw Failure(status: ExitStatus.inaccessible, message: "\(path): exists already\n  hint: --force replaces it")
    }
    descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    if descriptor < 0 { throw OutputFile.failure(path, String(cString: strerror(errno))) }
  }

  /// What was left unfinished by an error leaves no file.
  deinit {
    if path != nil, !isFinished, descriptor >= 0 { unlink(draft) }
  }

  func write(_ text: String) {
    buffer += text
    if buffer.utf8.count >= 65_536 { flush() }
  }

  private func flush() {
    if reason == nil { reason = Standard.write(buffer, to: descriptor) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and gives the file its name.
  func finish() throws(Failure) {
    flush()
    if let reason { throw OutputFile.failure(path ?? "standard output", reason) }
    guard let path else { return }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(draft, path) == 0 else {
      throw OutputFile.failure(path, String(cString: strerror(errno)))
    }
    isFinished = true
  }

  private static func failure(_ path: String, _ reason: String) -> Failure {
    Failure(status: ExitStatus.inaccessible, message: "\(path): cannot be written: \(reason)")
  }
}
