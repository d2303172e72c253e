public import PeachPitch

/// The purpose of a trial: `test`, `noise`, `catch` or `comfort`. A fit uses only `test` trials, except that
/// `peach fit --catch use` also estimates the lapse rate from catch trials.
public enum TrialKind: UInt8, Sendable {
  /// A trial that the strategy chose, with the target.
  case test
  /// A trial that the strategy chose, without the target, in a task such as yes/no.
  case noise
  // `CompletedComparison.isPassed` relies on this order: the next two and no others are inserted.
  /// A trial with a known answer, inserted at regular intervals to check the listener's attention.
  case `catch`
  /// An easy trial, inserted after several wrong answers in a row.
  case comfort

  /// Whether the trial is inserted between a strategy's own trials: `true` for `catch` and `comfort`. It counts toward
  /// the stop rule, but the strategy does not learn from it. For a fit keep the `test` trials instead, because `noise`
  /// trials are not inserted and do not enter a fit either.
  @inlinable
  public var isInserted: Bool { self == .catch || self == .comfort }

  /// The kind with this name (see `name`); `nil` for any other text.
  public init?(name: String) {
    switch name {
    case "test": self = .test
    case "noise": self = .noise
    case "catch": self = .catch
    case "comfort": self = .comfort
    default: return nil
    }
  }

  /// The kind as columns and files write it: `test`, `noise`, `catch` or `comfort`.
  public var name: String {
    switch self {
    case .test: "test"
    case .noise: "noise"
    case .catch: "catch"
    case .comfort: "comfort"
    }
  }
}

/// A level: the number on an axis that a strategy asks for, with the purpose of its trial.
public struct Level: Hashable, Sendable {
  /// The level in the axis's unit; positive on a log axis.
  public var value: Double
  /// The index of the strategy's track that asks, from 0; always 0 for a strategy with one track.
  public var track: UInt16
  /// The purpose of the trial.
  public var kind: TrialKind
  /// Whether the trial was presented at the lowest or the highest level that can sound. Peach sets it in the level that
  /// it passes to `LevelStrategy.update`, and in the comparison that it passes to `ComparisonStrategy.update`. It is
  /// `none` in the levels that a strategy asks for.
  public var end: SoundLimits.End

  /// A level to ask for, in the axis's unit. Its `end` is `.none`.
  @inlinable
  public init(_ value: Double, kind: TrialKind = .test, track: UInt16 = 0) {
    self.value = value
    self.kind = kind
    self.track = track
    end = .none
  }
}

/// A response as a level strategy receives it.
public struct Response: Hashable, Sendable {
  /// `true` for a correct answer, on a signed axis for "higher", and in a yes/no task for "yes".
  public var isPositive: Bool
  /// Response time in seconds from the onset of the last note or interval, which in a comparison is the target; 0 if
  /// unknown, as for most simulated listeners. NaN if the listener could no longer answer: the track then fails.
  public var seconds: Double

  /// Makes a response, for example in a test of a strategy. `seconds` is the response time, 0 if unknown.
  @inlinable
  public init(isPositive: Bool, seconds: Double) {
    self.isPositive = isPositive
    self.seconds = seconds
  }
}

/// A comparison: a reference note, then a target note at an interval plus a signed offset. In a task without notes it
/// has only a level.
public struct Comparison: Hashable, Sendable {
  /// The offset of the target from the correct pitch of the interval, in cents; positive is sharp. In a task without
  /// notes it is the level.
  public var offset: Double
  @usableFromInline var value: Double
  // Note, interval, kind, track (two bytes), order and loudness (two bytes) in one word, from the lowest byte up. The highest
  // bit of the note says whether the level is at an end. Millions of comparisons are passed on, and small fields would be
  // packed and unpacked at every call.
  @usableFromInline var packed: UInt64

  /// Makes a comparison with `order` 0 and no `loudness`.
  ///
  /// - Parameters:
  ///   - reference: The note that sounds first.
  ///   - interval: The interval from the reference note to the correct pitch of the target.
  ///   - offset: In cents, positive is sharp; in a task without notes the level.
  ///   - level: The level that the strategy asked for, usually |`offset`| or, on a signed axis, `offset`.
  @inlinable
  public init(reference: MIDINote, interval: DirectedInterval, offset: Double, level: Level) {
    self.offset = offset
    value = level.value
    packed =
      UInt64(truncatingIfNeeded: reference.number)
      | UInt64(UInt8(truncatingIfNeeded: interval.semitones)) &<< 8
      | UInt64(level.kind.rawValue) &<< 16 | UInt64(level.track) &<< 24 | (level.end == .none ? 0 : Self.atEnd)
  }

  @inlinable static var atEnd: UInt64 { 0x80 }

  /// The index of the order in which the notes or sounds of a choice among them are played, from 0. The possible
  /// orders are equally likely. With A for the reference note or standard and B for the target they are, from 0: in
  /// oddity BAA, ABB, ABA, BAB, AAB, BBA; in AXB AAB, ABB, BBA, BAA; in same–different AA, AB, BB, BA. In a forced
  /// choice of composed sounds it is the interval of the target, from 0. It is 0 in other tasks.
  @inlinable
  public var order: Int {
    @inline(__always)
    get { Int(packed &>> 40 & 0xff) }
    set { packed = packed & ~(0xff &<< 40) | UInt64(UInt8(truncatingIfNeeded: newValue)) &<< 40 }
  }

