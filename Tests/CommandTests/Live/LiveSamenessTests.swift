import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// A simulated listener in a live session meets the very trials of the simulation, and a stored session is replayed.
@Suite struct LiveSamenessTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../experiments/strategy-recovery.yaml").standardized.path
  private static let listener = ["--listener", "average", "--responder", "gaussian jnd=12 lapse=0.02"]

  /// What stands in both tables of trials; in a session there are a device and times as well.
  private static let columns = [
    "run", "task", "listener", "strategy", "replicate", "trial", "reference_note", "target_note", "interval", "tuning",
    "offset_cents", "level_cents", "answer", "correct", "reversal", "estimate", "estimate_low", "estimate_high",
    "reference_pitch_hz", "note_duration_s", "gap_s", "trial_kind", "track",
  ]

  /// The rows of a table of trials, by run.
  private func rows(_ outcome: Workshop.Outcome) throws -> [String: [[String: String]]] {
    try #require(outcome.status == 0, "\(outcome.error)")
    // Live levels have their unit in a column of its own.
    let header = outcome.lines[0].split(separator: ",").map { $0 == "level" ? "level_cents" : String($0) }
    var rows: [String: [[String: String]]] = [:]
    for line in outcome.lines.dropFirst().dropLast() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(uniqueKeysWithValues: zip(header, fields)).filter { Self.columns.contains($0.key) }
      try #require(row.count == Self.columns.count)
      rows[row["run"] ?? "", default: []].append(row)
    }
    return rows
  }

  @Test func `sessions 1 and 2 of every strategy are replicates 1 and 2 of the simulation, and are replayed`() throws {
    let simulation = try LiveWorkshop()
    let simulated = try simulation.peach("simulate", Self.file, "--replicates", "2", "-o", "r.sqlite")
    try #require(simulated.status == 0, "\(simulated.error)")
    let expected = try rows(simulation.peach("export", "r.sqlite", "--table", "trials"))
      .filter { $0.key.contains("/average/") }
    let strategies = Set(expected.values.compactMap { $0.first?["strategy"] })
    #expect(strategies.count == 24)
    for strategy in strategies.sorted() {
      // Sessions are numbered through: a listener and a home for each strategy.
      let live = try LiveWorkshop()
      for number in 1...2 {
        let session = try live.workshop.run(
          ["live", Self.file, "--strategy", strategy, "--fast"] + Self.listener, environment: live.environment)
        #expect(session.status == 0, "\(session.error)")
        #expect(session.output == "")
        let replay = try live.peach("trace", "--listener", "average", "--session", "\(number)")
        #expect(replay.status == 0, "\(strategy), \(number): \(replay.error)")
      }
      let sessions = try rows(live.peach("export", "--listener", "average", "--table", "trials"))
      #expect(sessions == expected.filter { $0.key.hasPrefix("\(strategy)/") }, "\(strategy)")
      try live.expectNothingLeft()
    }
  }

  // MARK: Training

  /// Two sessions of training, the second from the profile that the first has left.
  private func trained() throws -> LiveWorkshop {
    let live = try LiveWorkshop()
    #expect(try live.peach("settings", "note-duration", "0.3").status == 0)
    for _ in 1...2 {
      let outcome = try live.shell(
        "printf 'h\\nl\\nh\\nh\\nl\\n' > lines.txt; $peach live comparison --seed 7 --trials 5 --device quiet < lines.txt"
      )
      #expect(outcome.status == 0)
      #expect(outcome.error == LiveWorkshop.farewell(5, "peach live comparison --device quiet"))
    }
    return live
  }

  @Test func `training is replayed from its seed and profile, and a changed trial is found`() throws {
    let live = try trained()
    for number in 1...2 {
      let replay = try live.peach("trace", "--listener", "me", "--session", "\(number)", "--format", "csv")
      #expect(replay.status == 0, "\(replay.error)")
      #expect(replay.lines.count == 1 + 5 + 1)
    }
    let sessions = try live.sessions()
    #expect(sessions[0].profile != sessions[1].profile)
    #expect(sessions.allSatisfy { $0.seed == "0000000000000007" })
    // The second session starts where the profile has the listener, not at 100 cents.
    let trials = try live.trials()
    #expect(trials[0].level == 100)
    #expect(trials[5].level != 100)
    let database = try live.database
    try database.queue.write { db in
      try db.execute(sql: "UPDATE comparison SET level = 77 WHERE trial = 3 AND session = 2")
    }
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
    let changed = try live.peach("trace", "--listener", "me", "--session", "2")
    #expect(changed.status == 65)
    #expect(changed.output == "")
    let (offset, level) = (try #require(trials[7].offset), trials[7].level)
    #expect(
      changed.error
        == "session 2 of me: trial 3: the session stored F#2 prime \(offset) cents at level 77, but the strategy "
        + "asks for F#2 prime "
        + "\(offset) cents at level \(level)\n")
  }
}
