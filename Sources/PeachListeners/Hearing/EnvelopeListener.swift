import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener to the envelope: band-pass filter, half-wave rectifier and low-pass filter. It judges an interval by how much its envelope
/// varies.
///
/// The number of an interval is the standard deviation of the low-pass filter's output, without the first 20 ms. The output is
/// relative to the rest of the trial in no way, so the level of all intervals should be the same, as with `same-power`.
///
/// Source: Viemeister (1979), J. Acoust. Soc. Am. 66:1364–1380: 4 to 6 kHz, four poles, and a low-pass filter of 64 or 65 Hz.
package struct EnvelopeListener: OneEarListener {
  package static let kind = "envelope"
  package static let summary =
    "a model that computes from the sound: judges the intervals of a trial by how much the envelope varies; slow"
  package static let behaviour =
    "The listener judged the intervals by the variation of their envelopes."
  package static let source = "Viemeister (1979), J. Acoust. Soc. Am. 66:1364–1380"
  package static let example = "noise: 0, lapse: 0.01"

  package var choice: IntervalChoice
  private let band: Butterworth
  private let low: Butterworth
  /// Samples at the beginning that do not count.
  private let onset: Int

  package static func read(_ reader: Reader, in task: TrialTask) -> EnvelopeListener {
    let from = reader.number(
      "from", unit: "Hz", in: .within(1...20_000), default: 4000, "Lower edge of the listener's band-pass filter")
    let to = reader.number(
      "to", unit: "Hz", in: .within(1...20_000), default: 6000, "Upper edge of the listener's band-pass filter")
    let cutoff = reader.number(
      "cutoff", unit: "Hz", in: .within(1...1000), default: 65,
      "Edge of the low-pass filter that smooths the rectified sound to an envelope")
    let choice = IntervalChoice(
      reader, in: task, kind: kind, unit: "dB",
      "Standard deviation in dB of the internal noise, which is added to the decision value of each interval: 20 "
        + "log10 of the standard deviation of its envelope")
    if from >= to { reader.report("expected from < to, got from: \(from.shortest) and to: \(to.shortest)", at: "from") }
    let isSound = from < to
    return EnvelopeListener(
      choice: choice, band: Butterworth(low: isSound ? from : 4000, high: isSound ? to : 6000, rate: choice.hertz),
      low: Butterworth(lowPass: cutoff, rate: choice.hertz), onset: Int(0.02 * choice.hertz))
  }

  package func number(of samples: [Double]) -> Double {
    let envelope = low.filtered(band.filtered(samples).map { max(0, $0) }).dropFirst(onset)
    guard !envelope.isEmpty else { return -300 }
    let mean = envelope.reduce(0, +) / Double(envelope.count)
    let variance = envelope.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(envelope.count)
    return 10 * log10(max(variance, 1e-30))
  }
}
