import Configuration
import Trials

/// A value that a column of trials can hold.
protocol Storable: SendableMetatype {
  static var kind: Column.Kind { get }
  static var isOptional: Bool { get }
  func bind(to row: inout BulkStatement) throws
  /// - Throws: `Damage` where the column holds no such value.
  init(_ row: BulkStatement, _ column: Int32) throws
  /// As it is exported; nil where it is missing.
  var value: Value? { get }
  /// nil where it is none.
  var number: Double? { get }
}

extension Storable {
  static var isOptional: Bool { false }
  var number: Double? { nil }
}

/// A file that says what it cannot say.
struct Damage: Error {
  var reason: String

  static var missing: Damage { Damage(reason: "a value is missing") }
}

extension Int: Storable {
  static var kind: Column.Kind { .integer }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  init(_ row: BulkStatement, _ column: Int32) throws {
    guard let value = row.optionalInt(column) else { throw Damage.missing }
    self = value
  }

  var value: Value? { .integer(self) }
}

extension Double: Storable {
  static var kind: Column.Kind { .number }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  init(_ row: BulkStatement, _ column: Int32) throws {
    guard let value = row.double(column) else { throw Damage.missing }
    self = value
  }

  var value: Value? { isFinite ? .number(self) : nil }
  var number: Double? { self }
}

extension Bool: Storable {
  static var kind: Column.Kind { .flag }
  func bind(to row: inout BulkStatement) throws { try row.bind(self ? 1 : 0) }
  init(_ row: BulkStatement, _ column: Int32) throws { self = try Int(row, column) == 1 }
  var value: Value? { .integer(self ? 1 : 0) }
}

extension String: Storable {
  static var kind: Column.Kind { .text }
  func bind(to row: inout BulkStatement) throws { try row.bind(self) }

  init(_ row: BulkStatement, _ column: Int32) throws {
    guard let value = row.text(column) else { throw Damage.missing }
    self = value
  }

  var value: Value? { isEmpty ? nil : .text(self) }
}

extension TrialKind: Storable {
  static var kind: Column.Kind { .text }
  func bind(to row: inout BulkStatement) throws { try row.bind(name) }

  init(_ row: BulkStatement, _ column: Int32) throws {
    let name = try String(row, column)
    guard let kind = TrialKind(name: name) else { throw Damage(reason: "a trial of kind '\(name)'") }
    self = kind
  }

  var value: Value? { .text(name) }
}

extension Optional: Storable where Wrapped: Storable {
  static var kind: Column.Kind { Wrapped.kind }
  static var isOptional: Bool { true }

  func bind(to row: inout BulkStatement) throws {
    if let self { try self.bind(to: &row) } else { try row.bindNull() }
  }

  init(_ row: BulkStatement, _ column: Int32) throws {
    self = row.isNull(column) ? nil : try Wrapped(row, column)
  }

  var value: Value? { self?.value }
  var number: Double? { self?.number }
}
