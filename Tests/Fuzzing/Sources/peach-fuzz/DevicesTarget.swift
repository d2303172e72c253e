import PeachAudio
import PeachExperiments
import PeachPitch
import PeachSessions
import PeachStorage
import PeachSupport

/// Tables of what a meter read of a device's tones: each frequency has a level, and so has the stored profile.
struct DevicesTarget: FuzzTarget {
  static let name = "devices"

  private let calibration: DeviceCalibration

  init() throws {
    calibration = DeviceCalibration(
      device: SoundDevice("default"), channel: .both, timbre: Sine(), level: try AmplitudeDB(-20), seconds: 1)
  }

  func messages(of bytes: [UInt8]) -> [String] {
    peach_fuzz.messages {
      let readings = try DeviceReadings.read(TextFile.text(bytes, of: "x.csv"), file: "x.csv", level: -20)
      let empty = DeviceProfile(device: "default", channel: "both", calibratedAt: "", version: "")
      let profile = calibration.profile(empty, with: readings, limit: DeviceCalibration.usualLimit)
      guard let known = profile.calibration else { find("no calibration of \(readings.count) readings") }
      for hertz in stride(from: 10.0, through: 20_000, by: 333) {
        let offset = known.offset(at: hertz)
        if !(0...180).contains(offset) { find("\(offset) dB at \(hertz) Hz") }
        try calibration.check(Frequency(hertz), profile, limit: 90)
      }
      return []
    }
  }
}
