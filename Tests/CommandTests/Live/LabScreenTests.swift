import Foundation
import PeachStorage
import Testing

/// A person's day in the lab on a terminal, in both languages.
@Suite struct LabScreenTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 2, practice: 1))
  }

  /// What a person looks for, in one language.
  private struct Seen {
    var locale: String
    var consent: String
    var instructions: [String]
    var practice: String
    var question: String
    var feedback: [String]
    var progress: [String]
    var rest: String
    var wait: String
    var left: [String]
    var back: String
    var block: String
    var thanks: String

    static let english = Seen(
      locale: "C.UTF-8", consent: "Enter  I agree     n  I do not agree",
      instructions: ["Which tone is higher?", "Guess if you have to."], practice: "They do not count.",
      question: "higher or lower?", feedback: ["right", "wrong"],
      progress: ["Block 1 of 3 · trial 1 of 2", "Block 2 of 3", "Block 3 of 3"], rest: "Rest your ears.",
      wait: "1 s more",
      left: ["1 block is done, 2 are left.", "2 blocks are done, 1 is left."],
      back: "after 1 trial of this block.", block: "From now on, your answers count.",
      thanks: "That was the last block.")
    static let german = Seen(
      locale: "de_DE.UTF-8", consent: "Enter  ich willige ein     n  ich willige nicht ein",
      instructions: ["Welcher Ton ist höher?", "Rate, wenn du musst."], practice: "Diese zählen nicht.",
      question: "höher oder tiefer?", feedback: ["richtig", "falsch"],
      progress: ["Block 1 von 3 · Versuch 1 von 2", "Block 2 von 3", "Block 3 von 3"], rest: "Ruh deine Ohren aus.",
      wait: "noch 1 s",
      left: ["1 Block ist geschafft, 2 fehlen noch.", "2 Blöcke sind geschafft, 1 fehlt noch."],
      back: "1 Versuch dieses Blocks ist schon erledigt.", block: "Ab jetzt zählen Ihre Antworten.",
      thanks: "Das war der letzte Block.")
  }

  private func answer(_ sitting: LiveSessionRunner, _ seen: Seen) throws {
    try sitting.see(seen.question)
    try sitting.type("h")
    // The question goes before the next one comes.
    try sitting.wait("no question") { !sitting.picture.text.contains(seen.question) || sitting.hasEnded }
  }

  /// Sees a page and turns it.
  private func turn(_ sitting: LiveSessionRunner, _ text: String) throws {
    try sitting.see(text)
    try sitting.type("\r")
    try sitting.wait("the page after \(text)") { !sitting.picture.text.contains(text) }
  }

  private func rest(_ sitting: LiveSessionRunner, _ seen: Seen, _ left: String) throws {
    try sitting.see(seen.wait)
    // Not before its time.
    try sitting.type("\r")
    try sitting.see("Enter")
    #expect(sitting.picture.text.contains(left) && sitting.picture.text.contains(seen.rest))
    try turn(sitting, left)
  }

  @Test(arguments: [true, false]) func `a person goes through a day, leaves, comes back and ends it`(isGerman: Bool)
    throws
  {
    let seen = isGerman ? Seen.german : .english
    live.environment["LANG"] = seen.locale
    let first = try live.sit("live", "study.yaml", "--listener", "P07", "--device", "quiet")
    try turn(first, seen.consent)
    for page in seen.instructions { try turn(first, page) }
    try turn(first, seen.practice)
    try first.see(seen.question)
    try first.type("h")
    try first.see(seen.feedback[0], seen.feedback[1])
    try turn(first, seen.block)
    try first.see(seen.question)
    #expect(first.picture.lines[2] == "  " + seen.progress[0])
    try answer(first, seen)
    try first.see(seen.question)
    try first.type("q")
    #expect(try first.finish() == 0)
    live.expectRestored(first)
    #expect(!first.terminal.written.contains(seen.progress[1]))
    #expect(try live.sessions(of: "P07").map(\.trials) == [1, 1])

    let second = try live.sit("live", "study.yaml", "--listener", "P07", "--device", "quiet")
    try turn(second, seen.back)
    try answer(second, seen)
    try rest(second, seen, seen.left[0])
    for _ in 1...2 { try answer(second, seen) }
    try rest(second, seen, seen.left[1])
    try turn(second, isGerman ? "Nun zur Übung." : "Now for training.")
    for _ in 1...2 { try answer(second, seen) }
    try second.see(seen.thanks)
    try second.type("\r")
    #expect(try second.finish() == 0)
    live.expectRestored(second)
    // Feedback is off in blocks, and no score is shown.
    for word in seen.feedback { #expect(!second.terminal.written.contains(word)) }
    let sessions = try live.sessions(of: "P07")
    #expect(sessions.map(\.block) == ["practice", "unison", "fifth", "trained"])
    #expect(sessions.map(\.trials) == [1, 2, 2, 2])
    #expect(sessions.map(\.endReason) == ["trials", "trials", "trials", "trials"])
    #expect(sessions.allSatisfy { $0.device == "quiet" && $0.startedAt != nil && $0.endedAt != nil })
    try live.expectNothingLeft()
  }

  @Test func `a listener who does not consent may leave, and the terminal is restored`() throws {
    let sitting = try live.sit("live", "study.yaml", "--listener", "P07", "--device", "quiet")
    try sitting.see("May we store your answers?")
    try sitting.type("n")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(
      sitting.terminal.written.contains(
        "study, P07: the listener did not agree to take part; only the refusal is counted\r\n"))
    #expect(try live.database.listeners().isEmpty)
  }

  @Test func `a long text goes over several screens of a small terminal, escapes in it harmless`() throws {
    let words = (1...200).map { "word\($0)" }.joined(separator: " ")
    try live.workshop.write(
      "study.yaml", LiveWorkshop.study().replacing("May we store your answers?", with: "\"\(words) \\e[31mred\""))
    let sitting = try live.sit("live", "study.yaml", "--device", "quiet")
    try sitting.terminal.resize(rows: 12, columns: 60)
    sitting.signal(SIGCONT)
    try sitting.see("word1 ")
    var seen: Set<String> = []
    for _ in 1...20 where !sitting.picture.text.contains("I agree") {
      seen.formUnion(sitting.picture.text.matches(of: /word\d+/).map { String($0.0) })
      let before = sitting.picture.text
      try sitting.type("\r")
      try sitting.wait("the next part") { sitting.picture.text != before }
    }
    seen.formUnion(sitting.picture.text.matches(of: /word\d+/).map { String($0.0) })
    #expect(seen.count == 200)
    #expect(sitting.picture.text.contains("\\u{1b}[31mred"))
    #expect(sitting.picture.scrolls == 0)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
  }
}
