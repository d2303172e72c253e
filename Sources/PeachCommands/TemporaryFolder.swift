import Foundation
import PeachStorage

extension DraftFolder {
  /// For files that nobody keeps: a draft that is never placed. What a process that was killed left goes with the next.
  static func temporary() throws(RecordsError) -> DraftFolder {
    try DraftFolder(of: FileManager.default.temporaryDirectory.appending(path: "peach").path)
  }

  /// Removes it before its time: a program that exits frees nothing.
  func discard() { try? FileManager.default.removeItem(atPath: path) }
}
