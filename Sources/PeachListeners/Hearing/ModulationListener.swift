package import PeachAudio
import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener through modulation filters: gammatone filter, half-wave rectifier, low-pass filter of 1 kHz, adaptation loops, and
/// modulation filters. An optimal detector compares the result with what it has learned of the target.
///
/// The modulation filters are a low-pass filter of 2.5 Hz, filters at 5 and 10 Hz with a bandwidth of 5 Hz, and above them filters with
/// Q = 2 whose frequencies grow by 5∕3, up to a quarter of the centre and at most to 1 kHz. Up to 10 Hz their real part is heard,
/// above it their magnitude.
///
/// The template is the mean response to 20 targets at a stated level minus that to 20 standards, with energy 1.
/// The number of an interval is the product of its response and the template over time and filters. Internal noise of constant density is
/// the same as a noise of constant variance in the number. Its default lets a tone of 1 kHz, 500 ms and 60 dB SPL, with
/// ramps of 50 ms, be told from one of 61 dB SPL in 70.7 % of pairs.
///
/// Source: Dau, Kollmeier & Kohlrausch (1997), J. Acoust. Soc. Am. 102:2892–2905.
/// Differs from the source: it has one auditory filter, and the noise is stated by its density, so that the sample rate does not matter.
package struct ModulationListener: OneEarListener {
  package static let kind = "modulation-filterbank"
  package static let summary =
    "a model that computes from the sound: compares intervals with a learnt template of modulations; slow"
  package static let behaviour =
    "The listener compared the intervals with a learnt template of modulations."
  package static let source = "Dau, Kollmeier & Kohlrausch (1997), J. Acoust. Soc. Am. 102:2892–2905"
  package static let example = "centre: 1000, template: 20, lapse: 0.01"

  package var choice: IntervalChoice
  private let gammatone: Resonator
  private let smoothing: Butterworth
  private let slowest: Butterworth
  private let filters: [(hertz: Double, filter: Resonator)]
  /// The amplitude of 100 dB SPL is 1 in the model.
  private let scale: Double
  /// The level from which it learns the target.
  private let level: Double
  private let template = Learned<[[Double]]>()

  /// How many targets and standards it learns from.
  private static let examples = 20

  package static func read(_ reader: Reader, in task: TrialTask) -> ModulationListener {
    let centre = reader.number(
      "centre", unit: "Hz", in: .within(50...15_000), default: 1000,
      "Centre frequency of the listener's auditory filter")
    let level = reader.number(
      "template", unit: task.axis.unit,
      "Level at which the listener learns the target (its template) before the first trial; the target should be "
        + "easy to hear there")
    let loudest = reader.number(
      "full-scale", unit: "dB SPL", in: .within(0...200), default: 100,
      "Sound level in dB SPL that 0 dB FS stands for; without effect in a task with levels in dB SPL")
    let choice = IntervalChoice(
      reader, in: task, kind: kind, unit: "MU√s", noise: 2.63,
      "Standard deviation of the internal noise in model units (MU) times √s; with the default, the listener answers "
        + "correctly in 70.7 % of two-interval trials with tones of 60 and 61 dB SPL")
    return ModulationListener(
      choice: choice, centre: centre, level: level,
      fullScale: task.composed?.levels == .pressure ? 0 : loudest)
  }

  /// - Parameter fullScale: The dB SPL of a sine with amplitude 1.
  private init(choice: IntervalChoice, centre: Double, level: Double, fullScale: Double) {
    self.choice = choice
    self.level = level
    // A root mean square of 1 is 100 dB SPL.
    scale = 2.0.squareRoot() * pow(10, (fullScale - 100) / 20)
    let rate = choice.hertz
    gammatone = Resonator(
      gammatone: centre, equivalentBandwidth: AuditoryBandwidth.equivalent(at: centre), rate: rate)
    smoothing = Butterworth(lowPass: 1000, rate: rate)
    slowest = Butterworth(lowPass2: 2.5, rate: rate)
    var frequencies = [5.0, 10]
    while frequencies[frequencies.count - 1] * 5 / 3 <= min(centre / 4, 1000) {
      frequencies.append(frequencies[frequencies.count - 1] * 5 / 3)
    }
    filters = frequencies.map { ($0, Resonator(centre: $0, bandwidth: max(5, $0 / 2), rate: rate)) }
  }

  package func number(of samples: [Double]) throws(SoundError) -> Double {
    let template = try template.value { () throws(SoundError) in try learned() }
    var sum = 0.0
    for (learned, heard) in zip(template, response(to: samples)) {
      for (a, b) in zip(learned, heard) { sum += a * b }
    }
    return sum / choice.hertz
  }

  /// The outputs of the modulation filters in model units, from the lowest on.
  package func response(to samples: [Double]) -> [[Double]] {
    let tuned = gammatone.filtered(samples.map { scale * $0 }, times: 4).real
    let envelope = smoothing.filtered(tuned.map { max(0, 2 * $0) })
    let adapted = AdaptationLoops.adapted(envelope, rate: choice.hertz)
    return [slowest.filtered(adapted)]
      + filters.map { hertz, filter in
        let (real, imaginary) = filter.filtered(adapted)
        return hertz <= 10 ? real : zip(real, imaginary).map { ($0 * $0 + $1 * $1).squareRoot() }
      }
  }

  private func learned() throws(SoundError) -> [[Double]] {
    var sums = [[Double]](repeating: [], count: 1 + filters.count)
    var size = 0.0
    for (hasTarget, sign) in [(true, 1.0), (false, -1)] {
      for sound in try choice.heard?.examples(Self.examples, hasTarget: hasTarget, level: level) ?? [] {
        for (channel, heard) in response(to: sound.left).enumerated() {
          sums[channel] += [Double](repeating: 0, count: max(0, heard.count - sums[channel].count))
          for i in heard.indices {
            sums[channel][i] += sign * heard[i]
            size += heard[i] * heard[i]
          }
        }
      }
    }
    let energy = sums.joined().reduce(0) { $0 + $1 * $1 } / choice.hertz
    // Equal sounds leave only errors of rounding.
    guard energy > 1e-20 * size / choice.hertz else {
      throw SoundError(
        "\(Self.kind) cannot learn the target: at its template's level \(level.shortest) it sounds like the standard",
        hint: "state a level under template at which the target is easy to hear")
    }
    return sums.map { channel in channel.map { $0 / energy.squareRoot() } }
  }
}
