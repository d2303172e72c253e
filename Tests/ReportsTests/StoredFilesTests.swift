import Foundation
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Stored files have the same exports as when they were made, and continue.
@Suite struct StoredFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func file(_ name: String) throws -> URL {
    try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Files"))
  }

  /// A copy that may be written.
  private func copy(_ name: String) throws -> String {
    let path = folder.appending(path: name).path
    try FileManager.default.copyItem(atPath: file(name).path, toPath: path)
    return path
  }

  private func exported(_ results: ResultsFile, _ kind: any ResultsTable.Type) throws -> String {
    let table = try kind.init(results)
    var text = CSV.header(table.columns)
    try table.forEachRow { text += CSV.line($0) }
    return text
  }

  private func exported(_ live: LiveDatabase, _ table: any ListenerTable.Type) throws -> String {
    var text = CSV.header(table.columns)
    for listener in try live.listeners() { try table.forEachRow(of: listener.id, in: live) { text += CSV.line($0) } }
    return text
  }

  private func golden(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  @Test func `a stored results file has the same export as when it was made`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try ResultsFile.open(copy("results.sqlite"))
    // It has no matchings.
    for table in ResultsTables.all where !["timing", "matching"].contains(table.name) {
      #expect(try exported(results, table) == golden("results.\(table.name).csv"))
    }
  }

  @Test func `a stored results file continues`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // The file was fitted by maximum likelihood.
    let text = try String(contentsOf: file("experiment.yaml"), encoding: .utf8) + "\nestimator-method: ml\n"
    let plan = try Experiment.parse(text, file: "experiment.yaml").plan
    let results = try ResultsFile.open(copy("results.sqlite"))
    #expect(try results.simulation().digest == plan.digest)
    let stored = try results.simulation().replicates
    try #require(stored < plan.replicates)
    try results.setReplicates(plan.replicates)
    #expect(try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: results) { _ in })
    let new = try ResultsFile.create(
      at: folder.appending(path: "new.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    #expect(try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: new) { _ in })
    #expect(try exported(results, TrialsTable.self) == exported(new, TrialsTable.self))
    // Stored fits are not changed.
    func added(_ results: ResultsFile) throws -> [Substring] {
      try exported(results, RunsTable.self).split(separator: "\n").dropFirst().filter { line in
        let run = try #require(line.split(separator: ",").dropFirst().first)
        return try #require(run.split(separator: "/").last.flatMap { Int($0) }) > stored
      }
    }
    #expect(try !added(results).isEmpty)
    #expect(try added(results) == added(new))
  }

  @Test func `a stored database has the same export as when it was made`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: copy("live.sqlite"))
    for table in ListenerTables.all {
      #expect(try exported(live, table) == golden("live.\(table.name).csv"))
    }
    #expect(try live.settings(of: "P02") == ["notes": "C3-C5"])
    #expect(try live.listeners().map(\.sessions) == [2, 0, 0, 2])
  }

  @Test func `a database of listeners takes new sessions and trials`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = try LiveDatabase.open(at: copy("live.sqlite"))
    let old = try #require(try live.session(1, of: "P04"))
    var trial: TrialRecord?
    try live.forEachComparison(of: old) { trial = $0 }
    var last = try #require(trial)
    last.trial = 1
    let session = try live.beginSession(old)
    #expect(session.number == 3)
    try live.append(last, to: session)
    var again: [TrialRecord] = []
    try live.forEachComparison(of: session) { again.append($0) }
    #expect(again == [last])
    #expect(last.heard.onsetLatency == 0.01 && last.heard.timestamp == "2026-11-21T08:00:11.5Z")
    try live.set("gap", to: "2", of: "P02")
    #expect(try live.settings(of: "P02") == ["notes": "C3-C5", "gap": "2"])
  }
}
