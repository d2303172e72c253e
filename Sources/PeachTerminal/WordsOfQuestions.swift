import PeachSupport
package import PeachTrials

/// The words around the questions of a study, in one language.
struct QuestionWords: Hashable, Sendable {
  var question: String
  var choose: String
  /// The answer of a listener who refuses to answer.
  var ratherNot: String
  /// The hints for a refusal where an answer is typed.
  var leaveEmpty: String
  var enterAgain: String
  /// The requests after an invalid answer.
  var chooseOne: String
  var typeAnswer: String
  /// The hint for a line that chooses an answer.
  var typeNumber: String

  static let english = QuestionWords(
    question: "Question", choose: "choose", ratherNot: "I would rather not say",
    leaveEmpty: "Leave it empty if you would rather not say.",
    enterAgain: "Press Enter again if you would rather not say.",
    chooseOne: "Please choose an answer.", typeAnswer: "Please type an answer.",
    typeNumber: "Type the number of your answer, or q to leave.")

  static let german = QuestionWords(
    question: "Frage", choose: "wählen", ratherNot: "keine Angabe",
    leaveEmpty: "Für keine Angabe lassen Sie das Feld leer.", enterAgain: "Noch einmal Enter bedeutet: keine Angabe.",
    chooseOne: "Bitte wählen Sie eine Antwort.", typeAnswer: "Bitte geben Sie eine Antwort ein.",
    typeNumber: "Bitte geben Sie die Nummer Ihrer Antwort ein; q beendet.")
}

extension Words {
  var questions: QuestionWords { language == .german ? .german : .english }

  /// "Question 2 of 3".
  package func title(of page: QuestionPage) -> String {
    let of = language == .german ? "von" : "of"
    return questions.question + (page.count > 1 ? " \(page.number) \(of) \(page.count)" : "")
  }

  /// The reply to an answer that is not allowed.
  ///
  /// - Parameter isEmpty: Whether nothing was typed or chosen.
  package func refusal(of question: LabQuestion, isEmpty: Bool) -> String {
    let isGerman = language == .german
    switch question.kind {
    case .choice, .scale: return questions.chooseOne
    case .text where isEmpty: return questions.typeAnswer
    case .text(let longest):
      return isGerman
        ? "Bitte geben Sie höchstens \(longest) Zeichen ein." : "Please type at most \(longest) characters."
    case .number(let range, _, let isWhole):
      let (low, high) = (number(range.lowerBound), number(range.upperBound))
      return isGerman
        ? "Bitte geben Sie eine \(isWhole ? "ganze " : "")Zahl von \(low) bis \(high) ein."
        : "Please type a \(isWhole ? "whole " : "")number from \(low) to \(high)."
    }
  }

  /// The keys of a question, or of a page of its text.
  ///
  /// - Parameter arrows: The arrow keys; `nil` if nothing can be chosen.
  func keys(leaving key: String, arrows: String?, columns: Int) -> String {
    let gap = columns < 60 ? "  " : "     "
    let first = arrows.map { "\($0)  \(questions.choose)\(gap)" } ?? ""
    return "\(first)Enter  \(lab.goOn)\(gap)\(key)  \(leave)"
  }

  private func number(_ value: Double) -> String {
    language == .german ? value.shortest.replacing(".", with: ",") : value.shortest
  }

  /// The answer of a listener who would rather not answer.
  package var ratherNot: String { questions.ratherNot }

  package var pageLanguage: PageLanguage { language == .german ? .german : .english }
}
