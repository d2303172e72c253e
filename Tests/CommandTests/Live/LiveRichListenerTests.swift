import Foundation
import Testing

/// Listeners who remember, differ and hear how loud a note is, in a session as in a simulation.
@Suite struct LiveRichListenerTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private func answers(_ csv: String) -> [[Substring]] {
    let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let places = ["trial", "reference_note", "offset_cents", "answer"].map { name in
      rows[0].firstIndex(of: Substring(name)) ?? 0
    }
    return rows.map { row in places.map { row[$0] } }
  }

  /// Of so strong a coupling that another loudness were another answer, and a population whose members are far apart.
  @Test func `a session visits the trials of the same listener in the same replicate`() throws {
    let settings = [
      "coupling=5", "level=80",
      "of={kind: population, of: {kind: memory, preset: L3, noise: {log-normal: {median: 2, sd: 1}}}}",
    ]
    let fields = settings.map { $0.replacing("=", with: ": ", maxReplacements: 1) }.joined(separator: ", ")
    try live.workshop.write(
      "rich.yaml",
      """
      name: rich
      seed: 4711
      task: {kind: comparison, notes: [C4, C5], vary-loudness: 1}
      listeners:
        - {name: model, kind: loudness-pitch, \(fields)}
      strategies:
        - {name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}
      stop: {trials: 60}
      replicates: 1

      """)
    #expect(try live.peach("simulate", "rich.yaml", "-o", "rich.sqlite").status == 0)
    let simulated = try live.peach("export", "rich.sqlite", "--table", "trials").output
    let responder = "loudness-pitch " + settings.joined(separator: " ")
    #expect(try live.peach("live", "rich.yaml", "--listener", "model", "--fast", "--responder", responder).status == 0)
    let sat = try live.peach("export", "--listener", "model", "--table", "trials").output
    #expect(answers(simulated) == answers(sat))
    #expect(answers(sat).count == 61)
  }
}
