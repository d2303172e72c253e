import Glibc
import Pitch

/// Levels that do not clip.
enum Level {
  /// The level asked for, or the highest at which the waveform does not go beyond full scale.
  static func limited(_ level: AmplitudeDB, _ waveform: Waveform) throws(SoundError) -> AmplitudeDB {
    if pow(10, level.decibels / 20) * waveform.peakBound <= waveform.size { return level }
    let highest = waveform.highestLevel
    guard level.decibels > highest else { return level }
    do {
      return try AmplitudeDB(highest)
    } catch {
      throw SoundError("the sound has peaks so high that it must be softer than -90 dB FS")
    }
  }
}
