package import PeachTrials

/// All that chance and the strategy decide about one interval: the level, and the streams of its draws.
///
/// A draw depends on its name, trial and interval only, never on other draws. So a trial sounds the same whenever it is
/// rendered.
package struct SoundDraws: Hashable, Sendable {
  /// The level that the strategy asks for, in the task's unit.
  package var level: Double
  /// Names the run.
  package var sounds: RunSounds
  /// From 1.
  package var trial: Int
  /// From 1 in the order of sounding.
  package var interval = 1

  /// The folder of the experiment file, for sound files.
  package var folder: String

  package init(level: Double, sounds: RunSounds, trial: Int, folder: String) {
    self.level = level
    self.sounds = sounds
    self.trial = trial
    self.folder = folder
  }

  /// The stream of a named draw.
  func stream(_ key: String, each scope: DrawScope) -> RandomStream {
    let place =
      switch scope {
      case .interval: ["trial", String(trial), "interval", String(interval)]
      case .trial: ["trial", String(trial)]
      case .session: [String]()
      }
    return StreamFamily(seed: sounds.seed, path: sounds.path + place + [key]).stream(replicate: sounds.replicate)
  }

  func value(_ number: StimulusNumber) -> Double {
    switch number {
    case .fixed(let value): return value
    case .varied(let varied): return varied.value(at: level)
    case .changed(let standard, let change): return change.value(value(standard), at: level)
    case .drawn(let low, let high, let scope, let key):
      var stream = stream(key, each: scope)
      return low + (high - low) * stream.unit()
    }
  }
}
