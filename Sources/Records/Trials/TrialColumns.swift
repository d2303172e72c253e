import Configuration
public import Trials

/// A record that knows what was heard.
protocol Heard {
  var heard: Presentation { get set }
}

extension TrialRecord: Heard {}

/// The columns of trials, in the order in which they are exported.
///
/// A new one is a property of `TrialRecord` or `Presentation`, a line here, and a migration of the tables that store it.
public enum TrialColumns {
  public static let all: [RecordColumn<TrialRecord>] = [
    .init("trial", "Counts from 1 in its run or session", get: { $0.trial }, set: { $0.trial = $1 }),
    .init(
      "reference_note", unit: "MIDI", stored: "reference", "The reference note", get: { $0.reference },
      set: { $0.reference = $1 }),
    .init(
      "target_note", unit: "MIDI", stored: "target", "The note of the target before its offset", get: { $0.target },
      set: { $0.target = $1 }),
    .init(
      "interval", "From the reference note to the target note", get: { $0.interval }, set: { $0.interval = $1 }),
    .init(HeardColumns.tuning),
    .init(
      "offset_UNIT", unit: "UNIT", stored: "offset", "Of the target from the correct pitch; positive is sharp",
      get: { $0.offset }, set: { $0.offset = $1 }),
    .init(
      "level_UNIT", unit: "UNIT", stored: "level",
      "The level presented; in a comparison the size of the offset, or the signed offset",
      get: { $0.level }, set: { $0.level = $1 }),
    .init(
      "answer", "higher or lower; in yes/no, yes or no; else empty in a level task", get: { $0.answer },
      set: { $0.answer = $1 }),
    .init(
      "correct", "Whether the answer was correct; empty where it is neither", get: { $0.isCorrect },
      set: { $0.isCorrect = $1 }),
    .init(
      "reversal", "Whether the track reversed at this trial", get: { $0.isReversal }, set: { $0.isReversal = $1 }),
    .init(
      "estimate", unit: "UNIT", "The threshold that the strategy believed after the trial", get: { $0.estimate },
      set: { $0.estimate = $1 }),
    .init(
      "estimate_low", unit: "UNIT", stored: "low", "The lower end of its 95 % interval", get: { $0.low },
      set: { $0.low = $1 }),
    .init(
      "estimate_high", unit: "UNIT", stored: "high", "The upper end of its 95 % interval", get: { $0.high },
      set: { $0.high = $1 }),
    .init(HeardColumns.referencePitch), .init(HeardColumns.noteDuration), .init(HeardColumns.gap),
    .init(HeardColumns.sound), .init(HeardColumns.referenceLevel), .init(HeardColumns.targetLevel),
    .init(HeardColumns.device), .init(HeardColumns.onsetLatency), .init(HeardColumns.responseTime),
    .init(HeardColumns.timestamp),
    .init(
      "trial_kind", stored: "kind", "test, noise, catch or comfort; only test trials are fitted", get: { $0.kind },
      set: { $0.kind = $1 }),
    .init("track", "The name of the track; empty where there is one", get: { $0.track }, set: { $0.track = $1 }),
  ]

  public static let exported = all.filter(\.isExported)

  /// The tables that store them.
  static let ofResults = RecordTable(
    "trial", own: ["cell", "replicate"], all.filter { $0.source == .trial }, name: \.stored)
  static let ofListeners = RecordTable("comparison", own: ["session"], all, name: \.storedLive)
}

/// The columns of what was heard.
enum HeardColumns {
  typealias Heard = RecordColumn<Presentation>

  static let tuning = Heard(
    "tuning", from: .task, "The tuning of the target", get: { $0.tuning }, set: { $0.tuning = $1 })
  static let referencePitch = Heard(
    "reference_pitch_hz", unit: "Hz", from: .task, "The frequency of A4", get: { $0.referencePitch },
    set: { $0.referencePitch = $1 })
  static let noteDuration = Heard(
    "note_duration_s", unit: "s", from: .task, "The duration of each note", get: { $0.noteDuration },
    set: { $0.noteDuration = $1 })
  static let gap = Heard(
    "gap_s", unit: "s", from: .task, "The silence between the notes", get: { $0.gap }, set: { $0.gap = $1 })
  static let sound = Heard(
    "sound", from: .live, "The sound of the notes", get: { $0.sound }, set: { $0.sound = $1 })
  static let referenceLevel = Heard(
    "reference_level_db", unit: "dB", from: .live, "The presented level of the reference, on the session's level_scale",
    get: { $0.referenceLevel }, set: { $0.referenceLevel = $1 })
  static let targetLevel = Heard(
    "target_level_db", unit: "dB", from: .live, "The presented level of the target, on the session's level_scale",
    get: { $0.targetLevel }, set: { $0.targetLevel = $1 })
  static let device = Heard(
    "device", from: .live, "The audio device; empty where nothing sounded", get: { $0.device },
    set: { $0.device = $1 })
  static let onsetLatency = Heard(
    "onset_latency_s", unit: "s", from: .live, isExported: false, "The calibrated latency of the device",
    get: { $0.onsetLatency }, set: { $0.onsetLatency = $1 })
  static let responseTime = Heard(
    "response_time_s", unit: "s", from: .live, "From the onset of the target to the answer",
    get: { $0.responseTime }, set: { $0.responseTime = $1 })
  static let timestamp = Heard(
    "timestamp", from: .live, kind: .time, "When it was answered", get: { $0.timestamp },
    set: { $0.timestamp = $1 })

  static let all = [
    tuning, referencePitch, noteDuration, gap, sound, referenceLevel, targetLevel, device, onsetLatency, responseTime,
    timestamp,
  ]

  /// What the cells of a results file say for all their trials.
  static let ofCells = RecordTable(
    "cell", own: ["id", "strategy", "listener"], all.filter { $0.source == .task }, name: \.stored)
}
