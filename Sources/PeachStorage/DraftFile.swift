import PeachSupport

/// An unfinished file next to the one whose name it takes once it is complete.
///
/// It is made under a name that nobody can have taken or linked before, and is locked (`flock`) as long as its writer
/// lives: drafts without a lock are those of processes that were killed, and go when the next draft is made next to them.
package final class DraftFile {
  /// The temporary path, until it is complete.
  package let path: String
  /// Open for writing.
  package let descriptor: Int32
  private let target: String
  private var isPlaced = false

  /// - Throws: `RecordsError` if nothing can be written next to `target`.
  package init(of target: String) throws(RecordsError) {
    self.target = target
    let folder = ParentFolder.of(target)
    DraftFile.removeAbandoned(in: folder)
    while true {
      let path = folder + "/" + DraftFile.newName()
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if descriptor < 0, errno == EEXIST || errno == EINTR { continue }
      guard descriptor >= 0 else { throw DraftFile.refusal(of: target, errno) }
      // Until it is locked it looks abandoned: one that is gone by then is made again.
      var status = stat()
      if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink == 0 {
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  /// Removes the file if it was not put in place.
  deinit {
    if !isPlaced { unlink(path) }
    close(descriptor)
  }

  /// Gives it its name, in one step; what is on the disk is whole.
  ///
  /// - Parameter replaces: Whether it takes the place of a file that has the name.
  /// - Throws: `RecordsError`, and then the draft is gone with its owner.
  package func place(replacing replaces: Bool) throws(RecordsError) {
    guard fsync(descriptor) == 0 else { throw DraftFile.refusal(of: target, errno) }
    if !replaces {
      if link(path, target) == 0 {
        isPlaced = true
        unlink(path)
        return
      }
      // Not every file system has links.
      guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS, access(target, F_OK) != 0 else {
        throw DraftFile.refusal(of: target, errno)
      }
    }
    guard rename(path, target) == 0 else { throw DraftFile.refusal(of: target, errno) }
    isPlaced = true
  }

  /// Why nothing can be written at `path`; the folder that is missing is named.
  package static func refusal(of path: String, _ number: Int32) -> RecordsError {
    let folder = ParentFolder.of(path)
    if number == EEXIST {
      return RecordsError(.inaccessible, path: path, reason: "exists already", hint: "add --force to replace it")
    }
    if number == ENOENT, access(folder, F_OK) != 0 {
      return RecordsError(
        .inaccessible, path: path, reason: "cannot be written: this folder does not exist: \(SafeText.line(folder))",
        hint: "create the folder first, or choose another file")
    }
    return RecordsError(
      .inaccessible, path: path, reason: "cannot be written: \(String(cString: strerror(number)))")
  }

  // MARK: Names

  private static let prefix = ".peach-"
  private static let suffix = ".new"

  static func newName() -> String {
    let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }

  static func isName(_ name: String) -> Bool {
    let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
    return name.hasPrefix(prefix) && name.hasSuffix(suffix) && digits.count == 16 && digits.allSatisfy(\.isHexDigit)
  }

  private static func removeAbandoned(in folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isName(name) { removeIfAbandoned(folder + "/" + name) }
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
