package import PeachAudio
package import PeachPitch
package import PeachStorage
import PeachSupport

/// The level of a device, by tones of one timbre and level and what a meter reads of them.
package struct DeviceCalibration: Sendable {
  /// A meter's reading of a tone.
  package struct Reading: Hashable, Sendable {
    package var frequency: Frequency
    /// The level of the played tone, in dB FS.
    package var level: Double
    /// In dB SPL.
    package var pressure: Double

    package init(frequency: Frequency, level: Double, pressure: Double) {
      self.frequency = frequency
      self.level = level
      self.pressure = pressure
    }
  }

  package var device: SoundDevice
  package var channel: Channel
  package var timbre: any Timbre
  package var level: AmplitudeDB
  package var seconds: Double

  package init(device: SoundDevice, channel: Channel, timbre: any Timbre, level: AmplitudeDB, seconds: Double) {
    self.device = device
    self.channel = channel
    self.timbre = timbre
    self.level = level
    self.seconds = seconds
  }

  /// dB SPL of a voltage across a transducer.
  ///
  /// - Parameters:
  ///   - voltage: RMS, in volts.
  ///   - sensitivity: dB SPL at 1 V.
  package static func pressure(ofVoltage voltage: Double, sensitivity: Double) -> Double {
    sensitivity + 20 * log10(voltage)
  }

  /// The profile of the device as it is stored; a new one where there is none.
  package func profile(in database: LiveDatabase?) throws(RecordsError) -> DeviceProfile {
    try database?.deviceProfile(device.name, channel.rawValue)
      ?? DeviceProfile(
        device: device.name, channel: channel.rawValue, calibratedAt: Timestamp.now(), version: BuildInfo.version)
  }

  /// The default limit, in dB SPL.
  package static let usualLimit = 85.0

  /// Refuses what is above a safe limit by what is known of the device.
  ///
  /// - Parameter frequency: Of the tone; `nil` for a noise of all frequencies.
  package func check(_ frequency: Frequency?, _ profile: DeviceProfile, limit: Double) throws(LiveSessionError) {
    guard let known = profile.calibration else { return }
    let expected = level.decibels + (frequency.map { known.offset(at: $0.hertz) } ?? known.greatestOffset)
    guard expected > limit + 1e-6 else { return }
    let shown = ((expected * 10).rounded() / 10).shortest
    throw LiveSessionError(
      .request,
      "--level: \(level.decibels.shortest) dB FS is \(shown) dB SPL on \(SafeText.quoted(device.name)) as it was calibrated, above the "
        + "safe limit of \(limit.shortest) dB SPL\n  hint: choose a softer tone, or delete the calibration with --forget"
    )
  }

  /// Plays a tone to its end.
  ///
  /// - Returns: Its level as it was played, in dB FS: softer than asked for where that would clip.
  /// - Throws: `SoundError` if it cannot be made or played.
  package func play(_ frequency: Frequency) throws(SoundError) -> Double {
    let tone = try RenderedSound.referenceTone(timbre, frequency, level: level, seconds: seconds, rate: .hz44100)
    try AplayPlayer(device: device, channel: channel).playToEnd(tone)
    return tone.parts[0].level.decibels
  }

  /// The profile with what was read in place of earlier levels.
  package func profile(_ profile: DeviceProfile, with readings: [Reading], limit: Double) -> DeviceProfile {
    var profile = profile
    profile.waveform = timbre.name
    profile.limit = limit
    profile.levels = readings.map {
      DeviceProfile.Level(frequency: $0.frequency.hertz, offset: (($0.pressure - $0.level) * 1e6).rounded() / 1e6)
    }.sorted { $0.frequency < $1.frequency }
    return profile
  }
}
