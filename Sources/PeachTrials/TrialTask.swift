public import PeachPitch

/// A task: what the listener must do, and which trials are possible. `TrialTask(parsing:)` makes it from the text of a
/// file; `comparison`, `matching`, `choice` and `level` make it in code.
public struct TrialTask: Sendable {
  /// The kinds of task: comparison of two notes, forced choice, yes/no, matching, oddity, AXB and same–different. The
  /// raw value is the word for `kind` in experiment files.
  public enum Kind: String, CaseIterable, Sendable {
    /// Reference note, then target note: higher or lower?
    case comparison
    /// Several intervals, one of them with the target: which one? The level is a number on any axis.
    case forcedChoice = "forced-choice"
    /// A single interval, with the target or without: yes or no? The level is a number on any axis.
    case yesNo = "yes-no"
    /// Reference note, then a note that starts mistuned: tune it.
    case matching
    /// Three notes or composed sounds: which is the odd one (`oddity`), or does the middle one equal the first or the
    /// last (`axb`)?
    case oddity, axb
    /// Two notes or composed sounds: same or different?
    case sameDifferent = "same-different"

    /// The `ChoiceForm` of oddity, AXB and same–different; `nil` for the other kinds, also for forced choice and
    /// yes/no.
    public var form: ChoiceForm? { ChoiceForm.ofNotes.first { $0.kind == self } }
  }

  /// The range of the reference note for one interval, so that the target stays a MIDI note.
  @usableFromInline
  package struct Choice: Hashable, Sendable {
    package var interval: DirectedInterval
    /// The lowest reference note.
    @usableFromInline package var lowest: Int
    /// How many reference notes there are, one semitone apart.
    package var count: Int

    /// The numbers of the reference notes.
    package var references: Range<Int> { lowest..<(lowest + count) }

    /// - Precondition: `index` is in 0..<`count`.
    @inlinable
    package func reference(at index: Int) -> MIDINote { MIDINote(unchecked: lowest + index) }
  }

  /// The kind of task: what the listener must do in a trial.
  public var kind: Kind
  /// The axis of the levels: its unit, its scale, and whether levels have a sign.
  public var axis: Axis
  /// The number of alternatives in a trial, of which one is correct: 2 or more in a forced choice, 3 in oddity, 2 in
  /// AXB, same–different and a comparison. Yes/no has 1. It has no meaning in a matching.
  public var alternatives: Int
  /// For pitch matching: the largest initial offset in cents, and the range of the control to either side.
  package var initialOffset = 0.0
  package var tuning: any TuningSystem
  package var referencePitch: Frequency
  /// The duration of a note in seconds; 0 in a task without notes.
  public var noteDuration: Double
  /// The silence between the notes in seconds; 0 in a task without notes.
  public var gap: Double
  /// Seconds from the end of feedback to the next trial.
  package var interTrialInterval = 0.0
  /// The range of the reference notes; if it grows as they are answered, the range at the start. In a task without
  /// notes it is all MIDI notes and has no meaning.
  public var notes: ClosedRange<MIDINote>
  /// Whether the range of notes grows as they are answered; see `ReferenceNotes`.
  package var grows = false
  /// Whether levels are signed, and answered "higher" or not, for strategies that do not say.
  package var signsLevels = false
  /// Whether levels may be beyond what can sound, as in a simulation that nobody hears.
  package var goesBeyondSound = false
  /// How notes sound, as far as the file says it.
  package var sounding = SoundSettings()
  /// The composed sounds of its trials; `nil` for notes, and if nothing sounds.
  package var stimulus: (any Stimulus)?
  /// One for each interval of a comparison or matching; empty in a task without notes.
  package let choices: [Choice]

