import Foundation
import Glibc
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Designs that are planned, and run afresh with another seed: what was promised holds.
///
/// With PEACH_TEST_LONG 20 designs of each kind; else 3.
@Suite struct ReplannedDesignsTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil

  private static let strategies = [
    "{name: s, kind: weighted-up-down, start: 60, target: 0.75, step: {factor: 1.4}}",
    "{name: s, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.5, after-reversals: {2: 1.2}}}",
    "{name: s, kind: transformed-up-down, start: 80, down: 3, step: {factor: 1.6, after-reversals: {2: 1.25}}}",
    "{name: s, kind: garcia-perez, start: 60, down: 2, step: {factor: 1.5, after-reversals: {2: 1.3}}}",
    "{name: s, kind: robbins-monro, start: 60, step: {log: 1.6}, target: 0.75}",
  ]
  private static let listeners = [
    "jnd: 15", "jnd: 8, lapse: 0.02", "jnd: 25, bias: 4", "jnd: 12, lapse: 0.04, bias: 2",
  ]

  /// Every strategy with every listener.
  private static var designs: [(strategy: String, listener: String)] {
    let all = listeners.flatMap { listener in strategies.map { ($0, listener) } }
    return isLong ? all : [all[0], all[6], all[12]]
  }

  private static func text(_ design: (strategy: String, listener: String), seed: Int) -> String {
    Files.comparison([design.strategy], listener: design.listener, seed: seed)
  }

  /// The errors of the common fit in runs of their own.
  private static func afresh(_ text: String, trials: Int, runs: Int) throws -> MonteCarloValue {
    let plan = try Files.plan(text, trials: trials)
    let record = plan.cellRecords[0]
    let cell = CellRuns(
      of: plan, cell: 0, estimators: record.estimators, streams: ["afresh"], isCancelled: { false })
    let batch = try #require(cell.run(1...runs))
    return Statistics.rootMeanSquare(
      batch.estimates.filter { record.estimators[$0.estimator].name == "fit" }.compactMap { estimate in
        Summary.outcome(of: estimate, record.estimators[estimate.estimator], plan.cells[0].task.axis).error
      })
  }

  /// 2 000 fresh runs of each design. A promise holds if their error is at most the precision, but for 1.64 of the fresh
  /// standard errors. At least 19 of 20 hold; each of the 3 designs of the short form.
  @Test func `a planned precision holds afresh`() async throws {
    var kept = 0
    var lines: [String] = []
    for (place, design) in Self.designs.enumerated() {
      let rows = try await Files.precision(Self.text(design, seed: 100 + place), 0.25)
      let row = try #require(rows.first { $0.estimator.name == "fit" })
      let trials = try #require(row.trials, "\(design): \(row.answer)")
      let error = try Self.afresh(Self.text(design, seed: 900 + place), trials: trials, runs: 2000)
      let (value, own) = (try #require(error.value), try #require(error.standardError))
      let holds = value - 1.644854 * own <= log2(1.25)
      if holds { kept += 1 }
      let percent = 100 * (exp2(value) - 1)
      lines.append("\(trials) trials: \((10 * percent).rounded() / 10) %\(holds ? "" : ", too large")")
    }
    let least = Self.designs.count - Self.designs.count / 20
    #expect(kept >= least, "\(lines.joined(separator: "; "))")
    if Self.isLong { print("precision of 25 % afresh, \(kept) of \(lines.count): \(lines.joined(separator: "; "))") }
  }

  /// A fresh population of people for each design, with the planned numbers of trials and listeners. A promise holds if the
  /// power is at least 80 %, but for 1.64 of the fresh standard errors.
  @Test func `a planned power holds afresh`() async throws {
    let study = Study(effect: 0.5, effectSpread: 0.1, between: 0.3, power: 0.8)
    var kept = 0
    var lines: [String] = []
    for (place, design) in Self.designs.enumerated() {
      let planned = try await Files.power(Self.text(design, seed: 100 + place), study)
      let best = try #require(planned.filter { $0.estimator.name == "fit" }.cheapest.first)
      var again = study
      again.listeners = best.listeners
      let rows = try await Files.power(Self.text(design, seed: 900 + place), again)
      let row = try #require(
        rows.first {
          $0.estimator.name == "fit" && $0.trials == best.trials && $0.listeners == best.listeners
        })
      let (value, own) = (try #require(row.power.value), try #require(row.power.standardError))
      let holds = value + 1.644854 * own >= 0.8
      if holds { kept += 1 }
      lines.append(
        "\(Int(best.trials)) × \(best.listeners): \((1000 * value).rounded() / 10) %\(holds ? "" : ", too small")")
    }
    let least = Self.designs.count - Self.designs.count / 20
    #expect(kept >= least, "\(lines.joined(separator: "; "))")
    if Self.isLong { print("power of 80 % afresh, \(kept) of \(lines.count): \(lines.joined(separator: "; "))") }
  }
}
