import Foundation
import Testing

/// What is drawn, by terminal, locale and language.
@Suite struct LiveScreenTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  /// One answered trial and a look at the settings, then q.
  private func sit(_ environment: [String: String], _ arguments: String...) throws -> LiveSessionRunner {
    live.environment.merge(environment) { $1 }
    let sitting = try LiveSessionRunner(
      [Workshop.program, "live"] + arguments + ["--device", "quiet"], environment: live.environment,
      in: live.workshop.directory.path)
    try sitting.see("higher or lower?", "höher oder tiefer?", "hoeher oder tiefer?")
    try sitting.type("h")
    try sitting.see("right", "wrong", "richtig", "falsch")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    return sitting
  }

  @Test func `the picture of a comparison`() throws {
    let sitting = try live.sit("live", "short.yaml", "--listener", "P07", "--device", "quiet")
    try sitting.see("higher or lower?")
    let lines = sitting.picture.lines
    #expect(lines[1] == "  Comparison" + String(repeating: " ", count: 54) + "listener P07")
    #expect(lines[2] == "  Trial 1 of 40")
    #expect(lines[8] == String(repeating: " ", count: 32) + "higher or lower?")
    #expect(lines[13] == String(repeating: " ", count: 24) + "↑ h  higher          ↓ l  lower")
    #expect(lines[21] == "  ?  keys     q  leave")
    #expect(lines.enumerated().allSatisfy { [1, 2, 8, 13, 21].contains($0.offset) || $0.element.isEmpty })
    #expect(sitting.picture.scrolls == 0)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
  }

  @Test func `right is a green thumb up, wrong a red thumb down`() throws {
    let written = try sit([:], "short.yaml").terminal.written
    #expect(written.contains("\u{1b}[32m👍 right\u{1b}[0m") || written.contains("\u{1b}[31m👎 wrong\u{1b}[0m"))
  }

  @Test func `NO_COLOR removes only the colours`() throws {
    let written = try sit(["NO_COLOR": "1"], "short.yaml").terminal.written
    #expect(written.contains("👍 right") || written.contains("👎 wrong"))
    #expect(!written.contains(/\x1b\[\d+m/))
    #expect(written.contains("\u{1b}[?1049h"))
  }

  @Test func `a dumb terminal gets lines, and no sequence`() throws {
    for terminal in ["dumb", ""] {
      let sitting = try sit(["TERM": terminal], "short.yaml")
      #expect(sitting.terminal.written.allSatisfy { $0 == "\r\n" || $0 == "\u{7}" || $0.unicodeScalars.first! >= " " })
      #expect(sitting.terminal.written.contains("higher or lower?\r\n"))
    }
  }

  @Test(arguments: ["C", "POSIX", "de_DE", "de_DE.ISO-8859-1"])
  func `a locale without Unicode gets ASCII`(locale: String) throws {
    let sitting = try sit(["LANG": locale], "short.yaml")
    #expect(sitting.terminal.written.unicodeScalars.allSatisfy { $0.isASCII })
    let isGerman = locale.hasPrefix("de")
    #expect(
      sitting.terminal.written.contains(isGerman ? "h  hoeher          t  tiefer" : "h  higher          l  lower"))
  }

  @Test func `the settings too are ASCII there`() throws {
    live.environment["LANG"] = "de_DE"
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("Was moechten Sie ueben?")
    try sitting.type("s")
    try sitting.see("> Toene")
    try sitting.type("q")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(sitting.terminal.written.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func `German by the locale, by the setting, and English by the setting`() throws {
    let german = try sit(["LANG": "de_DE.UTF-8"], "short.yaml")
    #expect(german.terminal.written.contains("höher oder tiefer?"))
    #expect(german.terminal.written.contains("↑ h  höher          ↓ t  tiefer"))
    #expect(!german.terminal.written.contains("higher"))
    #expect(try live.peach("settings", "language", "en").status == 0)
    let english = try sit([:], "short.yaml")
    #expect(english.terminal.written.contains("higher or lower?"))
    #expect(try live.peach("settings", "language", "de").status == 0)
    #expect(try sit(["LANG": "C.UTF-8"], "short.yaml").terminal.written.contains("höher oder tiefer?"))
  }

  @Test func `the modes: arrows and Enter choose, q leaves`() throws {
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("> 1  Comparison")
    try sitting.type("\u{1b}[B")
    try sitting.see("> 2  Pitch Matching")
    try sitting.type("\u{1b}[B\u{1b}[B")
    try sitting.see("> 4  Interval Pitch Matching")
    try sitting.type("\u{1b}[A")
    try sitting.see("> 3  Interval Comparison")
    try sitting.type("\r")
    try sitting.see("Perfect Fifth Up")
    #expect(sitting.picture.lines[1].hasPrefix("  Interval Comparison "))
    // Every session leads back to the start, where the same mode is selected.
    try sitting.type("q")
    try sitting.see("> 3  Interval Comparison")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    let left = try live.sit("live")
    try left.see("> 1  Comparison")
    try left.type("q")
    #expect(try left.finish() == 0)
    live.expectRestored(left)
  }
}
