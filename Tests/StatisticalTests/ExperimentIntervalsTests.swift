import Foundation
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// What became of the intervals of a cell's runs with a sound fit.
struct IntervalEnds: Equatable {
  static let columns = [
    "strategy", "runs", "sound", "closed", "closed_holding", "one_open", "one_open_holding", "both_open",
  ]

  var strategy: String
  var runs = 0
  var sound = 0
  /// With both ends, and of these the ones that hold the truth.
  var closed = 0
  var closedHolding = 0
  /// With one end; the other is counted as infinite.
  var oneOpen = 0
  var oneOpenHolding = 0
  /// Without an end: they say nothing.
  var bothOpen = 0

  init(strategy: String) { self.strategy = strategy }

  init(_ fields: [String]) throws {
    strategy = fields[0]
    let counts = try fields.dropFirst().map { try #require(Int($0)) }
    (runs, sound, closed, closedHolding) = (counts[0], counts[1], counts[2], counts[3])
    (oneOpen, oneOpenHolding, bothOpen) = (counts[4], counts[5], counts[6])
  }

  var line: String {
    let counts = [runs, sound, closed, closedHolding, oneOpen, oneOpenHolding, bothOpen]
    return ([strategy] + counts.map(String.init)).joined(separator: ",") + "\n"
  }

  mutating func add(_ estimate: EstimateRecord, truth: Double) {
    runs += 1
    guard estimate.status.hasThreshold else { return }
    sound += 1
    let holds = estimate.low ?? -.infinity <= truth && truth <= estimate.high ?? .infinity
    switch (estimate.low, estimate.high) {
    case (.some, .some):
      closed += 1
      closedHolding += holds ? 1 : 0
    case (nil, nil): bothOpen += 1
    default:
      oneOpen += 1
      oneOpenHolding += holds ? 1 : 0
    }
  }

  /// The intervals of a results file's own estimates, cell by cell.
  static func of(_ file: ResultsFile) throws -> [IntervalEnds] {
    try file.cells().map { cell in
      var ends = IntervalEnds(strategy: cell.strategy)
      let truth = try #require(cell.estimators[0].truth)
      try file.forEachRun(of: cell.id) { _, estimate in
        if estimate.estimator == 0 { ends.add(estimate, truth: truth) }
      }
      return ends
    }
  }

  static func committed(_ name: String) throws -> [IntervalEnds] {
    let path = Paths.folder.appending(path: "results/\(name).csv")
    let table = try DelimitedText(String(contentsOf: path, encoding: .utf8), file: path.lastPathComponent)
    try #require(table.columns == columns)
    return try table.rows.map { try IntervalEnds($0.fields) }
  }
}

/// The committed counts of intervals are those of the experiments.
///
/// `PEACH_RECORD=1` runs them whole and writes the counts, bootstrap and all: some minutes of a core; PEACH_TEST_LONG=1 makes the
/// intervals again that need no bootstrap, every count the same.
@Suite struct ExperimentIntervalsTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let records = environment["PEACH_RECORD"] != nil
  private static let isAsked = records || environment["PEACH_TEST_LONG"] != nil
  static let experiments = ["interval-coverage-accuracy", "interval-coverage-direction"]

  @Test(.enabled(if: isAsked), arguments: experiments)
  func `the committed counts equal the experiment`(name: String) async throws {
    var plan = try Experiment.read(Paths.experiment("\(name).yaml")).plan
    if !Self.records {
      plan.cells.removeAll { $0.strategy.hasSuffix("percentile") || $0.strategy.hasSuffix("bca") }
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try ResultsFile.create(at: path, plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: file) { _ in }
    let ends = try IntervalEnds.of(file)
    if Self.records {
      let text = IntervalEnds.columns.joined(separator: ",") + "\n" + ends.map(\.line).joined()
      try text.write(to: Paths.folder.appending(path: "results/\(name).csv"), atomically: true, encoding: .utf8)
    } else {
      let committed = try IntervalEnds.committed(name)
      for cell in ends { #expect(committed.contains(cell), "\(cell)") }
    }
  }
}
