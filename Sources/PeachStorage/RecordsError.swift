import GRDB
import PeachSupport

/// The error of a results file or database that cannot be used, for example because it is missing, damaged or locked.
public struct RecordsError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The file cannot be opened, read or written.
    case inaccessible
    /// The file is something else, damaged, or of another version of Peach; or what was to be stored is no such record.
    case wrongContent
    /// The request contradicts the stored records. The file is intact.
    case refused
  }

  package var code: Code
  package var path: String
  package var reason: String
  package var hint: String?

  package init(_ code: Code, path: String, reason: String, hint: String? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.hint = hint
  }

  /// The message: the path of the file, the reason, and perhaps a hint on a second line. The path is missing if the
  /// file is intact but contradicts the request.
  public var description: String {
    (code == .refused ? "" : "\(SafeText.line(path)): ") + reason + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}

extension RecordsError {
  /// Runs `body`, turning what GRDB throws into our error.
  static func translating<T>(_ path: String, as role: FileRole, _ body: () throws -> T) throws(RecordsError) -> T {
    do {
      return try body()
    } catch let error as RecordsError {
      throw error
    } catch let error as Damage {
      throw RecordsError(.wrongContent, path: path, reason: "damaged: \(error.reason)", hint: role.remedy)
    } catch let error as DatabaseError {
      throw RecordsError(error, path: path, role)
    } catch {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be used: \(SafeText.cut("\(error)"))")
    }
  }

  private init(_ error: DatabaseError, path: String, _ role: FileRole) {
    // Some messages of SQLite quote the damaged schema.
    let message = (error.message ?? error.resultCode.description).split(separator: " ")
    let reason = "cannot be used as \(role.name): \(message.map { SafeText.cut(String($0)) }.joined(separator: " "))"
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_FORMAT, .SQLITE_SCHEMA:
      self.init(.wrongContent, path: path, reason: reason, hint: role.remedy)
    case .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
      self.init(.wrongContent, path: path, reason: reason)
    case .SQLITE_READONLY where access(path, W_OK) != 0 || access(ParentFolder.of(path), W_OK) != 0:
      self = .unwritable(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .inaccessible, path: path, reason: "another program has locked it",
        hint: "end that program, or try again later")
    case .SQLITE_FULL:
      self.init(
        .inaccessible, path: path, reason: "cannot be written: the disk is full",
        hint: "free some space; everything stored so far is safe")
    default:
      self.init(.inaccessible, path: path, reason: reason)
    }
  }
}

/// A file that says what it cannot say.
struct Damage: Error {
  /// The damage and its place: the table, the row by its key, the column.
  var reason: String
}

/// The role of a file, and the remedy if it is damaged.
struct FileRole: Sendable {
  var name: String
  var remedy: String

  static let results = FileRole(
    name: "a results file",
    remedy: "restore a copy, or simulate it again: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
  static let live = FileRole(
    name: "a database of live listeners",
    remedy: "restore a copy with peach restore, or save what is readable: sqlite3 peach.sqlite .recover")
}
