import Foundation
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// The committed results of the experiments are what the program gives.
///
/// The first runs of an experiment are the same however many follow: with their seeds fixed the test has no false alarms.
/// With PEACH_TEST_LONG all of them are run, and every figure is compared.
@Suite struct ExperimentRunsTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let experiments = [
    ("strategy-comparison", 200), ("strategy-recovery", 10), ("strategy-recovery-yes-no", 40),
    ("pitch-matching", 200), ("calibration", 5), ("lab-day", 200), ("rich-listeners", 6),
  ]

  @Test(arguments: experiments) func `the committed results equal the experiment`(name: String, few: Int)
    async throws
  {
    var plan = try Experiment.read(Paths.experiment("\(name).yaml")).plan
    if !Self.isLong { plan.replicates = few }
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try ResultsFile.create(at: path, plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: file) { _ in }
    let committed = try ExperimentResults(name)
    if Self.isLong { return try expectSame(SummaryTable(file), committed) }
    let unit = plan.cells[0].task.axis.errorUnit
    var compared = 0
    for row in try Summary.rows(of: file) {
      func figure(_ column: String) -> Double? {
        try? committed[column, row.cell.strategy, row.cell.listener, row.estimator.name]
      }
      guard let bias = row.bias.value, let expected = figure("bias_\(unit)"), let deviation = figure("sd_\(unit)"),
        let failed = figure("failed"), let all = figure("replicates"), failed < all / 20
      else { continue }
      compared += 1
      #expect(
        abs(bias - expected) < 5 * deviation / Double(few).squareRoot(),
        "\(row.cell.strategy), \(row.cell.listener), \(row.estimator.name): \(bias), committed \(expected)")
    }
    #expect(compared > plan.cells.count)
  }

  private func expectSame(_ table: SummaryTable, _ committed: ExperimentResults) throws {
    var text = CSV.header(table.columns)
    table.forEachRow { text += CSV.line($0) }
    let made = try DelimitedText(text, file: "made")
    #expect(made.columns == committed.table.columns)
    #expect(made.rows.count == committed.table.rows.count)
    for (one, other) in zip(made.rows, committed.table.rows) {
      for (column, fields) in zip(made.columns, zip(one.fields, other.fields)) where fields.0 != fields.1 {
        let (a, b) = (try #require(Double(fields.0)), try #require(Double(fields.1)))
        #expect(abs(a - b) <= 1e-6 * max(abs(a), abs(b)), "line \(one.line), \(column)")
      }
    }
  }
}