  /// A comparison of two notes, answered higher or lower.
  ///
  /// - Parameters:
  ///   - intervals: The intervals from the reference note to the target; each trial draws one of them.
  ///   - notes: The range of the reference notes.
  ///   - tuning: Gives the notes and intervals their frequencies.
  ///   - referencePitch: The frequency of A4.
  ///   - noteDuration: The duration of each note in seconds.
  ///   - gap: Seconds of silence between the notes.
  /// - Returns: `nil` if there are no intervals, or if an interval has no reference note in the range whose target is
  ///   a MIDI note, 0…127.
  ///
  /// ```swift
  /// let task = TrialTask.comparison(
  ///   intervals: [.prime], notes: try MIDINote(48)...MIDINote(72), tuning: StretchedTuning(),
  ///   referencePitch: try Frequency(440), noteDuration: 0.5, gap: 0.2)
  /// ```
  public static func comparison(
    intervals: [DirectedInterval], notes: ClosedRange<MIDINote>, tuning: any TuningSystem, referencePitch: Frequency,
    noteDuration: Double, gap: Double
  ) -> TrialTask? {
    let choices = intervals.compactMap { choice(of: $0, in: notes) }
    guard choices.count == intervals.count, !choices.isEmpty else { return nil }
    return TrialTask(
      kind: .comparison, axis: .cents, alternatives: 2, tuning: tuning, referencePitch: referencePitch,
      noteDuration: noteDuration, gap: gap, notes: notes, choices: choices)
  }

  /// A matching of notes: the listener tunes the second note. The other parameters are those of a comparison.
  ///
  /// - Parameter initialOffset: The largest distance in cents at which the second note starts from its correct pitch,
  ///   up or down; above 0, which Peach does not check. Each trial draws its start uniformly within it. The control
  ///   moves the note from there by up to the same distance.
  /// - Returns: `nil` if there are no intervals, or if an interval fits to no reference note, as in `comparison`.
  public static func matching(
    intervals: [DirectedInterval], notes: ClosedRange<MIDINote>, tuning: any TuningSystem, referencePitch: Frequency,
    noteDuration: Double, gap: Double, initialOffset: Double
  ) -> TrialTask? {
    var task = comparison(
      intervals: intervals, notes: notes, tuning: tuning, referencePitch: referencePitch, noteDuration: noteDuration,
      gap: gap)
    task?.kind = .matching
    task?.axis = Axis(unit: Axis.cents.unit, scale: .linear, isSigned: true)
    task?.initialOffset = initialOffset
    return task
  }

  /// A choice among notes that differ only by the level: oddity, AXB or same–different. The other parameters are
  /// those of a comparison.
  ///
  /// - Parameter form: `oddity`, `axb` or `sameDifferent`; the other forms are not choices among notes.
  /// - Returns: `nil` under the same conditions as for a comparison.
  public static func choice(
    _ form: ChoiceForm, notes: ClosedRange<MIDINote>, tuning: any TuningSystem, referencePitch: Frequency,
    noteDuration: Double, gap: Double
  ) -> TrialTask? {
    var task = comparison(
      intervals: [.prime], notes: notes, tuning: tuning, referencePitch: referencePitch, noteDuration: noteDuration,
      gap: gap)
    task?.kind = form.kind
    task?.alternatives = form.answers.count
    return task
  }

  /// A task without notes and sounds, which can only be simulated: a forced choice, or yes/no with one alternative. It
  /// does not throw in practice, because its reference pitch and notes are valid.
  ///
  /// - Parameters:
  ///   - axis: The axis of the levels.
  ///   - alternatives: The number of intervals of a forced choice, at least 2; 1 for yes/no.
  public static func level(axis: Axis, alternatives: Int) throws(PitchError) -> TrialTask {
    TrialTask(
      kind: alternatives == 1 ? .yesNo : .forcedChoice, axis: axis, alternatives: alternatives,
      tuning: EqualTemperament(),
      referencePitch: try Frequency(440), noteDuration: 0, gap: 0, notes: try MIDINote(0)...MIDINote(127),
      choices: [])
  }

  /// A choice among composed sounds, by the rule of a choice among notes.
  package static func choice(_ form: ChoiceForm, axis: Axis, stimulus: any Stimulus) throws(PitchError) -> TrialTask {
    var task = try level(axis: axis, alternatives: form.answers.count)
    task.kind = form.kind
    task.stimulus = stimulus
    return task
  }

  static func choice(of interval: DirectedInterval, in notes: ClosedRange<MIDINote>) -> Choice? {
    let lowest = max(notes.lowerBound.number, -interval.semitones)
    let highest = min(notes.upperBound.number, 127 - interval.semitones)
    return lowest <= highest ? Choice(interval: interval, lowest: lowest, count: highest - lowest + 1) : nil
  }

  /// The two parts of a trial's assumed duration, in seconds: the time from the onset of the last note to the answer,
  /// and all other time, which does not depend on the listener.
  public struct Pace: Hashable, Sendable {
    /// Seconds that do not depend on the listener: from the start of a trial to the onset of its last note, for
    /// feedback, and from there to the next trial.
    public var fixed: Double
    /// Assumed response time in seconds from the onset of the last note, for answers without a response time, as in
    /// most simulations.
    public var answer: Double

