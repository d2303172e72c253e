import Foundation
import Testing

/// Colour and weight of what commands print.
@Suite struct TerminalColourTests {
  private func shown(_ environment: [String: String]) throws -> String {
    let live = try LiveWorkshop()
    try live.workshop.write("experiment.yaml", Experiments.comparison())
    live.environment.merge(environment) { $1 }
    let sitting = try live.sit("simulate", "experiment.yaml")
    #expect(try sitting.finish() == 0)
    return sitting.terminal.written
  }

  /// The progress bar clears its line; everything else is a style.
  private func hasStyles(_ text: String) -> Bool { text.contains(#/\u{1b}\[[0-9;]*m/#) }

  @Test func `a terminal shows headings in bold and explanations faint`() throws {
    let text = try shown([:])
    #expect(text.contains("\u{1b}[1msmall\u{1b}[0m\r\n"), "\(text)")
    #expect(text.contains("\u{1b}[2merror: RMS"), "\(text)")
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]]) func `NO_COLOR and a dumb terminal have no styles`(
    environment: [String: String]
  ) throws {
    let text = try shown(environment)
    #expect(text.contains("small\r\n"), "\(text)")
    #expect(!hasStyles(text), "\(text)")
  }

  @Test func `a pipe has no styles, whatever the terminal`() throws {
    let live = try LiveWorkshop()
    try live.workshop.write("experiment.yaml", Experiments.comparison())
    let sitting = try live.sitInShell("$peach simulate experiment.yaml | cat")
    #expect(try sitting.finish() == 0)
    #expect(!hasStyles(sitting.terminal.written))
  }
}
