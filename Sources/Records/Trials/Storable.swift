import Configuration
import Trials

/// A value that a column of trials can hold.
protocol Storable: SendableMetatype {
  static var kind: Column.Kind { get }
  func bind(to row: inout BulkStatement) throws
  /// nil where the column is NULL.
  ///
  /// - Throws: `Damage` where the column holds no such value.
  static func read(_ row: BulkStatement, _ column: Int32) throws -> Self?
  /// As it is exported; nil where it is missing.
  var value: Value? { get }
  /// nil where it is none.
  var number: Double? { get }
}

extension Storable {
  var number: Double? { nil }
}

/// A file that says what it cannot say.
struct Damage: Error {
  var reason: String

  static let missing = Damage(reason: "a value is missing")
}

extension Int: Storable {
  static var kind: Column.Kind { .integer }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  static func read(_ row: BulkStatement, _ column: Int32) -> Int? { row.optionalInt(column) }

  var value: Value? { .integer(self) }
}

extension Double: Storable {
  static var kind: Column.Kind { .number }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  static func read(_ row: BulkStatement, _ column: Int32) -> Double? { row.double(column) }

  var value: Value? { isFinite ? .number(self) : nil }
  var number: Double? { self }
}

extension Bool: Storable {
  static var kind: Column.Kind { .flag }
  func bind(to row: inout BulkStatement) throws { try row.bind(self ? 1 : 0) }
  static func read(_ row: BulkStatement, _ column: Int32) -> Bool? { row.optionalInt(column).map { $0 == 1 } }
  var value: Value? { .integer(self ? 1 : 0) }
}

extension String: Storable {
  static var kind: Column.Kind { .text }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  static func read(_ row: BulkStatement, _ column: Int32) -> String? { row.text(column) }

  var value: Value? { isEmpty ? nil : .text(self) }
}

extension TrialKind: Storable {
  static var kind: Column.Kind { .text }
  func bind(to row: inout BulkStatement) throws { try row.bind(name) }

  static func read(_ row: BulkStatement, _ column: Int32) throws -> TrialKind? {
    guard let name = row.text(column) else { return nil }
    guard let kind = TrialKind(name: name) else { throw Damage(reason: "a trial of kind '\(name)'") }
    return kind
  }

  var value: Value? { .text(name) }
}

extension Optional: Storable where Wrapped: Storable {
  static var kind: Column.Kind { Wrapped.kind }

  func bind(to row: inout BulkStatement) throws {
    if let self { try self.bind(to: &row) } else { try row.bindNull() }
  }

  static func read(_ row: BulkStatement, _ column: Int32) throws -> Wrapped?? { .some(try Wrapped.read(row, column)) }

  var value: Value? { self?.value }
  var number: Double? { self?.number }
}
