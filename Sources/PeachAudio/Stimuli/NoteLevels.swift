package import PeachPitch
import PeachSupport
package import PeachTrials

/// The levels of a session's notes, and the scale on which they are stated.
///
/// A level in dB SPL holds at the frequency that sounds: on a device whose response slopes, the notes of a unison have gains of
/// their own. Gains of notes go by the key. A safe limit holds for what is played of a key too, however far from it.
package struct NoteLevels: Hashable, Sendable {
  /// The requested level of all notes, before their gains.
  package var asked: SoundLevel
  package var gains: NoteGains
  /// The calibration of the device; `nil` if it was not calibrated.
  package var calibration: LevelCalibration?
  /// Calibrations of the device's other channels, at the loudest level of these notes there: their safe limits hold too.
  package var others: [LevelCalibration] = []
  /// The frequency of A4, in Hz.
  package var referencePitch = 440.0

  package init(_ asked: SoundLevel, gains: NoteGains = .none, calibration: LevelCalibration? = nil) {
    self.asked = asked
    self.gains = gains
    self.calibration = calibration
  }

  /// The scale on which presented levels are stored.
  package var scale: SoundLevelScale {
    if case .pressure = asked { return .pressure }
    return calibration == nil ? .fullScale : .pressure
  }

  private func frequency(of key: MIDINote) -> Double { referencePitch * exp2((Double(key.number) - 69) / 12) }

  /// The loudest that is safe at a frequency in Hz, in dB FS, and that limit in dB SPL; `nil` if none was stated.
  private func safe(at frequency: Double) -> (level: Double, limit: Double)? {
    let all = others + [calibration].compactMap(\.self)
    return all.compactMap { known in known.limit.map { ($0 - known.offset(at: frequency), $0) } }.min { $0.0 < $1.0 }
  }

  /// dB SPL − dB FS at a frequency in Hz, by default that of a key; where nothing was measured, of a machine on which the
  /// level asked for is the standard one.
  private func offset(at key: MIDINote, sounding hertz: Double? = nil) -> Double {
    if let calibration { return calibration.offset(at: hertz ?? frequency(of: key)) }
    guard case .pressure(let level) = asked else { return 0 }
    return level - SoundSettings.standardLevel
  }

  /// In dB FS, as it was asked for: it may be above what there is.
  func wish(at key: MIDINote, sounding hertz: Double? = nil) -> Double {
    switch asked {
    case .fullScale(let level): level + gains.gain(of: key)
    case .pressure(let level): level + gains.gain(of: key) - offset(at: key, sounding: hertz)
    }
  }

  /// In dB FS: that asked for, in the range of levels and at most the safe one.
  ///
  /// - Parameter hertz: The frequency that sounds; by default that of the key.
  package func level(at key: MIDINote, sounding hertz: Double? = nil) -> AmplitudeDB {
    let range = AmplitudeDB.range
    let highest = min(limit(at: key)?.decibels ?? range.upperBound, range.upperBound)
    let level = max(range.lowerBound, min(highest, wish(at: key, sounding: hertz)))
    // In the range by now; a level that is not a number is the softest.
    return (try? AmplitudeDB(level)) ?? AmplitudeDB.softest
  }

  /// In dB FS; `nil` if no limit is known.
  ///
  /// - Parameter sounding: From where to where what is played of the key goes, if that is not its own frequency.
  package func limit(at key: MIDINote, sounding: ClosedRange<Double>? = nil) -> AmplitudeDB? {
    var frequencies = [frequency(of: key)]
    if let sounding {
      // Between two that were measured a device is no louder than at one of its ends.
      let measured = (others + [calibration].compactMap(\.self)).flatMap { $0.points.map(\.frequency) }
      frequencies += [sounding.lowerBound, sounding.upperBound] + measured.filter(sounding.contains)
    }
    guard let level = frequencies.compactMap({ safe(at: $0)?.level }).min() else { return nil }
    let range = AmplitudeDB.range
    return try? AmplitudeDB(min(range.upperBound, max(range.lowerBound, level)))
  }

  /// A level in dB FS, converted for a key to `scale` and rounded to a millionth.
  ///
  /// - Parameter hertz: The frequency that sounds; by default that of the key.
  package func told(_ level: AmplitudeDB, at key: MIDINote, sounding hertz: Double? = nil) -> Double {
    scale == .fullScale
      ? level.decibels : ((level.decibels + offset(at: key, sounding: hertz)) * 1e6).rounded() / 1e6
  }

  /// Why these levels are refused on a device, before any sound; `nil` if they are not.
  ///
  /// - Parameters:
  ///   - keys: All notes that may be heard.
  ///   - device: As messages call it.
  package func problem(among keys: ClosedRange<MIDINote>, on device: String) -> LevelProblem? {
    let all = (keys.lowerBound.number...keys.upperBound.number).map { MIDINote(unchecked: $0) }
    if case .pressure = asked, calibration == nil { return .uncalibrated(asked, device: device) }
    let excesses = all.compactMap { key in
      safe(at: frequency(of: key)).map { (decibels: wish(at: key) - $0.level, limit: $0.limit) }
    }
    // What was rounded on its way here is no louder for it.
    if let worst = excesses.max(by: { $0.decibels < $1.decibels }), worst.decibels > 1e-6 {
      return .unsafe(asked, level: worst.limit + worst.decibels, limit: worst.limit, device: device)
    }
    if case .pressure = asked, let highest = all.map({ wish(at: $0) }).max(), highest > 1e-6 {
      return .beyondFullScale(asked, decibels: highest, device: device)
    }
    return nil
  }
}

/// Why a level cannot be played on a device.
package enum LevelProblem: Hashable, Sendable {
  /// In dB SPL, of a device that was not calibrated.
  case uncalibrated(SoundLevel, device: String)
  /// Above the safe limit: both in dB SPL.
  case unsafe(SoundLevel, level: Double, limit: Double, device: String)
  /// Above the loudest there is, by so many dB.
  case beyondFullScale(SoundLevel, decibels: Double, device: String)

  package var reason: String {
    switch self {
    case .uncalibrated(let asked, let device):
      "level \(asked.description): \(device) is not calibrated, so the level must be in dB FS"
    case .unsafe(let asked, let level, let limit, let device):
      "level \(asked.description): \(Self.tenth(level)) dB SPL on \(device), above its safe limit of \(limit.shortest) dB SPL"
    case .beyondFullScale(let asked, let decibels, let device):
      "level \(asked.description): \(Self.tenth(decibels)) dB above the loudest level that \(device) can play"
    }
  }

  package var hint: String {
    switch self {
    case .uncalibrated: "peach calibrate level measures it; or state a level in dB FS, such as -12"
    case .unsafe: "choose a softer level; peach calibrate level --list shows the limit of each device"
    case .beyondFullScale: "choose a softer level, or turn the device up and calibrate it again"
    }
  }

  package var description: String { "\(reason)\n  hint: \(hint)" }

  private static func tenth(_ value: Double) -> String { ((value * 10).rounded() / 10).shortest }
}
