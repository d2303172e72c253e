import PeachSupport
import PeachTrials

/// Levels and gains as settings have them.
enum LevelText {
  static func parse(_ text: String) throws -> SoundLevel {
    guard let level = SoundLevel(parsing: text) else {
      throw SettingError("expected \(SoundLevel.expected), got \(SafeText.quoted(text))")
    }
    return level
  }

  static func parseGains(_ text: String) throws -> NoteGains {
    guard let gains = NoteGains(parsing: text) else {
      throw SettingError("expected none, or \(NoteGains.expected), got \(SafeText.quoted(text))")
    }
    return gains
  }
}
