package import PeachTrials

/// The numbers of records of one listener.
package struct ListenerRecord: Hashable, Sendable {
  /// A pseudonym: `[A-Za-z0-9][A-Za-z0-9+._-]*`.
  package var id: String
  package var sessions: Int
  package var comparisons: Int
  package var matchings: Int
  /// Whether simulated responders answer in its sessions, `nil` while it has none.
  package var isSimulated: Bool?
  /// When its last session began, ISO 8601 UTC.
  package var lastStartedAt: String?
}

/// One comparison of a listener's profile.
package struct ProfiledComparison: Hashable, Sendable {
  /// The session's number.
  package var session: Int
  /// MIDI numbers.
  package var reference: Int
  package var target: Int
  /// Signed, in cents.
  package var offset: Double
  package var isHigher: Bool
  /// The time of the session's first answer, ISO 8601 UTC; `nil` for a virtual clock.
  package var sessionTimestamp: String?

  package init(
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
package enum SessionKind: String, CaseIterable, Hashable, Sendable {
  case comparison, matching
}

/// One session of one listener.
package struct SessionRecord: Hashable, Sendable {
  /// The row; 0 until the session has begun.
  package internal(set) var id = 0
  /// Counts all sessions of the listener from 1; 0 until the session has begun.
  package internal(set) var number = 0
  package var listener: String
  package var kind: SessionKind
  /// The experiment's name.
  package var name: String
  package var strategy: String
  /// The resolved experiment, or the settings in force, as JSON.
  package var experiment: String
  /// The profile it started from, as JSON.
  package var profile: String
  /// 16 hexadecimal digits; empty of an imported session whose file does not say it.
  package var seed: String
  /// The specification of the simulated listener; `nil` for a person.
  package var responder: String?
  /// The axis of levels: `linear` or `log`.
  package var scale: String
  /// The unit of levels: `cents`, `dB`.
  package var unit = "cents"
  /// Peach's version.
  package var version: String
  /// The build of Peach.
  package var build: String
  /// `nil` if nothing sounded, as are those below.
  package var device: String?
  /// Hertz.
  package var sampleRate: Int?
  /// The reference of levels: `dB FS` or `dB SPL`.
  package var levelScale: String?
  /// `16`, `24` or `float`.
  package var sampleFormat: String?
  /// `both`, `left` or `right`.
  package var channel: String?
  /// A level on the session's scale minus the same level in dB FS, at 1 kHz for dB SPL; `nil` without calibration in dB FS.
  package var levelOffset: Double?
  /// ISO 8601 UTC; `nil` for a virtual clock.
  package var startedAt: String?
  package var endedAt: String?
  /// `nil` while it runs, and where it was cut off.
  package var endReason: String?
  /// How many trials it had when it was read.
  package internal(set) var trials = 0
  /// False once the listener was reset, of a simulated responder, and where nothing was heard.
  package var isInProfile = true
  /// The number of alternatives of a trial, one of which is correct; 1 is yes/no.
  package var alternatives = 2
  /// The program that an imported session came from; `nil` for Peach's own.
  package var origin: String?
  /// The name of the file it was imported from; `nil` for what was played here. What a file does not say is empty.
  package internal(set) var importedFrom: String?
  /// The block of a study that it is; `nil` for a session by itself.
  package var block: String?
  /// The day of the study; `nil` if the study has no days.
  package var day: String?
  /// The condition of the block; `nil` if the block has none.
  package var condition: String?
  /// The listener's group in the study; `nil` if the study has none.
  package var group: String?
  /// Practice enters no profile and no fit.
  package var isPractice = false
  /// Why it was excluded, in words; `nil` if it was not.
  package var note: String?
  /// How many trials were discarded and asked again because their sound stalled.
  package var stalls = 0
  /// How the listener answered: keys, deadline, confidence and repeats, as JSON; `nil` if nothing was unusual.
  package var responses: String?
  /// Whether the listener had swapped keys; `nil` if the study swaps none.
  package var hasSwappedKeys: Bool?
  /// How many trials were discarded and asked again because no answer came in time.
  package var timeouts = 0

  package init(
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
  /// The part of a study that it is; `nil` for a session by itself.
  package var part: LabPart? { block.map { LabPart(block: $0, day: day, condition: condition) } }
  /// Why its trials enter no fit, no profile and no report; `nil` if they do.
  package var excluded: String? { note ?? (isPractice ? "practice" : nil) }
}

/// A study that listeners take part in: blocks of one experiment, which stays what it was when the first began.
package struct StudyRecord: Hashable, Sendable {
  /// The experiment's.
  package var name: String
  /// A digest of the experiment, with everything that its listeners go through.
  package var digest: String
  /// The resolved experiment, as JSON.
  package var experiment: String

  package init(name: String, digest: String, experiment: String) {
    self.name = name
    self.digest = digest
    self.experiment = experiment
  }
}

/// A listener in a study.
package struct ParticipantRecord: Hashable, Sendable {
  package var study: String
  package var listener: String
  /// From 1: the place that was chosen, or the lowest that was free on arrival.
  package var place: Int
  /// The listener's group; `nil` if the study has none.
  package var group: String?
  /// When the instructions were read to their end, ISO 8601 UTC; `nil` if they were not, or of a virtual clock.
  package var instructedAt: String?
}

/// A link to the listener's page: the secret in it, and whose page it opens.
package struct PageLink: Hashable, Sendable {
  /// Whose page a link opens.
  package enum Role: Hashable, Sendable {
    case listener(String)
    /// Anyone: the browser brings or invents the listener's ID.
    case anyone
    case researcher
  }

  /// 32 hexadecimal digits: 128 random bits.
  package var token: String
  package var role: Role
  /// The study; `nil` for training.
  package var study: String?

  package init(token: String, role: Role, study: String?) {
    self.token = token
    self.role = role
    self.study = study
  }
}

/// The measurements of one channel of a sound device of this machine.
package struct DeviceProfile: Hashable, Sendable {
  /// How loud it is at one frequency.
  package struct Level: Hashable, Sendable {
    /// Hz.
    package var frequency: Double
    /// dB SPL − dB FS.
    package var offset: Double

    package init(frequency: Double, offset: Double) {
      self.frequency = frequency
      self.offset = offset
    }
  }

  /// The device's name for aplay.
  package var device: String
  /// `both`, `left` or `right`.
  package var channel: String
  /// The sound that was measured; `nil` if only its latency was.
  package var waveform: String?
  /// By frequency, each once; none where only its latency was measured.
  package var levels: [Level] = []
  /// The highest level that is safe, in dB SPL.
  package var limit: Double?
  /// Seconds from the player's reading of a sample to its sound; `nil` if it was not measured.
  package var onsetLatency: Double?
  /// ISO 8601 UTC: when it was last measured.
  package var calibratedAt: String
  /// Peach's version.
  package var version: String

  package init(device: String, channel: String, calibratedAt: String, version: String) {
    self.device = device
    self.channel = channel
    self.calibratedAt = calibratedAt
    self.version = version
  }
}

/// A stored answer to a question of a study.
package struct AnswerRecord: Hashable, Sendable {
  /// The person or program that gave the answer.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    case listener
    /// A simulated listener.
    case responder
    /// The experimenter, by command.
    case experimenter
  }

  package var question: String
  /// The session of the block that the question follows; `nil` for other questions.
  package var session: SessionRecord?
  package var answer: LabAnswer
  package var source: Source
  /// The language in which the question was read; `nil` from the experimenter.
  package var language: PageLanguage?
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package var time: String?
  /// The values that the experimenter replaced, the last one first, separated by `; `; `nil` if there are none.
  package internal(set) var earlier: String?

  package init(
    _ question: String, session: SessionRecord? = nil, _ answer: LabAnswer, source: Source, language: PageLanguage?,
    time: String?
  ) {
    self.question = question
    self.session = session
    self.answer = answer
    self.source = source
    self.language = language
    self.time = time
  }
}

/// A consent to take part in a study, or the refusal of it.
package struct ConsentRecord: Hashable, Sendable {
  package var text: ConsentVersion
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package var time: String?

  package init(_ text: ConsentVersion, time: String?) {
    self.text = text
    self.time = time
  }
}
