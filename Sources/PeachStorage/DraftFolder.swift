import CProcess
import PeachSupport

/// An unfinished folder next to the one whose name it takes once all its files are complete.
///
/// It is locked (`flock`) as long as its writer lives: drafts without a lock are those of processes that were killed, and
/// go when the next draft is made next to them.
package final class DraftFolder {
  /// The temporary path, until it is complete.
  package let path: String
  private let target: String
  private let descriptor: Int32
  private var isPlaced = false

  /// - Throws: `RecordsError` if nothing can be written next to `target`.
  package init(of target: String) throws(RecordsError) {
    let target = target.count > 1 && target.hasSuffix("/") ? String(target.dropLast()) : target
    self.target = target
    let folder = ParentFolder.of(target)
    DraftFolder.removeAbandoned(in: folder)
    while true {
      let path = folder + "/" + DraftFile.newName()
      if mkdir(path, 0o755) != 0 {
        if errno == EEXIST || errno == EINTR { continue }
        throw DraftFile.refusal(of: target, errno)
      }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
        let number = errno
        rmdir(path)
        throw DraftFile.refusal(of: target, number)
      }
      // Until it is locked it looks abandoned: one that is gone by then is made again.
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_nlink == 0 {
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  /// Removes the folder if it was not put in place.
  deinit {
    if !isPlaced { DraftFolder.remove(path) }
    close(descriptor)
  }

  // MARK: Files

  /// Adds bytes to a file in it, which is made, with the folders that it is in, where it is not there.
  ///
  /// - Parameter name: Its path in the folder.
  package func append(_ bytes: [UInt8], to name: String) throws(RecordsError) {
    try makeFolders(of: name)
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw DraftFile.refusal(of: target + "/" + name, errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw DraftFile.refusal(of: target + "/" + name, errno)
      }
    }
  }

  private func makeFolders(of name: String) throws(RecordsError) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw DraftFile.refusal(of: target, errno) }
    }
  }

  // MARK: Its name

  /// The obstacle to a folder of this name; `nil` if there is none. An empty folder is no obstacle.
  ///
  /// - Parameters:
  ///   - replaces: Whether a folder may be replaced that was made as this one is.
  ///   - mark: The file by which it is known.
  package static func obstacle(at target: String, replacing replaces: Bool, mark: String) -> RecordsError? {
    var status = stat()
    guard lstat(target, &status) == 0 else {
      let refusal = DraftFile.refusal(of: target, errno)
      return errno == ENOENT && refusal.hint == nil ? nil : refusal
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return RecordsError(.inaccessible, path: target, reason: "already exists and is not a folder")
    }
    if entries(of: target).isEmpty { return nil }
    guard access(target + "/" + mark, F_OK) == 0 else {
      return RecordsError(
        .inaccessible, path: target, reason: "is a folder that already holds other files", hint: "choose a new folder")
    }
    return replaces ? nil : DraftFile.refusal(of: target, EEXIST)
  }

  /// Gives it its name, in one step; what is on the disk is whole. What was there is removed.
  package func place() throws(RecordsError) {
    try sync(path)
    if rename(path, target) != 0 {
      guard errno == ENOTEMPTY || errno == EEXIST, peach_exchange(path, target) == 0 else {
        throw DraftFile.refusal(of: target, errno)
      }
      // What was there has the draft's name now.
      DraftFolder.remove(path)
    }
    isPlaced = true
  }

  private func sync(_ path: String) throws(RecordsError) {
    for name in DraftFolder.entries(of: path) {
      let entry = path + "/" + name
      var status = stat()
      if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { try sync(entry) }
      let file = open(entry, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { throw DraftFile.refusal(of: target, errno) }
      defer { close(file) }
      guard fsync(file) == 0 else { throw DraftFile.refusal(of: target, errno) }
    }
  }

  // MARK: Removing

  /// By name, but for `.` and `..`.
  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Follows no link.
  private static func remove(_ folder: String) {
    for name in entries(of: folder) {
      let entry = folder + "/" + name
      var status = stat()
      if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(entry) } else { unlink(entry) }
    }
    rmdir(folder)
  }

  private static func removeAbandoned(in folder: String) {
    for name in entries(of: folder) where DraftFile.isName(name) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(path)
    }
  }
}
