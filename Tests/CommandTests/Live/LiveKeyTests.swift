import Foundation
import PeachStorage
import PeachTrials
import Testing

/// A listener at a terminal.
@Suite struct LiveKeyTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    #expect(try live.peach("settings", "note-duration", "0.3").status == 0)
  }

  /// Presses a key while an answer is accepted, and sees what is said of it.
  private func answer(_ key: String, in sitting: LiveSessionRunner) throws {
    try sitting.see("target note", "higher or lower?")
    try sitting.type(key)
    try sitting.see("right", "wrong")
  }

  @Test func `arrows and letters answer, q leaves, and the terminal is as it was`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    for key in ["\u{1b}[A", "\u{1b}OB", "h", "L", "\u{1b}[B"] { try answer(key, in: sitting) }
    #expect(sitting.picture.isAlternate)
    #expect(!sitting.picture.isCursorShown)
    #expect(!sitting.terminal.mode.isByLine)
    #expect(!sitting.terminal.mode.echoes)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    live.expectFarewell(5, "peach live comparison --device quiet", on: sitting)
    #expect(try live.trials().map(\.answer) == ["higher", "lower", "higher", "lower", "lower"])
    #expect(try live.sessions().map(\.endReason) == ["quit"])
    try live.expectNothingLeft()
  }

  /// Types the parts of a key within the time that the rest of a sequence may take; false if this machine was too slow.
  private func type(_ parts: [String], in sitting: LiveSessionRunner) throws -> Bool {
    var isQuick = true
    for part in parts.dropLast() {
      let start = ContinuousClock.now
      try sitting.type(part)
      usleep(3000)
      isQuick = isQuick && .now - start < .milliseconds(15)
    }
    try sitting.type(parts.last ?? "")
    return isQuick
  }

  @Test(arguments: [["\u{1b}", "[D"], ["\u{1b}[", "D"], ["\u{1b}", "O", "D"], ["\u{1b}", "[", "D"]])
  func `a left arrow that comes in several reads is no answer`(parts: [String]) throws {
    // A try counts if all parts were typed in time.
    for attempt in 1...5 {
      let sitting = try live.sit("live", "comparison", "--device", "quiet", "--listener", "p\(attempt)")
      try sitting.see("target note", "higher or lower?")
      let isQuick = try type(parts, in: sitting)
      usleep(60_000)
      try sitting.type("h")
      try sitting.see("right", "wrong")
      try sitting.type("q")
      #expect(try sitting.finish() == 0)
      if isQuick {
        #expect(try live.trials(of: "p\(attempt)").map(\.answer) == ["higher"])
        return
      }
    }
    print("no left arrow was typed in time")
  }

  @Test func `a lone Escape leaves the entry of a value`() throws {
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("What would you like to train?")
    try sitting.type("s")
    try sitting.see("> notes")
    try sitting.type("\r")
    try sitting.see("new value: _")
    try sitting.type("\u{1b}")
    try sitting.wait("the end of the entry") { !sitting.picture.text.contains("new value:") }
    try sitting.type("q")
    try sitting.see("What would you like to train?")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  @Test func `Ctrl-D leaves, and an unfinished trial is not stored`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try answer("h", in: sitting)
    try sitting.see("target note", "higher or lower?")
    try sitting.type("\u{4}")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(try live.trials().count == 1)
    try live.expectNothingLeft()
  }

  @Test func `keys before the target are gone`() throws {
    #expect(try live.peach("settings", "note-duration", "3").status == 0)
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try sitting.see("reference note")
    try sitting.type("hhl\u{1b}[A")
    try sitting.see("target note")
    try sitting.type("l")
    try sitting.see("right", "wrong")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().map(\.answer) == ["lower"])
  }

  @Test func `a response time counts from the onset of the target`() throws {
    #expect(try live.peach("settings", "note-duration", "1").status == 0)
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try sitting.see("target note")
    let seen = Date.now
    usleep(300_000)
    try sitting.type("h")
    try sitting.see("right", "wrong")
    let most = Date.now.timeIntervalSince(seen)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    let time = try #require(try live.trials()[0].heard.responseTime)
    // It was shown up to 20 ms after the onset, and more where the machine is busy.
    #expect(time > 0.29 && time < most + 0.5, "\(time), \(most)")
  }

  @Test func `a wrong answer rings the bell, a right one does not`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    var wrong = 0
    for _ in 1...6 {
      try answer("h", in: sitting)
      if sitting.picture.text.contains("wrong") { wrong += 1 }
      try sitting.see("reference note")
      #expect(sitting.picture.bells == wrong)
    }
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().filter { $0.isCorrect == false }.count == wrong)
  }

  // MARK: Settings

  /// The place of a setting on the screen: how often the down arrow is pressed.
  private func choose(_ key: String, in sitting: LiveSessionRunner) throws {
    for _ in 0..<17 {
      let before = chosen(in: sitting)
      if before?.hasPrefix("> \(key) ") == true { return }
      try sitting.type("\u{1b}[B")
      // The mark leaves one line before it is on the next.
      try sitting.wait("another setting") { [nil, before].contains(chosen(in: sitting)) == false }
    }
    Issue.record("no setting \(key)")
  }

  /// The line that is marked.
  private func chosen(in sitting: LiveSessionRunner) -> String? { sitting.picture.lines.first { $0.hasPrefix("> ") } }

  @Test func `a setting changes, a wrong value is reported, and training continues`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try answer("h", in: sitting)
    try sitting.see("reference note")
    try sitting.type("s")
    try sitting.see("> notes")
    #expect(sitting.picture.lines[1] == "  settings")
    #expect(sitting.picture.lines[23].hasPrefix("  ↑ ↓  choose"))
    try choose("gap", in: sitting)
    try sitting.type("\r")
    try sitting.see("new value: _")
    #expect(sitting.picture.text.contains("a number (s) in [0, 5]"))
    try sitting.type("97\u{7f}\r")
    try sitting.see("gap: expected a number (s) in [0, 5], got '9'")
    try sitting.type("\r0.125\r")
    try sitting.wait("the new gap") { sitting.picture.text.contains(/> gap +← 0.125 s →/) }
    #expect(sitting.picture.scrolls == 0)
    try sitting.type("q")
    try answer("l", in: sitting)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(try live.peach("settings", "gap").output == "0.125\n")
    #expect(try live.trials().map(\.heard.gap) == [0, 0.125])
    #expect(try live.sessions().map(\.endReason) == ["quit", "quit"])
  }

  @Test func `settings that were only looked at leave the session, and its comparison, as it was`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try sitting.see("reference note")
    try sitting.type("s")
    try sitting.see("> notes")
    try sitting.type("\r\u{1b}s")
    try answer("h", in: sitting)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.sessions().map(\.trials) == [1])
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
  }

  @Test func `settings that change before the first answer leave no session without a trial`() throws {
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    try sitting.see("reference note")
    try sitting.type("s")
    try sitting.see("> notes")
    try choose("gap", in: sitting)
    try sitting.type("\r")
    try sitting.see("new value: _")
    try sitting.type("0.125\r")
    try sitting.wait("the new gap") { sitting.picture.text.contains(/> gap +← 0.125 s →/) }
    try sitting.type("q")
    try answer("l", in: sitting)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.sessions().map(\.number) == [1])
    #expect(try live.sessions().map(\.trials) == [1])
    #expect(try live.trials().map(\.heard.gap) == [0.125])
  }

  @Test func `an experiment file freezes the settings`() throws {
    let sitting = try live.sit("live", "short.yaml", "--device", "quiet")
    try sitting.see("higher or lower?")
    #expect(!sitting.picture.text.contains("settings"))
    try sitting.type("sh")
    try sitting.see("right", "wrong")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().count == 1)
  }

  @Test func `another language is in force once the settings are left`() throws {
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("What would you like to train?")
    try sitting.type("s")
    try sitting.see("> notes")
    try choose("language", in: sitting)
    try sitting.type("\rde\r")
    try sitting.wait("German") { sitting.picture.text.contains(/> language +← German/) }
    try sitting.type("q")
    try sitting.see("Was möchten Sie üben?")
    try sitting.type("3")
    try sitting.see("Reine Quinte aufwärts")
    try sitting.see("Zielton", "höher oder tiefer?")
    try sitting.type("t")
    try sitting.see("richtig", "falsch")
    try sitting.type("q")
    try sitting.see("Was möchten Sie üben?")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().map(\.answer) == ["lower"])
    live.expectRestored(sitting)
  }
}
