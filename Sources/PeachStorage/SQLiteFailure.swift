import GRDB
import PeachSupport

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
    // What a damaged schema says stands in some messages.
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
