public import PeachPitch

/// A pitch matching to be made: a reference note, then a tunable note that starts off.
public struct PitchMatching: Hashable, Sendable {
  public var reference: MIDINote
  public var interval: DirectedInterval
  /// The start of the tunable note, relative to the correct pitch of the interval.
  public var initialOffset: Cents
  /// The largest distance that the control moves the note, up or down, in cents; > 0.
  public var range: Double

  public init(reference: MIDINote, interval: DirectedInterval, initialOffset: Cents, range: Double) {
    self.reference = reference
    self.interval = interval
    self.initialOffset = initialOffset
    self.range = range
  }

  /// The note relative to the correct pitch of the interval, for a position of the control. It starts from the initial
  /// offset: if position 0 were the correct pitch, an untouched control would be a perfect match.
  ///
  /// - Parameter position: −1…1, 0 untouched; up is sharper.
  public func error(at position: Double) -> Cents {
    Cents(unchecked: initialOffset.value + min(1, max(-1, position)) * range)
  }

  /// The position of the control for an error of the note, or the nearest possible position.
  public func position(for error: Double) -> Double { min(1, max(-1, (error - initialOffset.value) / range)) }
}

/// A pitch matching that was finished.
public struct CompletedPitchMatching: Hashable, Sendable {
  public var matching: PitchMatching
  /// The final note relative to the correct pitch of the interval; positive if sharp.
  public var error: Cents
  /// Number of times the listener changed the direction of tuning.
  public var adjustments: Int
  /// Response time from the onset of the tunable note; 0 if unknown.
  public var seconds: Double

  public init(_ matching: PitchMatching, error: Cents, adjustments: Int, seconds: Double) {
    self.matching = matching
    self.error = error
    self.adjustments = adjustments
    self.seconds = seconds
  }

  /// The result of a final position of the control.
  public init(_ matching: PitchMatching, _ tuned: TunedControl) {
    self.init(
      matching, error: matching.error(at: tuned.position), adjustments: tuned.adjustments, seconds: tuned.seconds)
  }
}

/// The final position of the control of a tunable note.
public struct TunedControl: Hashable, Sendable {
  /// Position of the control, −1…1; 0 if it was not touched.
  package var position: Double
  /// Number of changes of the direction of tuning.
  package var adjustments: Int
  /// Response time from the onset of the tunable note, to the microsecond; 0 if the model has none.
  package var seconds: Double

  package init(position: Double, adjustments: Int, seconds: Double = 0) {
    self.position = position
    self.adjustments = adjustments
    // More would be noise of a clock's digits.
    self.seconds = (seconds * 1e6).rounded() / 1e6
  }
}

/// A simulated listener who tunes: a value with its own random stream, like a `Listener` for comparisons.
public protocol MatchingListener: Sendable {
  /// Tunes and commits; may remember it: trials come in order. Draws the same number of values on every trial.
  mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl
  /// The parameters that an analysis of the matchings should find; `nil` by default, for example if the listener
  /// learns.
  var truth: MatchingTruth? { get }
}

extension MatchingListener {
  public var truth: MatchingTruth? { nil }
}

/// The true errors while the control does not reach an end: constant error + under-adjustment × initial offset +
/// variable error × z, z normal.
public struct MatchingTruth: Hashable, Sendable {
  /// Cents, at an initial offset of 0.
  public var constantError: Double
  /// A standard deviation in cents.
  public var variableError: Double
  /// The share of the initial offset that is left.
  public var underAdjustment: Double

  public init(constantError: Double, variableError: Double, underAdjustment: Double) {
    self.constantError = constantError
    self.variableError = variableError
    self.underAdjustment = underAdjustment
  }
}

/// The matchings that a task asks for: interval, reference note and initial offset, each drawn uniformly. Nothing adapts.
///
/// Three draws of the task stream a trial, in this order.
public struct MatchingDraws: Sendable {
  private var notes: ReferenceNotes
  private let range: Double
  private var random: RandomStream

  /// - Parameters:
  ///   - task: A task of kind matching.
  ///   - profile: The listener's profile, which sets the present size of a growing range of notes.
  ///   - random: The task stream.
  public init(_ task: TrialTask, _ profile: PerceptualProfile = PerceptualProfile(), using random: RandomStream) {
    precondition(task.kind == .matching && task.hasNotes, "no task of matchings")
    notes = ReferenceNotes(of: task, profile)
    range = task.initialOffset
    self.random = random
  }

  public mutating func next() -> PitchMatching {
    let choice = notes.choices[random.index(below: notes.choices.count)]
    let reference = choice.reference(at: random.index(below: choice.count))
    let offset = Cents(unchecked: (2 * random.unit() - 1) * range)
    return PitchMatching(reference: reference, interval: choice.interval, initialOffset: offset, range: range)
  }

  /// A matching was finished at a reference note.
  public mutating func heard(_ reference: MIDINote) { notes.heard(reference) }
}
