import PeachPitch
import PeachSupport

/// Levels that do not clip.
enum Level {
  /// The level asked for, or the highest at which the waveform does not go beyond full scale.
  static func limited(_ level: AmplitudeDB, _ waveform: Waveform) -> AmplitudeDB {
    if pow(10, level.decibels / 20) * waveform.peakBound <= waveform.size { return level }
    // No sound of a minute has a peak of 90 dB above its RMS, so that the limit is in the range of levels.
    return min(level, (try? AmplitudeDB(waveform.highestLevel)) ?? level)
  }
}
