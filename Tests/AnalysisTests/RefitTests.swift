import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Trials that were exported, and written again by someone's data frame, have the fits of the results file.
@Suite struct RefitTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func results(_ task: String, _ listener: String, _ strategies: [String]) async throws -> ResultsFile {
    let plan = try Experiment.parse(
      """
      name: refit
      seed: 77
      task: \(task)
      listeners: [\(listener)]
      strategies: [\(strategies.joined(separator: ", "))]
      replicates: 3
      keep-trials: 3
      stop: {trials: 90}
      estimator-method: ml
      """, file: "refit.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "refit.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    return file
  }

  /// A CSV file of the trials, as a data frame of pandas writes them after it has read them: an index, the columns in
  /// another order, whole numbers of columns with gaps as floats, True and False.
  private func rewritten(_ results: ResultsFile) throws -> String {
    let table = try TrialsTable(results)
    let columns = Array(table.columns.enumerated().reversed())
    var rows: [[Value?]] = []
    try table.forEachRow { rows.append($0) }
    let hasGaps = table.columns.indices.map { column in rows.contains { $0[column] == nil } }
    var text = "," + columns.map(\.element).joined(separator: ",") + "\n"
    for (index, row) in rows.enumerated() {
      let fields = columns.map { place, name in
        switch row[place] {
        case nil: ["track", "interval", "answer"].contains(name) ? "" : "NaN"
        case .integer(let number)? where name == "correct" && !hasGaps[place]: number == 1 ? "True" : "False"
        case .integer(let number)? where hasGaps[place] || name == "alternatives": "\(number).0"
        case .number(let number)? where name.hasPrefix("vary_"): number.shortest
        case .number(let number)?: number.description
        case let value?: CSV.line([value]).trimmingCharacters(in: .newlines)
        }
      }
      text += "\(index)," + fields.joined(separator: ",") + "\n"
    }
    let path = folder.appending(path: "frame.csv").path
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func fits(_ path: String, _ request: FitRequest, by: [String]) async throws -> [[Value?]] {
    let observations = try Observations.read(FitData.read(path).table, reading: request.reading, by: by)
    var report = try FitReport(observations, source: "refit", by: by, request: request, seed: 1)
    await report.fit(observations.groups, jobs: 1) { _ in }
    return report.fits.map(FitTable.fields)
  }

  private static let down = "{name: down, kind: transformed-up-down, start: 30, down: 2, up: 1, step: {linear: 3}}"
  private static let constant =
    "{name: fixed, kind: constant-stimuli, levels: [8, 14, 20, 26, 32], repetitions: 18, catch: {every: 6, level: 60}}"
  private static let interleaved =
    "{name: two, kind: interleaved, tracks: [{name: low, kind: transformed-up-down, start: 10, down: 2, "
    + "step: {linear: 4}}, {name: high, kind: weighted-up-down, start: 35, target: 0.75, step: {linear: 4}}]}"
  private static let siam = "{name: siam, kind: siam, start: 30, step: {linear: 3}}"
  private static let ear = "{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.3, lapse: 0.01"

  @Test(
    arguments: [
      (1, [siam, constant]), (2, [down, constant, interleaved]), (3, [down, constant, interleaved]),
      (4, [down, constant, interleaved]),
    ])
  func `with 1 to 4 alternatives, a file from a data frame gives the fits of the results file`(
    alternatives: Int, strategies: [String]
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await results(
      alternatives == 1
        ? "{kind: yes-no, unit: dB}" : "{kind: forced-choice, unit: dB, alternatives: \(alternatives)}",
      Self.ear + (alternatives == 1 ? ", guess: 0.08}" : "}"), strategies)
    let path = try rewritten(file)
    let request = FitRequest()
    for by in [[], ["strategy"], ["run"]] {
      let stored = try await fits(file.path, request, by: by)
      let frame = try await fits(path, request, by: by)
      #expect(stored == frame, "by \(by)")
      #expect(!stored.isEmpty)
      let guess = FitTable.columns.firstIndex(of: "guess") ?? 0
      if alternatives > 1 {
        #expect(frame.compactMap { $0[guess] } == stored.compactMap { _ in Value.number(1 / Double(alternatives)) })
      }
    }
    // The runs' own fits are these, read at the estimand.
    var at = FitRequest()
    at.at = 0.75
    guard alternatives > 1 else { return }
    let runs = try RunsTable(file)
    var thresholds: [String: Double] = [:]
    let (run, estimator, threshold) = (
      runs.columns.firstIndex(of: "run") ?? 0, runs.columns.firstIndex(of: "estimator") ?? 0,
      runs.columns.firstIndex(of: "threshold_dB") ?? 0
    )
    try runs.forEachRow { row in
      if case .text("fit")? = row[estimator], case .text(let run)? = row[run], case .number(let level)? = row[threshold]
      {
        thresholds[run] = level
      }
    }
    let frame = try await fits(path, at, by: ["run"])
    let place = FitTable.columns.firstIndex(of: "threshold") ?? 0
    for row in frame {
      guard case .text(let run)? = row.last, case .number(let level)? = row[place] else { continue }
      #expect(abs(level / (thresholds[run] ?? .nan) - 1) < 1e-6, "\(run)")
    }
    #expect(thresholds.count > 3)
  }

  @Test func `with comparisons, a file from a data frame gives the fits of the results file`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await results(
      "{kind: comparison, notes: [C3, C4]}", "{name: ear, kind: gaussian, jnd: 10, lapse: 0.02}",
      [
        "{name: kazez, kind: kazez, comfort: {after-errors: 2, level: 80}}",
        "{name: signed, kind: constant-stimuli, signed: true, levels: [-20, -8, 0, 8, 20], repetitions: 18}",
      ])
    let path = try rewritten(file)
    for reading in Reading.allCases {
      var request = FitRequest()
      request.reading = reading
      #expect(try await fits(file.path, request, by: ["run"]) == fits(path, request, by: ["run"]))
    }
  }

  @Test func `each cell uses its own number of alternatives, and pooling them is an error`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await results(
      "{kind: forced-choice, unit: dB, alternatives: {vary: [2, 4]}}", Self.ear + "}", [Self.down])
    #expect(try file.cells().map(\.alternatives) == [2, 4])
    let path = try rewritten(file)
    let stored = try await fits(file.path, FitRequest(), by: ["vary_task_alternatives"])
    #expect(try await fits(path, FitRequest(), by: ["vary_task_alternatives"]) == stored)
    let guess = FitTable.columns.firstIndex(of: "guess") ?? 0
    #expect(stored.map { $0[guess] } == [.number(0.5), .number(0.25)])
    let error = await #expect(throws: ConfigurationError.self) { try await fits(file.path, FitRequest(), by: []) }
    #expect(
      error?.description == """
        \(file.path):272:1: column 'alternatives': got 4 alternatives after 2 in line 2: their guess rates differ
          hint: --by alternatives fits each number of alternatives separately; --guess or --alternatives sets one \
        for all rows
        """)
  }
}
