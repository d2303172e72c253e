import PeachSupport

extension LabQuestion {
  /// The longest answer that a text may have, in characters.
  package static let longestText = 1000
  /// The columns that tables of participants have anyway.
  package static let takenNames = [
    "study", "listener", "simulated", "group", "place", "order", "blocks_done", "consented_at", "consent_version",
    "consent_language", "participant_id",
  ]

  /// Reads the questions of a study; empty if it has none.
  ///
  /// - Parameter blocks: The practice, if there is one, and the blocks.
  static func readAll(_ lab: Reader, blocks: [LabBlock]) -> [LabQuestion] {
    let meaning = "Questions to the listener, and facts about listeners that the experimenter enters"
    var seen: Set<String> = []
    return lab.list("questions", meaning) { reader -> LabQuestion in
      let question = read(reader, blocks: blocks.map(\.name))
      reader.reportRepeated(question.name, in: &seen)
      return question
    } ?? []
  }

  private static func read(_ reader: Reader, blocks: [String]) -> LabQuestion {
    let name = reader.name("name", "Name of the question in tables")
    let ask = PageText.readOne(
      reader, "ask", "Text of the question; without this key, only the experimenter enters the answer")
    var question = LabQuestion(
      name: name, ask: ask,
      meaning: reader.optionalText("meaning", "Description of the answer in tables; default: the text of the key ask"),
      kind: kind(reader))
    question.subject = reader.choice(
      "about", default: Subject.study,
      "What the answer describes: study (the whole study or one of its blocks), or listener (the table participants "
        + "has a column with the answer)")
    let when = "Before the first block, between (after each block) or after the last block"
    question.moment =
      reader.has("ask") || reader.isDescribing
      ? reader.choice("when", default: Moment.before, when) : reader.optionalChoice("when", when) ?? .before
    question.blocks = blockNames(reader, question.moment, blocks)
    question.isOptional = reader.flag("optional", default: false, "Whether the listener may refuse to answer")
    check(question, reader)
    return question
  }

  private static func check(_ question: LabQuestion, _ reader: Reader) {
    if reader.isDescribing { return }
    if !reader.has("ask") {
      if question.subject == .study {
        reader.reportMissing(
          "ask", expected: "the question to the listener",
          hint: "with about: listener it may be left out; then peach listener describe enters the answer")
      } else if question.meaning == nil {
        reader.reportMissing("meaning", expected: "a description of the answer, because the question has no key ask")
      }
      for key in ["when", "blocks"] where reader.has(key) {
        reader.report("can be used only with the key ask; without it, no listener is asked", at: key)
      }
    }
    guard question.subject == .listener else { return }
    if takenNames.contains(question.name) {
      reader.report(
        "expected another name, because the table of participants has a column \(question.name) of its own", at: "name")
    }
    if question.moment == .between {
      reader.report("expected before or after, because a question about the listener is asked once", at: "when")
    }
  }

  private static func blockNames(_ reader: Reader, _ moment: Moment, _ known: [String]) -> [String] {
    let key = "blocks"
    guard
      let words = reader.words(
        key, required: false, form: "a list of names of blocks", shownAs: "all",
        "Blocks after which the question is asked if when is between; all: not after the practice")
    else { return [] }
    reader.resolve(key, .list(words.map { .text($0.text) }))
    if moment != .between { reader.report("can be used only with when: between", at: key) }
    for word in words where !known.contains(word.text) {
      reader.report(
        "expected names of \(known.joined(separator: ", ")), got \(SafeText.quoted(word.text))", at: key,
        hint: NearestName.question(for: word.text, among: known))
    }
    return words.map(\.text)
  }

  // MARK: Kinds

  private static func kind(_ reader: Reader) -> Kind {
    let words = ["text", "number", "choice", "scale"]
    let word = reader.choice("kind", from: words, "Kind of the answer")
    let isDescribing = reader.isDescribing
    var kind = Kind.text(longest: 200)
    if isDescribing || word == "text" {
      kind = .text(
        longest: reader.integer(
          "longest", unit: "characters", in: 1...longestText, default: 200,
          "Greatest length of the answer if kind is text"))
    }
    if isDescribing || word == "number" { kind = number(reader) }
    if isDescribing || word == "choice" { kind = choice(reader) }
    if isDescribing || word == "scale" { kind = scale(reader) }
    return kind
  }

