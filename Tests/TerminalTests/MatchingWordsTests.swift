import PeachSessions
import PeachTerminal
import PeachTrials
import Testing

@Suite struct MatchingWordsTests {
  @Test func `arrows tune by a cent, those to the sides and pages by ten, space and Enter commit`() {
    #expect(MatchingInput(.up) == .turn(cents: 1))
    #expect(MatchingInput(.down) == .turn(cents: -1))
    #expect(MatchingInput(.right) == .turn(cents: 10))
    #expect(MatchingInput(.pageUp) == .turn(cents: 10))
    #expect(MatchingInput(.left) == .turn(cents: -10))
    #expect(MatchingInput(.pageDown) == .turn(cents: -10))
    #expect(MatchingInput(.character("h")) == .turn(cents: 1))
    #expect(MatchingInput(.character("T")) == .turn(cents: -10))
    #expect(MatchingInput(.character(" ")) == .commit)
    #expect(MatchingInput(.enter) == .commit)
    #expect([Key.escape, .backspace, .end, .character("x")].allSatisfy { MatchingInput($0) == nil })
  }

  @Test func `a line turns by so many cents, or commits`() {
    #expect(MatchingInput(word: "+5") == .turn(cents: 5))
    #expect(MatchingInput(word: "-12.5") == .turn(cents: -12.5))
    #expect(MatchingInput(word: "−3") == .turn(cents: -3))
    #expect(MatchingInput(word: "0") == .turn(cents: 0))
    #expect(["ok", "OK", "fertig", "commit"].allSatisfy { MatchingInput(word: $0) == .commit })
    #expect(["", "h", "five", "+", "nan", "1e400"].allSatisfy { MatchingInput(word: $0) == nil })
  }

  @Test func `keys of terminals to the sides and pages`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.keys("\u{1b}[C\u{1b}[D\u{1b}OC\u{1b}OD\u{1b}[5~\u{1b}[6~".utf8)
        == [.right, .left, .right, .left, .pageUp, .pageDown])
    #expect(decoder.keys("\u{1b}[3~\u{1b}[1;5D\u{1b}[1;2A".utf8) == [.up])
  }

  /// The screen as it is drawn, of one state.
  private func drawn(_ cents: Int, _ language: Words.Language, isUnicode: Bool = true) -> String {
    let screen = TerminalScreen(
      TerminalScreen.Abilities(moves: true, hasColour: true, isUnicode: isUnicode), size: { (24, 80) }, write: { _ in })
    return TrialPage.matching.status(.showingFeedback(cents: cents), screen, Words(language))
  }

  @Test(arguments: [
    (0, "\u{1b}[32m●  0 cents\u{1b}[0m"), (1, "\u{1b}[32m↑  +1 cent\u{1b}[0m"), (-9, "\u{1b}[32m↓  −9 cents\u{1b}[0m"),
    (10, "\u{1b}[33m↑↑  +10 cents\u{1b}[0m"), (-30, "\u{1b}[33m↓↓  −30 cents\u{1b}[0m"),
    (31, "\u{1b}[31m↑↑↑  +31 cents\u{1b}[0m"), (-180, "\u{1b}[31m↓↓↓  −180 cents\u{1b}[0m"),
  ])
  func `feedback by how far off it was`(cents: Int, text: String) {
    #expect(drawn(cents, .english) == text)
  }

  @Test func `German, and a locale without Unicode`() {
    #expect(drawn(4, .german) == "\u{1b}[32m↑  +4 Cent\u{1b}[0m")
    #expect(drawn(-27, .english, isUnicode: false) == "\u{1b}[33mvv  −27 cents\u{1b}[0m")
  }

  @Test func `the lines are suitable for reading aloud`() {
    func said(_ cents: Int, _ language: Words.Language) -> TrialPage<MatchingTask>.Line {
      TrialPage.matching.line(.showingFeedback(cents: cents), Words(language))
    }
    #expect(said(4, .english) == .feedback("4 cents sharp"))
    #expect(said(-27, .english) == .feedback("27 cents flat"))
    #expect(said(0, .english) == .feedback("Dead center"))
    #expect(said(-1, .german) == .feedback("1 Cent zu tief"))
    #expect(said(0, .german) == .feedback("Genau getroffen"))
  }

  @Test func `the keys of every task fit into fifty columns`() {
    for language in Words.Language.allCases {
      let keys = [("Enter", Words(language).start), ("s", Words(language).settings), ("q", Words(language).leave)]
      #expect(KeyLine.lines(keys, columns: 50).allSatisfy { $0.count <= 50 })
      let screen = TerminalScreen(
        TerminalScreen.Abilities(moves: true, hasColour: true, isUnicode: true), size: { (15, 50) }, write: { _ in })
      #expect(TrialPage.matching.keys(screen, Words(language)).allSatisfy { $0.count <= 50 })
    }
  }

  @Test(arguments: [(80, false), (60, true)]) func `the keys of a study stand in lines that no terminal cuts`(
    columns: Int, isSwapped: Bool
  ) {
    var responses = SessionResponses()
    responses.keys = ResponseKeys(
      [
        ("sharper", "up"), ("much-sharper", "page-up"), ("done", "enter"), ("much-flatter", "page-down"),
        ("flatter", "down"),
      ]
      .map { ResponseKeys.Answer($0.0, [$0.1]) })
    responses.isSwapped = isSwapped
    let screen = TerminalScreen(
      TerminalScreen.Abilities(moves: true, hasColour: true, isUnicode: true), size: { (24, columns) }, write: { _ in })
    for language in Words.Language.allCases {
      let words = Words(language)
      let lines = TrialPage.matching.with(responses, in: nil).keys(screen, words)
      #expect(lines.count == 2 && lines.allSatisfy { $0.count <= columns - 4 }, "\(lines)")
      #expect(lines.joined().contains("Enter  \(words.commit)"))
      let nine = TrialPage.choice(.forcedChoice(intervals: 9), isComposed: true).keys(screen, words)
      #expect(nine.count == (columns < 80 ? 3 : 2) && nine.allSatisfy { $0.count <= columns - 4 }, "\(nine)")
    }
  }

  @Test func `nothing tells how close it is while a note is tuned`() {
    #expect(TrialPage.matching.line(.playingTunableNote, Words(.english)) == .question("tune the note:"))
  }
}
