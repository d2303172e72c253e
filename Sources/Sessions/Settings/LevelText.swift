import Configuration
import Trials

/// Levels and gains as settings have them.
enum LevelText {
  static func parse(_ text: String) throws -> SoundLevel {
    guard let level = SoundLevel(parsing: text) else {
      throw SettingError("expected \(SoundLevel.expected), got \(Shown.quoted(text))")
    }
    return level
  }

  static func parseGains(_ text: String) throws -> NoteGains {
    guard let gains = NoteGains(parsing: text) else {
      throw SettingError("expected none, or \(NoteGains.expected), got \(Shown.quoted(text))")
    }
    return gains
  }
}
