package import PeachTrials

/// The words of a choice among notes or composed sounds.
package struct ChoiceWords {
  package var title: String
  package var question: String
  /// In the order of the form's answers.
  package var answers: [String]
}

extension Words {
  /// - Parameter isComposed: Whether it is among composed sounds.
  package func choice(_ form: ChoiceForm, isComposed: Bool = false) -> ChoiceWords {
    let thing = thing(isComposed: isComposed)
    return switch (form, language) {
    case (.oddity, .english):
      ChoiceWords(
        title: "Odd One Out", question: "which \(thing) is different?", answers: ["first", "second", "third"])
    case (.oddity, .german):
      ChoiceWords(
        title: "Der andere \(thing)", question: "welcher \(thing) ist anders?",
        answers: ["erster", "zweiter", "dritter"])
    case (.axb, .english):
      ChoiceWords(
        title: "First or Last", question: "is the middle \(thing) like the first or the last?",
        answers: ["first", "last"])
    case (.axb, .german):
      ChoiceWords(
        title: "Erster oder letzter", question: "klingt der mittlere wie der erste oder der letzte?",
        answers: ["erster", "letzter"])
    case (.sameDifferent, .english):
      ChoiceWords(title: "Same or Different", question: "same or different?", answers: ["same", "different"])
    case (.sameDifferent, .german):
      ChoiceWords(
        title: "Gleich oder verschieden", question: "gleich oder verschieden?", answers: ["gleich", "verschieden"])
    case (.forcedChoice(let count), .english):
      ChoiceWords(
        title: "Which Sound?", question: count == 2 ? "first or second?" : "which sound is different?",
        answers: Array(form.answers))
    case (.forcedChoice(let count), .german):
      ChoiceWords(
        title: "Welcher Klang?", question: count == 2 ? "erster oder zweiter?" : "welcher Klang ist anders?",
        answers: Array(Words.germanOrdinals.prefix(count)))
    case (.yesNo, .english):
      ChoiceWords(title: "Yes or No", question: "did you hear it?", answers: ["yes", "no"])
    case (.yesNo, .german):
      ChoiceWords(title: "Ja oder Nein", question: "haben Sie es gehört?", answers: ["ja", "nein"])
    }
  }

  private static let germanOrdinals = [
    "erster", "zweiter", "dritter", "vierter", "fünfter", "sechster", "siebter", "achter", "neunter",
  ]

  /// "note 2" or "sound 2", from 0.
  package func part(_ place: Int, isComposed: Bool) -> String { "\(thing(isComposed: isComposed)) \(place + 1)" }

  private func thing(isComposed: Bool) -> String {
    language == .german ? (isComposed ? "Klang" : "Ton") : isComposed ? "sound" : "note"
  }

  /// The reply to a line that is not an answer.
  func choiceHint(_ form: ChoiceForm) -> String {
    let answers = choice(form).answers.enumerated().map { "\($0 + 1) (\($1))" }
    let listed = answers.dropLast().joined(separator: ", ")
    return language == .german
      ? "bitte \(listed) oder \(answers[answers.count - 1]) eingeben; q beendet"
      : "please answer \(listed) or \(answers[answers.count - 1]); q to leave"
  }
}
