import PeachSessions
package import PeachTrials

/// The words about keys, confidence, deadlines and repeats.
extension Words {
  /// A key as a listener knows it: "↑", "Leertaste", "k".
  package func key(_ name: String, isUnicode: Bool) -> String {
    let isGerman = language == .german
    return switch name {
    case "up": isUnicode ? "↑" : isGerman ? "auf" : "up"
    case "down": isUnicode ? "↓" : isGerman ? "ab" : "down"
    case "left": isUnicode ? "←" : isGerman ? "links" : "left"
    case "right": isUnicode ? "→" : isGerman ? "rechts" : "right"
    case "page-up": isGerman ? "Bild auf" : "page up"
    case "page-down": isGerman ? "Bild ab" : "page down"
    case "enter": "Enter"
    case "space": spaceKey
    case "backspace": isGerman ? "Rücktaste" : "backspace"
    default: name
    }
  }

  /// Keys with the same meaning: "↑ k".
  package func keys(_ names: [String], isUnicode: Bool) -> String {
    names.map { key($0, isUnicode: isUnicode) }.joined(separator: " ")
  }

  /// Keys with the same meaning: "↑ k".
  func keys(_ keys: [Key], isUnicode: Bool) -> String {
    self.keys(keys.compactMap(\.name), isUnicode: isUnicode)
  }

  /// The name of an answer, or of a turn of a matching.
  package func answer(_ name: String, in form: ChoiceForm?) -> String {
    if let form, let index = form.answers.firstIndex(of: name) { return choice(form).answers[index] }
    let isGerman = language == .german
    return switch name {
    case "higher": higher
    case "lower": lower
    case "sharper": isGerman ? "höher" : "sharper"
    case "flatter": isGerman ? "tiefer" : "flatter"
    case "much-sharper": isGerman ? "viel höher" : "much sharper"
    case "much-flatter": isGerman ? "viel tiefer" : "much flatter"
    case "done": commit
    default: name
    }
  }

  package var confidenceQuestion: String { language == .german ? "wie sicher sind Sie?" : "how sure are you?" }
  package var tooLate: String { language == .german ? "zu spät" : "too late" }
  package var hearAgain: String { language == .german ? "noch einmal hören" : "hear it again" }
  /// A key or line that came while answers were refused.
  var tooEarly: String { language == .german ? "noch nicht" : "not yet" }
  var tooEarlyLine: String {
    language == .german ? "zu früh: bitte erst nach der Frage antworten" : "too early: answer after the question"
  }
  var unknownKey: String {
    language == .german ? "diese Taste gilt hier nicht; ? erklärt die Tasten" : "no such key here; ? explains the keys"
  }
  var keysTitle: String { language == .german ? "Tasten" : "Keys" }
  var explainKeys: String { language == .german ? "Tasten" : "keys" }
  var anyKey: String {
    language == .german
      ? "Jede Taste führt zurück. Der Versuch beginnt dann von vorn."
      : "Any key goes back. The trial then starts from the beginning."
  }
  var anyKeyBack: String { language == .german ? "Jede Taste führt zurück." : "Any key goes back." }
  var rateConfidence: String {
    language == .german ? "wie sicher Sie sich sind" : "how sure you are"
  }

  /// The values of a scale with their keys and labels.
  func scale(_ scale: ConfidenceScale, isUnicode: Bool) -> [String] {
    (scale.from...scale.to).map { rating in
      let key = key(scale.keys[rating - scale.from], isUnicode: isUnicode)
      return scale.label(of: rating).map { "\(key)  \(text($0))" } ?? key
    }
  }

  /// The answers with the keys of a study, in as few lines as they fit in. The keys keep their places if they are swapped.
  func answers(
    _ keys: ResponseKeys, isSwapped: Bool, in form: ChoiceForm?, isUnicode: Bool, columns: Int
  ) -> [String] {
    let listed = isSwapped ? keys.answers.reversed() : keys.answers
    func parts(_ most: Int) -> [String] {
      listed.map { "\(self.keys(Array($0.keys.prefix(most)), isUnicode: isUnicode))  \(answer($0.name, in: form))" }
    }
    for (most, gap) in [(9, 8), (9, 4), (2, 3), (1, 2)] {
      let lines = KeyLine.centred(parts(most), gaps: [gap], columns: columns)
      if lines.count == 1 { return lines }
    }
    return KeyLine.centred(parts(1), gaps: [2], columns: columns)
  }

  /// The reply to a line that is not an answer, where the study assigns keys.
  func answerHint(_ keys: ResponseKeys, in form: ChoiceForm?) -> String {
    let isGerman = language == .german
    let parts = keys.answers.map { answer in
      let word = self.answer(answer.name, in: form)
      let key = answer.keys[0]
      return isGerman ? "\(key) (\(word))" : "\(key) for \(word)"
    }
    let list = parts.joined(separator: ", ")
    return isGerman ? "bitte \(list) eingeben; q beendet" : "type \(list), or q to leave"
  }

  /// The reply to a line that is not a rating.
  func ratingHint(_ scale: ConfidenceScale) -> String {
    let keys = scale.keys.joined(separator: ", ")
    return language == .german
      ? "bitte eine Taste von \(keys) eingeben; q beendet" : "type one of \(keys), or q to leave"
  }
}
