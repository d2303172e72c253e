import PeachTrials

/// The type of a column of trials.
enum StoredType: Sendable {
  case integer, number, flag, text, answer, trialKind

  /// The texts of `answer`.
  static let answers = ["higher", "lower"] + ChoiceForm.allAnswers

  /// The texts there can be; empty if they are no list.
  var texts: [String] {
    switch self {
    case .answer: StoredType.answers
    case .trialKind: [TrialKind.test, .noise, .catch, .comfort].map(\.name)
    case .integer, .number, .flag, .text: []
    }
  }
}

/// A type that a property with a column can have.
protocol Storable {
  static var storedType: StoredType { get }
  static var isOptional: Bool { get }
}

extension Storable {
  static var isOptional: Bool { false }
}

extension Int: Storable {
  static var storedType: StoredType { .integer }
}

extension Double: Storable {
  static var storedType: StoredType { .number }
}

extension Bool: Storable {
  static var storedType: StoredType { .flag }
}

extension String: Storable {
  static var storedType: StoredType { .text }
}

extension TrialKind: Storable {
  static var storedType: StoredType { .trialKind }
}

extension Optional: Storable where Wrapped: Storable {
  static var storedType: StoredType { Wrapped.storedType }
  static var isOptional: Bool { true }
}
