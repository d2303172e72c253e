import PeachStorage
import PeachTrials

/// How trials of a listener sounded, as it was stored with them: one value for all trials that sounded alike.
package struct HeardSound: Sendable {
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
  package private(set) var sessions: [Int] = []
  package private(set) var trials = 0
  /// The lowest and highest level that a note had, on the scale of levels; `nil` if none is stored.
  package private(set) var levels: ClosedRange<Double>?

  init(_ key: Key) { self.key = key }

  package var sound: String? { key.sound }
  package var tuning: String? { key.tuning }
  /// Hertz.
  package var referencePitch: Double? { key.referencePitch }
  /// Seconds.
  package var noteDuration: Double? { key.noteDuration }
  /// Seconds.
  package var gap: Double? { key.gap }
  /// `nil` if nothing sounded.
  package var device: String? { key.device }
  /// Seconds.
  package var onsetLatency: Double? { key.onsetLatency }
  /// `dB FS` or `dB SPL`.
  package var levelScale: String? { key.levelScale }
  /// Hertz.
  package var sampleRate: Int? { key.sampleRate }
  package var sampleFormat: String? { key.sampleFormat }
  package var channel: String? { key.channel }

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
