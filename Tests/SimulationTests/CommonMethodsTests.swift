import PeachFitting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// The common fit by several methods.
@Suite struct CommonMethodsTests {
  private static let strategies = [
    "{name: steps, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.5}}", "{name: kazez, kind: kazez}",
  ]

  private func runs(_ rest: String, replicates: Int = 12) async throws -> [[EstimateRecord]] {
    let plan = try Samples.plan(
      listeners: ["{name: l, kind: gaussian, jnd: 10, lapse: 0.02}"], strategies: Self.strategies,
      rest: "stop: {trials: 40}\n" + rest, replicates: replicates)
    let folder = try Folder()
    let results = try await Samples.results(of: plan, in: folder)
    return try plan.cells.indices.map { try Samples.runs(results, of: $0).map(\.estimate) }
  }

  @Test func `the first method is fit, and every other method has its own row`() throws {
    let plan = try Samples.plan(
      listeners: ["{name: l, kind: gaussian, jnd: 10}"], strategies: Self.strategies,
      rest: "stop: {trials: 40}\nestimator-method: [reduced, ml, bayes]")
    #expect(plan.estimators(of: plan.cells[0]).map(\.name) == ["own", "fit", "fit:ml", "fit:bayes"])
    #expect(plan.estimators(of: plan.cells[1]).map(\.name) == ["fit", "fit:ml", "fit:bayes"])
    let common = plan.estimators(of: plan.cells[0]).dropFirst()
    #expect(common.allSatisfy { $0.isCommon && $0.target == 0.75 && $0.truth == common.first?.truth })
    #expect(!plan.estimators(of: plan.cells[0])[0].isCommon)
  }

  @Test func `a row does not depend on other rows`() async throws {
    let both = try await runs("estimator-method: [reduced, ml]")
    let (reduced, plain) = (try await runs("estimator-method: reduced"), try await runs("estimator-method: ml"))
    for (cell, own) in [1, 0].enumerated() {
      func same(_ record: EstimateRecord, as other: EstimateRecord) -> Bool {
        var moved = other
        moved.estimator = record.estimator
        return moved == record
      }
      #expect(both[cell].count == 12 * (own + 2))
      for run in 0..<12 {
        let rows = both[cell][(run * (own + 2))...]
        #expect(same(rows[rows.startIndex + own], as: reduced[cell][run * (own + 1) + own]))
        #expect(same(rows[rows.startIndex + own + 1], as: plain[cell][run * (own + 1) + own]))
      }
      #expect(reduced[cell].map(\.threshold) != plain[cell].map(\.threshold))
    }
  }

  @Test func `with an interval every method has its own, about its threshold`() async throws {
    let records = try await runs("estimator-method: [ml, reduced, bayes]\nestimator-interval: 95%", replicates: 4)[1]
    let without = try await runs("estimator-method: [ml, reduced, bayes]", replicates: 4)[1]
    #expect(records.map(\.threshold) == without.map(\.threshold))
    #expect(without.allSatisfy { $0.low == nil && $0.high == nil })
    for method in 0..<3 {
      let ok = records.filter { $0.estimator == method && $0.status == .ok }
      #expect(ok.count >= 2)
      for record in ok {
        let threshold = try #require(record.threshold)
        #expect(try #require(record.low) <= threshold && threshold <= record.high ?? .infinity)
      }
    }
    let lows = (0..<3).map { method in records.filter { $0.estimator == method }.map(\.low) }
    #expect(lows[0] != lows[1] && lows[1] != lows[2])
  }

  /// Of every method its own fitter, asked for with the settings of the common fit.
  @Test func `the interval equals that of the fit`() async throws {
    let records = try await runs("estimator-method: reduced\nestimator-interval: 95%", replicates: 1)[1]
    let plan = try Samples.plan(
      listeners: ["{name: l, kind: gaussian, jnd: 10, lapse: 0.02}"],
      strategies: [
        "{name: kazez, kind: kazez, estimator: {kind: fit, reading: direction, lapse: 0.01, at: 0.75, method: reduced}}"
      ], rest: "stop: {trials: 40}", replicates: 1)
    let folder = try Folder()
    let own = try Samples.runs(await Samples.results(of: plan, in: folder), of: 0).map(\.estimate)[0]
    #expect(records[0].threshold == own.threshold && records[0].threshold != nil)
    #expect(records[0].low == own.low && records[0].high == own.high && own.low != nil)
  }

  @Test func `a task without notes is fitted by every method`() async throws {
    let plan = try Samples.plan(
      task: "{kind: forced-choice, unit: dB, alternatives: 3}",
      listeners: ["{name: l, kind: psychometric, threshold: 8, slope: 0.4}"],
      strategies: ["{name: s, kind: constant-stimuli, levels: [4, 6, 8, 10, 12], repetitions: 20}"],
      rest: "estimator-method: [reduced, bayes, ml]", replicates: 3)
    let folder = try Folder()
    let records = try Samples.runs(await Samples.results(of: plan, in: folder), of: 0).map(\.estimate)
    #expect(records.count == 9)
    for record in records {
      #expect(record.status == .ok || record.status == .lapseAtBound)
      #expect(abs(try #require(record.threshold) - 8.5) < 3)
    }
  }
}
