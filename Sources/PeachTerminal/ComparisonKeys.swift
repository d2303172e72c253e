package import PeachSessions
package import PeachTrials

/// The keys that answer a comparison.
extension ComparisonAnswer {
  /// - Parameter keys: The keys of the study; `nil` for the usual keys.
  package init?(_ key: Key, in form: ChoiceForm?, by keys: ResponseKeys?) {
    guard let keys else {
      self.init(key, in: form)
      return
    }
    guard let answer = key.name.flatMap(keys.answer) else { return nil }
    self.init(named: answer, in: form)
  }

  /// An answer from a line: a key of the study, or the word of an answer.
  package init?(word: String, in form: ChoiceForm?, by keys: ResponseKeys?) {
    if let answer = keys?.answer(by: word.lowercased()) {
      self.init(named: answer, in: form)
    } else if keys != nil, word.count < 2 {
      return nil
    } else {
      self.init(word: word, in: form)
    }
  }

  private init?(named name: String, in form: ChoiceForm?) {
    guard let form else {
      self = name == "higher" ? .higher : .lower
      return
    }
    guard let choice = form.answers.firstIndex(of: name) else { return nil }
    self = .choice(choice)
  }

  /// - Parameter form: The form of the choice; `nil` if the answer is higher or lower.
  package init?(_ key: Key, in form: ChoiceForm?) {
    guard let form else {
      self.init(key)
      return
    }
    switch key {
    case .left: self = .choice(0)
    case .right: self = .choice(form.answers.count - 1)
    case .character(let letter): self.init(word: String(letter), in: form)
    case .up, .down, .pageUp, .pageDown, .end, .enter, .backspace, .escape: return nil
    }
  }

  /// The number of an answer, or its word in either language.
  package init?(word: some StringProtocol, in form: ChoiceForm?) {
    guard let form else {
      self.init(word: word)
      return
    }
    let numbers = form.answers.indices.map { String($0 + 1) }
    let letters = form == .yesNo ? [["y", "n"], ["j", "n"]] : []
    let spoken = [numbers] + letters + Words.Language.allCases.map { Words($0).choice(form).answers }
    guard let choice = spoken.lazy.compactMap({ $0.firstIndex(of: word.lowercased()) }).first else { return nil }
    self = .choice(choice)
  }

  /// The up arrow or h, the down arrow or l, and the letters of the other language.
  package init?(_ key: Key) {
    switch key {
    case .up: self = .higher
    case .down: self = .lower
    case .character(let letter): self.init(word: String(letter))
    case .left, .right, .pageUp, .pageDown, .end, .enter, .backspace, .escape: return nil
    }
  }

  /// A letter or word of an answer, in either language.
  package init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "h", "higher", "höher", "u", "up": self = .higher
    case "l", "lower", "t", "tiefer", "d", "down": self = .lower
    default: return nil
    }
  }
}