    @inlinable
    package func seconds(of response: Response) -> Double {
      fixed + (response.seconds > 0 ? response.seconds : answer)
    }
  }

  /// Whether its trials present notes. Other tasks have composed sounds, or can only be simulated.
  public var hasNotes: Bool { !choices.isEmpty }

  /// The form of the choice among notes or composed sounds; `nil` if the listener makes none, or nothing sounds.
  package var form: ChoiceForm? {
    switch kind {
    case .forcedChoice: stimulus == nil ? nil : .forcedChoice(intervals: alternatives)
    case .yesNo: stimulus == nil ? nil : .yesNo
    case .comparison, .matching, .oddity, .axb, .sameDifferent: kind.form
    }
  }

  /// The assumed duration of a trial, for stop rules in minutes. Feedback lasts 0.4 s; an answer without a response
  /// time comes 0.2 s after the last note's end. Composed sounds count with the durations of their standard.
  public var pace: Pace {
    if let (beforeLast, last) = stimulus?.seconds {
      return Pace(fixed: beforeLast + 0.4 + interTrialInterval, answer: last + 0.2)
    }
    let before = Double((kind.form?.notes ?? 2) - 1)
    return Pace(fixed: before * (noteDuration + gap) + 0.4 + interTrialInterval, answer: noteDuration + 0.2)
  }

  /// The chance level (0…1): 1/`alternatives`, and 0 in yes/no. It is the default guess rate of strategies and fits of the
  /// proportion correct. On signed levels, answered "higher" or "lower", and in a matching it has no meaning.
  public var guessRate: Double { kind == .yesNo ? 0 : 1 / Double(alternatives) }

  /// The number of orders in which the notes or intervals of a trial can sound.
  package var orders: Int { form?.orders.count ?? 1 }

  /// The same task with levels that may be negative, answered "higher" or not.
  package var signed: TrialTask {
    var task = self
    task.axis = Axis(unit: axis.unit, scale: .linear, isSigned: true)
    return task
  }
}

extension TrialTask {
  /// Whether a strategy of levels hears "correct" or "wrong" of an answer, rather than the answer itself.
  package var judgesAnswers: Bool { kind == .comparison && !axis.isSigned }

  /// Whether an answer is correct; `nil` if it is neither. In yes/no, "yes" to a signal and "no" to noise are
  /// correct, and a catch trial is not judged, because its level decides which answer is correct. A comparison at
  /// offset 0 and a matching are not judged either. A skipped trial is judged by the answer that stands for it.
  public func isCorrect(_ done: CompletedComparison) -> Bool? {
    switch kind {
    case .comparison: return done.isCorrect
    case .matching: return nil
    case .oddity, .axb, .sameDifferent: return done.isHigher
    case .forcedChoice: return done.isHigher == (done.comparison.level.kind != .noise)
    case .yesNo:
      let kind = done.comparison.level.kind
      return kind == .catch ? nil : done.isHigher == (kind != .noise)
    }
  }

  /// How an answer is written: higher, lower; yes, no; nil in a forced choice and in a choice among notes, which know
  /// correct alone.
  package func answerName(_ done: CompletedComparison) -> String? {
    switch kind {
    case .comparison: done.isHigher ? "higher" : "lower"
    case .yesNo: done.isHigher ? "yes" : "no"
    case .forcedChoice, .matching, .oddity, .axb, .sameDifferent: nil
    }
  }
}

extension CompletedComparison {
  /// The response that a level strategy receives. At offset 0 no answer is correct or wrong, and the sound counts as
  /// presented sharp.
  ///
  /// - Parameter isJudged: Whether the response says "correct" rather than "higher". Peach sets `true` in a
  ///   comparison with unsigned levels; in other tasks the answer already is "correct" or "yes".
  @inlinable
  @inline(__always)
  public func response(isJudged: Bool) -> Response {
    Response(isPositive: isJudged ? isCorrect ?? isHigher : isHigher, seconds: seconds)
  }
}

/// The sounds of a task's trials, as data. Rendering belongs to the module of sounds.
package protocol Stimulus: Sendable {
  /// The number of intervals in a trial.
  var intervals: Int { get }
  /// Seconds from the start of a trial to its last interval, and from there to its end, if all intervals have the standard.
  var seconds: (beforeLast: Double, last: Double) { get }
}
