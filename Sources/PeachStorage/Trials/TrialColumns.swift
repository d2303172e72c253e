import PeachSupport
package import PeachTrials

/// The columns of trials, in the order in which they are exported.
///
/// A new one is a property of `TrialRecord` or `Presentation`, a line here, and a column of the tables that store it.
package enum TrialColumns {
  package static let all: [RecordColumn<TrialRecord>] = [
    .init("trial", in: .atLeast(1), "Number of the trial in its run or session, from 1", \.trial),
    .init(
      "reference_note", unit: "MIDI", stored: "reference", in: HeardColumns.notes, "Reference note of the interval",
      \.reference),
    .init(
      "target_note", unit: "MIDI", stored: "target", in: HeardColumns.notes,
      "Target note, before the offset is added",
      \.target),
    .init("interval", "Interval from the reference note to the target note", \.interval),
    .init(HeardColumns.tuning, in: \.heard),
    .init(
      "offset_UNIT", unit: "UNIT", stored: "offset",
      "Offset of the target note from its correct pitch; positive: sharp",
      \.offset),
    .init(
      "level_UNIT", unit: "UNIT", stored: "level", live: "level",
      "Level presented; in a comparison the size of the offset, or with signed levels the offset itself",
      \.level),
    .init(
      "answer", as: .answer,
      "Answer: higher or lower; in yes/no yes or no; in a live choice the chosen interval (first, second, …), "
        + "first or last, or same or different; else empty", \.answer),
    .init(
      "correct", "1 if the answer was correct, 0 if it was wrong; empty if the trial has no correct answer", \.isCorrect
    ),
    .init("reversal", "1 if the level changed its direction (up or down) at this trial, else 0", \.isReversal),
    .init(
      "estimate", unit: "UNIT", "The strategy's estimate of the threshold after this trial; empty if it has none yet",
      \.estimate),
    .init("estimate_low", unit: "UNIT", stored: "low", "Lower end of the 95 % interval of the estimate", \.low),
    .init("estimate_high", unit: "UNIT", stored: "high", "Upper end of the 95 % interval of the estimate", \.high),
    .init(HeardColumns.referencePitch, in: \.heard), .init(HeardColumns.noteDuration, in: \.heard),
    .init(HeardColumns.gap, in: \.heard), .init(HeardColumns.sound, in: \.heard),
    .init(HeardColumns.referenceLevel, in: \.heard), .init(HeardColumns.targetLevel, in: \.heard),
    .init(HeardColumns.device, in: \.heard), .init(HeardColumns.onsetLatency, in: \.heard),
    .init(HeardColumns.responseTime, in: \.heard), .init(HeardColumns.timestamp, in: \.heard),
    .init(
      "trial_kind", stored: "kind",
      "Kind of trial: test; noise (no signal); catch (an easy check of attention); comfort (an easy trial after "
        + "errors). Fits use only test trials", \.kind),
    .init("track", "Name of the interleaved track; empty if there is only one track", \.track),
    .init(
      "order", stored: "note_order", from: .live, isExported: false,
      "Order of the notes or intervals in a choice; A: reference note or standard, B: target", \.order),
  ]

  package static let exported = all.filter(\.isExported)

  /// Further columns in exports of listeners.
  package static let ofListenersAlone: [RecordColumn<TrialRecord>] =
    [
      .init(
        "timed_out", from: .live,
        "1 if the deadline passed without an answer, else 0; empty if there was no deadline. Such a trial counts as "
          + "wrong (correct is 0), or is skipped (correct is empty)",
        \.isTimedOut)
    ] + HeardColumns.ofListenersAlone.map { .init($0, in: \.heard) }

  /// The tables that store them.
  static let ofResults = RecordTable(
    "trial", own: ["cell", "replicate"], all.filter { $0.source == .trial }, stored: \.stored)
  static let ofListeners = RecordTable(
    "comparison", own: ["session"], all + ofListenersAlone, stored: \.storedLive)
}

/// The columns of what was heard.
enum HeardColumns {
  typealias Heard = RecordColumn<Presentation>

  /// MIDI numbers.
  static let notes = Bounds.within(0...127)

  static let tuning = Heard("tuning", from: .task, "Tuning that defines the correct pitch of the target note", \.tuning)
  static let referencePitch = Heard(
    "reference_pitch_hz", unit: "Hz", from: .task, in: .positive, "Frequency of the note A4", \.referencePitch)
  static let noteDuration = Heard(
    "note_duration_s", unit: "s", from: .task, in: .positive, "Duration of each note", \.noteDuration)
  static let gap = Heard("gap_s", unit: "s", from: .task, in: .atLeast(0), "Silence between the notes", \.gap)
  static let sound = Heard(
    "sound", from: .live, "Sound of the notes (peach list sounds); composed if the task composes sounds of its own",
    \.sound)
  static let referenceLevel = Heard(
    "reference_level_db", unit: "dB", from: .live,
    "Sound level of the reference as played, in dB FS or dB SPL: see the column level_scale of the table sessions",
    \.referenceLevel)
  static let targetLevel = Heard(
    "target_level_db", unit: "dB", from: .live,
    "Sound level of the target as played, in dB FS or dB SPL: see the column level_scale of the table sessions",
    \.targetLevel)
  static let device = Heard("device", from: .live, "Sound device; empty if no sound was played", \.device)
  static let onsetLatency = Heard(
    "onset_latency_s", unit: "s", from: .live, isExported: false, "Calibrated latency of the sound device",
    \.onsetLatency)
  static let responseTime = Heard(
    "response_time_s", unit: "s", from: .live, in: .atLeast(0),
    "Response time: from the onset of the target (in a choice, of the last note or interval) to the answer",
    \.responseTime)
  static let timestamp = Heard("timestamp", from: .live, kind: .time, "Time of the answer (UTC)", \.timestamp)

  /// Answers to what is asked besides, in exports of listeners.
  static let ofListenersAlone = [
    Heard(
      "confidence", from: .live, in: .within(0...9),
      "The rating of confidence after the answer, on the scale of the study; empty if none was asked for",
      \.confidence),
    Heard(
      "confidence_time_s", unit: "s", from: .live, in: .atLeast(0),
      "Time from the question of confidence to the rating",
      \.confidenceTime),
    Heard(
      "repeats", from: .live, in: .atLeast(0),
      "How often the listener heard the sound of the trial again; empty if that was not allowed", \.repeats),
  ]

  static let all = [
    tuning, referencePitch, noteDuration, gap, sound, referenceLevel, targetLevel, device, onsetLatency, responseTime,
    timestamp,
  ]

  /// Columns whose value the cells of a results file state for all their trials.
  static let ofCells = RecordTable(
    "cell", own: ["id", "strategy", "listener", "alternatives"], all.filter { $0.source == .task }, stored: \.stored)
}
