package import PeachAudio
package import PeachSimulation
package import PeachSupport
import PeachTrials

/// A look at composed sounds before anyone hears them: at both ends of the levels that a strategy can ask for.
package enum SoundCheck {
  /// The problem of a level.
  package struct Finding: Hashable, Sendable {
    package var problem: Problem
    /// Whether the sound can be made, but clips or is louder than is safe.
    package var isTooLoud: Bool
  }

  /// The levels at which no sound can be made, or only one that clips or is louder than is safe.
  ///
  /// - Parameters:
  ///   - seed: Of the experiment.
  ///   - folder: Of the experiment file, for sound files.
  package static func findings(
    of cell: Cell, seed: UInt64, folder: String, output: SoundOutput = SoundOutput()
  ) -> [Finding] {
    guard let stimulus = cell.task.composed, let reach = cell.factory?.facts.reach else {
      return []
    }
    let names = StreamNames(seed: seed, listener: cell.listener, strategy: cell.strategy)
    return [reach.levels.lowerBound, reach.levels.upperBound].filter(\.isFinite).distinct.compactMap { level in
      let draws = SoundDraws(level: level, sounds: names.sounds(replicate: 1), trial: 1, folder: folder)
      do throws(SoundError) {
        _ = try stimulus.rendered(draws, target: 1, rate: stimulus.sampleRate, output: output)
        return nil
      } catch {
        return Finding(
          problem: Problem(
            place: reach.place, path: reach.path, message: "level \(level.brief) \(reach.unit): \(error.reason)",
            hint: error.hint), isTooLoud: error.isTooLoud)
      }
    }
  }
}
