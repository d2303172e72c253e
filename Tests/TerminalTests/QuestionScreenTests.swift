import PeachSupport
import PeachTerminal
import PeachTrials
import Testing

/// Questions of a study on screens: what keys do, and that nothing is cut on a small terminal in either language.
@Suite struct QuestionScreenTests {
  private static let long = String(
    repeating: "Wie anstrengend war das Zuhören während dieses Blocks für Sie? ", count: 14)

  private static func question(_ kind: LabQuestion.Kind, isOptional: Bool = false) -> LabQuestion {
    var question = LabQuestion(name: "q", ask: PageText(english: "How?", german: "Wie?"), kind: kind)
    question.isOptional = isOptional
    return question
  }

  private static func options(_ count: Int) -> LabQuestion.Kind {
    .choice(
      (1...count).map { number in
        LabQuestion.Option(
          name: "o\(number)", text: PageText(english: "answer \(number)", german: "Antwort \(number)"))
      })
  }

  private static let age = question(.number(range: 18...99, unit: "years", isWhole: true))
  private static let remark = question(.text(longest: 10), isOptional: true)
  private static let effort = question(.scale(range: 0...10, labels: [:]))

  /// Presses keys one after the other; letters stand for themselves.
  private func press(
    _ keys: [Key], _ question: LabQuestion, _ language: Words.Language = .english
  ) -> (end: QuestionEntry.End?, notice: String) {
    var entry = QuestionEntry(question, words: Words(language))
    for (place, key) in keys.enumerated() {
      guard let end = entry.press(key) else { continue }
      #expect(place + 1 == keys.count, "it ended before the last key")
      return (end, entry.notice)
    }
    return (nil, entry.notice)
  }

  private func letters(_ text: String) -> [Key] { text.map(Key.character) }

  // MARK: Keys

