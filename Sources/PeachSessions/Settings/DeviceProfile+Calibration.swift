package import PeachAudio
package import PeachStorage
import PeachSupport

extension DeviceProfile {
  /// The calibration of levels; `nil` if only the latency was measured.
  package var calibration: LevelCalibration? {
    levels.isEmpty
      ? nil
      : LevelCalibration(
        points: levels.map { LevelCalibration.Point(frequency: $0.frequency, offset: $0.offset) }, limit: limit)
  }

  /// The largest levels on another channel of the same device. One channel is no louder than both; both are louder than one by
  /// 6.02 dB if their sounds add up in phase.
  fileprivate func bound(on other: String) -> LevelCalibration? {
    guard other != channel else { return nil }
    return calibration?.raised(by: other == "both" ? 20 * log10(2) : 0)
  }
}

extension NoteLevels {
  /// Takes over what was measured of a device: of that channel all, of others the safe limits.
  package mutating func calibrate(on device: String, _ channel: String, in database: LiveDatabase) throws(RecordsError)
  {
    calibrate(on: device, channel, by: try database.deviceProfiles())
  }

  /// Takes over what was measured of a device, out of the profiles of all devices.
  mutating func calibrate(on device: String, _ channel: String, by profiles: [DeviceProfile]) {
    let profiles = profiles.filter { $0.device == device }
    calibration = profiles.first { $0.channel == channel }?.calibration
    others = profiles.compactMap { $0.bound(on: channel) }
  }
}
