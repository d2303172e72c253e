import PeachConformance
import PeachExperiments
import PeachPitch
import PeachStrategies
import PeachTrials
import Testing

/// What a level strategy is given to become a comparison: an interval, a note, a sign.
@Suite struct RovingTests {
  private func play(_ task: TrialTask, trials: Int) throws -> [Comparison] {
    let factory = try (["level": 23.7] as Setting).factory(
      of: RandomLevel.self, in: StrategyContext(task: task, stop: .trials(trials)))
    var streams = Streams(task: RandomStream(seed: 7919), strategy: RandomStream(seed: 1))
    var strategy: any ComparisonStrategy = factory.make(using: &streams)
    var asked: [Comparison] = []
    while let next = strategy.next {
      asked.append(next)
      strategy.update(CompletedComparison(next, isHigher: true, seconds: 0), using: &streams)
    }
    return asked
  }

  @Test func `interval, note and sign are one draw each, in that order`() throws {
    let task = try comparisonTask([.prime, DirectedInterval(.tritone, .up), DirectedInterval(.octave, .down)])
    var stream = RandomStream(seed: 7919)
    for comparison in try play(task, trials: 100) {
      let choice = task.choices[stream.index(below: 3)]
      #expect(comparison.interval == choice.interval)
      #expect(comparison.reference == choice.reference(at: stream.index(below: choice.count)))
      #expect(comparison.offset == stream.sign() * 23.7)
      #expect(comparison.level == Level(23.7))
    }
  }

  /// n = 10 000; the bound of a fair sign.
  @Test func `the interval of a composed target is one draw, and each is as likely`() throws {
    let task = try TrialTask(
      parsing:
        "{kind: forced-choice, unit: dB, alternatives: 3, sounds: {standard: {tone: 500, duration: 0.1}, "
        + "target: {level: +x}}}")
    var stream = RandomStream(seed: 7919)
    let orders = try play(task, trials: 10_000).map(\.order)
    #expect(orders == orders.map { _ in stream.index(below: 3) })
    for place in 0..<3 {
      #expect(
        Binomial.accepts(orders.count { $0 == place }, of: 10_000, probability: 1 / 3.0, falseAlarm: 1e-7))
    }
    let soundless = try TrialTask(parsing: "{kind: forced-choice, unit: dB, alternatives: 3}")
    #expect(try play(soundless, trials: 9).allSatisfy { $0.order == 0 })
  }

  /// n = 10 000; refused under one seed in ten million. A probability of 0.55 would be refused almost surely.
  @Test func `signs are fair`() throws {
    let sharp = try play(comparisonTask(), trials: 10_000).count { $0.offset > 0 }
    #expect(Binomial.accepts(sharp, of: 10_000, probability: 0.5, falseAlarm: 1e-7))
  }

  /// n = 10 000; the same bound for every interval and for the lowest and highest note.
  @Test func `intervals and notes are uniform, each note range shortened for its interval`() throws {
    let intervals = [DirectedInterval(.octave, .up), DirectedInterval(.octave, .down), .prime]
    let asked = try play(comparisonTask(intervals, notes: 4...123), trials: 10_000)
    for (interval, range) in zip(intervals, [4...115, 12...123, 4...123]) {
      let notes = asked.filter { $0.interval == interval }.map(\.reference.number)
      #expect(Binomial.accepts(notes.count, of: 10_000, probability: 1 / 3.0, falseAlarm: 1e-7))
      #expect(notes.min() == range.lowerBound)
      #expect(notes.max() == range.upperBound)
      for end in [range.lowerBound, range.upperBound] {
        let count = notes.count { $0 == end }
        #expect(
          Binomial.accepts(count, of: notes.count, probability: 1 / Double(range.count), falseAlarm: 1e-7))
      }
    }
  }

  @Test func `on a signed axis the level is the offset and the sign is drawn all the same`() throws {
    let task = try comparisonTask()
    let signed = try play(task.signed, trials: 50)
    #expect(signed.allSatisfy { $0.offset == 23.7 })
    #expect(signed.map(\.reference) == (try play(task, trials: 50)).map(\.reference))
  }

  @Test func `in a task without notes the comparison carries only the level, and nothing is drawn`() throws {
    let axis = Axis(unit: "dB", scale: .linear, isSigned: false)
    let task = try TrialTask.level(axis: axis, alternatives: 2)
    let factory = try (["level": -3.1] as Setting).factory(
      of: RandomLevel.self, in: StrategyContext(task: task, stop: .trials(9)))
    var streams = Streams(task: RandomStream(seed: 7919), strategy: RandomStream(seed: 1))
    var strategy: any ComparisonStrategy = factory.make(using: &streams)
    let asked = try #require(strategy.next)
    #expect(asked.offset == -3.1)
    #expect(asked.level == Level(-3.1))
    strategy.update(CompletedComparison(asked, isHigher: true, seconds: 0), using: &streams)
    #expect(streams.task == RandomStream(seed: 7919))
  }

  @Test(arguments: [(12.7, true, true), (12.7, false, false), (-12.7, true, false), (-12.7, false, true)])
  func `correct is the answer with the sign of the offset, on a signed axis "higher" is positive`(
    offset: Double, isHigher: Bool, isCorrect: Bool
  ) throws {
    let settings: Setting = ["start": 12.7, "down": 1, "step": ["factor": 2]]
    for task in [try comparisonTask(), try comparisonTask().signed] {
      let factory = try settings.factory(
        of: TransformedUpDown.self, in: StrategyContext(task: task, stop: .trials(9)))
      var streams = Streams(task: RandomStream(seed: 3), strategy: RandomStream(seed: 1))
      var strategy: any ComparisonStrategy = factory.make(using: &streams)
      var asked = try #require(strategy.next)
      asked.offset = offset
      strategy.update(CompletedComparison(asked, isHigher: isHigher, seconds: 0), using: &streams)
      let isDown = task.axis.isSigned ? isHigher : isCorrect
      #expect(strategy.next?.level.value == (isDown ? 6.35 : 25.4))
    }
  }
}
