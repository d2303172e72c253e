package import PeachPitch
package import PeachTrials

/// Follows a strategy through given answers.
package enum Trace {
  /// One answer, with what was presented where that is known; the rest is as the strategy asked.
  package struct Answer: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
      /// Correct, yes; "higher" on a signed axis.
      case positive(Bool)
      case higher(Bool)
      case correct(Bool)
    }

    package var meaning: Meaning
    package var reference: MIDINote?
    package var interval: DirectedInterval?
    /// The level presented: positive on an unsigned axis.
    package var level: Double?
    /// The sign of the presented offset.
    package var isSharp: Bool?
    package var kind: TrialKind?
    /// The number of the track it belongs to.
    package var track: Int?

    package init(_ meaning: Meaning) { self.meaning = meaning }
  }

  /// One trial of the track.
  package struct Row: Hashable, Sendable {
    package var trial: Int
    /// The name of the track it belongs to; empty if there is one alone.
    package var track: String
    package var comparison: Comparison
    package var isPositive: Bool
    /// Whether no answer came in time, and the strategy did not learn of the trial.
    package var isSkipped = false
    package var isReversal: Bool
    package var status: Status
    /// The estimate of that track.
    package var estimate: Estimate?
  }

  /// The trials of a fresh track under the answers, until either ends.
  ///
  /// - Returns: The rows, what the strategy asks next, `nil` once it has stopped, and why it could not go on, where that is
  ///   an error. Of matchings, which no strategy asks for, nothing.
  package static func follow(
    _ cell: Cell, seed: UInt64, answers: [Answer]
  ) -> (rows: [Row], next: Comparison?, fault: String?) {
    guard let factory = cell.factory else { return ([], nil, nil) }
    var streams = StreamNames(seed: seed, listener: cell.listener, strategy: cell.strategy).streams(replicate: 1)
    // Whether a positive response means "correct" rather than "higher" or "yes".
    let isUnsigned = cell.task.kind == .comparison && !factory.isSigned
    // Whether a level is the size of an offset.
    let isSize = cell.task.hasNotes && !factory.isSigned
    func follow<S: ComparisonStrategy>(_ fresh: S) -> (rows: [Row], next: Comparison?, fault: String?) {
      var strategy = fresh
      let tracks = factory.facts.tracks
      var rows: [Row] = []
      for answer in answers {
        guard let asked = strategy.next else { break }
        let comparison = presented(asked, answer, isSize: isSize)
        let isHigher = isHigher(answer, comparison, isUnsigned: isUnsigned, isSigned: factory.isSigned)
        let done = CompletedComparison(comparison, isHigher: isHigher, seconds: 0)
        let belief = strategy.tell(done, of: tracks, using: &streams)
        rows.append(
          Row(
            trial: rows.count + 1, track: tracks.name(of: comparison.level), comparison: comparison,
            isPositive: done.response(isJudged: isUnsigned).isPositive, isReversal: belief.isReversal,
            status: strategy.status, estimate: belief.estimate))
      }
      // Waits for the last answer of a program, so that an error in it is found.
      _ = strategy.estimatesAtEnd
      return (rows, strategy.next, strategy.fault)
    }
    return follow(factory.make(using: &streams))
  }

  private static func presented(_ asked: Comparison, _ answer: Answer, isSize: Bool) -> Comparison {
    var comparison = asked
    if let reference = answer.reference { comparison.reference = reference }
    if let interval = answer.interval { comparison.interval = interval }
    if let level = answer.level { comparison.level.value = level }
    if let kind = answer.kind { comparison.level.kind = kind }
    if let track = answer.track { comparison.level.track = UInt16(track) }
    guard isSize else {
      comparison.offset = comparison.level.value
      return comparison
    }
    let isSharp = answer.isSharp ?? (asked.offset > 0)
    comparison.offset = isSharp ? comparison.level.value : -comparison.level.value
    return comparison
  }

  private static func isHigher(
    _ answer: Answer, _ comparison: Comparison, isUnsigned: Bool, isSigned: Bool
  ) -> Bool {
    switch answer.meaning {
    case .higher(let isHigher): isHigher
    case .correct(let isCorrect):
      isSigned || isUnsigned
        ? isCorrect == (comparison.offset > 0) : isCorrect == (comparison.level.kind != .noise)
    case .positive(let isPositive):
      isUnsigned ? isPositive == (comparison.offset > 0) : isPositive
    }
  }
}
