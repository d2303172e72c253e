import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Probe 5: the program is killed at random moments of sessions.
@Suite struct LiveKillTests {
  /// Ten kills, with PEACH_TEST_LONG a hundred.
  private static let kills = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? 10 : 100

  /// A session of the simulated listener in real time takes about 0.75 s a trial: a kill within 3 s comes at any place of
  /// the first trials, from the making of the database on.
  @Test func `after SIGKILL at any moment every acknowledged answer is in a sound database, and nothing is left`()
    throws
  {
    try kill(#"short.yaml --listener model --responder "gaussian jnd=5""#, seed: 20_261_121, statuses: [128 + SIGKILL])
  }

  /// Twelve matchings of about 0.6 s each: a late kill may find them done.
  @Test func `after SIGKILL at any moment every acknowledged matching is stored once, and nothing is left`() throws {
    try kill(
      #"matching.yaml --listener model --responder "tuner spread=8 delay=0.1""#, seed: 20_261_122,
      statuses: [128 + SIGKILL, 0])
  }

  /// - Parameters:
  ///   - session: What of the command line says which session.
  ///   - statuses: With which it may end.
  private func kill(_ session: String, seed: UInt64, statuses: [Int32]) throws {
    let live = try LiveWorkshop()
    try live.workshop.write("matching.yaml", LiveWorkshop.shortMatching)
    var random = StreamFamily(seed: seed, path: ["kill"]).stream(replicate: 1)
    var (told, begun) = (0, 0)
    for kill in 1...Self.kills {
      let delay = 3 * random.unit()
      let place = "seed \(seed), kill \(kill) after \(delay) s"
      let outcome = try live.shell(
        """
        $peach live \(session) --device quiet > told &
        sleep \(delay)
        kill -KILL $!
        wait $!
        """)
      #expect(statuses.contains(outcome.status), "\(place): \(outcome.error)")
      try live.expectNothingLeft()
      // A line of feedback has its end once the answer is stored; the last line may be a question that has none. The
      // number of a trial stands on a line before its question. A question that ends with its space had a sound that
      // stalled, and comes again.
      let acknowledged = try live.workshop.text("told").split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().count { !$0.hasPrefix("Trial ") && !$0.hasSuffix(" ") }
      let sessions = try live.sessions(of: "model")
      // It may have been killed before the session began.
      let stored = sessions.count > begun ? sessions.last?.trials ?? 0 : 0
      begun = sessions.count
      // One more where it was killed between the two.
      #expect(stored - acknowledged == 0 || stored - acknowledged == 1, "\(place): \(stored), \(acknowledged)")
      told += acknowledged
      let checks = try live.database.queue.read { db in
        try ["integrity_check", "foreign_key_check"].flatMap { try String.fetchAll(db, sql: "PRAGMA \($0)") }
      }
      #expect(checks == ["ok"], "\(place)")
    }
    // The kills did not all come too early to mean anything.
    #expect(told >= Self.kills)
    for session in try live.sessions(of: "model") where session.trials > 0 {
      #expect(try live.peach("trace", "--listener", "model", "--session", "\(session.number)").status == 0)
    }
  }
}
