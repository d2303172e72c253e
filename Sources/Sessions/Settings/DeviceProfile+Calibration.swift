public import Records
public import Stimuli

extension DeviceProfile {
  /// What it says of levels; nil where only its latency was measured.
  public var calibration: LevelCalibration? {
    levels.isEmpty
      ? nil
      : LevelCalibration(
        points: levels.map { LevelCalibration.Point(frequency: $0.frequency, offset: $0.offset) }, limit: limit)
  }
}
