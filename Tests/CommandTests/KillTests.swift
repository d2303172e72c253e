import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// The program is ended at random moments, in each way there is; what it had acknowledged is there once, and what is left
/// to do ends in the same bytes.
@Suite struct KillTests {
  /// With PEACH_TEST_LONG 300 in all.
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let seed: UInt64 = 20_261_122
  private static let signals = [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT]

  /// Draws the moments and the signals of a kind of command.
  private struct Fate {
    private var random: RandomStream
    private(set) var kills = 0
    private(set) var late = 0

    init(_ command: String) { random = StreamFamily(seed: KillTests.seed, path: [command]).stream(replicate: 1) }

    /// Starts the program, ends it up to `seconds` later, and waits.
    ///
    /// - Returns: What it left behind, and whether it had ended by itself.
    mutating func end(
      _ workshop: Workshop, _ arguments: [String], _ environment: [String: String] = [:], within seconds: Double
    ) throws -> (outcome: Workshop.Outcome, isDone: Bool, place: String) {
      let delay = seconds * random.unit()
      let number = KillTests.signals[min(4, Int(5 * random.unit()))]
      let place = "seed \(KillTests.seed), \(arguments[0]) \(kills + 1), signal \(number) after \(delay) s"
      let running = try workshop.begin(arguments, environment: environment)
      usleep(UInt32(1e6 * delay))
      running.signal(number)
      let sent = ContinuousClock.now
      let outcome = running.finish()
      #expect(sent.duration(to: .now) < .seconds(5), "\(place)")
      // Before it listens, a signal has its own effect.
      #expect([0, number, 128 + number].contains(outcome.status), "\(place): \(outcome)")
      let isDone = outcome.status == 0
      if isDone { late += 1 } else { kills += 1 }
      return (outcome, isDone, place)
    }
  }

  @Test func `a simulation that is killed again and again ends in the same bytes`() throws {
    let workshop = try Workshop(
      Experiments.comparison(strategies: [Experiments.kazez, Experiments.twoDown], trials: 100, replicates: 3000))
    let simulate = ["simulate", "experiment.yaml", "--jobs", "2"]
    let begun = ContinuousClock.now
    try #require(try workshop.run(simulate).status == 0)
    let whole = begun.duration(to: .now) / .seconds(1)
    let tables = ["runs", "trials", "summary"]
    let exports = try tables.map { try workshop.peach("export", "small.sqlite", "--table", $0) }
    let files = try workshop.files
    var fate = Fate("simulate")
    while fate.kills < (Self.isLong ? 100 : 6) {
      try FileManager.default.removeItem(atPath: workshop.path("small.sqlite"))
      var isDone = false
      for _ in 1...6 where !isDone {
        let batches = try storedBatches(workshop)
        let end = try fate.end(workshop, simulate, within: 0.5 * whole)
        isDone = end.isDone
        // What one run has stored, the next still has.
        #expect(try storedBatches(workshop) >= batches, "\(end.place)")
      }
      #expect(try workshop.run(simulate).status == 0)
      #expect(try tables.map { try workshop.peach("export", "small.sqlite", "--table", $0) } == exports)
      #expect(try workshop.files == files)
    }
    print("simulate: \(fate.kills) kills, \(fate.late) too late, seed \(Self.seed)")
  }

  private func storedBatches(_ workshop: Workshop) throws -> Int {
    let path = workshop.path("small.sqlite")
    return FileManager.default.fileExists(atPath: path) ? try ResultsFile.open(path).batches().count : 0
  }

  @Test func `a killed export leaves a complete file or the old one`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 5, replicates: 10_000))
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let export = ["export", "small.sqlite", "--table", "runs", "--force", "-o", "runs.csv"]
    let begun = ContinuousClock.now
    try #require(try workshop.run(export).status == 0)
    let seconds = begun.duration(to: .now) / .seconds(1)
    let (whole, files) = (try workshop.read("runs.csv"), try workshop.files)
    var fate = Fate("export")
    while fate.kills < (Self.isLong ? 50 : 4) {
      try workshop.write("runs.csv", "before\n")
      let end = try fate.end(workshop, export, within: 1.1 * seconds)
      let left = try workshop.read("runs.csv")
      // It may have been killed between its last step and its end.
      #expect(left == whole || (!end.isDone && left == Data("before\n".utf8)), "\(end.place)")
      #expect(try workshop.run(export).status == 0)
      #expect(try workshop.read("runs.csv") == whole && workshop.files == files, "\(end.place)")
    }
    print("export: \(fate.kills) kills, \(fate.late) too late, seed \(Self.seed)")
  }

  /// The trials of a session, told by what no clock has a part in.
  private func trials(of session: SessionRecord, in database: LiveDatabase) throws -> [String] {
    var trials: [String] = []
    try database.forEachComparison(of: session) {
      trials.append("\($0.trial) \($0.offset ?? 0) \($0.level) \($0.answer ?? "")")
    }
    return trials
  }

  private func trials(_ live: LiveWorkshop) throws -> [String] {
    guard FileManager.default.fileExists(atPath: live.workshop.path("home/peach.sqlite")) else { return [] }
    let database = try live.database
    let checks = try database.queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    #expect(checks == ["ok"])
    return try database.sessions(of: "m").flatMap { try trials(of: $0, in: database) }
  }

  @Test(arguments: [true, false]) func `a killed session keeps every reported answer once`(isFast: Bool) throws {
    let live = try LiveWorkshop()
    if isFast { try live.workshop.write("short.yaml", LiveWorkshop.short.replacing("trials: 40", with: "trials: 400")) }
    let session = ["live", "short.yaml", "--listener", "m", "--responder", "gaussian jnd=5"]
    // A fast session meets the trials of one in real time.
    let begun = ContinuousClock.now
    try #require(try live.workshop.run(session + ["--fast"], environment: live.environment).status == 0)
    let seconds = isFast ? begun.duration(to: .now) / .seconds(1) : 3
    let whole = try trials(live)
    #expect(whole.count == (isFast ? 400 : 40))
    var fate = Fate(isFast ? "live --fast" : "live")
    var (told, kept) = (0, 0)
    while fate.kills < (Self.isLong ? (isFast ? 100 : 50) : (isFast ? 6 : 2)) {
      try FileManager.default.removeItem(atPath: live.workshop.path("home"))
      let end = try fate.end(
        live.workshop, session + (isFast ? ["--fast"] : ["--device", "quiet"]), live.environment, within: seconds)
      let stored = try trials(live)
      #expect(stored == Array(whole.prefix(stored.count)), "\(end.place)")
      if isFast {
        #expect(!end.isDone || stored == whole, "\(end.place)")
      } else {
        // A line of feedback has its end once the answer is stored.
        let acknowledged = end.outcome.output.matches(of: /(right|wrong)\n/).count
        #expect((0...1).contains(stored.count - acknowledged), "\(end.place): \(stored.count), \(end.outcome)")
        told += acknowledged
      }
      kept += stored.count
      try live.expectNothingLeft()
      if !stored.isEmpty {
        #expect(try live.peach("trace", "--listener", "m", "--session", "1").status == 0, "\(end.place)")
      }
      try FileManager.default.createDirectory(atPath: live.workshop.path("home"), withIntermediateDirectories: true)
    }
    #expect(kept > 0)
    print(
      "live\(isFast ? " --fast" : ""): \(fate.kills) kills, \(fate.late) too late, \(told) answers told, \(kept) stored, "
        + "seed \(Self.seed)")
  }
}
