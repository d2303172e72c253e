import PeachPitch
import PeachSupport

/// Harmonics of a fundamental in sine phase that goes on and on: the phase is the sum of all steps so far, so that a
/// change of frequency never breaks it.
///
/// sin (k + 1)θ = 2 cos θ · sin kθ − sin (k − 1)θ: one sine and one cosine a sample, and two multiplications for each harmonic.
///
/// Source: Chebyshev's recurrence; NIST, *Digital Library of Mathematical Functions*, §18.9.
struct HarmonicVoice: HeldVoice {
  let amplitudes: [Double]
  private let rate: SampleRate
  /// The phase of the fundamental, in cycles, 0…1.
  private var phase = 0.0
  /// The frequency of the fundamental, in cycles per sample.
  private var step: Glide

  /// - Parameter amplitudes: From the fundamental up, at least one.
  init(_ frequency: Frequency, _ amplitudes: [Double], rate: SampleRate) {
    self.amplitudes = amplitudes
    self.rate = rate
    step = Glide(at: frequency.hertz / rate.hertz, rate: rate)
  }

  var size: Double { sqrt(amplitudes.reduce(0) { $0 + $1 * $1 }) }
  var peak: Double { HarmonicPeak.of(amplitudes) }

  mutating func tune(to frequency: Frequency) { step.target = frequency.hertz / rate.hertz }

  mutating func write(gain: Double, to output: UnsafeMutableBufferPointer<Float>) {
    for i in output.indices {
      let angle = 2 * .pi * (phase - phase.rounded())
      let twice = 2 * cos(angle)
      var before = 0.0
      var harmonic = sin(angle)
      var sum = 0.0
      for amplitude in amplitudes {
        sum += amplitude * harmonic
        (before, harmonic) = (harmonic, twice * harmonic - before)
      }
      output[i] = Float(gain * sum)
      phase += step.value
      phase -= phase.rounded(.down)
      step.advance()
    }
  }
}
