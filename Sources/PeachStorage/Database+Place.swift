import GRDB
import GRDBSQLite

extension Database {
  /// - Throws: `RecordsError` if the file is no longer at its name: what is written into one that was deleted is gone
  ///   with the process.
  func checkPlace(_ path: String) throws(RecordsError) {
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0
    else { return }
    throw RecordsError(
      .inaccessible, path: path, reason: "the file was moved or deleted while peach wrote to it",
      hint: "restore the file or a copy of it")
  }
}
