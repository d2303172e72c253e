import PeachFitting
import PeachPitch
import PeachSimulation
import PeachTrials
import Synchronization
import Testing

@Suite struct TrackPlayerTests {
  struct Played {
    var trials: [CompletedComparison]
    var beliefs: [TrialUpdate]?
    var reversals: Int
    var estimate: Estimate?
  }

  /// Plays the first replicate of a cell, its beliefs kept or not, into memory that was used before.
  private func play(_ cell: Cell, keeping: Bool) throws -> Played {
    let names = StreamNames(seed: 9, listener: cell.listener, strategy: cell.strategy)
    var streams = names.streams(replicate: 1)
    var random = names.listener.stream(replicate: 1)
    var log = TrackLog()
    let asked = try #require(cell.factory?.make(using: &streams).next)
    log.trials = [CompletedComparison(asked, isHigher: true, seconds: 0)]
    streams = names.streams(replicate: 1)
    log.beliefs = keeping ? [TrialUpdate(isReversal: true, estimate: nil)] : nil
    let track = try #require(cell.model).sit(try #require(cell.factory), using: &streams, random: &random, log: &log)
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

  @Test func `keeping beliefs changes no trial, and earlier beliefs are cleared`() throws {
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
    #expect(beliefs[0].storedEstimate == nil)
    #expect(beliefs.last?.estimate == played.estimate)
    let second = try #require(beliefs.indices.filter { beliefs[$0].isReversal }.dropFirst().first)
    #expect(beliefs[..<second].allSatisfy { $0.estimate?.status == .tooFewReversals && $0.storedEstimate == nil })
    #expect(beliefs[second...].allSatisfy { $0.storedEstimate?.threshold != nil })
  }

  @Test func `a track that is cancelled ends where it is`() throws {
    let cell = try cell()
    let names = StreamNames(seed: 9, listener: cell.listener, strategy: cell.strategy)
    var streams = names.streams(replicate: 1)
    var random = names.listener.stream(replicate: 1)
    let asked = Atomic(0)
    var log = TrackLog()
    log.isCancelled = { asked.add(1, ordering: .relaxed).newValue > 1 }
    let track = try #require(cell.model).sit(try #require(cell.factory), using: &streams, random: &random, log: &log)
    #expect(track.status == .running)
    #expect(log.trials.count == 2 * TrackPlayer.askingInterval - 1)
  }

  /// Always right, after the time that it states.
  private struct Timed: Listener {
    var seconds: Double
    let lapse = 0.0

    func probability(of comparison: Comparison) -> Double { comparison.offset > 0 ? 1 : 0 }

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      Answer(isHigher: comparison.offset > 0, seconds: seconds)
    }
  }

  /// Wrong in each fifth trial, and unable to answer after twenty, or only trial 21.
  private struct Fading: Listener {
    var recovers = false
    var asked = 0
    let lapse = 0.0

    func probability(of comparison: Comparison) -> Double { comparison.offset > 0 ? 1 : 0 }

    mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      asked += 1
      if recovers ? asked == 21 : asked > 20 { return Answer(isHigher: false, seconds: .nan) }
      return Answer(isHigher: (comparison.offset > 0) == (asked % 5 != 0))
    }
  }

  @Test(arguments: [false, true])
  func `a run that ends for want of answers has the reversals of the trials that are kept`(
    recovers: Bool
  ) throws {
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    var random = RandomStream(seed: 3)
    var log = TrackLog()
    log.beliefs = []
    let track = Fading(recovers: recovers).sit(
      try #require(try cell().factory), using: &streams, random: &random, log: &log)
    #expect(track.failure == "the listener could not answer")
    #expect(log.trials.count == 20)
    #expect(track.reversals == log.beliefs?.count { $0.isReversal })
  }

  /// A trial takes the reference note's second, the answer's time from the target's onset and 0.4 s of feedback; an
  /// answer without a time is taken to come after 1.2 s.
  @Test(arguments: [(0, 24), (3.6, 12), (0.6, 30)])
  func `the time that a listener states counts towards a stop by minutes`(seconds: Double, trials: Int) throws {
    let cell = try #require(
      try Samples.plan(
        listeners: ["{name: ear, kind: gaussian, jnd: 5}"], strategies: ["{name: r, kind: random, level: 9}"],
        rest: "stop: {minutes: 1}"
      ).cells.first)
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    var random = RandomStream(seed: 3)
    var log = TrackLog()
    _ = Timed(seconds: seconds).sit(try #require(cell.factory), using: &streams, random: &random, log: &log)
    #expect(log.trials.count == trials)
    #expect(log.trials.allSatisfy { $0.seconds == seconds })
  }

  @Test(arguments: [Samples.comparison, "{kind: forced-choice, unit: cents, scale: log}"])
  func `the common fit knows only test trials`(task: String) throws {
    let isLevel = task.contains("unit")
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
