import Foundation
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// A folder of a test's own, with results, listeners and data sets made in it.
final class Fixture {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

  func json(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url.appending(path: name))) as? [String: Any])
  }

  /// The files in a folder, deep ones too, sorted.
  func files(_ folder: String) throws -> [String] {
    let all = try #require(FileManager.default.enumerator(atPath: path(folder)))
    var found: [String] = []
    for case let name as String in all {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path("\(folder)/\(name)"), isDirectory: &isFolder)
      if !isFolder.boolValue { found.append(name) }
    }
    return found.sorted()
  }

  static let experiment = """
    name: two-ears.v2
    question: "Which *one* <script>alert(1)</script> is =best()?"
    seed: 7
    task: {kind: comparison, intervals: [perfect-fifth-up], tuning: just-intonation, notes: [C3, C5]}
    listeners:
      - {name: keen, kind: gaussian, jnd: {vary: [4, 8]}, lapse: 0.01}
      - {name: Keen.2, kind: gaussian, jnd: 9, bias: 2}
    strategies: [{name: kazez, kind: kazez}, {name: 2-down, kind: transformed-up-down, start: 40, down: 2, up: 1, step: {factor: 2}}]
    stop: {trials: 30}
    replicates: 3
    keep-trials: 2
    """

  func results(_ experiment: String = Fixture.experiment, as name: String = "results.sqlite") async throws
    -> ResultsFile
  {
    let plan = try Experiment.parse(experiment, file: "experiment.yaml").plan
    let results = try ResultsFile.create(
      at: path(name), plan.record(version: "0.1.0", build: String(repeating: "b", count: 32)), cells: plan.cellRecords,
      replacing: false)
    #expect(try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: results) { _ in })
    return try ResultsFile.open(path(name))
  }

  /// Two sessions of comparisons and one of matchings of P07.
  func listeners(_ name: String = "peach.sqlite") throws -> LiveDatabase {
    let live = try LiveDatabase.open(at: path(name))
    let first = try live.beginSession(Fixture.session(.comparison, strategy: "kazez"))
    for number in 1...30 { try live.append(Fixture.comparison(number), to: first) }
    try live.endSession(first, reason: "quit", at: "2026-11-21T08:10:00Z")
    let second = try live.beginSession(Fixture.session(.matching, strategy: "matching"))
    for number in 1...3 { try live.append(Fixture.matching(number), to: second) }
    let third = try live.beginSession(Fixture.session(.comparison, strategy: "2-down"))
    for number in 1...5 { try live.append(Fixture.comparison(number, by: 3), to: third) }
    _ = try live.beginSession(Fixture.session(.comparison, strategy: "kazez"))
    return live
  }

  static func session(_ kind: SessionKind, strategy: String) -> SessionRecord {
    var session = SessionRecord(
      listener: "P07", kind: kind, name: "fifths", strategy: strategy, experiment: "{}", profile: "{}",
      seed: "000000000135ce1b", responder: nil, scale: "log", version: "0.1.0", build: "b")
    session.device = "=hw:1,0"
    session.sampleRate = 48_000
    session.levelScale = "dB FS"
    session.startedAt = "2026-11-21T08:00:00Z"
    return session
  }

  private static var heard: Presentation {
    var heard = Presentation(tuning: "just-intonation", referencePitch: 442.5, noteDuration: 0.75, gap: 0.125)
    heard.sound = hostile
    heard.referenceLevel = -12
    heard.targetLevel = -0.0
    heard.device = "-hw\"2\""
    heard.onsetLatency = 0.01
    heard.responseTime = 1 / 3
    heard.timestamp = "2026-11-21T08:00:03.125Z"
    return heard
  }

  /// A name with all that goes wrong in names.
  static let hostile =
    "=cmd|' /C calc'!A0 \"quoted\", <script>alert(1)</script>\r\nnext\u{1b}[2J \u{202e}reversed $\\frac{1}{0}$ "
    + String(repeating: "ö", count: 5_000)

  private static func comparison(_ number: Int, by step: Double = 1) -> TrialRecord {
    let offset = (number % 2 == 0 ? 1 : -1) * (3 + Double((number * 7) % 11) * step)
    var record = TrialRecord(trial: number, track: "", level: abs(offset), isReversal: number % 3 == 0, heard: heard)
    record.reference = 60
    record.target = 67
    record.interval = "perfect-fifth-up"
    record.offset = offset
    record.answer = (number % 5 == 0) == (offset > 0) ? "lower" : "higher"
    record.isCorrect = (offset > 0) == (record.answer == "higher")
    record.estimate = 8.1
    return record
  }

  private static func matching(_ number: Int) -> MatchingRecord {
    MatchingRecord(
      trial: number, reference: 60, target: 67, interval: "perfect-fifth-up", initialOffset: -50.5,
      error: Double(number) - 2.25, adjustments: number, heard: heard)
  }
}
