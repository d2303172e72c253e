import PeachSupport
package import PeachTrials

/// Follows a strategy through the trials of a stored session.
package enum Replay {
  /// A stored trial that the strategy did not ask for: the session was made by another program, or its records are not
  /// what they were.
  package struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
    package var trial: Int
    package var stored: String
    /// The expected trial: `the strategy asks …`.
    package var asked: String

    package init(trial: Int, stored: String, asked: String) {
      self.trial = trial
      self.stored = stored
      self.asked = asked
    }

    package var description: String { "trial \(trial): the session stored \(stored), but \(asked)" }
  }

  /// A strategy from the trial on at which a session went on with it.
  package struct Stage: Sendable {
    /// From 1.
    package var firstTrial: Int
    package var factory: StrategyFactory

    package init(firstTrial: Int, _ factory: StrategyFactory) {
      self.firstTrial = firstTrial
      self.factory = factory
    }
  }

  /// The rows of a session whose strategy got other limits or another stop rule meanwhile. Each stage learns from the
  /// trials before it, as the live session did, and must have asked for its own.
  ///
  /// - Parameter stages: In order; the first begins at trial 1.
  /// - Throws: `Difference` at the first trial that its stage did not ask for.
  package static func follow(
    _ stages: [Stage], of task: TrialTask, streams: Streams, trials: [CompletedComparison]
  ) throws(Difference) -> (rows: [Trace.Row], next: Comparison?) {
    var rows: [Trace.Row] = []
    var next: Comparison?
    for (place, stage) in stages.enumerated() {
      let end = place + 1 < stages.count ? min(stages[place + 1].firstTrial - 1, trials.count) : trials.count
      let followed = try follow(
        stage.factory, of: task, streams: streams, trials: Array(trials.prefix(end)), from: stage.firstTrial)
      rows += followed.rows
      next = followed.next
    }
    return (rows, next)
  }

  /// The rows of the trials, as the strategy chose them.
  ///
  /// - Parameters:
  ///   - factory: The factory of the strategy.
  ///   - streams: The streams of the session.
  ///   - trials: The answered trials, in order.
  ///   - first: The first trial that the strategy chose. It only learns from earlier ones, which get no row.
  /// - Throws: `Difference` at the first trial that the strategy would not have chosen.
  package static func follow(
    _ factory: StrategyFactory, of task: TrialTask, streams: Streams, trials: [CompletedComparison],
    from first: Int = 1
  ) throws(Difference) -> (rows: [Trace.Row], next: Comparison?) {
    var streams = streams
    let isJudged = task.kind == .comparison && !factory.isSigned
    func follow<S: ComparisonStrategy>(_ fresh: S) throws(Difference) -> (rows: [Trace.Row], next: Comparison?) {
      var strategy = fresh
      let tracks = factory.facts.tracks
      var rows: [Trace.Row] = []
      for (place, done) in trials.enumerated() {
        if place + 1 < first {
          // By its own stop rule it may have ended before.
          if strategy.next != nil { strategy.update(done, using: &streams) }
          continue
        }
        // Earlier versions presented levels that no longer count as sounding.
        guard strategy.next == done.comparison || strategy.unlimitedNext == done.comparison else {
          throw Difference(
            trial: place + 1, stored: text(done.comparison),
            asked: strategy.fault ?? "the strategy asks for \(strategy.next.map(text) ?? "no more trials")")
        }
        let belief = strategy.tell(done, of: tracks, using: &streams)
        rows.append(
          Trace.Row(
            trial: place + 1, track: tracks.name(of: done.comparison.level), comparison: done.comparison,
            isPositive: done.response(isJudged: isJudged).isPositive, isSkipped: done.isSkipped,
            isReversal: belief.isReversal, status: strategy.status, estimate: belief.estimate))
      }
      return (rows, strategy.next)
    }
    return try follow(factory.make(using: &streams))
  }

  private static func text(_ comparison: Comparison) -> String {
    let level = comparison.level
    return "\(comparison.reference) \(comparison.interval) \(comparison.offset.shortest) cents at level "
      + level.value.shortest + (level.kind == .test ? "" : " (\(level.kind.name))")
      + (level.track == 0 ? "" : " of track \(level.track + 1)")
  }
}
