import GRDB

extension RecordsError {
  /// Runs `body`, turning what GRDB throws into our error.
  ///
  /// - Parameter role: What the file was to be: "a results file".
  static func translating<T>(_ path: String, as role: String, _ body: () throws -> T) throws(RecordsError) -> T {
    do {
      return try body()
    } catch let error as RecordsError {
      throw error
    } catch let error as Damage {
      throw RecordsError(.wrongContent, path: path, reason: "damaged: \(error.reason)")
    } catch let error as DecodingError {
      throw RecordsError(.wrongContent, path: path, reason: "damaged: \(error.reason)")
    } catch let error as RowDecodingError {
      throw RecordsError(.wrongContent, path: path, reason: "damaged: \(error)")
    } catch let error as DatabaseError {
      let code: RecordsError.Code =
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_MISMATCH: .wrongContent
        default: .inaccessible
        }
      let reason = error.message ?? error.resultCode.description
      throw RecordsError(code, path: path, reason: "cannot be used as \(role): \(reason)")
    } catch {
      throw RecordsError(.inaccessible, path: path, reason: "cannot be used: \(error)")
    }
  }
}

extension DecodingError {
  /// The column and what is wrong with it.
  fileprivate var reason: String {
    switch self {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
      (context.codingPath.last.map { "\($0.stringValue): " } ?? "") + context.debugDescription
    case .keyNotFound(let key, _): "no column \(key.stringValue)"
    @unknown default: "\(self)"
    }
  }
}
