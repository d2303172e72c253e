import PeachSupport
import PeachTrials

/// Records read back from what was exported of them.
extension RecordField {
  /// Sets the property to what a field says; an empty one is missing, where values may be.
  ///
  /// - Returns: Whether the field says a value that the property can have.
  func set(_ text: String, into record: UnsafeMutableRawPointer) -> Bool {
    let isMissing = text.isEmpty
    if isMissing, !isOptional, type != .text { return false }
    switch type {
    case .integer: return put(isMissing ? nil : Int(text).flatMap { allows(Double($0)) ? $0 : nil }, isMissing, record)
    // Our grammar, and the sign of 0.
    case .number:
      let number = NumberGrammar.double(text) == nil ? nil : Double(text)
      return put(number.flatMap { allows($0) ? $0 : nil }, isMissing, record)
    case .flag: return put(text == "1" ? true : text == "0" ? false : nil, isMissing, record)
    case .text: return put(isMissing && isOptional ? nil : text, isMissing, record)
    case .answer: return put(StoredType.answers.contains(text) ? text : nil, isMissing, record)
    case .trialKind: return put(TrialKind(name: text), isMissing, record)
    }
  }

  private func allows(_ number: Double) -> Bool { range.contains(number) }

  private func put<T>(_ value: T?, _ isMissing: Bool, _ record: UnsafeMutableRawPointer) -> Bool {
    let memory = record + offset
    if isOptional {
      guard value != nil || isMissing else { return false }
      memory.assumingMemoryBound(to: T?.self).pointee = value
    } else {
      guard let value else { return false }
      memory.assumingMemoryBound(to: T.self).pointee = value
    }
    return true
  }
}

extension RecordColumn {
  /// Sets what the column says of a record to what a field of an exported table says; empty is missing.
  ///
  /// - Returns: What is expected, in words, where the field says no such value; else nil.
  package func read(_ text: String, into record: inout Record) -> String? {
    let isRead = withUnsafeMutableBytes(of: &record) { field.set(text, into: $0.baseAddress!) }
    return isRead ? nil : field.expected
  }
}
