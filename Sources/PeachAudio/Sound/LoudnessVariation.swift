package import PeachPitch
import PeachSupport

/// Varies the target's level from comparison to comparison, so that loudness cannot stand in for pitch (E10).
package struct LoudnessVariation: Hashable, Sendable {
  /// The level offset at slider 1, in dB.
  package static let greatest = 2.0

  /// 0…1; 0 means identical levels.
  package let slider: Double

  /// - Parameter slider: 0…1.
  /// - Throws: `SoundError` if it is outside the range or not a number.
  package init(_ slider: Double) throws(SoundError) {
    guard (0...1).contains(slider) else {
      throw SoundError("vary-loudness must be between 0 and 1, got \(slider.shortest)")
    }
    self.slider = slider
  }

  /// The target's level: the reference's and an offset uniform in ±(slider × 2 dB), clamped to −90…12 dB and to a limit.
  ///
  /// - Parameters:
  ///   - reference: The level of the reference note.
  ///   - uniform: In [0, 1), drawn for every comparison, also at slider 0.
  ///   - limit: The highest level that is safe; `nil` if there is none but the range.
  package func targetLevel(
    reference: AmplitudeDB, uniform: Double, limit: AmplitudeDB? = nil
  ) -> AmplitudeDB {
    let varied = reference.decibels + (2 * uniform - 1) * slider * Self.greatest
    let range = AmplitudeDB.range
    let clamped = min(max(varied, range.lowerBound), min(range.upperBound, limit?.decibels ?? range.upperBound))
    return (try? AmplitudeDB(clamped)) ?? reference
  }
}
