import PeachSupport
import PeachTrials

/// The place and type of a stored property in a record.
///
/// Values move between a row and the record's memory, with no closure for each: to call one is to count references to
/// it, 25 times a trial.
struct RecordField: Sendable {
  let type: StoredType
  /// Whether NULL is nil; else it is damage.
  let isOptional: Bool
  /// In bytes, from the record's first.
  let offset: Int
  /// The range of numbers.
  let range: ClosedRange<Double>

  /// - Precondition: The path is of stored properties alone.
  init<Record, T: Storable>(_ path: KeyPath<Record, T>, as type: StoredType?, in bounds: Bounds) {
    self.type = type ?? T.storedType
    isOptional = T.isOptional
    offset = RecordField.offset(path)
    let low = bounds.lower.map { $0.isIncluded ? $0.value : $0.value.nextUp }
    let high = bounds.upper.map { $0.isIncluded ? $0.value : $0.value.nextDown }
    range = (low ?? Found.finite.lowerBound)...(high ?? Found.finite.upperBound)
  }

  /// The same property, where the record is a property of another.
  init<Whole, Record>(_ part: RecordField, in path: KeyPath<Whole, Record>) {
    type = part.type
    isOptional = part.isOptional
    range = part.range
    offset = part.offset + RecordField.offset(path)
  }

  private static func offset<Record>(_ path: PartialKeyPath<Record>) -> Int {
    guard let offset = MemoryLayout<Record>.offset(of: path) else { preconditionFailure("\(path) is not stored") }
    return offset
  }

  /// - Parameter record: The memory of a record that has the property.
  @inline(__always)
  private func get<T>(_: T.Type, _ record: UnsafeRawPointer) -> T? {
    let memory = record + offset
    return isOptional ? memory.assumingMemoryBound(to: T?.self).pointee : memory.assumingMemoryBound(to: T.self).pointee
  }

  @inline(__always)
  private func set<T>(
    _ value: T?, _ record: UnsafeMutableRawPointer, _ row: BulkStatement, _ column: Int32
  ) throws(Damage) {
    let memory = record + offset
    if isOptional {
      memory.assumingMemoryBound(to: T?.self).pointee = value
    } else if let value {
      memory.assumingMemoryBound(to: T.self).pointee = value
    } else {
      throw damage(row, column)
    }
  }

  private func damage(_ row: BulkStatement, _ column: Int32) -> Damage { row.damage(column, expected: expected) }

  /// The expected value in words.
  var expected: String {
    switch type {
    case .integer: Found.expected("a whole number", range.lowerBound, range.upperBound)
    case .number: Found.expected("a number", range.lowerBound, range.upperBound)
    case .flag: "0 or 1"
    case .text: "text"
    case .answer: StoredType.answers.joined(separator: ", ")
    case .trialKind: "test, noise, catch or comfort"
    }
  }

  @inline(__always)
  func bind(_ record: UnsafeRawPointer, to row: inout BulkStatement) throws {
    switch type {
    case .integer: try row.bind(get(Int.self, record))
    case .number: try row.bind(get(Double.self, record))
    case .flag: try row.bind(get(Bool.self, record).map { $0 ? 1 : 0 })
    case .text, .answer: try row.bind(get(String.self, record))
    case .trialKind: try row.bind(get(TrialKind.self, record)?.name)
    }
  }

  /// Sets the property to what a row holds.
  ///
  /// - Throws: `Damage` if the column holds no such value.
  @inline(__always)
  func read(_ row: BulkStatement, _ column: Int32, into record: UnsafeMutableRawPointer) throws(Damage) {
    switch type {
    case .integer:
      let value = try row.optionalInt(column)
      if let value, !range.contains(Double(value)) { throw damage(row, column) }
      try set(value, record, row, column)
    case .number: try set(row.optionalDouble(column, in: range), record, row, column)
    case .flag: try set(row.optionalInt(column, in: 0...1).map { $0 == 1 }, record, row, column)
    case .text:
      // Most texts are those of the row before: they stay, uncopied.
      if let last = get(String.self, record), row.isText(last, column) { return }
      try set(row.optionalText(column), record, row, column)
    case .answer:
      if let last = get(String.self, record), row.isText(last, column) { return }
      let answer = try row.optionalText(column)
      if let answer, !StoredType.answers.contains(answer) { throw damage(row, column) }
      try set(answer, record, row, column)
    case .trialKind:
      if let last = get(TrialKind.self, record), row.isText(last.name, column) { return }
      let name = try row.optionalText(column)
      let kind = name.flatMap { TrialKind(name: $0) }
      if name != nil, kind == nil { throw damage(row, column) }
      try set(kind, record, row, column)
    }
  }

  /// The exported value; `nil` if it is missing.
  func value(_ record: UnsafeRawPointer) -> Value? {
    switch type {
    case .integer: get(Int.self, record).map { .integer($0) }
    case .number: number(record).flatMap { $0.isFinite ? .number($0) : nil }
    case .flag: get(Bool.self, record).map { .integer($0 ? 1 : 0) }
    case .text, .answer: get(String.self, record).flatMap { $0.isEmpty ? nil : .text($0) }
    case .trialKind: get(TrialKind.self, record).map { .text($0.name) }
    }
  }

  /// `nil` if the field is not a number.
  func number(_ record: UnsafeRawPointer) -> Double? { type == .number ? get(Double.self, record) : nil }
}

extension StoredType {
  var kind: Column.Kind {
    switch self {
    case .integer: .integer
    case .number: .number
    case .flag: .flag
    case .text, .answer, .trialKind: .text
    }
  }
}
