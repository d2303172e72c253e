/// What the database holds of one listener, counted.
public struct ListenerRecord: Hashable, Sendable {
  /// A pseudonym: `[A-Za-z0-9][A-Za-z0-9+._-]*`.
  public var id: String
  public var sessions: Int
  public var comparisons: Int
  public var matchings: Int
  /// Whether simulated responders answer in its sessions, nil while it has none.
  public var isSimulated: Bool?
  /// When its last session began, ISO 8601 UTC.
  public var lastStartedAt: String?
}

/// The kinds of session, with trials in a table each.
public enum SessionKind: String, CaseIterable, Hashable, Sendable {
  case comparison, matching
}

/// One session of one listener.
public struct SessionRecord: Hashable, Sendable {
  /// The row; 0 until the session has begun.
  public internal(set) var id = 0
  /// Counts all sessions of the listener from 1; 0 until the session has begun.
  public internal(set) var number = 0
  public var listener: String
  public var kind: SessionKind
  /// The experiment's name.
  public var name: String
  public var strategy: String
  /// The resolved experiment, or the settings in force, as JSON.
  public var experiment: String
  /// The profile it started from, as JSON.
  public var profile: String
  /// 16 hexadecimal digits.
  public var seed: String
  /// What was simulated, as it was specified; nil for a person.
  public var responder: String?
  /// Of the axis of levels: `linear` or `log`.
  public var scale: String
  /// Peach's version.
  public var version: String
  /// What tells one build of Peach from another.
  public var build: String
  /// nil where nothing sounded, as are those below.
  public var device: String?
  /// Hertz.
  public var sampleRate: Int?
  /// What levels are relative to: `dB FS` or `dB SPL`.
  public var levelScale: String?
  /// ISO 8601 UTC; nil of a virtual clock.
  public var startedAt: String?
  public internal(set) var endedAt: String?
  /// nil while it runs, and where it was cut off.
  public internal(set) var endReason: String?
  /// How many trials it had when it was read.
  public internal(set) var trials = 0
  /// False once the listener was reset, of a simulated responder, and where nothing was heard.
  public var isInProfile = true

  public init(
    listener: String, kind: SessionKind, name: String, strategy: String, experiment: String, profile: String,
    seed: String, responder: String?, scale: String, version: String, build: String
  ) {
    self.listener = listener
    self.kind = kind
    self.name = name
    self.strategy = strategy
    self.experiment = experiment
    self.profile = profile
    self.seed = seed
    self.responder = responder
    self.scale = scale
    self.version = version
    self.build = build
  }
}

/// What was heard in a trial and when it was answered; on a virtual clock what would have been, without device and times.
public struct HeardRecord: Hashable, Sendable {
  public var tuning: String
  /// Hertz.
  public var referencePitch: Double
  /// Seconds.
  public var noteDuration: Double
  /// Seconds.
  public var gap: Double
  public var sound: String?
  /// The levels presented, on the session's scale of levels.
  public var referenceLevel: Double?
  public var targetLevel: Double?
  public var device: String?
  /// Of the device, in seconds: 0 unless it was calibrated.
  public var onsetLatency: Double?
  /// Seconds from the onset of the target.
  public var responseTime: Double?
  /// ISO 8601 UTC.
  public var timestamp: String?

  public init(tuning: String, referencePitch: Double, noteDuration: Double, gap: Double) {
    self.tuning = tuning
    self.referencePitch = referencePitch
    self.noteDuration = noteDuration
    self.gap = gap
  }
}

/// One answered comparison.
public struct ComparisonRecord: Hashable, Sendable {
  /// From 1 in its session.
  public var trial: Int
  /// `test`, `noise`, `catch` or `comfort`.
  public var kind: String
  /// The track's name, empty where there is one track.
  public var track: String
  /// MIDI numbers.
  public var reference: Int
  public var target: Int
  public var interval: String
  /// Signed cents.
  public var offset: Double
  /// Cents.
  public var level: Double
  /// `higher` or `lower`.
  public var answer: String
  /// nil at offset 0.
  public var isCorrect: Bool?
  public var isReversal: Bool
  public var estimate: Double?
  public var low: Double?
  public var high: Double?
  public var heard: HeardRecord

  public init(
    trial: Int, kind: String, track: String, reference: Int, target: Int, interval: String, offset: Double,
    level: Double, answer: String, isCorrect: Bool?, isReversal: Bool, heard: HeardRecord
  ) {
    self.trial = trial
    self.kind = kind
    self.track = track
    self.reference = reference
    self.target = target
    self.interval = interval
    self.offset = offset
    self.level = level
    self.answer = answer
    self.isCorrect = isCorrect
    self.isReversal = isReversal
    self.heard = heard
  }
}

/// One finished pitch matching.
public struct MatchingRecord: Hashable, Sendable {
  /// From 1 in its session.
  public var trial: Int
  /// MIDI numbers.
  public var reference: Int
  public var target: Int
  public var interval: String
  /// Signed cents, as is the error.
  public var initialOffset: Double
  public var error: Double
  /// How often the direction of tuning changed.
  public var adjustments: Int
  public var heard: HeardRecord

  public init(
    trial: Int, reference: Int, target: Int, interval: String, initialOffset: Double, error: Double, adjustments: Int,
    heard: HeardRecord
  ) {
    self.trial = trial
    self.reference = reference
    self.target = target
    self.interval = interval
    self.initialOffset = initialOffset
    self.error = error
    self.adjustments = adjustments
    self.heard = heard
  }
}
