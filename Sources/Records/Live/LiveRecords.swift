/// What the database holds of one listener, counted.
public struct ListenerRecord: Hashable, Sendable {
  /// A pseudonym: `[A-Za-z0-9][A-Za-z0-9+._-]*`.
  public var id: String
  public var sessions: Int
  public var comparisons: Int
  public var matchings: Int
  /// Whether simulated responders answer in its sessions, `nil` while it has none.
  public var isSimulated: Bool?
  /// When its last session began, ISO 8601 UTC.
  public var lastStartedAt: String?
}

/// One comparison of a listener's profile.
public struct ProfiledComparison: Hashable, Sendable {
  /// The session's number.
  public var session: Int
  /// MIDI numbers.
  public var reference: Int
  public var target: Int
  /// Signed, in cents.
  public var offset: Double
  public var isHigher: Bool
  /// Of the first answer of its session, ISO 8601 UTC; `nil` for a virtual clock.
  public var sessionTimestamp: String?

  public init(
    session: Int, reference: Int, target: Int, offset: Double, isHigher: Bool, sessionTimestamp: String? = nil
  ) {
    self.session = session
    self.reference = reference
    self.target = target
    self.offset = offset
    self.isHigher = isHigher
    self.sessionTimestamp = sessionTimestamp
  }
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
  /// 16 hexadecimal digits; empty of an imported session whose file does not say it.
  public var seed: String
  /// What was simulated, as it was specified; `nil` for a person.
  public var responder: String?
  /// Of the axis of levels: `linear` or `log`.
  public var scale: String
  /// Peach's version.
  public var version: String
  /// The build of Peach.
  public var build: String
  /// `nil` if nothing sounded, as are those below.
  public var device: String?
  /// Hertz.
  public var sampleRate: Int?
  /// What levels are relative to: `dB FS` or `dB SPL`.
  public var levelScale: String?
  /// `16`, `24` or `float`.
  public var sampleFormat: String?
  /// `both`, `left` or `right`.
  public var channel: String?
  /// dB SPL − dB FS at 1 kHz; `nil` if the device was not calibrated.
  public var levelOffset: Double?
  /// ISO 8601 UTC; `nil` for a virtual clock.
  public var startedAt: String?
  public var endedAt: String?
  /// `nil` while it runs, and where it was cut off.
  public var endReason: String?
  /// How many trials it had when it was read.
  public internal(set) var trials = 0
  /// False once the listener was reset, of a simulated responder, and where nothing was heard.
  public var isInProfile = true
  /// Of a trial, one of which is correct; 1 is yes/no.
  public var alternatives = 2
  /// The program that an imported session came from; `nil` for Peach's own.
  public var origin: String?
  /// The name of the file it was imported from; `nil` for what was played here. What a file does not say is empty.
  public internal(set) var importedFrom: String?
  /// The block of a study that it is; `nil` for a session by itself.
  public var block: String?
  /// Practice enters no profile and no fit.
  public var isPractice = false
  /// Why it was excluded, in words; `nil` if it was not.
  public var note: String?

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

extension SessionRecord {
  /// Why its trials enter no fit, no profile and no report; `nil` if they do.
  public var excluded: String? { note ?? (isPractice ? "practice" : nil) }
}

/// A study that listeners take part in: blocks of one experiment, which stays what it was when the first began.
public struct StudyRecord: Hashable, Sendable {
  /// The experiment's.
  public var name: String
  /// Of the experiment, with all that its listeners go through.
  public var digest: String
  /// The resolved experiment, as JSON.
  public var experiment: String

  public init(name: String, digest: String, experiment: String) {
    self.name = name
    self.digest = digest
    self.experiment = experiment
  }
}

/// A listener in a study.
public struct ParticipantRecord: Hashable, Sendable {
  public var study: String
  public var listener: String
  /// In order of arrival, from 1; that of one who was deleted is taken by the next.
  public var place: Int
  /// When the instructions were read to their end, ISO 8601 UTC; `nil` if they were not, or of a virtual clock.
  public var instructedAt: String?
}
