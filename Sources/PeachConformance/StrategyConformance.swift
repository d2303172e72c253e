public import PeachStrategies
public import PeachTrials
public import Testing

/// Checks the promises of every strategy, and records each broken promise as an issue of the running test.
///
/// - `next` stays the same until the next answer, and a new track is running.
/// - The same seed and answers give the same track and estimates. Answers to a copy do not change the original.
/// - The track ends with a reason, even if all answers are right or all are wrong, and `next` is then `nil`.
/// - Estimates have the names of the strategy's facts. At the end, each has a threshold exactly if its status is `ok`.
/// - The strategy accepts an answer at another level than its own, and learns nothing from comfort and catch trials.
/// - The draws of the task stream depend on no level and no answer.
/// - All levels are finite, inside `levels`, and above 0 on a log axis. All thresholds are finite.
///
/// The check plays tracks with the stop rule of 57 trials, and then a track with that of 10 000 trials.
///
/// - Parameters:
///   - kind: The type of the strategy.
///   - settings: As in an experiment file, without `name`, `kind` and `stop`.
///   - task: The task for which the settings are valid.
///   - levels: The limits of the settings, in the axis's unit; `nil` if they have none.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
/// - Throws: `ConfigurationError` if the settings are refused.
///
/// ```swift
/// try checkStrategy(
///   BuiltInStrategies.registry["weighted-up-down"]!,
///   ["start": 37, "target": 0.75, "step": ["factor": 1.4], "limits": [0.7, 91]], in: task, levels: 0.7...91)
/// ```
public func checkStrategy(
  _ kind: any StrategyDeclaration.Type, _ settings: Setting, in task: TrialTask, levels: ClosedRange<Double>? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let short = try settings.factory(of: kind, in: StrategyContext(task: task, stop: .trials(57)))
  checkStrategy(short, in: task, levels: levels, sourceLocation: sourceLocation)
  let long = try settings.factory(of: kind, in: StrategyContext(task: task, stop: .trials(10_000)))
  let check = StrategyCheck(factory: long, task: task, levels: levels)
  check.staysFinite()
  check.findings.messages.record(sourceLocation)
}

/// Checks the tracks of a factory, for example of one that no settings made. It records each broken promise as an issue
/// of the running test. The promises are those of every strategy: among others, the same seed and answers give the same
/// track, the track ends with a reason, its levels are finite and inside `levels`, and the strategy learns nothing from
/// comfort and catch trials.
///
/// - Parameters:
///   - factory: Makes tracks that end within 10 000 trials whatever the answers.
///   - task: The task for which the factory makes tracks.
///   - levels: The range that no level may leave, in the axis's unit; `nil` if there is none.
///   - sourceLocation: The line of the test that the issues name; by default the line of this call.
public func checkStrategy(
  _ factory: StrategyFactory, in task: TrialTask, levels: ClosedRange<Double>? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  brokenPromises(of: factory, in: task, levels: levels).record(sourceLocation)
}

/// The promises that a strategy breaks, in words.
package func brokenPromises(
  of factory: StrategyFactory, in task: TrialTask, levels: ClosedRange<Double>?
) -> [String] {
  let check = StrategyCheck(factory: factory, task: task, levels: levels)
  check.asksTheSame()
  check.isDeterminedBySeed()
  check.isDeterminedByAnswers()
  check.forks()
  check.ends()
  check.takesOtherLevels()
  check.letsOthersPass()
  check.drawsTaskEvenly()
  check.staysFinite()
  return check.findings.messages
}

/// The checks of one strategy.
private struct StrategyCheck {
  typealias Track = Player

  let factory: StrategyFactory
  let task: TrialTask
  let levels: ClosedRange<Double>?
  let findings = Findings()

  static var longest: Int { 10_000 }

  /// The axis of its levels: linear where the strategy's are signed.
  private var axis: Axis { factory.isSigned ? task.signed.axis : task.axis }

  private func track(seed: UInt64 = 20_260_211) -> Track { Track(factory, in: task, seed: seed) }