  @Test func `typed text is edited where the cursor is`() {
    let keys = letters("abd") + [.left] + letters("c") + [.up] + letters("x") + [.down] + letters("e") + [.backspace]
    #expect(press(keys + [.enter], Self.remark).end == .answered(.value("xabcd")))
    #expect(
      press([.backspace, .left, .right] + letters("q q") + [.enter], Self.remark).end == .answered(.value("q q")))
  }

  @Test func `no more is typed than the longest text`() {
    let full = press(letters("0123456789A"), Self.remark)
    #expect(full.notice == "Please type at most 10 characters.")
    #expect(press(letters("0123456789A") + [.enter], Self.remark).end == .answered(.value("0123456789")))
  }

  @Test func `a number out of range is refused in the listener's language`() {
    #expect(press(letters("17") + [.enter], Self.age).notice == "Please type a whole number from 18 to 99.")
    #expect(
      press(letters("17") + [.enter], Self.age, .german).notice == "Bitte geben Sie eine ganze Zahl von 18 bis 99 ein.")
    let half = Self.question(.number(range: 0.5...2.5, unit: "", isWhole: false))
    #expect(press([.enter], half, .german).notice == "Bitte geben Sie eine Zahl von 0,5 bis 2,5 ein.")
    #expect(press(letters("1,5") + [.enter], half, .german).end == .answered(.value("1.5")))
    #expect(
      press(letters("17") + [.enter, .backspace] + letters("8") + [.enter], Self.age).end == .answered(.value("18")))
  }

  @Test func `only a second Enter makes a refusal of an empty field`() {
    #expect(press([.enter], Self.remark).notice == "Press Enter again if you would rather not say.")
    #expect(press([.enter, .enter], Self.remark).end == .answered(.refused))
    #expect(press([.enter] + letters("a") + [.backspace, .enter], Self.remark).end == nil)
    #expect(press([.enter, .enter, .enter], Self.age).end == nil)
  }

  @Test func `arrows and numbers choose, and Enter answers`() {
    let choice = Self.question(Self.options(12), isOptional: true)
    #expect(press([.enter], choice).notice == "Please choose an answer.")
    #expect(press([.down, .enter], choice).end == .answered(.value("o1")))
    #expect(press([.up, .enter], choice).end == .answered(.refused))
    #expect(press([.down, .down, .up, .right, .left, .right, .enter], choice).end == .answered(.value("o2")))
    #expect(press(letters("12") + [.enter], choice).end == .answered(.value("o12")))
    #expect(press(letters("13") + [.enter], choice).end == .answered(.value("o3")))
    #expect(press(letters("-") + [.enter], choice).end == .answered(.refused))
    #expect(press([.pageDown, .pageDown, .enter], choice).end == .answered(.value("o10")))
    #expect(press(letters("10") + [.enter], Self.effort).end == .answered(.value("10")))
    #expect(press(letters("0") + [.enter], Self.effort).end == .answered(.value("0")))
    #expect(press(letters("-") + [.enter], Self.effort).end == nil)
  }

  @Test func `q leaves where it is no letter, and Escape everywhere`() {
    for question in [Self.age, Self.effort, Self.question(Self.options(2))] {
      #expect(press(letters("q"), question).end == .left)
    }
    #expect(press(letters("q"), Self.remark).end == nil)
    for question in [Self.age, Self.effort, Self.remark] {
      #expect(press([.escape], question).end == .left && press([.end], question).end == .left)
    }
  }

  // MARK: Screens

  private func layout(
    _ question: LabQuestion, _ text: String, _ language: Words.Language, columns: Int, rows: Int,
    hasColour: Bool = false
  ) -> QuestionLayout {
    QuestionLayout(
      QuestionPage(question, PageText(english: text, german: text), number: 2, of: 3), words: Words(language),
      listener: "P07", TerminalScreen.Abilities(moves: true, hasColour: hasColour, isUnicode: true), columns: columns,
      rows: rows)
  }

  @Test(
    arguments: [(80, 24), (60, 20), (60, 12)], Words.Language.allCases)
  func `every word of every kind is on some screen, and none is cut`(size: (Int, Int), language: Words.Language) {
    let kinds: [LabQuestion.Kind] = [
      .text(longest: 200), .number(range: 0...200_000, unit: "", isWhole: true), Self.options(40),
      .scale(range: 0...100, labels: [0: PageText(english: Self.long, german: Self.long)]),
    ]
    for kind in kinds {
      for text in ["Kurz?", Self.long] {
        let question = Self.question(kind, isOptional: true)
        let layout = layout(question, text, language, columns: size.0, rows: size.1)
        var entry = QuestionEntry(question, words: Words(language))
        var screens = (0..<layout.textPages(entry)).map { layout.lines(entry, part: $0) }
        screens.append(layout.lines(entry, part: layout.textPages(entry)))
        var words = screens.flatMap { $0.dropFirst(3).dropLast(2) }.joined(separator: " ").split(separator: " ")
        words = words.filter { text.contains($0) }
        #expect(words.joined(separator: " ").hasPrefix(text.split(separator: " ").joined(separator: " ")))
        // Each answer that can be chosen is seen at its turn.
        for _ in 0..<102 {
          _ = entry.press(.down)
          screens.append(layout.lines(entry, part: .max))
        }
        _ = entry.press(.character("x"))
        _ = entry.press(.enter)
        screens.append(layout.lines(entry, part: .max))
        for screen in screens {
          #expect(screen.count <= size.1, "\(screen.joined(separator: "\n"))")
          #expect(screen.allSatisfy { $0.count <= size.0 }, "\(screen.joined(separator: "\n"))")
          #expect(screen.last?.contains("Enter") == true)
        }
        if case .choice = kind {
          for number in 1...40 {
            let answer = language == .german ? "Antwort \(number)" : "answer \(number)"
            #expect(screens.contains { $0.contains { $0.contains("> ") && $0.hasSuffix(answer) } }, "\(answer)")
          }
        }
      }
    }
  }

  @Test func `the chosen answer, the notice and the keys are where the listener looks`() {
    var entry = QuestionEntry(Self.question(Self.options(2), isOptional: true), words: Words(.german))
    _ = entry.press(.enter)
    _ = entry.press(.down)
    let lines = layout(entry.question, "Welches?", .german, columns: 60, rows: 20).lines(entry, part: 0)
    #expect(lines[1] == "  Frage 2 von 3                             Testperson P07")
    #expect(Array(lines[3...7]) == ["  Welches?", "", "  > 1  Antwort 1", "    2  Antwort 2", "    -  keine Angabe"])
    #expect(lines.last == "  ↑ ↓  wählen     Enter  weiter     q  verlassen")
  }

  @Test func `typed text is broken at the width with the cursor in it`() {
    var entry = QuestionEntry(Self.question(.text(longest: 200)), words: Words(.english))
    for _ in 1...60 { _ = entry.press(.character("x")) }
    let lines = layout(entry.question, "Well?", .english, columns: 60, rows: 20).lines(entry, part: 0)
    #expect(lines[5] == "  > " + String(repeating: "x", count: 53))
    #expect(lines[6] == "    " + String(repeating: "x", count: 7) + "_")
    _ = entry.press(.up)
    let coloured = layout(entry.question, "Well?", .english, columns: 60, rows: 20, hasColour: true)
    #expect(coloured.lines(entry, part: 0)[5].hasPrefix("  > \u{1b}[7mx\u{1b}[0mxx"))
  }
}
