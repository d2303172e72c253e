package import PeachPitch

/// One answered trial as it is kept, of a live listener or a simulated one: what was asked, answered, believed and heard.
package struct TrialRecord: Hashable, Sendable {
  /// The name of composed sounds, where that of the sound of notes stands.
  package static let composed = "composed"

  /// From 1 in its session or run.
  package var trial: Int
  package var kind: TrialKind
  /// The name of the track; empty if there is only one.
  package var track: String
  /// MIDI numbers; nil in a task without notes, as are interval and offset.
  package var reference: Int?
  package var target: Int?
  package var interval: String?
  /// Signed, in the axis's unit.
  package var offset: Double?
  /// The threshold in the axis's unit.
  package var level: Double
  /// `higher` or `lower`, `yes` or `no`, or that of a live choice; nil in a simulated choice with alternatives.
  package var answer: String?
  /// The order in a live choice: A is the reference note or the standard, B the target.
  package var order: String?
  /// `nil` if an answer is neither, as at offset 0.
  package var isCorrect: Bool?
  package var isReversal: Bool
  /// Whether the deadline passed without an answer; `nil` if there was no deadline.
  package var isTimedOut: Bool?
  package var estimate: Double?
  package var low: Double?
  package var high: Double?
  package var heard: Presentation

  package init(
    trial: Int, kind: TrialKind = .test, track: String = "", level: Double, isReversal: Bool = false,
    heard: Presentation = Presentation()
  ) {
    self.trial = trial
    self.kind = kind
    self.track = track
    self.level = level
    self.isReversal = isReversal
    self.heard = heard
  }

  /// An answer and what is believed after it.
  ///
  /// - Parameter number: From 1 in its session or run.
  package init(
    _ done: CompletedComparison, number: Int, in task: TrialTask, track: String, belief: TrialUpdate,
    heard: Presentation = Presentation()
  ) {
    let comparison = done.comparison
    self.init(
      trial: number, kind: comparison.level.kind, track: track, level: comparison.level.value,
      isReversal: belief.isReversal, heard: heard)
    if task.hasNotes {
      reference = comparison.reference.number
      target = comparison.reference.number + comparison.interval.semitones
      interval = comparison.interval.name
      offset = comparison.offset
    }
    answer = task.answerName(done)
    isCorrect = task.isCorrect(done)
    if let estimate = belief.storedEstimate {
      self.estimate = estimate.threshold
      low = estimate.low
      high = estimate.high
    }
  }

  /// The comparison as the strategy received it; `nil` for a trial without the notes that the task has.
  ///
  /// - Parameters:
  ///   - track: The number of its track.
  ///   - skipsMissing: Whether the rules of the session skip trials without an answer in time.
  /// - Throws: `PitchError` if notes or interval are invalid.
  package func completed(
    track: Int, in task: TrialTask, skipsMissing: Bool
  ) throws(PitchError) -> CompletedComparison? {
    let level = Level(level, kind: kind, track: UInt16(track))
    var comparison: Comparison
    if task.hasNotes {
      guard let reference, let interval, let offset else { return nil }
      comparison = Comparison(
        reference: try MIDINote(reference), interval: try DirectedInterval(parsing: interval), offset: offset,
        level: level)
    } else {
      comparison = Comparison(reference: task.notes.lowerBound, interval: .prime, offset: level.value, level: level)
    }
    if let form = task.form, let order { comparison.order = form.place(ofOrder: order) ?? 0 }
    let isHigher =
      switch answer {
      case "higher", "yes": true
      case "lower", "no": false
      case nil where isTimedOut == true: task.isHigher(missing: comparison)
      default: isCorrect == true
      }
    var done = CompletedComparison(comparison, isHigher: isHigher, seconds: heard.responseTime ?? 0)
    done.isSkipped = isTimedOut == true && skipsMissing
    return done
  }
}

/// The sound of a trial and the time of the answer; empty without notes. On a virtual clock it is the sound that would
/// have been heard, without device and times.
package struct Presentation: Hashable, Sendable {
  package var tuning: String?
  /// Hertz.
  package var referencePitch: Double?
  /// Seconds.
  package var noteDuration: Double?
  /// Seconds between the notes.
  package var gap: Double?
  /// The name of the sound; nil in simulation.
  package var sound: String?
  /// The levels presented, on the session's scale of levels.
  package var referenceLevel: Double?
  package var targetLevel: Double?
  /// The audio device; `nil` if nothing sounded.
  package var device: String?
  /// Latency of the device in seconds; 0 unless it was calibrated.
  package var onsetLatency: Double?
  /// Seconds from the onset of the target.
  package var responseTime: Double?
  /// ISO 8601 UTC.
  package var timestamp: String?
  /// The rating of confidence after the answer; `nil` if none was asked for.
  package var confidence: Int?
  /// Seconds from the question of confidence to the rating.
  package var confidenceTime: Double?
  /// How often the listener heard the sound again; `nil` if that is not allowed.
  package var repeats: Int?

  package init() {}

  package init(tuning: String, referencePitch: Double, noteDuration: Double, gap: Double) {
    self.tuning = tuning
    self.referencePitch = referencePitch
    self.noteDuration = noteDuration
    self.gap = gap
  }

  /// The sound settings of a task.
  package init(of task: TrialTask) {
    self.init()
    guard task.hasNotes else { return }
    tuning = task.tuning.name
    referencePitch = task.referencePitch.hertz
    noteDuration = task.noteDuration
    gap = task.gap
  }
}
