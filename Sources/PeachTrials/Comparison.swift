public import PeachPitch

/// The purpose of a trial. Only `test` trials reach a fit.
public enum TrialKind: UInt8, Sendable {
  case test, noise
  // `CompletedComparison.isPassed` relies on this order: these two and no others are inserted.
  case `catch`, comfort

  /// Whether the trial is inserted between a strategy's own trials and not reported to the strategy.
  @inlinable
  public var isInterjected: Bool { self == .catch || self == .comfort }

  public init?(name: String) {
    switch name {
    case "test": self = .test
    case "noise": self = .noise
    case "catch": self = .catch
    case "comfort": self = .comfort
    default: return nil
    }
  }

  public var name: String {
    switch self {
    case .test: "test"
    case .noise: "noise"
    case .catch: "catch"
    case .comfort: "comfort"
    }
  }
}

/// A level: the number on an axis that a strategy asks for.
public struct Level: Hashable, Sendable {
  /// The level in the axis's unit; positive on a log axis.
  public var value: Double
  /// The index of the track that asks, from 0.
  public var track: UInt16
  public var kind: TrialKind
  /// The end of the audible levels at which the trial was presented. The caller sets it when it reports an answer to
  /// a strategy.
  public var end: SoundLimits.End

  @inlinable
  public init(_ value: Double, kind: TrialKind = .test, track: UInt16 = 0) {
    self.value = value
    self.kind = kind
    self.track = track
    end = .none
  }
}

/// The response to a level.
public struct Response: Hashable, Sendable {
  /// Correct; "higher" on a signed axis; "yes" in yes/no.
  public var isPositive: Bool
  /// Response time from target onset; 0 if unknown, as for most simulated listeners.
  public var seconds: Double

  @inlinable
  public init(isPositive: Bool, seconds: Double) {
    self.isPositive = isPositive
    self.seconds = seconds
  }
}

/// One comparison: a reference note, then a target note at an interval plus a signed offset. In a task without notes
/// it has only a level.
public struct Comparison: Hashable, Sendable {
  /// The offset of the target from the correct pitch of the interval, in cents; positive is sharp. In a task without
  /// notes it is the level.
  public var offset: Double
  @usableFromInline var value: Double
  // Note, interval, kind, track (two bytes), order and loudness (two bytes) in one word, from the lowest byte up. Millions
  // of comparisons are passed on, and small fields would be packed and unpacked at every call.
  @usableFromInline var packed: UInt64

  @inlinable
  public init(reference: MIDINote, interval: DirectedInterval, offset: Double, level: Level) {
    self.offset = offset
    value = level.value
    packed =
      UInt64(truncatingIfNeeded: reference.number)
      | UInt64(UInt8(truncatingIfNeeded: interval.semitones)) &<< 8
      | UInt64(level.kind.rawValue) &<< 16 | UInt64(level.track) &<< 24
  }

  /// The order of the notes in a choice among notes, from 0; with composed sounds the interval of the target, from 0.
  @inlinable
  public var order: Int {
    @inline(__always)
    get { Int(packed &>> 40 & 0xff) }
    set { packed = packed & ~(0xff &<< 40) | UInt64(UInt8(truncatingIfNeeded: newValue)) &<< 40 }
  }

  /// The loudness of the target within its range, from 0 (softest) to 1, in 65 535 steps; `nil` if it is not set.
  @inlinable
  public var loudness: Double? {
    get {
      let stored = packed &>> 48
      return stored == 0 ? nil : (Double(stored) - 0.5) / 65_535
    }
    set {
      let stored = newValue.map { 1 + UInt64(min(max($0, 0), 1) * 65_534.999) } ?? 0
      packed = packed & ~(0xffff &<< 48) | stored &<< 48
    }
  }

  @inlinable
  public var reference: MIDINote {
    @inline(__always)
    get { MIDINote(unchecked: Int(packed & 0xff)) }
    set { self = with(newValue, interval, level) }
  }

  @inlinable
  public var interval: DirectedInterval {
    @inline(__always)
    get { DirectedInterval(uncheckedSemitones: Int(Int8(truncatingIfNeeded: packed &>> 8))) }
    set { self = with(reference, newValue, level) }
  }

  @inlinable
  public var level: Level {
    @inline(__always)
    get {
      Level(
        value, kind: TrialKind(rawValue: UInt8(truncatingIfNeeded: packed &>> 16)) ?? .test,
        track: UInt16(truncatingIfNeeded: packed &>> 24))
    }
    set { self = with(reference, interval, newValue) }
  }

  @inlinable
  @inline(__always)
  func with(_ reference: MIDINote, _ interval: DirectedInterval, _ level: Level) -> Comparison {
    var comparison = Comparison(reference: reference, interval: interval, offset: offset, level: level)
    comparison.packed |= packed & (0xff_ffff &<< 40)
    return comparison
  }
}

/// A comparison with its answer.
public struct CompletedComparison: Hashable, Sendable {
  // The answer is two bits of the comparison's word that the comparison itself leaves 0. So this is four words, which calls
  // pass in registers; a fifth field would send every trial through memory.
  @usableFromInline var answered: Comparison
  /// Response time from target onset; 0 if unknown, as for most simulated listeners.
  public var seconds: Double

  @inlinable static var higher: UInt64 { 1 &<< 23 }
  @inlinable static var skipped: UInt64 { 1 &<< 22 }

  @inlinable
  public init(_ comparison: Comparison, isHigher: Bool, seconds: Double) {
    answered = comparison
    self.seconds = seconds
    if isHigher { answered.packed |= Self.higher }
  }

  @inlinable
  public init(_ comparison: Comparison, _ answer: Answer) {
    self.init(comparison, isHigher: answer.isHigher, seconds: answer.seconds)
  }

  @inlinable
  public var comparison: Comparison {
    @inline(__always)
    get {
      var comparison = answered
      comparison.packed &= ~(Self.higher | Self.skipped)
      return comparison
    }
    set {
      answered.packed = newValue.packed | answered.packed & (Self.higher | Self.skipped)
      answered.offset = newValue.offset
      answered.value = newValue.value
    }
  }

  /// Whether the answer is "higher"; in other tasks, whether it is positive (correct, yes).
  @inlinable
  public var isHigher: Bool {
    @inline(__always)
    get { answered.packed & Self.higher != 0 }
    set { answered.packed = newValue ? answered.packed | Self.higher : answered.packed & ~Self.higher }
  }

  /// Whether no answer came in time, in a study that skips such trials. The strategy counts the trial and does not
  /// learn from it.
  @inlinable
  public var isSkipped: Bool {
    get { answered.packed & Self.skipped != 0 }
    set { answered.packed = newValue ? answered.packed | Self.skipped : answered.packed & ~Self.skipped }
  }

  /// Whether a strategy counts the trial and does not learn from it: a catch or comfort trial, or a skipped one.
  @inlinable
  public var isPassed: Bool {
    @inline(__always)
    get { answered.packed &>> 16 & 0x7f >= TrialKind.catch.rawValue }
  }

  /// Whether the answer has the sign of the offset, in a comparison task; `nil` at offset 0, where no answer is
  /// correct or wrong.
  @inlinable
  public var isCorrect: Bool? {
    comparison.offset == 0 ? nil : (comparison.offset > 0) == isHigher
  }
}
