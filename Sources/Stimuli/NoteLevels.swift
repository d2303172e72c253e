import Configuration
import Glibc
public import Pitch
public import Trials

/// How loud the notes of a session are to be, and on which scale that is told.
///
/// Levels go by the key of a note, so that both notes of a unison have the same.
public struct NoteLevels: Hashable, Sendable {
  /// Of all notes, before their gains.
  public var asked: SoundLevel
  public var gains: NoteGains
  /// Of the device; nil where it was not calibrated.
  public var calibration: LevelCalibration?

  public init(_ asked: SoundLevel, gains: NoteGains = .none, calibration: LevelCalibration? = nil) {
    self.asked = asked
    self.gains = gains
    self.calibration = calibration
  }

  /// What presented levels are told on.
  public var scale: LevelScale {
    if case .pressure = asked { return .pressure }
    return calibration == nil ? .fullScale : .pressure
  }

  /// dB SPL − dB FS at a key; where nothing was measured, of a machine on which the level asked for is the standard one.
  private func offset(at key: MIDINote) -> Double {
    if let calibration {
      return calibration.offset(at: 440 * exp2((Double(key.number) - 69) / 12))
    }
    guard case .pressure(let level) = asked else { return 0 }
    return level - Sounding.standardLevel
  }

  /// In dB FS, as it was asked for: it may be above what there is.
  func wish(at key: MIDINote) -> Double {
    switch asked {
    case .fullScale(let level): level + gains.gain(of: key)
    case .pressure(let level): level + gains.gain(of: key) - offset(at: key)
    }
  }

  /// In dB FS: that asked for, in the range of levels and at most the safe one.
  public func level(at key: MIDINote) -> AmplitudeDB {
    let range = AmplitudeDB.range
    let highest = min(limit(at: key)?.decibels ?? range.upperBound, range.upperBound)
    let level = max(range.lowerBound, min(highest, wish(at: key)))
    // In the range by now; a level that is no number is the softest.
    return (try? AmplitudeDB(level)) ?? AmplitudeDB.softest
  }

  /// In dB FS; nil where nothing was measured.
  public func limit(at key: MIDINote) -> AmplitudeDB? {
    guard let limit = calibration?.limit else { return nil }
    let range = AmplitudeDB.range
    return try? AmplitudeDB(min(range.upperBound, max(range.lowerBound, limit - offset(at: key))))
  }

  /// A level in dB FS as it is told of a key: on `scale`, to a millionth.
  public func told(_ level: AmplitudeDB, at key: MIDINote) -> Double {
    scale == .fullScale ? level.decibels : ((level.decibels + offset(at: key)) * 1e6).rounded() / 1e6
  }

  /// Why these levels are refused on a device, before any sound; nil where they are not.
  ///
  /// - Parameters:
  ///   - keys: All notes that may be heard.
  ///   - device: As messages call it.
  public func problem(among keys: ClosedRange<MIDINote>, on device: String) -> LevelProblem? {
    let all = (keys.lowerBound.number...keys.upperBound.number).map { MIDINote(unchecked: $0) }
    guard let loudest = all.max(by: { wish(at: $0) + offset(at: $0) < wish(at: $1) + offset(at: $1) }) else {
      return nil
    }
    if case .pressure = asked, calibration == nil { return .uncalibrated(asked, device: device) }
    if let limit = calibration?.limit {
      let level = wish(at: loudest) + offset(at: loudest)
      // What was rounded on its way here is no louder for it.
      if level > limit + 1e-6 { return .unsafe(asked, level: level, limit: limit, device: device) }
    }
    if case .pressure = asked, let highest = all.map(wish(at:)).max(), highest > 1e-6 {
      return .beyondFullScale(asked, decibels: highest, device: device)
    }
    return nil
  }
}

/// Why a level cannot be played on a device.
public enum LevelProblem: Hashable, Sendable {
  /// In dB SPL, of a device that was not calibrated.
  case uncalibrated(SoundLevel, device: String)
  /// Above the safe limit: both in dB SPL.
  case unsafe(SoundLevel, level: Double, limit: Double, device: String)
  /// Above the loudest there is, by so many dB.
  case beyondFullScale(SoundLevel, decibels: Double, device: String)

  public var reason: String {
    switch self {
    case .uncalibrated(let asked, let device):
      "level \(asked.description): \(device) was not calibrated, so that only dB FS mean anything there"
    case .unsafe(let asked, let level, let limit, let device):
      "level \(asked.description): \(Self.tenth(level)) dB SPL on \(device), above its safe limit of \(limit.shortest) dB SPL"
    case .beyondFullScale(let asked, let decibels, let device):
      "level \(asked.description): \(Self.tenth(decibels)) dB above what \(device) can play at its volume"
    }
  }

  public var hint: String {
    switch self {
    case .uncalibrated: "peach calibrate level measures it; or state a level in dB FS, such as -12"
    case .unsafe: "take a softer level; peach calibrate level --list shows the limit of each device"
    case .beyondFullScale: "take a softer level, or turn the device up and calibrate it anew"
    }
  }

  public var description: String { "\(reason)\n  hint: \(hint)" }

  private static func tenth(_ value: Double) -> String { ((value * 10).rounded() / 10).shortest }
}
