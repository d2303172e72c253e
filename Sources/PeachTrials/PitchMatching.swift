public import PeachPitch

/// A pitch matching: a reference note, then a tunable note that starts mistuned.
public struct PitchMatching: Hashable, Sendable {
  /// The note that sounds first.
  public var reference: MIDINote
  /// The interval, up or down, from the reference note to the correct pitch.
  public var interval: DirectedInterval
  /// The start of the tunable note relative to the correct pitch of the interval, in cents; positive is sharp.
  public var initialOffset: Cents
  /// The largest distance that the control moves the note from `initialOffset`, up or down, in cents; above 0. If it is
  /// less than |`initialOffset`|, the correct pitch is out of reach; in matchings that a task draws it never is.
  public var range: Double

  /// Makes a matching. `range` is the largest distance in cents that the control moves the note from `initialOffset`,
  /// up or down; above 0, which Peach does not check.
  public init(reference: MIDINote, interval: DirectedInterval, initialOffset: Cents, range: Double) {
    self.reference = reference
    self.interval = interval
    self.initialOffset = initialOffset
    self.range = range
  }

  /// The error of the note in cents at a position of the control; positive is sharp. Position 0 is the initial
  /// offset, not the correct pitch: otherwise an untouched control would be a perfect match.
  ///
  /// - Parameter position: −1…1; 0 is untouched, and up is sharper. Positions outside are clamped.
  public func error(at position: Double) -> Cents {
    Cents(unchecked: initialOffset.value + min(1, max(-1, position)) * range)
  }

  /// The position of the control, −1…1, for an error of the note in cents; the nearest possible position if the
  /// control cannot reach that error.
  public func position(for error: Double) -> Double { min(1, max(-1, (error - initialOffset.value) / range)) }
}

/// A finished pitch matching, with the error that the listener left.
public struct CompletedPitchMatching: Hashable, Sendable {
  /// The matching as it was presented.
  public var matching: PitchMatching
  /// The final note relative to the correct pitch of the interval, in cents; positive if sharp.
  public var error: Cents
  /// Number of times the listener changed the direction of tuning, up to down or down to up; 0 if they tuned in one
  /// direction or not at all.
  public var adjustments: Int
  /// Response time in seconds, from the onset of the tunable note until the listener accepts it; 0 if unknown.
  public var seconds: Double

  /// A matching with its final error in cents (positive is sharp), for example from a record. `adjustments` counts
  /// changes of direction, and `seconds` is the response time, 0 if unknown.
  public init(_ matching: PitchMatching, error: Cents, adjustments: Int, seconds: Double) {
    self.matching = matching
    self.error = error
    self.adjustments = adjustments
    self.seconds = seconds
  }

  /// A matching with the error at the final position of the control.
  public init(_ matching: PitchMatching, _ tuned: TunedControl) {
    self.init(
      matching, error: matching.error(at: tuned.position), adjustments: tuned.adjustments, seconds: tuned.seconds)
  }
}

/// The final position of the control of a tunable note.
public struct TunedControl: Hashable, Sendable {
  /// Position of the control, −1…1; up is sharper. It is 0 at the start, where the note has its initial offset.
  public var position: Double
  /// Number of changes of the direction of tuning, at least 0.
  public var adjustments: Int
  /// Response time in seconds, from the onset of the tunable note until the listener accepts it, to the microsecond; 0
  /// if the model has none.
  public var seconds: Double

  /// Makes the result of tuning: the position of the control (−1…1), the number of changes of direction, and the
  /// response time. It rounds `seconds` to the microsecond.
  public init(position: Double, adjustments: Int, seconds: Double = 0) {
    self.position = position
    self.adjustments = adjustments
    // More would be noise of a clock's digits.
    self.seconds = (seconds * 1e6).rounded() / 1e6
  }
}

/// A simulated listener who tunes. Like a `Listener` for comparisons, it is a value and draws from a random stream of
/// its own.
///
/// ```swift
/// struct CarefulTuner: MatchingListener {
///   func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
///     let error = 4 * random.normal()
///     return TunedControl(position: matching.position(for: error), adjustments: 2, seconds: 3)
///   }
/// }
/// ```
public protocol MatchingListener: Sendable {
  /// Tunes the note and accepts it. Peach calls it once for each trial, in order, so the listener may remember
  /// earlier trials. Every trial must draw the same number of values from `random`. A simulated run fails if position
  /// or time is not finite, or if time or number of adjustments is negative.
  mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl
  /// The parameters that an analysis of the matchings should find. `nil` if they are unknown, for example because the
  /// listener learns: estimates then have no errors. `nil` by default. Peach reads it before the first trial.
  var truth: MatchingTruth? { get }
}

extension MatchingListener {
  /// `nil`: by default the parameters are unknown.
  public var truth: MatchingTruth? { nil }
}

/// The true parameters of a listener's tuning errors. While the control does not reach an end, the error is constant
/// error + under-adjustment × initial offset + variable error × z, with z standard normal.
public struct MatchingTruth: Hashable, Sendable {
  /// The mean error in cents at an initial offset of 0; positive is sharp.
  public var constantError: Double
  /// The standard deviation of the random part of the errors in cents; at least 0.
  public var variableError: Double
  /// The share of the initial offset that is left: 0 for full adjustment, 1 for none.
  public var underAdjustment: Double

  /// Makes the parameters.
  ///
  /// - Parameters:
  ///   - constantError: The mean error in cents at an initial offset of 0; positive is sharp.
  ///   - variableError: The standard deviation of the random part of the errors in cents; at least 0.
  ///   - underAdjustment: The share of the initial offset that is left: 0 for full adjustment, 1 for none.
  public init(constantError: Double, variableError: Double, underAdjustment: Double) {
    self.constantError = constantError
    self.variableError = variableError
    self.underAdjustment = underAdjustment
  }
}

/// Draws the matchings of a task: interval, reference note and initial offset, each uniformly. The offset lies within
/// ± the task's largest one, which is also the range of the control. No draw depends on earlier errors.
///
/// Every trial takes three draws of the task stream, in this order.
public struct MatchingDraws: Sendable {
  private var notes: ReferenceNotes
  private let range: Double
  private var random: RandomStream

  /// Starts the draws of a track.
  ///
  /// - Parameters:
  ///   - task: A task of kind matching with notes; another task stops the program.
  ///   - profile: The listener's profile, which sets the present size of a growing range of notes.
  ///   - random: The task stream: `Streams.task`.
  public init(_ task: TrialTask, _ profile: PerceptualProfile = PerceptualProfile(), using random: RandomStream) {
    precondition(task.kind == .matching && task.hasNotes, "no task of matchings")
    notes = ReferenceNotes(of: task, profile)
    range = task.initialOffset
    self.random = random
  }

  /// Draws the next matching. Call it any number of times: it knows no stop rule.
  public mutating func next() -> PitchMatching {
    let choice = notes.choices[random.index(below: notes.choices.count)]
    let reference = choice.reference(at: random.index(below: choice.count))
    let offset = Cents(unchecked: (2 * random.unit() - 1) * range)
    return PitchMatching(reference: reference, interval: choice.interval, initialOffset: offset, range: range)
  }

  /// Records that a matching at a reference note is finished, so that a growing range of notes can grow. It changes
  /// nothing in a task whose range stays.
  public mutating func heard(_ reference: MIDINote) { notes.heard(reference) }
}
