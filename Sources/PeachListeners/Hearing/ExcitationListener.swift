import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener through auditory filters: it judges an interval by their excitation.
///
/// Filters are those of `AuditoryFilter`, 1 ERB apart. The level of each, in dB, has a noise of its own, and the number
/// of an interval is the sum of the levels over √n of n filters: its noise is then that of one filter.
///
/// Source: Patterson et al. (1982), J. Acoust. Soc. Am. 72:1788–1803 (the filter); Glasberg & Moore (1990), Hear. Res. 47:103–138
/// (its width and the scale of ERBs).
package struct ExcitationListener: OneEarListener {
  package static let kind = "excitation-pattern"
  package static let summary =
    "a model that computes from the sound: judges the intervals of a trial by the excitation of auditory filters; slow"
  package static let behaviour =
    "The listener judged the intervals by the excitation of auditory filters."
  package static let source = "Glasberg & Moore (1990), Hear. Res. 47:103–138"
  package static let example = "from: 900, to: 1200, noise: 0.5, lapse: 0.01"

  package var choice: IntervalChoice
  /// The centres of the filters in Hz.
  private let centres: [Double]
  /// The filters for a length of the spectrum, made when they are first needed.
  private var filters: [Int: [AuditoryFilter]] = [:]

  package static func read(_ reader: Reader, in task: TrialTask) -> ExcitationListener {
    let low = reader.number(
      "from", unit: "Hz", in: .within(50...15_000), default: 1000, "Centre frequency of the lowest auditory filter")
    let high = reader.optionalNumber(
      "to", unit: "Hz", in: .within(50...15_000),
      "Highest centre frequency; without this key the listener has one filter")
    let choice = IntervalChoice(
      reader, in: task, kind: kind, unit: "dB", "Standard deviation of the internal noise in the level of each filter")
    if let high, high < low {
      reader.report("expected from ≤ to, got from: \(low.shortest) and to: \(high.shortest)", at: "to")
    }
    let numbers = stride(from: number(of: low), through: max(number(of: low), number(of: high ?? low)), by: 1)
    return ExcitationListener(choice: choice, centres: numbers.map(frequency))
  }

  private init(choice: IntervalChoice, centres: [Double]) {
    self.choice = choice
    self.centres = centres
  }

  /// The number of ERBs below a frequency.
  private static func number(of hertz: Double) -> Double { 21.4 * log10(4.37 * hertz / 1000 + 1) }

  private static func frequency(_ number: Double) -> Double { (pow(10, number / 21.4) - 1) * 1000 / 4.37 }

  package mutating func number(of samples: [Double]) -> Double {
    let length = FourierTransform.length(holding: samples.count)
    let spectrum = FourierTransform.spectrum(of: samples, length: length)
    let tuned = filters[length] ?? centres.map { AuditoryFilter(centre: $0, length: length, hertz: choice.hertz) }
    filters[length] = tuned
    let levels = tuned.map { 10 * log10(max($0.energy(of: spectrum), 1e-300)) }
    return levels.reduce(0, +) / Double(levels.count).squareRoot()
  }
}
