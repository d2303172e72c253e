import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Pitch matchings of a live listener.
@Suite struct LiveMatchingTests {
  private let live: LiveWorkshop
  private static let tuner = ["--responder", "tuner constant=4 spread=8 under-adjustment=0.1 delay=2.5 adjustments=3"]

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("matching.yaml", LiveWorkshop.shortMatching)
    #expect(try live.peach("settings", "note-duration", "0.3").status == 0)
  }

  private func matchings(of listener: String = "me") throws -> [MatchingRecord] {
    var found: [MatchingRecord] = []
    let database = try live.database
    for session in try database.sessions(of: listener) {
      try database.forEachMatching(of: session) { found.append($0) }
    }
    return found
  }

  // MARK: Sameness

  @Test func `fast sessions are the replicates of the simulation, and are replayed`() throws {
    let simulated = try live.peach("simulate", "matching.yaml", "-o", "r.sqlite")
    try #require(simulated.status == 0, "\(simulated.error)")
    let expected = try live.peach("export", "r.sqlite", "--table", "matching").lines
    for number in 1...3 {
      let session = try live.workshop.run(
        ["live", "matching.yaml", "--fast", "--listener", "keen"] + Self.tuner, environment: live.environment)
      #expect(session.status == 0, "\(session.error)")
      let replay = try live.peach("trace", "--listener", "keen", "--session", "\(number)", "--format", "csv")
      #expect(replay.status == 0, "\(replay.error)")
      #expect(replay.lines.count == 1 + 12 + 1)
    }
    let sessions = try live.peach("export", "--listener", "keen", "--table", "matching").lines
    #expect(sessions.count == 1 + 36 + 1)
    // What stands in both; a session has a sound, and its number where a run has none.
    let columns = [
      "run", "listener", "trial", "reference_note", "target_note", "interval", "tuning", "reference_pitch_hz",
      "initial_offset_cents", "error_cents", "adjustments", "response_time_s",
    ]
    func rows(_ lines: [String]) -> [[String]] {
      let header = lines[0].components(separatedBy: ",")
      return lines.dropFirst().dropLast().map { line in
        let fields = line.components(separatedBy: ",")
        return columns.map { column in header.firstIndex(of: column).map { fields[$0] } ?? "?" }
      }
    }
    #expect(rows(sessions) == rows(expected))
    #expect(rows(sessions).allSatisfy { $0.last == "2.5" && !$0.contains("?") })
    try live.expectNothingLeft()
  }

  @Test func `a changed matching is found`() throws {
    let session = try live.workshop.run(
      ["live", "matching", "--seed", "7", "--trials", "4", "--fast", "--listener", "model"] + Self.tuner,
      environment: live.environment)
    #expect(session.status == 0, "\(session.error)")
    let first = try matchings(of: "model")[2]
    try live.database.queue.write { db in
      try db.execute(sql: "UPDATE matching SET initial_offset_cents = 1.5 WHERE trial = 3")
    }
    let changed = try live.peach("trace", "--listener", "model", "--session", "1")
    #expect(changed.status == 65)
    #expect(
      changed.error
        == "session 1 of model: trial 3: the session stored note \(first.reference) prime from 1.5 cents, but note "
        + "\(first.reference) prime from \(first.initialOffset) cents was asked for\n")
  }

  @Test func `the commands after a session of matchings show them`() throws {
    let session = try live.workshop.run(
      ["live", "matching", "--trials", "2", "--fast", "--listener", "model"] + Self.tuner,
      environment: live.environment)
    #expect(session.error.hasPrefix("session 1 of model: 2 trials are stored. To see them:\n"))
    #expect(session.error.contains("peach export --listener model --table matching"))
    #expect(!session.error.contains("peach fit"))
  }

  // MARK: Lines

  @Test func `lines turn by cents, and ok leaves the note`() throws {
    let outcome = try live.shell(
      "printf '+5\\n-2.5\\nwhat\\nok\\nfertig\\n' > lines.txt; $peach live matching.yaml --trials 2 --device quiet < lines.txt"
    )
    #expect(outcome.status == 0, "\(outcome.error)")
    let found = try matchings()
    #expect(found.count == 2)
    #expect(abs(found[0].error - found[0].initialOffset - 2.5) < 1e-9)
    #expect(found.map(\.adjustments) == [1, 0])
    #expect(found[1].error == found[1].initialOffset)
    #expect(outcome.output.contains("type +5 or -5 to tune by 5 cents, ok to accept the note, or q to leave\n"))
    #expect(outcome.output.matches(of: /(?m)(Dead center|\d+ cents? (sharp|flat))$/).count == 2)
    #expect(found.allSatisfy { ($0.heard.responseTime ?? -1) >= 0 && $0.heard.device == "quiet" })
    try live.expectNothingLeft()
  }

  // MARK: Keys

  @Test func `arrows tune, the space bar commits, nothing tells how close it is, q leaves`() throws {
    let sitting = try live.sit("live", "matching", "--device", "quiet")
    try sitting.see("tune the note")
    #expect(sitting.picture.lines[1].hasPrefix("  Pitch Matching "))
    #expect(sitting.picture.text.contains("↑ ↓  fine     ← →  coarse     space  done"))
    let before = sitting.picture.text
    try sitting.type("\u{1b}[A\u{1b}[A\u{1b}[C\u{1b}[B")
    usleep(200_000)
    #expect(sitting.picture.text == before)
    try sitting.type(" ")
    try sitting.see("cents", "cent")
    try sitting.see("tune the note")
    try sitting.type("\u{1b}[5~\r")
    try sitting.see("cents", "cent")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    let found = try matchings()
    #expect(zip(found.map { $0.error - $0.initialOffset }, [11, 10]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(found.map(\.adjustments) == [1, 0])
    #expect(try live.sessions().map(\.kind) == [.matching])
    try live.expectNothingLeft()
  }

  @Test func `settings for matchings appear only with them, and a change begins a session`() throws {
    let sitting = try live.sit("live", "matching", "--device", "quiet")
    try sitting.see("tune the note")
    try sitting.type("s")
    try sitting.see("> notes")
    #expect(sitting.picture.text.contains("offset in matching"))
    #expect(
      !sitting.picture.text.contains("signal of a wrong answer") && !sitting.picture.text.contains("natural–mechanical")
    )
    for _ in 0..<4 { try sitting.type("\u{1b}[B") }
    try sitting.see("> offset in matching")
    try sitting.type("\r20\r")
    try sitting.wait("the new range") { sitting.picture.text.contains(/> offset in matching +← 20 cents →/) }
    try sitting.type("q")
    try sitting.see("tune the note")
    try sitting.type(" ")
    try sitting.see("cents", "cent")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try matchings().allSatisfy { abs($0.initialOffset) <= 20 })
    let other = try live.sit("live", "comparison", "--device", "quiet")
    try other.see("reference note")
    try other.type("s")
    try other.see("> notes")
    #expect(!other.picture.text.contains("offset in matching"))
    try other.type("qq")
    #expect(try other.finish() == 0)
  }

  @Test func `intervals both ways, named, in German`() throws {
    live.environment["LANG"] = "de_DE.UTF-8"
    let sitting = try live.sit("live", "matching", "--interval", "octave-down", "--device", "quiet")
    try sitting.see("Oktave abwärts")
    try sitting.see("stimmen Sie den Ton")
    #expect(sitting.picture.lines[1].hasPrefix("  Intervall stimmen "))
    try sitting.type(" ")
    try sitting.see("Cent")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    let found = try matchings()
    #expect(found.map(\.interval) == ["octave-down"])
    #expect(found[0].target == found[0].reference - 12)
  }

  @Test func `the fourth mode from the modes`() throws {
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("> 1  Comparison")
    try sitting.type("4")
    try sitting.see("Perfect Fifth Up")
    try sitting.see("tune the note")
    try sitting.type(" ")
    try sitting.see("cents", "Dead")
    try sitting.type("q")
    try sitting.see("> 4  Interval Pitch Matching")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.sessions().map(\.kind) == [.matching])
  }

  @Test func `a small terminal scrolls its settings`() throws {
    let sitting = try live.sit("live", "--device", "quiet")
    try sitting.see("> 1  Comparison")
    try sitting.terminal.resize(rows: 15, columns: 50)
    try sitting.type("s")
    try sitting.see("> notes")
    #expect(!sitting.picture.text.contains("sample format"))
    try sitting.type("\u{1b}[6~\u{1b}[6~\u{1b}[6~\u{1b}[6~")
    try sitting.see("> sample format")
    #expect(!sitting.picture.text.contains("notes") && sitting.picture.text.contains("⋮ "))
    #expect(!sitting.picture.lines[15...].contains { !$0.isEmpty })
    try sitting.type("\u{1b}[5~\u{1b}[5~\u{1b}[5~\u{1b}[5~")
    try sitting.see("> notes")
    try sitting.type("qq")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  // MARK: Interruptions

  @Test(arguments: ["\u{3}", "\u{4}"]) func `an unfinished matching is not stored`(key: String) throws {
    let sitting = try live.sit("live", "matching", "--device", "quiet")
    try sitting.see("tune the note")
    try sitting.type("\u{1b}[A" + key)
    #expect(try sitting.finish() == (key == "\u{3}" ? 130 : 0))
    live.expectRestored(sitting)
    #expect(try matchings().isEmpty)
    try live.expectNothingLeft()
  }

  // MARK: Refusals

  @Test func `options without meaning for matchings are rejected in words`() throws {
    #expect(
      try live.peach("live", "matching", "--strategy", "kazez").error.contains(
        "--strategy: pitch matchings are drawn at random and have no strategy; leave it out"))
    let responder = try live.peach(
      "live", "matching", "--responder", "gaussian jnd=12", "--fast", "--trials", "2", "--listener", "model")
    #expect(responder.status == 64)
    #expect(responder.error.contains("gaussian"))
  }
}
