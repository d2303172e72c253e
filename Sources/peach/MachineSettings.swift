import Experiments
import Foundation
import Pitch
import Sessions
import Sound

/// Settings as this machine understands them: a tuning may be a Scala file on its disk.
extension TrainingSettings.Kinds {
  static let ofMachine = TrainingSettings.Kinds(
    tuning: { name in
      guard name.hasPrefix(ScalaScale.prefix), name != ScalaScale.prefix else {
        return try TrainingSettings.Kinds.builtIn.tuning(name)
      }
      let (file, label) = try ScaleFiles.read(String(name.dropFirst(ScalaScale.prefix.count)))
      do throws(PitchError) {
        return try ScalaScale(file, label: label)
      } catch {
        throw SettingError(
          "expected a Scala file of 12 notes, got one of \(file.noteCount)",
          hint: "an experiment file can say which degrees to take: tuning: \(name), map: […]")
      }
    }, sound: TrainingSettings.Kinds.builtIn.sound)
}

extension TrainingSettings {
  /// The settings that are stored, and what is to be said of those that mean nothing.
  static func ofMachine(_ stored: [String: String]) -> (settings: TrainingSettings, warnings: [String]) {
    read(stored: stored, .ofMachine)
  }

  /// Checks a value that was typed here: a file is one from here.
  static func typed(_ key: String, _ value: String) throws(SettingError) -> String {
    guard key == "tuning", value.hasPrefix(ScalaScale.prefix), value != ScalaScale.prefix else {
      return try checked(key, value, .ofMachine)
    }
    let path = URL(fileURLWithPath: String(value.dropFirst(ScalaScale.prefix.count))).path
    return try checked(key, ScalaScale.prefix + path, .ofMachine)
  }
}
