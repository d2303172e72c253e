import GRDBSQLite
import PeachSupport
import PeachTrials

/// Checks the type of each value before it is read: SQLite itself would make a number of any text, a text of any number,
/// and 0 of nothing.
///
/// A column's value is asked for once. It is unprotected, which is enough: a connection is used by one thread at a time.
extension BulkStatement {
  /// Moves to the next row; false at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  // MARK: Numbers

  @inline(__always)
  func optionalInt(_ column: Int32, in range: ClosedRange<Int> = .min ... .max) throws(Damage) -> Int? {
    let value = sqlite3_column_value(handle, column)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      let number = Int(sqlite3_value_int64(value))
      if range.contains(number) { return number }
    case SQLITE_NULL: return nil
    default: break
    }
    throw wrongInt(column, range)
  }

  func int(_ column: Int32, in range: ClosedRange<Int> = .min ... .max) throws(Damage) -> Int {
    guard let number = try optionalInt(column, in: range) else { throw wrongInt(column, range) }
    return number
  }

  private func wrongInt(_ column: Int32, _ range: ClosedRange<Int>) -> Damage {
    damage(column, expected: Found.expected("a whole number", Double(range.lowerBound), Double(range.upperBound)))
  }

  @inline(__always)
  func optionalDouble(_ column: Int32, in range: ClosedRange<Double> = Found.finite) throws(Damage) -> Double? {
    let value = sqlite3_column_value(handle, column)
    switch sqlite3_value_type(value) {
    case SQLITE_FLOAT, SQLITE_INTEGER:
      let number = sqlite3_value_double(value)
      if range.lowerBound <= number && number <= range.upperBound { return number }
    case SQLITE_NULL: return nil
    default: break
    }
    throw wrongDouble(column, range)
  }

  func double(_ column: Int32, in range: ClosedRange<Double> = Found.finite) throws(Damage) -> Double {
    guard let number = try optionalDouble(column, in: range) else { throw wrongDouble(column, range) }
    return number
  }

  private func wrongDouble(_ column: Int32, _ range: ClosedRange<Double>) -> Damage {
    damage(column, expected: Found.expected("a number", range.lowerBound, range.upperBound))
  }

  // MARK: Texts

  func optionalText(_ column: Int32) throws(Damage) -> String? {
    let value = sqlite3_column_value(handle, column)
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT:
      guard let bytes = sqlite3_value_text(value) else { break }
      let count = Int(sqlite3_value_bytes(value))
      guard memchr(bytes, 0, count) == nil,
        let text = String(validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      else { throw damage(column, expected: "UTF-8 text") }
      return text
    default: break
    }
    throw damage(column, expected: "text")
  }

  func text(_ column: Int32) throws(Damage) -> String {
    guard let text = try optionalText(column) else { throw damage(column, expected: "text") }
    return text
  }

  /// Whether the column holds this text, of which nothing is copied.
  @inline(__always)
  func isText(_ text: String, _ column: Int32) -> Bool {
    let value = sqlite3_column_value(handle, column)
    guard sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else { return false }
    let count = Int(sqlite3_value_bytes(value))
    return text.utf8.withContiguousStorageIfAvailable {
      $0.count == count && memcmp($0.baseAddress ?? bytes, bytes, count) == 0
    } ?? false
  }

  /// The status of an estimate.
  func status(_ column: Int32) throws(Damage) -> EstimateStatus {
    // Most are ok, and need no text of their own.
    if isText("ok", column) { return .ok }
    guard let status = EstimateStatus(rawValue: try text(column)) else {
      throw damage(column, expected: "the status of an estimate")
    }
    return status
  }

  // MARK: Damage

  func damage(_ column: Int32, expected: String) -> Damage {
    damage("\(name(column)): expected \(expected), got \(found(column))")
  }

  /// Damage of the row.
  func damage(_ reason: String) -> Damage {
    let key = (0..<keys).map { "\(name($0)) \(found($0))" }.joined(separator: ", ")
    return Damage(reason: "table \(table)" + (key.isEmpty ? "" : ", \(key)") + ": \(reason)")
  }

  private func name(_ column: Int32) -> String {
    sqlite3_column_name(handle, column).map { SafeText.cut(String(cString: $0)) } ?? "column \(column)"
  }

  private func found(_ column: Int32) -> String {
    let value = sqlite3_column_value(handle, column)
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: return "NULL"
    case SQLITE_INTEGER: return String(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return String(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      return SafeText.quoted(String(decoding: bytes.prefix(400), as: UTF8.self))
    default: return "\(sqlite3_value_bytes(value)) bytes"
    }
  }
}

/// The numbers that a file can hold, and how messages call them.
enum Found {
  static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// "a number from 0 to 127", "a number ≥ 1", "a number > 0", "a finite number".
  static func expected(_ what: String, _ low: Double, _ high: Double) -> String {
    if low == high { return low.shortest }
    let hasLow = low > Double(Int.min)
    let hasHigh = high < Double(Int.max)
    return switch (hasLow, hasHigh) {
    case (true, true): "\(what) from \(low.shortest) to \(high.shortest)"
    case (true, false): low == .leastNonzeroMagnitude ? "\(what) > 0" : "\(what) ≥ \(low.shortest)"
    case (false, true): "\(what) ≤ \(high.shortest)"
    case (false, false): what.replacing("a number", with: "a finite number")
    }
  }
}
