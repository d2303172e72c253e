import PeachMath
import PeachSupport

/// The device that plays composed sounds: the level of full scale, its response by frequency, and the loudest that is safe.
///
/// A response is that of a device calibrated at several frequencies. It is made flat for levels in dB SPL by a filter without
/// delay. Between measured frequencies its gain in dB is a straight line over the logarithm of frequency.
package struct SoundOutput: Hashable, Sendable {
  /// dB SPL of a sine with peak 1 on a device that nobody measured, for files and simulations.
  package static let usualFullScale = 100.0
  /// Seconds over which a level is taken for the safe limit: the time constant of "fast" of sound level meters.
  ///
  /// Source: IEC 61672-1:2013, 5.8.
  static let window = 0.125
  /// Seconds of silence that keep the end of a filtered sound from its beginning.
  private static let padding = 0.25

  /// The level of a sine with peak 1 on the scale of the sounds: dB SPL at 1 kHz, or dB re a level of the listener's own.
  package let fullScale: Double
  private let calibration: LevelCalibration?
  /// Calibrations of other channels, whose safe limits hold too.
  private let others: [LevelCalibration]

  package init(fullScale: Double = usualFullScale) {
    self.fullScale = fullScale
    (calibration, others) = (nil, [])
  }

  /// A device as it was calibrated; `nil` if it was not.
  ///
  /// - Parameter others: Calibrations of other channels, whose safe limits hold too.
  package init(_ calibration: LevelCalibration?, others: [LevelCalibration] = []) {
    fullScale = calibration?.offset(at: 1000) ?? SoundOutput.usualFullScale
    self.calibration = calibration
    self.others = others
  }

  /// This device with a level of full scale on a scale whose 0 dB is a level in dB FS.
  package func relative(to level: Double) -> SoundOutput { SoundOutput(fullScale: -level, calibration, others) }

  private init(fullScale: Double, _ calibration: LevelCalibration?, _ others: [LevelCalibration]) {
    self.fullScale = fullScale
    self.calibration = calibration
    self.others = others
  }

  /// Samples for which the device makes the sound that they describe, at all frequencies.
  func equalised(_ samples: StereoSamples) -> StereoSamples {
    guard let calibration, calibration.points.count > 1, samples.frames > 0 else { return samples }
    let length = FourierTransform.length(
      holding: samples.frames + samples.rate.frames(SoundOutput.padding))
    let spacing = samples.rate.hertz / Double(length)
    let gains = (0...length / 2).map { k in
      pow(10, (fullScale - calibration.offset(at: Double(k) * spacing)) / 20)
    }
    return samples.changed { ear in
      var spectrum = FourierTransform.spectrum(of: ear, length: length)
      spectrum[0] *= gains[0]
      spectrum[length / 2] *= gains[length / 2]
      for k in 1..<length / 2 {
        spectrum[k] *= gains[k]
        spectrum[length - k] *= gains[k]
      }
      FourierTransform.inverse(&spectrum)
      return Array(spectrum.prefix(ear.count))
    }
  }

  /// - Parameter samples: As the device gets them. The device counts as loud as it is at its loudest frequency.
  /// - Throws: `SoundError` if some 125 ms at an ear are louder than is safe.
  func check(_ samples: StereoSamples) throws(SoundError) {
    let limits = ([calibration] + others).compactMap { device in
      device.flatMap { device in device.limit.map { (limit: $0, offset: device.greatestOffset) } }
    }
    guard let lowest = limits.min(by: { $0.limit - $0.offset < $1.limit - $1.offset }) else { return }
    let level = SoundOutput.loudest(samples) + lowest.offset
    // Rounding makes no sound louder.
    guard level > lowest.limit + 1e-6 else { return }
    throw SoundError(
      "the sound would be \(((level * 10).rounded() / 10).shortest) dB SPL, above the safe limit of "
        + "\(lowest.limit.shortest) dB SPL that is stored for the device",
      hint: "lower the levels; peach calibrate level --list shows the limit of each device", isTooLoud: true)
  }

  /// The level of the loudest window at either ear, in dB FS; a shorter sound counts as silent after its end.
  package static func loudest(_ samples: StereoSamples) -> Double {
    let window = samples.rate.frames(SoundOutput.window)
    let power = [samples.left, samples.right].map { ear in
      var (sum, greatest) = (0.0, 0.0)
      for (i, sample) in ear.enumerated() {
        sum += sample * sample
        if i >= window { sum -= ear[i - window] * ear[i - window] }
        greatest = max(greatest, sum)
      }
      return greatest
    }
    return 10 * log10(2 * (power.max() ?? 0) / Double(window))
  }
}
