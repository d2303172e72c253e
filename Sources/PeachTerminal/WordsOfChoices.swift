import PeachTrials

/// The words of a choice among notes.
struct ChoiceWords {
  var title: String
  var question: String
  /// In the order of the form's answers.
  var answers: [String]
}

extension Words {
  func choice(_ form: ChoiceForm) -> ChoiceWords {
    switch (form, language) {
    case (.oddity, .english):
      ChoiceWords(title: "Odd One Out", question: "which note is different?", answers: ["first", "second", "third"])
    case (.oddity, .german):
      ChoiceWords(
        title: "Der andere Ton", question: "welcher Ton ist anders?", answers: ["erster", "zweiter", "dritter"])
    case (.axb, .english):
      ChoiceWords(
        title: "First or Last", question: "is the middle note like the first or the last?", answers: ["first", "last"])
    case (.axb, .german):
      ChoiceWords(
        title: "Erster oder letzter", question: "klingt der mittlere wie der erste oder der letzte?",
        answers: ["erster", "letzter"])
    case (.sameDifferent, .english):
      ChoiceWords(title: "Same or Different", question: "same or different?", answers: ["same", "different"])
    case (.sameDifferent, .german):
      ChoiceWords(
        title: "Gleich oder verschieden", question: "gleich oder verschieden?", answers: ["gleich", "verschieden"])
    }
  }

  /// "note 2", from 0.
  func note(_ place: Int) -> String { "\(language == .german ? "Ton" : "note") \(place + 1)" }

  /// The reply to a line that is no answer.
  func choiceHint(_ form: ChoiceForm) -> String {
    let answers = choice(form).answers.enumerated().map { "\($0 + 1) (\($1))" }
    let listed = answers.dropLast().joined(separator: ", ")
    return language == .german
      ? "bitte \(listed) oder \(answers[answers.count - 1]) eingeben; q beendet"
      : "please answer \(listed) or \(answers[answers.count - 1]); q to leave"
  }
}
