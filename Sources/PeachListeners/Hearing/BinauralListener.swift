package import PeachAudio
import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener with two ears, by equalisation and cancellation: it delays one ear against the other so that the sounds of the trial
/// cancel best, subtracts one ear from the other, and takes what is left for the target.
///
/// Amplitudes and delays of each ear are inexact. The number of an interval is the expected energy of the difference in dB, after
/// an auditory filter: a component at the angular frequency ω leaves (1 + σ²)(L² + R²) − 2·e^(−(ωδ)²)·Re(L·R*), with the errors σ of
/// amplitude and δ of delay. So a tone that is inverted at one ear in a noise equal at both is heard at a level lower by
/// (k + 1)∕(k − 1), k = (1 + σ²)·e^((ωδ)²). It has no path for one ear alone.
///
/// Source: Durlach (1963), J. Acoust. Soc. Am. 35:1206–1218.
package struct BinauralListener: IntervalListener {
  package static let kind = "binaural"
  package static let summary =
    "a model of binaural hearing: delays one ear's sound, subtracts it from the other's, and judges the intervals of "
    + "a trial by the rest; slow"
  package static let behaviour =
    "The listener delayed the sound of one ear, subtracted it from that of the other, and judged the intervals by the remainder."
  package static let source = "Durlach (1963), J. Acoust. Soc. Am. 35:1206–1218"
  package static let example = "centre: 500, noise: 0.5, lapse: 0.01"

  package var choice: IntervalChoice
  /// Hz.
  private let centre: Double
  /// Seconds by which the left ear is delayed; `nil` for the delay that cancels best.
  private let delay: Double?
  /// The standard deviation of the relative amplitude.
  private let amplitudeError: Double
  /// The standard deviation of the delay in seconds.
  private let delayError: Double
  /// The filters for a length of the spectrum, made when they are first needed.
  private var filters: [Int: AuditoryFilter] = [:]

  /// Delays that it tries, in seconds.
  private static let delays = stride(from: -1000, through: 1000, by: 10).map { Double($0) * 1e-6 }

  package static func read(_ reader: Reader, in task: TrialTask) -> BinauralListener {
    let centre = reader.number(
      "centre", unit: "Hz", in: .within(50...15_000), default: 500, "Centre frequency of the listener's auditory filter"
    )
    let delay = reader.optionalNumber(
      "delay", unit: "us", in: .within(-1000...1000),
      "Delay of the left ear's sound before it is subtracted from the right one's; default: the delay that leaves the "
        + "least energy in each trial")
    let amplitude = reader.number(
      "amplitude-error", unit: "1", in: .within(0...10), default: 0.25,
      "Standard deviation of the random error in the amplitude of each ear, as a fraction of the amplitude",
      source: source)
    let time = reader.number(
      "delay-error", unit: "us", in: .within(0...10_000), default: 105,
      "Standard deviation of the random error in the delay of each ear",
      source: source)
    let choice = IntervalChoice(
      reader, in: task, kind: kind, bothEars: true, unit: "dB",
      "Standard deviation of the noise that is added to the level of the sound left after the subtraction, in each "
        + "interval")
    return BinauralListener(
      choice: choice, centre: centre, delay: delay.map { $0 / 1e6 }, amplitudeError: amplitude, delayError: time / 1e6)
  }

  private init(choice: IntervalChoice, centre: Double, delay: Double?, amplitudeError: Double, delayError: Double) {
    self.choice = choice
    self.centre = centre
    self.delay = delay
    self.amplitudeError = amplitudeError
    self.delayError = delayError
  }

  /// The spectra of an interval after the filter, for each component that it passes.
  private struct Filtered {
    /// Angular frequency.
    var omega: [Double] = []
    /// L² + R².
    var power: [Double] = []
    /// L·R*·e^(−(ωδ)²).
    var real: [Double] = []
    var imaginary: [Double] = []

    /// Σ Re(L·R*·e^(−iωτ))·e^(−(ωδ)²) for a delay τ of the left ear.
    func common(delay: Double) -> Double {
      var sum = 0.0
      for place in omega.indices {
        let angle = omega[place] * delay
        sum += real[place] * cos(angle) + imaginary[place] * sin(angle)
      }
      return sum
    }
  }

  package mutating func numbers(of intervals: [StereoSamples]) -> [Double] {
    var heard: [Filtered] = []
    for interval in intervals { heard.append(filtered(interval)) }
    let chosen = delay ?? bestDelay(for: heard)
    return heard.map { interval in
      let power = (1 + amplitudeError * amplitudeError) * interval.power.reduce(0, +)
      return 10 * log10(max(power - 2 * interval.common(delay: chosen), 1e-300))
    }
  }

  /// The delay after which the intervals together have the most in common.
  private func bestDelay(for heard: [Filtered]) -> Double {
    var best = (delay: 0.0, common: -Double.infinity)
    for delay in BinauralListener.delays {
      let common = heard.reduce(0.0) { $0 + $1.common(delay: delay) }
      if common > best.common { best = (delay, common) }
    }
    return best.delay
  }

  private mutating func filtered(_ interval: StereoSamples) -> Filtered {
    let length = FourierTransform.length(holding: interval.frames)
    let filter = filters[length] ?? AuditoryFilter(centre: centre, length: length, hertz: choice.hertz)
    filters[length] = filter
    let left = FourierTransform.spectrum(of: interval.left, length: length)
    let right = FourierTransform.spectrum(of: interval.right, length: length)
    var filtered = Filtered()
    for (place, share) in filter.shares.enumerated() {
      let k = filter.first + place
      let (a, b, c, d) = (left[k], left[length - k], right[k], right[length - k])
      let omega = 2 * .pi * Double(k) * choice.hertz / Double(length)
      let kept = share * exp(-(omega * delayError) * (omega * delayError))
      filtered.omega.append(omega)
      filtered.power.append(share * (a * a + b * b + c * c + d * d))
      filtered.real.append(kept * (a * c + b * d))
      filtered.imaginary.append(kept * (b * c - a * d))
    }
    return filtered
  }
}
