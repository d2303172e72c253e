import PeachSupport

/// A level of notes as it is stated: of the samples, or of the sound that a calibrated device plays.
package enum SoundLevel: Hashable, Sendable {
  /// In dB FS: 0 dB is the RMS of a sine of peak 1.
  case fullScale(Double)
  /// In dB SPL, re 20 µPa.
  case pressure(Double)

  /// The levels that can be stated, in dB FS and in dB SPL.
  package static let fullScales = -90.0...0.0
  package static let pressures = 0.0...120.0

  package static let expected =
    "a level in dB FS from -90 to 0, such as -12, or in dB SPL from 0 to 120, such as 65 dB SPL"

  /// Reads `-12`, `-12 dB FS` or `65 dB SPL`; `nil` for other texts or a level out of range.
  package init?(parsing text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, let number = NumberGrammar.double(String(first)) else { return nil }
    switch words.dropFirst().joined(separator: " ").lowercased() {
    case "", "db fs":
      guard Self.fullScales.contains(number) else { return nil }
      self = .fullScale(number)
    case "db spl":
      guard Self.pressures.contains(number) else { return nil }
      self = .pressure(number)
    default: return nil
    }
  }

  /// The level as in files and settings; a level in dB FS is only the number.
  package var text: String {
    switch self {
    case .fullScale(let number): number.shortest
    case .pressure(let number): "\(number.shortest) dB SPL"
    }
  }

  /// With its scale.
  package var description: String {
    switch self {
    case .fullScale(let number): "\(number.shortest) dB FS"
    case .pressure: text
    }
  }
}

/// A scale of levels, as it is stored with a session.
package enum SoundLevelScale: String, CaseIterable, Hashable, Sendable {
  /// Relative to full scale, not calibrated to sound pressure.
  case fullScale = "dB FS"
  case pressure = "dB SPL"
  /// Relative to the listener's threshold of a sound, in a block of the same study.
  case sensation = "dB SL"
  /// Relative to the level of a sound that the listener set to be comfortable.
  case comfort = "dB re comfort"

  /// Whether it is relative to a level of the listener's own.
  package var isRelative: Bool { self == .sensation || self == .comfort }
}
