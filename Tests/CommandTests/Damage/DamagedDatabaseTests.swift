import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Whatever a database holds, a command reads it or says what is wrong: it never traps, hangs, or exports rows of unequal
/// length.
@Suite struct DamagedDatabaseTests {
  /// Of each kind of database and damage; with PEACH_TEST_LONG a thousand.
  private static let copies = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? 4 : 1000

  private static let experiment = """
    name: fixture
    seed: 11
    task: {kind: comparison, intervals: [prime, perfect-fifth-up]}
    listeners: [{name: a, kind: gaussian, jnd: {vary: [5, 20]}, lapse: 0.02}]
    strategies:
      - {name: s, kind: transformed-up-down, start: {vary: [50, 60]}, down: 2, up: 1, step: {factor: 2}}
      - {name: two, kind: interleaved, tracks: [{name: low, kind: transformed-up-down, start: 5, down: 2, step: {factor: 2}}, {name: high, kind: weighted-up-down, start: 100, step: {factor: 1.414}}], catch: {every: 5, level: 80}}
    stop: {trials: 12}
    replicates: 3
    keep-trials: 3

    """

  enum Way: CaseIterable { case rows, bytes }

  @Test(arguments: Way.allCases) func `a damaged results file`(way: Way) throws {
    let workshop = try Workshop(DamagedDatabaseTests.experiment)
    #expect(try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite", "--replicates", "2").status == 0)
    let commands =
      ["runs", "trials", "summary", "timing"].map { ["export", "spoilt.sqlite", "--table", $0] }
      + [
        ["fit", "spoilt.sqlite", "--reading", "direction", "--at", "0.75", "--by", "run", "--format", "csv"],
        ["fit", "spoilt.sqlite", "--by", "strategy"],
        ["simulate", "experiment.yaml", "-o", "spoilt.sqlite", "--jobs", "1", "--format", "csv"],
      ]
    try spoil(way, in: workshop, commands, as: "spoilt.sqlite")
  }

  @Test(arguments: Way.allCases) func `a damaged database of live listeners`(way: Way) throws {
    let workshop = try Workshop()
    try makeListeners(workshop)
    let commands =
      [
        ["listener", "list"], ["settings", "--listener", "P02"], ["settings", "notes", "--listener", "P02"],
        ["fit", "--listener", "P04"], ["trace", "--listener", "P01", "--session", "1", "--format", "csv"],
        ["listener", "reset", "P04"],
      ]
      + ["trials", "matching", "sessions"].map { ["export", "--all-listeners", "--table", $0] }
      + [("P01", "gaussian jnd=12"), ("P05", "gaussian jnd=5")].map {
        ["live", "comparison", "--listener", $0, "--responder", $1, "--fast", "--trials", "3"]
      }
    try spoil(way, in: workshop, commands, as: "peach.sqlite")
  }

  /// A simulated listener, one with settings alone, and a person with comparisons and pitch matchings.
  private func makeListeners(_ workshop: Workshop) throws {
    let live = try LiveDatabase.open(at: workshop.path("whole.sqlite"))
    for (key, value) in [("notes", "C3-C5"), ("gap", "0.5")] { try live.set(key, to: value, of: "P02") }
    let home = ["PEACH_HOME": workshop.path("made")]
    let made = try workshop.run(
      ["live", "comparison", "--listener", "P01", "--responder", "gaussian jnd=12", "--fast", "--trials", "12"],
      environment: home)
    #expect(made.status == 0)
    let source = try LiveDatabase.open(at: workshop.path("made/peach.sqlite"))
    for (listener, responder) in [("P01", "gaussian jnd=12"), ("P04", nil)] {
      var new = try #require(try source.sessions(of: "P01").first)
      new.listener = listener
      new.responder = responder
      new.isInProfile = responder == nil
      let session = try live.beginSession(new)
      var failure: RecordsError?
      try source.forEachComparison(of: try #require(try source.sessions(of: "P01").first)) { trial in
        do throws(RecordsError) { try live.append(trial, to: session) } catch { failure = error }
      }
      #expect(failure == nil)
      try live.endSession(session, reason: "trials", at: "2026-11-21T08:00:00Z")
    }
    var matching = try #require(try live.sessions(of: "P04").first)
    matching.kind = .matching
    let session = try live.beginSession(matching)
    var heard = Presentation(tuning: "equal-temperament", referencePitch: 440, noteDuration: 1, gap: 0)
    heard.sound = "sine"
    try live.append(
      MatchingRecord(
        trial: 1, reference: 60, target: 67, interval: "perfect-fifth-up", initialOffset: 30, error: -2, adjustments: 4,
        heard: heard), to: session)
  }

  // MARK: Copies

  /// Runs every command on each of many damaged copies of `whole.sqlite`.
  private func spoil(_ way: Way, in workshop: Workshop, _ commands: [[String]], as name: String) throws {
    let whole = try workshop.read("whole.sqlite")
    let environment = ["PEACH_HOME": workshop.directory.path]
    // Each command reads it while it is whole.
    try whole.write(to: workshop.directory.appending(path: name))
    for command in commands {
      #expect(try workshop.run(command, environment: environment).status == 0, "\(command)")
      try clean(workshop, whole, name)
    }
    var codes: [Int32: Int] = [:]
    for seed in 1...DamagedDatabaseTests.copies {
      try clean(workshop, whole, name)
      var damage = DatabaseDamage(seed: UInt64(seed))
      let done =
        switch way {
        case .rows: try damage.spoilRows(of: workshop.path(name))
        case .bytes: try damage.spoilBytes(of: workshop.path(name))
        }
      let spoilt = try workshop.read(name)
      for command in commands {
        try clean(workshop, spoilt, name)
        let outcome = try workshop.run(command, environment: environment)
        codes[outcome.status, default: 0] += 1
        let problem = DamagedDatabaseTests.problem(command, outcome)
        #expect(problem == nil, "seed \(seed), \(done): \(command.joined(separator: " ")): \(outcome.error)")
      }
    }
    if DamagedDatabaseTests.copies >= 1000 { print("\(name), \(way): \(codes.sorted { $0.key < $1.key })") }
  }

  private func clean(_ workshop: Workshop, _ bytes: Data, _ name: String) throws {
    for journal in ["-journal", "-wal", "-shm"] { unlink(workshop.path(name + journal)) }
    try bytes.write(to: workshop.directory.appending(path: name))
  }

  /// What may not come of a damaged file; nil where all is well.
  private static func problem(_ command: [String], _ outcome: Workshop.Outcome) -> String? {
    // A simulation also counts the runs whose rows say that an error stopped them.
    guard [0, 64, 65, 74].contains(outcome.status) || (outcome.status == 1 && command[0] == "simulate") else {
      return "exit \(outcome.status)"
    }
    if outcome.status != 0, outcome.error.isEmpty { return "silent" }
    if outcome.error.contains("\u{1B}") || outcome.error.contains("SELECT") { return "raw" }
    guard outcome.status == 0, command[0] == "export" else { return nil }
    return widths(outcome.output).count > 1 ? "ragged" : nil
  }

  /// How many fields the records of a CSV have.
  private static func widths(_ text: String) -> Set<Int> {
    var widths: Set<Int> = []
    var fields = 1
    var isQuoted = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: fields += 1
      case UInt8(ascii: "\n") where !isQuoted:
        widths.insert(fields)
        fields = 1
      default: break
      }
    }
    return widths
  }
}
