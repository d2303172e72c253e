import PeachMath
import PeachSupport
import Synchronization

/// A sound file of the researcher's, WAV or FLAC, from its beginning. Its first channel is used.
///
/// At a level of 0 dB FS it sounds as it is in the file. It must have the sample rate of the trial, because Peach does not
/// resample.
struct FileSource: SoundSource {
  static let key = "file"

  /// Relative to the folder of the experiment file.
  var path: String

  static func read(_ reader: SoundReader) -> FileSource? {
    reader.reader.optionalText(key, "Sound from a file: a WAV or FLAC file in the folder of the experiment file").map(
      FileSource.init)
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let place = path.hasPrefix("/") ? path : "\(draws.folder)/\(path)"
    let (samples, hertz) = try FileSource.samples(of: place)
    guard hertz == rate.hertz else {
      throw SoundError(
        "file: \(SafeText.quoted(path)) has \(hertz.shortest) samples per second, but the trial has a sample "
          + "rate of \(rate)",
        hint: "set sample-rate to that of the file, or convert the file")
    }
    return Recording(samples: samples)
  }

  /// The longest trial at the highest rate.
  private static let mostFrames = Int(ComposedStimulus.longest) * (SampleRate.allCases.map(\.rawValue).max() ?? 0)

  /// Files that were read, because every trial needs them again.
  private static let known = Mutex<[String: (samples: [Double], hertz: Double)]>([:])

  private static func samples(of path: String) throws(SoundError) -> (samples: [Double], hertz: Double) {
    if let found = known.withLock({ $0[path] }) { return found }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SoundError("file: \(SafeText.quoted(path)) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let (samples, hertz) = try SoundFile.read(descriptor, most: mostFrames)
    let found = (samples: samples.map(Double.init), hertz: hertz)
    known.withLock { $0[path] = found }
    return found
  }

  private struct Recording: SourceWaveform {
    var samples: [Double]

    func samples(
      _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
    ) -> [Double] {
      guard delay != 0 || phase != 0 else {
        return (0..<count).map { $0 < samples.count ? samples[$0] : 0 }
      }
      // Zeros around it, so that what is late does not return at the beginning.
      let length = FourierTransform.length(holding: 2 * max(count, samples.count) + 256)
      let spectrum = FourierTransform.spectrum(of: samples, length: length)
      var turned = SpectrumShift.shifted(spectrum, delay: delay, phase: phase, rate: rate)
      FourierTransform.inverse(&turned)
      return Array(turned.prefix(count))
    }
  }
}
