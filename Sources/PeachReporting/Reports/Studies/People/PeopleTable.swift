package import PeachAnalysis
package import PeachSupport
import PeachTrials

/// A table of the people of studies that can be exported. Scripts depend on its columns.
///
/// To add one: a file with a type that conforms, and one word in `PeopleTables.all`.
package protocol PeopleTable: Sendable {
  /// The name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  /// The columns in their order. `Column.question` marks the place of the questions about listeners.
  static var declared: [Column] { get }
  /// The columns that tell one row from all others.
  static var key: [String] { get }
  /// The columns for these studies.
  static func columns(of studies: [StudyPeople]) -> [Column]
  /// The rows of these studies. A row has one value for each column; `nil` if it is missing.
  static func rows(of studies: [StudyPeople]) -> [[Value?]]
}

extension PeopleTable {
  package static func columns(of studies: [StudyPeople]) -> [Column] { declared }
}

/// The tables of the people of studies that `peach export` knows.
package enum PeopleTables {
  package static let all: [any PeopleTable.Type] = [
    ParticipantsTable.self, AnswersTable.self, ConsentsTable.self, QuestionsTable.self,
    ScreeningsTable.self, ComfortTable.self,
  ]
}

extension Column {
  /// Stands for the columns of questions about listeners.
  package static let question = Column(
    "QUESTION", .value, "The answer to a question about the listener; one column for each such question")
}

extension LabQuestion {
  /// The column of its answers.
  var column: Column {
    let words = labels.isEmpty ? "" : " (\(labels))"
    let text = description + words
    switch kind {
    case .text: return Column(name, .text, text)
    case .number(let range, let unit, let isWhole):
      var column = Column(name, isWhole ? .integer : .number, unit: unit, text)
      column.bounds = .within(range)
      return column
    case .choice(let options):
      var column = Column(name, .text, text)
      column.texts = options.map(\.name)
      return column
    case .scale(let range, _):
      var column = Column(name, .integer, text)
      column.bounds = .within(Double(range.lowerBound)...Double(range.upperBound))
      return column
    }
  }

  /// The words of a choice or scale in English: "none: no instrument; violin: violin or viola".
  var labels: String {
    switch kind {
    case .text, .number: ""
    case .choice(let options): options.map { "\($0.name): \($0.text.english)" }.joined(separator: "; ")
    case .scale(_, let labels):
      labels.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.english)" }.joined(separator: "; ")
    }
  }

  /// An answer as a value of a table; `nil` for a refusal and for no answer.
  func value(_ answer: LabAnswer?) -> Value? {
    guard case .value(let text)? = answer else { return nil }
    switch kind {
    case .text, .choice: return .text(text)
    case .scale, .number(_, _, isWhole: true): return Int(text).map(Value.integer) ?? .text(text)
    case .number: return NumberGrammar.double(text).map(Value.number) ?? .text(text)
    }
  }

  /// An answer in English for people: "34 years", "violin", "refused"; `nil` for no answer.
  func text(_ answer: LabAnswer?) -> String? {
    switch answer {
    case nil: nil
    case .refused?: "refused"
    case .value(let text)?: unit.isEmpty ? text : "\(text) \(unit)"
    }
  }
}
