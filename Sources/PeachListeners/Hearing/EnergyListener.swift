import PeachMath
package import PeachSupport
package import PeachTrials

/// An energy detector: it filters each interval and judges it by its energy.
///
/// The energy is in dB, and internal noise is added to it. Without a filter and internal noise, a tone in band-limited noise is
/// detected as the theory says: chi-squared energies with 2·bandwidth·duration degrees of freedom.
///
/// Source: Green & Swets (1966), *Signal Detection Theory and Psychophysics*, ch. 8.
package struct EnergyListener: OneEarListener {
  package static let kind = "energy"
  package static let summary =
    "a model that computes from the sound: judges the intervals of a trial by their energy after a filter; slow"
  package static let behaviour =
    "The listener judged the intervals by their energy after a filter."
  package static let source = "Green & Swets (1966), Signal detection theory and psychophysics"
  package static let example = "from: 900, to: 1100, noise: 0.5, lapse: 0.01"

  package var choice: IntervalChoice
  private let filter: Butterworth?

  package static func read(_ reader: Reader, in task: TrialTask) -> EnergyListener {
    let low = reader.optionalNumber(
      "from", unit: "Hz", in: .within(1...20_000),
      "Lower edge of the listener's filter; without both edges it hears all frequencies")
    let high = reader.optionalNumber(
      "to", unit: "Hz", in: .within(1...20_000),
      "Upper edge of the listener's filter; without both edges it hears all frequencies")
    let choice = IntervalChoice(
      reader, in: task, kind: kind, unit: "dB",
      "Standard deviation of the internal noise in the energy of each interval")
    guard (low == nil) == (high == nil) else {
      reader.report(
        "expected both edges of the filter, or none", at: low == nil ? "from" : "to", hint: "from: 900, to: 1100")
      return EnergyListener(choice: choice, filter: nil)
    }
    guard let low, let high else { return EnergyListener(choice: choice, filter: nil) }
    guard low < high else {
      reader.report("expected from < to, got from: \(low.shortest) and to: \(high.shortest)", at: "from")
      return EnergyListener(choice: choice, filter: nil)
    }
    return EnergyListener(choice: choice, filter: Butterworth(low: low, high: high, rate: choice.hertz))
  }

  package func number(of samples: [Double]) -> Double {
    let heard = filter?.filtered(samples) ?? samples
    return 10 * log10(max(heard.reduce(0) { $0 + $1 * $1 }, 1e-300))
  }
}
