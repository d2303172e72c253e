import PeachStorage
import PeachSupport

/// The files of a data set as they are written, with what is known of each once it is whole.
package final class DataFolder {
  struct Written {
    var path: String
    var bytes: Int
    var digest: String
  }

  private struct Open {
    var waiting: [UInt8] = []
    var bytes = 0
    var hash = SHA256()
  }

  private let draft: DraftFolder
  private let isCancelled: () -> Bool
  private var open: [String: Open] = [:]
  private var failure: RecordsError?

  /// - Parameter isCancelled: Asked between rows; a cancelled writing throws.
  init(_ draft: DraftFolder, isCancelled: @escaping () -> Bool) {
    self.draft = draft
    self.isCancelled = isCancelled
  }

  /// Adds text to a file; errors are reported when it is finished.
  func write(_ text: String, to path: String) {
    var file = open[path] ?? Open()
    open[path] = nil
    file.waiting += text.utf8
    if file.waiting.count >= 65_536 { flush(&file, path) }
    open[path] = file
  }

  private func flush(_ file: inout Open, _ path: String) {
    guard failure == nil, !isCancelled() else { return file.waiting.removeAll() }
    do throws(RecordsError) { try draft.append(file.waiting, to: path) } catch { failure = error }
    file.hash.add(file.waiting)
    file.bytes += file.waiting.count
    file.waiting.removeAll(keepingCapacity: true)
  }

  /// - Throws: `RecordsError` of what could not be written, `CancellationError` after a request to end.
  func finish(_ path: String) throws -> Written {
    var file = open.removeValue(forKey: path) ?? Open()
    flush(&file, path)
    if isCancelled() { throw CancellationError() }
    if let failure { throw failure }
    return Written(path: path, bytes: file.bytes, digest: file.hash.finish())
  }

  /// A file that is whole at once.
  func add(_ text: String, as path: String) throws {
    write(text, to: path)
    _ = try finish(path)
  }
}