  /// The loudness of the target within the range that the task's `vary-loudness` sets, from 0 (softest) to 1. Only the
  /// comparisons that a listener with `hearsLoudness` answers have it; it is `nil` everywhere else, also in stored
  /// trials. Values outside 0…1 are clamped, and stored in 65 535 steps; NaN stops the program.
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

  /// The note that sounds first. It has no meaning in a task without notes.
  @inlinable
  public var reference: MIDINote {
    @inline(__always)
    get { MIDINote(unchecked: Int(packed & 0x7f)) }
    set { self = with(newValue, interval, level) }
  }

  /// The interval, up or down, from the reference note to the correct pitch of the target; `prime` in a task without
  /// notes.
  @inlinable
  public var interval: DirectedInterval {
    @inline(__always)
    get { DirectedInterval(uncheckedSemitones: Int(Int8(truncatingIfNeeded: packed &>> 8))) }
    set { self = with(reference, newValue, level) }
  }

  /// The level of the trial: the one that the strategy asked for, or the largest that can sound if that one cannot. In
  /// a catch or comfort trial it is that trial's own level. Setting it changes neither `offset` nor the notes.
  @inlinable
  public var level: Level {
    @inline(__always)
    get {
      var level = Level(
        value, kind: TrialKind(rawValue: UInt8(truncatingIfNeeded: packed &>> 16)) ?? .test,
        track: UInt16(truncatingIfNeeded: packed &>> 24))
      if packed & Self.atEnd != 0 { level.end = value < 0 ? .lowest : .highest }
      return level
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

/// A presented trial with the listener's answer and its response time. It serves every task with a strategy, also
/// yes/no and forced choices. If `isSkipped`, no answer came in time.
public struct CompletedComparison: Hashable, Sendable {
  // The answer is two bits of the comparison's word that the comparison itself leaves 0. So this is four words, which calls
  // pass in registers; a fifth field would send every trial through memory.
  @usableFromInline var answered: Comparison
  /// Response time in seconds from the onset of the last note or interval, which in a comparison is the target; 0 if
  /// unknown, as for most simulated listeners. NaN if the listener could no longer answer: the track then fails, and
  /// its `TrackLog` ends before that trial.
  public var seconds: Double

  @inlinable static var higher: UInt64 { 1 &<< 23 }
  @inlinable static var skipped: UInt64 { 1 &<< 22 }

  /// A comparison with an answer that came in time.
  ///
  /// - Parameters:
  ///   - isHigher: Whether the answer is "higher" in a comparison, "yes" in yes/no, or correct in a choice.
  ///   - seconds: Response time in seconds from the onset of the last note or interval; 0 if unknown, NaN if the
  ///     listener can no longer answer.
  @inlinable
  public init(_ comparison: Comparison, isHigher: Bool, seconds: Double) {
    answered = comparison
    self.seconds = seconds
    if isHigher { answered.packed |= Self.higher }
  }

  /// A comparison with the answer of a listener, which keeps the meaning of its `seconds`: 0 if unknown, NaN if the
  /// listener can no longer answer.
  @inlinable
  public init(_ comparison: Comparison, _ answer: Answer) {
    self.init(comparison, isHigher: answer.isHigher, seconds: answer.seconds)
  }

  /// The comparison as it was presented, without the answer. Setting it keeps the answer.
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

  /// Whether the answer is "higher" in a comparison, "yes" in yes/no, or correct in a choice. It has no meaning if
  /// `isSkipped`.
  @inlinable
  public var isHigher: Bool {
    @inline(__always)
    get { answered.packed & Self.higher != 0 }
    set { answered.packed = newValue ? answered.packed | Self.higher : answered.packed & ~Self.higher }
  }

  /// Whether no answer came in time, in a study that skips such trials. The trial counts toward the stop rule, but the
  /// strategy does not learn from it. `false` unless it is set.
  @inlinable
  public var isSkipped: Bool {
    get { answered.packed & Self.skipped != 0 }
    set { answered.packed = newValue ? answered.packed | Self.skipped : answered.packed & ~Self.skipped }
  }

  /// Whether the trial counts toward the stop rule, but the strategy does not learn from it: `true` for a catch,
  /// comfort or skipped trial. `ComparisonStrategy.update` gives such trials to `pass`, and all others to `take`.
  @inlinable
  public var isPassed: Bool {
    @inline(__always)
    get { answered.packed &>> 16 & 0x7f >= TrialKind.catch.rawValue }
  }

  /// Whether the answer has the sign of the offset: "higher" at a positive offset, "lower" at a negative one. `nil`
  /// at offset 0. It is for comparison tasks; `TrialTask.isCorrect` judges the answers of every task.
  @inlinable
  public var isCorrect: Bool? {
    comparison.offset == 0 ? nil : (comparison.offset > 0) == isHigher
  }
}
