import PeachSupport

/// A value that stands for a missing one, as the user says it: `9`, or `correct=9` for one column alone.
package struct MissingValue: Hashable, Sendable {
  /// `nil` for every column that is read.
  package var column: String?
  package var text: String
  private let number: Double?

  /// - Parameter word: `VALUE` or `COLUMN=VALUE`. `nil` is returned if there is no value.
  package init?(_ word: String) {
    if let equals = word.lastIndex(of: "="), equals != word.startIndex {
      column = FieldTable.trimmed(String(word[..<equals]))
      text = FieldTable.trimmed(String(word[word.index(after: equals)...]))
    } else {
      text = FieldTable.trimmed(word)
    }
    if text.isEmpty { return nil }
    number = NumberGrammar.double(text)
  }

  /// Whether a field has this value; numbers may be written in another way, as `9.0`.
  func matches(_ field: String, in column: String) -> Bool {
    if let own = self.column, own != column { return false }
    if field == text { return true }
    guard let number else { return false }
    return NumberGrammar.double(field) == number
  }
}
