import Foundation
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Results files of pitch matchings, as they are told and exported.
@Suite struct MatchingTablesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// Two runs with trials of three; without a spread they are whole numbers.
  private func results() async throws -> ResultsFile {
    let plan = try Experiment.parse(
      """
      name: tuning
      question: How far off?
      seed: 42
      task: {kind: matching, notes: [C4, C4], intervals: [perfect-fifth-up]}
      listeners: [{name: ear, kind: tuner, constant: 0, spread: 0, under-adjustment: {vary: [0, 0.5]}, delay: 1.5}]
      stop: {trials: 3}
      replicates: 2
      keep-trials: 1
      """, file: "tuning.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "tuning.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    return file
  }

  private func lines(_ table: any ResultsTable) throws -> [[String]] {
    var lines = [table.columns]
    try table.forEachRow { row in
      lines.append(CSV.line(row).dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
    return lines
  }

  @Test func `the table of matchings has the contract's columns, with varied values, and no session`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try lines(RunMatchingTable(await results()))
    #expect(
      lines[0] == [
        "experiment", "run", "session", "listener", "vary_listeners_ear_under_adjustment", "trial", "reference_note",
        "target_note", "interval", "tuning", "reference_pitch_hz", "sound", "initial_offset_cents", "error_cents",
        "adjustments", "response_time_s", "timestamp",
      ])
    #expect(lines.count == 7)
    #expect(
      Array(lines[1][..<12]) == [
        "tuning", "uniform/ear/listeners.ear.under-adjustment=0/1", "", "ear", "0", "1", "60", "67", "perfect-fifth-up",
        "equal-temperament", "440", "",
      ])
    for line in lines.dropFirst() {
      let (offset, error) = (try #require(Double(line[12])), try #require(Double(line[13])))
      // Nowhere at an end of the control.
      #expect(abs(error - (line[4] == "0" ? 0 : 0.5 * offset)) < 1e-9)
      #expect(Array(line[14...]) == ["0", "1.5", ""])
    }
  }

  @Test func `runs and summary have a row for each figure, and nothing of answers`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await results()
    let runs = try lines(RunsTable(file))
    let place = Dictionary(uniqueKeysWithValues: runs[0].enumerated().map { ($0.element, $0.offset) })
    func column(_ name: String) throws -> [String] {
      let place = try #require(place[name])
      return runs.dropFirst().map { $0[place] }
    }
    #expect(try column("estimator").prefix(3) == ["constant-error", "variable-error", "under-adjustment"])
    #expect(try Set(column("strategy")) == ["uniform"])
    #expect(try column("true_threshold_cents").suffix(3) == ["0", "0", "0.5"])
    for empty in ["target", "true_lapse", "lapse", "slope", "response_bias_cents"] {
      #expect(try Set(column(empty)) == [""], "\(empty)")
    }
    #expect(try Set(column("failed")) == ["0"])
    let errors = try column("error_cents").map { try #require(Double($0)) }
    #expect(errors.allSatisfy { abs($0) < 1e-9 })
  }

  @Test func `the summary uses the words of pitch matching`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let summary = try await SummaryText(SimulationSummary(of: results()))
    let text = summary.text(in: PageWidth(columns: 100))
    #expect(
      text.hasPrefix(
        """
        tuning: How far off?
        n = 2 runs in each row

        """))
    let wide = summary.text(in: PageWidth(columns: 100, isWide: true))
    let heading = try #require(wide.split(separator: "\n").first { $0.hasPrefix("strategy") })
    #expect(
      heading.split(separator: " ").map(String.init) == [
        "strategy", "under-adjustment", "estimator", "truth_cents", "trials", "no_estimate", "bias_cents", "sd_cents",
        "rmse_cents", "coverage",
      ])
    #expect(
      text.hasSuffix(
        """
        error: estimate − truth; ±: Monte Carlo standard error, from the finite number of runs; a run
          without an estimate has no error
        truth: the true value of the simulated listener
        constant-error: the mean error of a note that begins in tune; variable-error: the standard
          deviation of errors around it; under-adjustment: the share of the initial offset that remains, in
          cents of error per cent of pitch of that offset. All three come from one regression of the error
          on the initial offset; errors at an end of the control count as at least that large

        """))
  }

  @Test func `tables and fits of levels are refused, and matchings of other files`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try await results()
    #expect {
      _ = try TrialsTable(file)
    } throws: { error in
      "\(error)"
        == "\(file.path): holds pitch matchings, which have no levels for a table of trials\n"
        + "  hint: peach export \(file.path) --table matching writes them"
    }
    #expect {
      _ = try FitData.read(file.path)
    } throws: { error in
      "\(error)"
        == "\(file.path): holds pitch matchings, which have no levels for a fit\n"
        + "  hint: peach export \(file.path) --table runs writes the estimates from all runs"
    }
    let other = folder.appending(path: "results.sqlite").path
    let earlier = try #require(
      Bundle.module.url(forResource: "results.sqlite", withExtension: nil, subdirectory: "Files"))
    try FileManager.default.copyItem(atPath: earlier.path, toPath: other)
    #expect {
      _ = try RunMatchingTable(ResultsFile.open(other))
    } throws: { error in
      "\(error)"
        == "\(other): holds no pitch matchings\n  hint: peach export \(other) --table trials writes its trials"
    }
  }
}
