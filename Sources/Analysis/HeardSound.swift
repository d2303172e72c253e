import Records
import Trials

/// How trials of a listener sounded, as it was stored with them: one value for all trials that sounded alike.
public struct HeardSound: Sendable {
  /// The values that all of its trials share.
  struct Key: Hashable {
    var sound: String?
    var tuning: String?
    var referencePitch: Double?
    var noteDuration: Double?
    var gap: Double?
    var device: String?
    var onsetLatency: Double?
    var levelScale: String?
    var sampleRate: Int?
    var sampleFormat: String?
    var channel: String?
  }

  let key: Key
  /// The numbers of its sessions, rising.
  public private(set) var sessions: [Int] = []
  public private(set) var trials = 0
  /// The lowest and highest level that a note had, on the scale of levels; `nil` if none is stored.
  public private(set) var levels: ClosedRange<Double>?

  init(_ key: Key) { self.key = key }

  public var sound: String? { key.sound }
  public var tuning: String? { key.tuning }
  /// Hertz.
  public var referencePitch: Double? { key.referencePitch }
  /// Seconds.
  public var noteDuration: Double? { key.noteDuration }
  /// Seconds.
  public var gap: Double? { key.gap }
  /// `nil` if nothing sounded.
  public var device: String? { key.device }
  /// Seconds.
  public var onsetLatency: Double? { key.onsetLatency }
  /// `dB FS` or `dB SPL`.
  public var levelScale: String? { key.levelScale }
  /// Hertz.
  public var sampleRate: Int? { key.sampleRate }
  public var sampleFormat: String? { key.sampleFormat }
  public var channel: String? { key.channel }

  mutating func add(_ heard: Presentation, of session: Int) {
    trials += 1
    if sessions.last != session { sessions.append(session) }
    for level in [heard.referenceLevel, heard.targetLevel].compactMap(\.self) {
      levels = min(levels?.lowerBound ?? level, level)...max(levels?.upperBound ?? level, level)
    }
  }
}

extension HeardSound.Key {
  init(_ heard: Presentation, in session: SessionRecord) {
    self.init(
      sound: heard.sound, tuning: heard.tuning, referencePitch: heard.referencePitch,
      noteDuration: heard.noteDuration, gap: heard.gap, device: heard.device, onsetLatency: heard.onsetLatency,
      levelScale: session.levelScale, sampleRate: session.sampleRate, sampleFormat: session.sampleFormat,
      channel: session.channel)
  }
}

extension [HeardSound] {
  /// Adds a trial to those that sounded alike.
  mutating func add(_ heard: Presentation, in session: SessionRecord) {
    let key = HeardSound.Key(heard, in: session)
    // Trials in a row mostly sound alike.
    let place = lastIndex { $0.key == key } ?? endIndex
    if place == endIndex { append(HeardSound(key)) }
    self[place].add(heard, of: session.number)
  }
}
