import Configuration
public import Trials

/// Follows a strategy through the trials of a stored session.
public enum Replay {
  /// A stored trial that the strategy did not ask for: the session was made by another program, or its records are not
  /// what they were.
  public struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
    public var trial: Int
    public var stored: String
    /// What was to be: `the strategy asks …`.
    public var asked: String

    public init(trial: Int, stored: String, asked: String) {
      self.trial = trial
      self.stored = stored
      self.asked = asked
    }

    public var description: String { "trial \(trial): stored \(stored), but \(asked)" }
  }

  /// The rows of the trials, each as the strategy asked for it.
  ///
  /// - Parameters:
  ///   - factory: Of the strategy.
  ///   - streams: Those of the session.
  ///   - trials: In order; nothing is in them that was not answered.
  /// - Throws: `Difference` at the first trial that is another than the strategy's.
  public static func follow(
    _ factory: StrategyFactory, streams: Streams, trials: [CompletedComparison]
  ) throws(Difference) -> (rows: [Trace.Row], next: Comparison?) {
    var streams = streams
    func follow<S: ComparisonStrategy>(_ fresh: S) throws(Difference) -> (rows: [Trace.Row], next: Comparison?) {
      var strategy = fresh
      let tracks = factory.facts.tracks
      var rows: [Trace.Row] = []
      for done in trials {
        // Earlier versions presented levels that no longer count as sounding.
        guard strategy.next == done.comparison || strategy.unlimitedNext == done.comparison else {
          throw Difference(
            trial: rows.count + 1, stored: text(done.comparison),
            asked: strategy.fault ?? "the strategy asks \(strategy.next.map(text) ?? "no more")")
        }
        let belief = strategy.tell(done, of: tracks, using: &streams)
        rows.append(
          Trace.Row(
            trial: rows.count + 1, track: tracks.name(of: done.comparison.level), comparison: done.comparison,
            isPositive: done.response(isJudged: !factory.isSigned).isPositive, isReversal: belief.isReversal,
            status: strategy.status, estimate: belief.estimate))
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
