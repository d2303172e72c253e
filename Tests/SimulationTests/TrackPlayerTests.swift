import Fitting
import Pitch
import Simulation
import Testing
import Trials

@Suite struct TrackPlayerTests {
  struct Played {
    var trials: [CompletedComparison]
    var beliefs: [TrackLog.Belief]?
    var reversals: Int
    var estimate: Estimate?
  }

  /// Plays the first replicate of a cell, its beliefs kept or not, into memory that was used before.
  private func play(_ cell: Cell, keeping: Bool) throws -> Played {
    let names = StreamNames(seed: 9, listener: cell.listener, strategy: cell.strategy)
    var streams = names.streams(replicate: 1)
    var random = names.listener.stream(replicate: 1)
    var log = TrackLog()
    log.trials = [CompletedComparison(try #require(cell.specimen.next), isHigher: true, seconds: 0)]
    log.beliefs = keeping ? [TrackLog.Belief(isReversal: true, estimate: nil)] : nil
    let track = cell.model.sit(cell.factory, using: &streams, random: &random, log: &log)
    #expect(track.failure == nil)
    return Played(
      trials: log.trials, beliefs: log.beliefs, reversals: track.reversals, estimate: track.estimates.first)
  }

  private func cell() throws -> Cell {
    try #require(
      try Samples.plan(
        listeners: ["{name: ear, kind: gaussian, jnd: 5}"],
        strategies: ["{name: d, kind: transformed-up-down, start: 50, down: 2, up: 1, step: {factor: 2}}"]
      ).cells.first)
  }

  @Test func `keeping beliefs changes no trial, and what was there is forgotten`() throws {
    let kept = try play(try cell(), keeping: true)
    let plain = try play(try cell(), keeping: false)
    #expect(kept.trials.count == 40)
    #expect(kept.trials == plain.trials)
    #expect(kept.beliefs?.count == 40)
    #expect(plain.beliefs == nil)
  }

  @Test func `a belief is that after the trial`() throws {
    let played = try play(try cell(), keeping: true)
    let beliefs = try #require(played.beliefs)
    #expect(played.reversals > 4)
    #expect(beliefs.count { $0.isReversal } == played.reversals)
    #expect(beliefs[0].estimate == nil)
    #expect(beliefs.last?.estimate == played.estimate)
    let second = try #require(beliefs.indices.filter { beliefs[$0].isReversal }.dropFirst().first)
    #expect(beliefs[..<second].allSatisfy { $0.estimate == nil })
    #expect(beliefs[second...].allSatisfy { $0.estimate?.threshold != nil })
  }

  @Test(arguments: [Samples.comparison, "{kind: level, unit: cents, scale: log}"])
  func `the common fit knows only test trials`(task: String) throws {
    let isLevel = task.contains("level")
    let listener =
      isLevel
      ? "{name: ear, kind: psychometric, threshold: 16, slope: 0.05}" : "{name: ear, kind: gaussian, jnd: 20, bias: 3}"
    let plan = try Samples.plan(
      task: task, listeners: [listener],
      strategies: ["{name: c, kind: constant-stimuli, levels: [5, 10, 20, 40, 60], repetitions: 40}"], rest: "")
    let cell = try #require(plan.cells.first)
    let trials = try play(cell, keeping: false).trials
    let fit = CommonFit(task: cell.task, estimand: 0.75, lapse: 0.01)
    let clean = fit.fit(trials)
    #expect(clean.threshold != nil)
    let spoilt = trials.flatMap { done in
      [TrialKind.catch, .comfort, .noise].map { kind in
        var extra = done
        extra.comparison.level.kind = kind
        extra.isHigher.toggle()
        return extra
      } + [done]
    }
    #expect(fit.fit(spoilt) == clean)
    var flipped = trials
    for index in flipped.indices { flipped[index].isHigher.toggle() }
    #expect(fit.fit(flipped) != clean)
  }
}
