import PeachSessions
import PeachSupport
package import PeachTrials

/// A question of a study as lines, for a standard input that is not a terminal: the next line is the answer.
package final class QuestionLines {
  private let lines: LineInput
  private let words: Words
  private let write: (String) -> Void

  package init(_ lines: LineInput, words: Words, write: @escaping (String) -> Void) {
    self.lines = lines
    self.words = words
    self.write = write
  }

  package func ask(_ page: QuestionPage) -> QuestionTurn {
    write(QuestionLines.text(of: page, words))
    while true {
      switch lines.next(until: .infinity) {
      case nil, .interruption(.resumed)?, .interruption(.settings)?, .interruption(.help)?: continue
      case .end?, .interruption(.leave)?: return .left
      case .interruption(.signal(let number))?: return .signal(number)
      case .interruption(.suspend)?: lines.suspend()
      case .line(let line)?:
        if let turn = QuestionLines.turn(by: line, page.question) { return turn }
        write(words.refusal(of: page.question, isEmpty: line.isEmpty) + "\n")
      }
    }
  }

  /// `nil` if the line is no answer.
  static func turn(by line: String, _ question: LabQuestion) -> QuestionTurn? {
    if LineInput.leaves(line) { return .left }
    return question.answer(line, isNumbered: true).map(QuestionTurn.answered)
  }

  /// The question with its title above, and the answers to choose from below.
  static func text(of page: QuestionPage, _ words: Words) -> String {
    let entry = QuestionEntry(page.question, words: words)
    let body = Paragraphs.lines(of: words.text(page.text), to: 80)
    let items = entry.items.map { item in
      "  \(item.label)" + (item.text.isEmpty ? "" : "  \(SafeText.line(item.text))")
    }
    let refusal = "\(LabQuestion.refusal)  \(words.questions.ratherNot)"
    let hint = entry.isTyped ? (page.question.isOptional ? [refusal] : []) : [words.questions.typeNumber]
    let parts = [[words.title(of: page)], body, items, hint].filter { !$0.isEmpty }
    return "\n" + parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n\n"
  }
}
