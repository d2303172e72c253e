package import PeachPitch
import PeachSupport

/// One note as a timbre makes it: at no particular level, without ramps.
package struct Waveform: Sendable {
  enum Content {
    /// Amplitudes of the harmonics of a fundamental in sine phase, from the fundamental up.
    case harmonics(Frequency, [Double])
    case samples([Float])
  }

  let content: Content
  /// The RMS, times √2: 1 for a sine of peak 1. The note at 0 dB FS is the content divided by it.
  let size: Double

  /// A periodic sound.
  ///
  /// - Parameters:
  ///   - fundamental: Above 0.
  ///   - harmonics: Amplitudes from the fundamental up, in sine phase; at least one is not 0.
  package init(_ fundamental: Frequency, harmonics: [Double]) {
    content = .harmonics(fundamental, harmonics)
    size = sqrt(harmonics.reduce(0) { $0 + $1 * $1 })
    precondition(size > 0, "a waveform without sound")
  }

  /// A recorded or synthesised sound; its level is the RMS over all of it.
  ///
  /// - Parameter samples: At the rate they will be played at.
  /// - Throws: `SoundError` if all are 0 or one is not finite.
  package init(samples: [Float]) throws(SoundError) {
    content = .samples(samples)
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
    size = sqrt(2 * power)
    guard size > 0, size.isFinite else {
      throw SoundError(
        "the sound is silent, or some of its samples are infinite or not numbers")
    }
  }

  /// The highest level at which no sample and no point between samples of a periodic sound is beyond full scale, in
  /// dB FS.
  var highestLevel: Double { 20 * log10(size / peak) }

  /// The largest magnitude.
  var peak: Double {
    switch content {
    case .harmonics(_, let amplitudes): HarmonicPeak.of(amplitudes)
    case .samples(let samples): samples.reduce(0) { max($0, Double($1.magnitude)) }
    }
  }

  /// An upper bound of the magnitude. It is cheap to compute and seldom reached.
  var peakBound: Double {
    switch content {
    case .harmonics(_, let amplitudes): amplitudes.reduce(0) { $0 + $1.magnitude }
    case .samples: peak
    }
  }

  /// Writes the note at a level in dB FS, with its ramps.
  func write(level: Double, ramp: Ramp, rate: SampleRate, to output: UnsafeMutableBufferPointer<Float>) {
    let gain = pow(10, level / 20) / size
    switch content {
    case .harmonics(let fundamental, let amplitudes):
      HarmonicSum(fundamental.hertz / rate.hertz, amplitudes.map { $0 * gain }).write(to: output)
    case .samples(let samples):
      for i in 0..<output.count { output[i] = i < samples.count ? Float(gain * Double(samples[i])) : 0 }
    }
    for (i, factor) in ramp.factors(rate: rate, falling: false).enumerated() {
      output[i] = Float(Double(output[i]) * factor)
    }
    let falling = ramp.factors(rate: rate, falling: true)
    for (i, factor) in falling.enumerated() {
      let k = output.count - falling.count + i
      output[k] = Float(Double(output[k]) * factor)
    }
  }
}
