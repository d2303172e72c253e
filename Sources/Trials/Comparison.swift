public import Pitch

/// What a trial is for. Only `test` trials reach a strategy and a fit.
public enum TrialKind: UInt8, Sendable {
  case test, noise, `catch`, comfort

  public var name: String {
    switch self {
    case .test: "test"
    case .noise: "noise"
    case .catch: "catch"
    case .comfort: "comfort"
    }
  }
}

/// One number on an axis: what a strategy asks for.
public struct Level: Hashable, Sendable {
  // Small fields last, here and below: millions of these are copied.

  /// In the axis's unit; positive on a log axis.
  public var value: Double
  /// Which track asks, from 0.
  public var track: UInt16
  public var kind: TrialKind

  @inlinable
  public init(_ value: Double, kind: TrialKind = .test, track: UInt16 = 0) {
    self.value = value
    self.kind = kind
    self.track = track
  }
}

/// What came of a level.
public struct Response: Hashable, Sendable {
  /// Correct; "higher" on a signed axis; "yes" in yes/no.
  public var isPositive: Bool
  /// Response time from target onset; 0 in simulation.
  public var seconds: Double

  @inlinable
  public init(isPositive: Bool, seconds: Double) {
    self.isPositive = isPositive
    self.seconds = seconds
  }
}

/// A comparison to be made: a reference note, then a target note at an interval plus a signed offset. In a level task
/// it carries the level alone.
public struct Comparison: Hashable, Sendable {
  /// Signed cents from the correct interval pitch, positive = sharp; in a level task the level itself.
  public var offset: Double
  public var level: Level
  public var reference: MIDINote
  public var interval: DirectedInterval

  @inlinable
  public init(reference: MIDINote, interval: DirectedInterval, offset: Double, level: Level) {
    self.reference = reference
    self.interval = interval
    self.offset = offset
    self.level = level
  }
}

/// A comparison that was answered.
public struct CompletedComparison: Hashable, Sendable {
  public var comparison: Comparison
  /// "Higher"; in a level task a positive response (correct, yes).
  public var isHigher: Bool
  /// Response time from target onset; 0 in simulation.
  public var seconds: Double

  @inlinable
  public init(_ comparison: Comparison, isHigher: Bool, seconds: Double) {
    self.comparison = comparison
    self.isHigher = isHigher
    self.seconds = seconds
  }

  /// Whether the answer has the sign of the offset; nil at offset 0, where an answer is neither correct nor wrong. For
  /// a comparison task.
  @inlinable
  public var isCorrect: Bool? {
    comparison.offset == 0 ? nil : (comparison.offset > 0) == isHigher
  }
}
