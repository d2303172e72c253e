import PeachPitch
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// A strategy that goes wrong stops its own run and no other.
@Suite struct FailedRunTests {
  enum Fault: CaseIterable, Sendable {
    case infiniteLevel, notANumber, infiniteEstimate
  }

  /// Asks for five comparisons at 10 cents; in about half of its runs, told by a draw, it goes wrong at the fourth.
  struct Faulty: ComparisonStrategy {
    let fault: Fault
    let first: Comparison
    let isFaulty: Bool
    var trials = 0
    var reversals: Int { 0 }
    var status: Status { trials == 5 ? .finished(.trials) : .running }

    var next: Comparison? {
      guard trials < 5 else { return nil }
      var next = first
      if isFaulty, trials == 3, fault == .infiniteLevel { next.offset = .infinity }
      return next
    }

    var estimates: [Estimate] {
      let isWrong = isFaulty && trials > 3
      let wrong = fault == .notANumber ? Double.nan : .infinity
      return [Estimate(status: .ok, threshold: isWrong ? wrong : 10)]
    }

    mutating func take(_ done: CompletedComparison, using streams: inout Streams) { trials += 1 }
    mutating func pass(_ done: CompletedComparison, using streams: inout Streams) { trials += 1 }
  }

  private func plan(_ fault: Fault) throws -> Plan {
    var plan = try Samples.plan(
      listeners: ["{name: ear, kind: gaussian, jnd: 5}"],
      strategies: ["{name: faulty, kind: kazez}", "{name: sound, kind: kazez}"], replicates: 20)
    let task = plan.cells[0].task
    let reference = try #require(task.choices.first).reference(at: 0)
    let first = Comparison(reference: reference, interval: .prime, offset: 10, level: Level(10))
    let factory = StrategyFactory(StrategyFacts(target: 0.75)) { streams in
      Faulty(fault: fault, first: first, isFaulty: streams.strategy.unit() < 0.5)
    }
    plan.cells[0].work = .trials(factory, try #require(plan.cells[0].model))
    return plan
  }

  @Test(arguments: Fault.allCases) func `a run is stored with its error, and the others continue`(
    fault: Fault
  ) async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(fault), in: folder)
    let runs = try Samples.runs(file)
    #expect(runs.count == 40)
    let failed = runs.filter { $0.run.failure != nil }
    #expect((4...16).contains(failed.count / 2))
    let message =
      fault == .infiniteLevel
      ? "trial 4 has no finite level" : "an estimate of the strategy is infinite or not a number"
    for (run, estimate) in failed {
      #expect(run.failure == message)
      #expect(run.stopReason == "error")
      #expect(run.trials == (fault == .infiniteLevel ? 3 : 5))
      #expect(estimate.status == .error)
      #expect(estimate.threshold == nil)
    }
    for (run, estimate) in runs where run.failure == nil {
      #expect(run.stopReason == "trials")
      #expect(estimate.status != .error)
      if estimate.estimator == 0 { #expect(estimate.threshold == 10) }
    }
    #expect(try file.failedRuns() == failed.count / 2)
    #expect(try Samples.runs(file, of: 1).count == 20)
    #expect(try Samples.runs(file, of: 1).allSatisfy { $0.run.failure == nil })
  }

  @Test func `a level that is not a number is reported, in live sessions too`() throws {
    let first = Comparison(reference: try MIDINote(60), interval: .prime, offset: 10, level: Level(10))
    var strategy: any ComparisonStrategy = Faulty(fault: .infiniteLevel, first: first, isFaulty: true)
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    for trial in 0..<3 {
      let asked = try #require(try strategy.ask(after: trial))
      strategy.update(CompletedComparison(asked, isHigher: true, seconds: 0), using: &streams)
    }
    let fault = #expect(throws: StrategyFault.self) { try strategy.ask(after: 3) }
    #expect(fault?.description == "trial 4 has no finite level")
  }

  @Test func `failed runs count as failed in the summary`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(.infiniteLevel), in: folder)
    let own = try #require(try Summary.rows(of: file).first { $0.estimator.name == "own" })
    #expect(own.replicates == 20)
    #expect(own.failed.value == Double(try file.failedRuns()))
  }
}