  /// A track that a listener has answered to its end.
  private func played(seed: UInt64 = 20_260_211) -> Track {
    var track = track(seed: seed)
    var respondent = Respondent(seed: seed &+ 7919, axis: axis)
    track.play(upTo: Self.longest) { respondent.isPositive($0) }
    return track
  }

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) { findings.expect(condition, message()) }

  func asksTheSame() {
    var track = track()
    var respondent = Respondent(seed: 31, axis: axis)
    expect(track.strategy.next != nil, "a new track asks nothing")
    expect(track.strategy.status == .running, "a new track is not running")
    let names = factory.facts.estimated.map(\.name)
    expect(
      track.strategy.estimates.map(\.name) == names,
      "the estimates \(track.strategy.estimates.map(\.name)) are not those of the tracks \(names)")
    expect(!factory.facts.targetText.isEmpty, "the target has no words")
    while let asked = track.strategy.next, track.answered.count < 57 {
      let again = track.strategy.next
      guard again == asked else {
        expect(false, "asked twice, trial \(track.answered.count + 1) is \(asked), then \(String(describing: again))")
        return
      }
      track.answer(respondent.isPositive(asked))
    }
    expect(track.strategy.estimates.map(\.name) == names, "the names of the estimates change along the track")
  }

  func isDeterminedBySeed() {
    let first = played()
    let second = played()
    expect(first.answered == second.answered, "the same seed gives two tracks")
    expect(first.strategy.estimates == second.strategy.estimates, "the same track gives two estimates")
    expect(first.strategy.status == second.strategy.status, "the same track ends in two ways")
    expect(first.strategy.reversals == second.strategy.reversals, "the same track turns a different number of times")
  }

  func isDeterminedByAnswers() {
    let original = played(seed: 8)
    var replayed = track(seed: 8)
    for (index, done) in original.answered.enumerated() {
      guard replayed.strategy.next == done.comparison else {
        expect(false, "replayed, trial \(index + 1) is another")
        return
      }
      replayed.tell(done)
    }
    expect(replayed.strategy.next == nil, "replayed, the track goes on")
    expect(replayed.strategy.estimates == original.strategy.estimates, "replayed, the estimate is another")
    expect(replayed.strategy.status == original.strategy.status, "replayed, the track ends in another way")
  }

  func forks() {
    let original = played(seed: 13)
    let place = min(7, original.answered.count / 2)
    var stem = track(seed: 13)
    for done in original.answered.prefix(place) { stem.tell(done) }
    var fork = stem
    for index in 0..<11 { fork.answer(index % 3 == 0) }
    for done in original.answered.dropFirst(place) {
      guard stem.strategy.next == done.comparison else {
        expect(false, "a copy's answers change the track it was copied from at trial \(stem.answered.count + 1)")
        return
      }
      stem.tell(done)
    }
    expect(stem.strategy.estimates == original.strategy.estimates, "a copy's answers change the estimate")
  }

  /// Ends under a plausible listener, one who is always right, and one who is always wrong.
  func ends() {
    var right = track()
    right.play(upTo: Self.longest) { _ in true }
    var wrong = track()
    wrong.play(upTo: Self.longest) { _ in false }
    for (who, track) in [("a plausible", played(seed: 21)), ("an always right", right), ("an always wrong", wrong)] {
      expect(track.strategy.next == nil, "under \(who) listener the track does not end in \(Self.longest) trials")
      expect(track.strategy.status != .running, "under \(who) listener the ended track says it runs")
      expect(track.strategy.status.stopReason != nil, "under \(who) listener the track ends without a reason")
      let copy = track
      expect(copy.strategy.next == nil && track.strategy.next == nil, "an ended track asks again")
      for estimate in track.strategy.estimates {
        expect(
          (estimate.status == .ok) == (estimate.threshold != nil),
          "under \(who) listener the threshold does not go with status \(estimate.status.rawValue)")
      }
      checkLevels(of: track, "under \(who) listener")
    }
  }

  func takesOtherLevels() {
    for factor in [1.0371, 0.913] {
      var track = track(seed: 34)
      var respondent = Respondent(seed: 55, axis: axis)
      while let asked = track.strategy.next, track.answered.count < Self.longest {
        let level = asked.level.value
        let other = axis.scale == .log ? level * factor : level + (factor - 1)
        track.answer(respondent.isPositive(asked), at: other)
        if let next = track.strategy.next {
          guard isAllowed(next.level.value) else {
            expect(false, "after an answer at \(other) in place of \(level) it asks for \(next.level.value)")
            return
          }
        }
      }
      expect(track.strategy.next == nil, "answered at other levels, the track does not end")
    }
  }

  /// Checks that answers to comfort and catch trials do not change a strategy.
  func letsOthersPass() {
    for kind in [TrialKind.comfort, .catch] {
      var stem = track(seed: 233)
      for index in 0..<9 { stem.answer(index % 3 != 0) }
      guard var other = stem.strategy.next else { return }
      let factor = axis.scale == .log ? 2.37 : 1
      other.level = Level(other.level.value * factor, kind: kind)
      other.offset *= factor
      let ends = [true, false].map { isHigher in
        var track = stem
        track.tell(CompletedComparison(other, isHigher: isHigher, seconds: 0.713))
        for index in 0..<5 { track.answer(index % 2 == 0) }
        return track
      }
      expect(
        ends[0].strategy.next == ends[1].strategy.next && ends[0].strategy.reversals == ends[1].strategy.reversals
          && ends[0].strategy.estimates == ends[1].strategy.estimates,
        "it learns from the answer to a \(kind.name) trial")
    }
  }

  /// Strategies are compared on the same notes: what they draw of them must not depend on what they heard.
  func drawsTaskEvenly() {
    var tracks = [track(seed: 89), track(seed: 89), track(seed: 89)]
    var count: Int?
    for trial in 1...57 {
      let before = tracks[0].streams.task
      tracks[0].answer(true)
      tracks[1].answer(false)
      let level = tracks[2].strategy.next.map { $0.level.value * 1.0371 }
      tracks[2].answer(trial % 2 == 0, at: level)
      guard tracks.allSatisfy({ $0.strategy.next != nil }) else { return }
      guard tracks.allSatisfy({ $0.streams.task == tracks[0].streams.task }) else {
        expect(false, "the draws of the task stream on trial \(trial) depend on levels or answers")
        return
      }
      let drawn = drawCount(from: before, to: tracks[0].streams.task)
      expect(drawn != nil, "the task stream is not advanced by drawing from it")
      expect(count == nil || count == drawn, "another number of draws of the task stream on trial \(trial)")
      count = drawn
    }
  }

  func staysFinite() {
    let track = played(seed: 144)
    checkLevels(of: track, "in \(track.answered.count) trials")
    for estimate in track.strategy.estimates {
      expect(estimate.threshold?.isFinite != false, "after \(track.answered.count) trials the threshold is not finite")
    }
  }

  private func checkLevels(of track: Track, _ circumstance: String) {
    let bad = track.answered.firstIndex { done in
      !isAllowed(done.comparison.level.value) || !done.comparison.offset.isFinite
    }
    if let bad {
      expect(false, "\(circumstance) trial \(bad + 1) has level \(track.answered[bad].comparison.level.value)")
    }
  }

  private func isAllowed(_ level: Double) -> Bool {
    level.isFinite && levels?.contains(level) != false && (axis.scale == .linear || level > 0)
  }
}
