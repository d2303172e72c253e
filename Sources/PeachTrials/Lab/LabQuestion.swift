import PeachSupport

/// A question to the listeners of a study, or a fact about a listener that the experimenter enters.
package struct LabQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Free text of at most so many characters.
    case text(longest: Int)
    /// A number in the stated unit, which is empty if there is none.
    case number(range: ClosedRange<Double>, unit: String, isWhole: Bool)
    case choice([Option])
    /// A whole number in the range, with words at both ends and at some of the values between.
    case scale(range: ClosedRange<Int>, labels: [Int: PageText])

    package var word: String {
      switch self {
      case .text: "text"
      case .number: "number"
      case .choice: "choice"
      case .scale: "scale"
      }
    }
  }

  /// One of the answers to choose from.
  package struct Option: Hashable, Sendable {
    /// The name in tables.
    package var name: String
    package var text: PageText

    package init(name: String, text: PageText) {
      self.name = name
      self.text = text
    }
  }

  /// The time of a question within a study.
  package enum Moment: String, CaseIterable, Hashable, Sendable {
    /// Before the first block.
    case before
    /// After each block.
    case between
    /// After the last block.
    case after
  }

  /// The subject of an answer.
  package enum Subject: String, CaseIterable, Hashable, Sendable {
    /// The study, or one of its blocks.
    case study
    /// The listener; the answer is a column of the table of participants.
    case listener
  }

  /// The name in tables.
  package var name: String
  /// The text that the listener reads; `nil` if only the experimenter enters the answer.
  package var ask: PageText?
  /// The description of the answer in tables; `nil` if the file states none.
  package var meaning: String?
  package var kind: Kind
  package var subject = Subject.study
  package var moment = Moment.before
  /// The blocks that a question of `between` follows; empty for all.
  package var blocks: [String] = []
  /// Whether a listener may refuse to answer.
  package var isOptional = false

  package init(name: String, ask: PageText?, meaning: String? = nil, kind: Kind) {
    self.name = name
    self.ask = ask
    self.meaning = meaning
    self.kind = kind
  }

  /// The description of the answer: the stated meaning, else the question in English.
  package var description: String { meaning ?? ask?.english ?? name }

  /// The unit of the answer; empty if it has none.
  package var unit: String { if case .number(_, let unit, _) = kind { unit } else { "" } }

  /// Whether a question of `between` follows the block of that name.
  package func follows(_ block: String) -> Bool {
    let unasked = [LabBlock.practiceName] + HeadphoneTest.blockNames
    return moment == .between && (blocks.isEmpty ? !unasked.contains(block) : blocks.contains(block))
  }
}

/// An answer to a question.
package enum LabAnswer: Hashable, Sendable {
  /// Text, the name of an option, or a number as text.
  case value(String)
  /// The listener would rather not say.
  case refused
}

extension LabQuestion {
  /// The word for a refusal to answer, in lines and commands.
  package static let refusal = "-"

  /// Reads a written answer.
  ///
  /// - Parameter isNumbered: Whether the options of a choice can be named by their numbers, from 1.
  /// - Returns: `nil` if the text is no answer to the question.
  package func answer(_ written: String, isNumbered: Bool) -> LabAnswer? {
    let text = FieldTable.trimmed(written)
    if text == LabQuestion.refusal { return isOptional ? .refused : nil }
    switch kind {
    case .text(let longest): return text.isEmpty || text.count > longest ? nil : .value(text)
    case .number(let range, _, let isWhole):
      // German writes a comma.
      let point = text.contains(".") ? text : text.replacing(",", with: ".")
      guard let number = NumberGrammar.double(point), range.contains(number), !isWhole || number == number.rounded()
      else { return nil }
      return .value(number.shortest)
    case .scale(let range, _):
      guard let number = NumberGrammar.integer(text), range.contains(number) else { return nil }
      return .value(String(number))
    case .choice(let options):
      if isNumbered, let number = NumberGrammar.integer(text) {
        return options.indices.contains(number - 1) ? .value(options[number - 1].name) : nil
      }
      return options.first { $0.name == text }.map { .value($0.name) }
    }
  }

  /// The values that are allowed, in English.
  package var allowed: String {
    switch kind {
    case .text(let longest): "a text of at most \(longest) characters"
    case .number(let range, let unit, let isWhole):
      "a \(isWhole ? "whole " : "")number\(unit.isEmpty ? "" : " (\(unit))") from \(range.lowerBound.shortest) to "
        + range.upperBound.shortest
    case .choice(let options): "one of \(options.map(\.name).joined(separator: ", "))"
    case .scale(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  /// The answers that can be written, in English.
  package var expectation: String {
    allowed + (isOptional ? ", or \(LabQuestion.refusal) for a refusal to answer" : "")
  }

  /// The answer of a simulated listener, who never refuses: a value drawn uniformly from the allowed ones, or the text
  /// "simulated".
  package func simulated(using random: inout RandomStream) -> LabAnswer {
    switch kind {
    case .text(let longest): return .value(String("simulated".prefix(longest)))
    case .number(let range, _, let isWhole):
      let (low, high) =
        isWhole
        ? (range.lowerBound.rounded(.up), range.upperBound.rounded(.down)) : (range.lowerBound, range.upperBound)
      let steps = isWhole ? 1 : pow(10, 2 - floor(log10(high - low)))
      let value = ((low + random.unit() * (high - low)) * steps).rounded() / steps
      return .value(min(max(value, low), high).shortest)
    case .choice(let options): return .value(options[random.index(below: options.count)].name)
    case .scale(let range, _): return .value(String(range.lowerBound + random.index(below: range.count)))
    }
  }
}

/// A question as a listener sees it.
package struct QuestionPage: Hashable, Sendable {
  package var question: LabQuestion
  package var text: PageText
  /// The number of the question among those that come in a row, from 1, and how many they are.
  package var number: Int
  package var count: Int

  package init(_ question: LabQuestion, _ text: PageText, number: Int, of count: Int) {
    self.question = question
    self.text = text
    self.number = number
    self.count = count
  }
}

/// A listener's action on a question.
package enum QuestionTurn: Hashable, Sendable {
  case answered(LabAnswer)
  case left
  /// The number of a signal that ends the program.
  case signal(Int32)
}