  private static func number(_ reader: Reader) -> Kind {
    let unit =
      reader.optionalText(
        "unit", "Unit of the answer in tables if kind is number; the listener sees only the text of the key ask") ?? ""
    let ends = reader.numbers(
      "range", unit: unit, count: 2, required: true, "Lowest and highest number that is accepted if kind is number")
    let isWhole = reader.flag("whole", default: false, "Whether the answer must be a whole number if kind is number")
    guard let ends else { return .number(range: 0...1, unit: unit, isWhole: isWhole) }
    guard ends[0] < ends[1] else {
      reader.report("expected the lowest number first, got \(ends[0].shortest) and \(ends[1].shortest)", at: "range")
      return .number(range: 0...1, unit: unit, isWhole: isWhole)
    }
    if isWhole, ends[0].rounded(.up) > ends[1].rounded(.down) {
      reader.report("expected a range with a whole number in it, because whole is true", at: "range")
    }
    return .number(range: ends[0]...ends[1], unit: unit, isWhole: isWhole)
  }

  private static func choice(_ reader: Reader) -> Kind {
    var seen: Set<String> = []
    let options = reader.list("options", required: true, "Answers that the listener can choose if kind is choice") {
      inner -> Option in
      let name = inner.name("name", "Name of the answer in tables")
      inner.reportRepeated(name, in: &seen)
      let text = PageText.readOne(inner, "text", "The answer as the listener reads it")
      if text == nil, !inner.has("text"), !inner.isDescribing {
        inner.reportMissing("text", expected: "the answer as the listener reads it, {en: …, de: …}")
      }
      return Option(name: name, text: text ?? PageText(english: name, german: name))
    }
    if let options, options.count == 1 { reader.report("expected at least two answers, got 1", at: "options") }
    return .choice(options ?? [])
  }

  private static func scale(_ reader: Reader) -> Kind {
    let low = reader.integer("from", in: -100...100, "First number of the scale if kind is scale")
    let high = reader.integer("to", in: -100...100, "Last number of the scale if kind is scale")
    let range = low < high ? low...high : 0...1
    if low >= high, reader.has("from"), reader.has("to") {
      reader.report("expected from < to, got from: \(low) and to: \(high)", at: "to")
    }
    let expected = "a mapping such as {\(range.lowerBound): {en: …, de: …}, \(range.upperBound): {en: …, de: …}}"
    let parameter = Parameter(
      name: "labels",
      kind: .form(reader.isDescribing ? "a mapping such as {1: {en: …, de: …}, 7: {en: …, de: …}}" : expected),
      fallback: nil, meaning: "Words at both ends of the scale, and at numbers between, if kind is scale")
    guard let node = reader.node(parameter, required: true) else { return .scale(range: range, labels: [:]) }
    var labels: [Int: PageText] = [:]
    var fields: [Value.Field] = []
    _ = Reader.read(node, path: "\(reader.path).labels", diagnostics: reader.diagnostics) { inner in
      for entry in inner.dataKeys() {
        guard let number = NumberGrammar.integer(entry.key), range.contains(number) else {
          inner.report(
            "expected a number from \(range.lowerBound) to \(range.upperBound), got \(SafeText.quoted(entry.key))",
            at: entry.key)
          continue
        }
        if let text = PageText.readOne(inner, entry.key, "") {
          labels[number] = text
          fields.append(.init(String(number), text.value))
        }
      }
      for end in [range.lowerBound, range.upperBound] where labels[end] == nil && !inner.has(String(end)) {
        inner.reportMissing(String(end), expected: "a label at both ends of the scale")
      }
    }
    reader.resolve("labels", .mapping(fields))
    return .scale(range: range, labels: labels)
  }
}
