package import PeachTrials

/// The answer that a listener is typing or choosing: what each key does to it.
package struct QuestionEntry: Hashable, Sendable {
  /// The end of a question.
  package enum End: Hashable, Sendable {
    case answered(LabAnswer)
    case left
  }

  /// A row to choose from.
  struct Item: Hashable, Sendable {
    /// The number that chooses it.
    var label: String
    var text: String
    var answer: LabAnswer
  }

  package let question: LabQuestion
  /// Empty if the answer is typed.
  let items: [Item]
  /// The place of the chosen item; `nil` before a choice.
  private(set) var selected: Int?
  private(set) var typed: [Character] = []
  /// The number of typed characters before the cursor.
  private(set) var cursor = 0
  /// The last complaint or hint, in the listener's language; empty if there is none.
  package private(set) var notice = ""
  /// The digits of a number that is being typed to choose an item.
  private var digits = ""
  /// Whether the next Enter refuses to answer.
  private var isRefusing = false
  private let words: Words

  package init(_ question: LabQuestion, words: Words) {
    self.question = question
    self.words = words
    let language = words.pageLanguage
    var items: [Item] = []
    switch question.kind {
    case .text, .number: break
    case .choice(let options):
      items = options.enumerated().map { place, option in
        Item(label: String(place + 1), text: option.text.text(in: language), answer: .value(option.name))
      }
    case .scale(let range, let labels):
      items = range.map {
        Item(label: String($0), text: labels[$0]?.text(in: language) ?? "", answer: .value(String($0)))
      }
    }
    if !items.isEmpty, question.isOptional {
      items.append(Item(label: LabQuestion.refusal, text: words.questions.ratherNot, answer: .refused))
    }
    self.items = items
  }

  /// Whether the answer is typed, and `q` is a letter like others.
  var isText: Bool { if case .text = question.kind { true } else { false } }
  var isTyped: Bool { items.isEmpty }

  /// - Parameter page: The number of items that page keys pass.
  /// - Returns: The end of the question; `nil` if it goes on.
  package mutating func press(_ key: Key, page: Int = 5) -> End? {
    switch key {
    case .end, .escape: return .left
    case .character("q") where !isText, .character("Q") where !isText: return .left
    case .enter: return isTyped ? enterTyped() : enterChosen()
    default: break
    }
    notice = ""
    isRefusing = false
    if isTyped { type(key) } else { choose(key, page: page) }
    return nil
  }

  // MARK: Typing

  private var longest: Int { if case .text(let longest) = question.kind { longest } else { 20 } }

  private mutating func type(_ key: Key) {
    switch key {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(typed.count, cursor + 1)
    case .up, .pageUp: cursor = 0
    case .down, .pageDown: cursor = typed.count
    case .backspace:
      guard cursor > 0 else { return }
      cursor -= 1
      typed.remove(at: cursor)
    case .character(let character):
      guard typed.count < longest else {
        notice = words.refusal(of: question, isEmpty: false)
        return
      }
      typed.insert(character, at: cursor)
      cursor += 1
    case .enter, .end, .escape: break
    }
  }

  private mutating func enterTyped() -> End? {
    let text = String(typed)
    if let answer = question.answer(text, isNumbered: true) { return .answered(answer) }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    if isEmpty, question.isOptional {
      if isRefusing { return .answered(.refused) }
      isRefusing = true
      notice = words.questions.enterAgain
    } else {
      notice = words.refusal(of: question, isEmpty: isEmpty)
    }
    return nil
  }

  // MARK: Choosing

  private mutating func choose(_ key: Key, page: Int) {
    if case .character(let character) = key {
      find(character)
      return
    }
    digits = ""
    let last = items.count - 1
    switch key {
    case .up, .left: selected = selected.map { max(0, $0 - 1) } ?? last
    case .down, .right: selected = selected.map { min(last, $0 + 1) } ?? 0
    case .pageUp: selected = max(0, (selected ?? items.count) - page)
    case .pageDown: selected = min(last, (selected ?? -1) + page)
    default: break
    }
  }

  /// A digit chooses the item of that number, or continues the number that was typed.
  private mutating func find(_ character: Character) {
    for number in [digits + String(character), String(character)] {
      if let place = items.firstIndex(where: { $0.label == number }) {
        (selected, digits) = (place, number)
        return
      }
      if items.contains(where: { $0.label.hasPrefix(number) }) {
        digits = number
        return
      }
    }
    digits = ""
  }

  private mutating func enterChosen() -> End? {
    if let selected { return .answered(items[selected].answer) }
    notice = words.refusal(of: question, isEmpty: true)
    return nil
  }
}
