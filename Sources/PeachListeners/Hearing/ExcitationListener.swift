import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener through auditory filters: it chooses the interval with the strongest excitation.
///
/// A filter passes the share (1 + pg)·e^(−pg) of the power at the relative distance g from its centre, with p = 4·centre ∕ ERB and
/// ERB = 24.7·(4.37·centre ∕ kHz + 1) Hz. Filters are 1 ERB apart. The level of each, in dB, has a noise of its own, and the number
/// of an interval is the sum of the levels over √n of n filters: its noise is then that of one filter.
///
/// Source: Patterson et al. (1982), J. Acoust. Soc. Am. 72:1788–1803 (the filter); Glasberg & Moore (1990), Hear. Res. 47:103–138
/// (its width and the scale of ERBs).
package struct ExcitationListener: IntervalListener {
  package static let kind = "excitation-pattern"
  package static let summary = "hears the samples: chooses the interval with the strongest excitation; slow"
  package static let source = "Glasberg & Moore (1990), Hear. Res. 47:103–138"
  package static let example = "from: 900, to: 1200, noise: 0.5, lapse: 0.01"

  package var choice: IntervalChoice
  /// The centres of the filters in Hz.
  private let centres: [Double]
  /// The filters for a length of the spectrum, made when they are first needed.
  private var filters: [Int: [Filter]] = [:]

  /// The shares of the power that a filter passes.
  private struct Filter: Sendable {
    /// The first component of the spectrum that it passes.
    var first: Int
    var shares: [Double]

    /// - Parameters:
    ///   - length: Of the spectrum.
    ///   - hertz: Samples per second.
    init(centre: Double, length: Int, hertz: Double) {
      let slope = 4 * centre / ExcitationListener.bandwidth(at: centre)
      let spacing = hertz / Double(length)
      // Beyond pg = 35 it passes less than −135 dB.
      let reach = centre * 35 / slope
      first = max(1, Int((centre - reach) / spacing))
      let last = min(length / 2 - 1, Int((centre + reach) / spacing))
      shares = stride(from: first, through: last, by: 1).map {
        let distance = slope * abs(Double($0) * spacing - centre) / centre
        return (1 + distance) * exp(-distance)
      }
    }

    /// The energy that it passes, of a spectrum as `FourierTransform` has it.
    func energy(of spectrum: [Double]) -> Double {
      var sum = 0.0
      for (place, share) in shares.enumerated() {
        let component = first + place
        let (real, imaginary) = (spectrum[component], spectrum[spectrum.count - component])
        sum += share * (real * real + imaginary * imaginary)
      }
      return 2 * sum / Double(spectrum.count)
    }
  }

  package static func read(_ reader: Reader, in task: TrialTask) -> ExcitationListener {
    let low = reader.number(
      "from", unit: "Hz", in: .within(50...15_000), default: 1000, "Centre of its lowest filter")
    let high = reader.optionalNumber(
      "to", unit: "Hz", in: .within(50...15_000), "Highest centre; without it, it has one filter")
    let choice = IntervalChoice(
      reader, in: task, kind: kind, unit: "dB", noise: "Standard deviation of the noise in the level of each filter")
    if let high, high < low {
      reader.report("expected at least from, got \(high.shortest) after \(low.shortest)", at: "to")
    }
    let numbers = stride(from: number(of: low), through: max(number(of: low), number(of: high ?? low)), by: 1)
    return ExcitationListener(choice: choice, centres: numbers.map(frequency))
  }

  private init(choice: IntervalChoice, centres: [Double]) {
    self.choice = choice
    self.centres = centres
  }

  /// The equivalent rectangular bandwidth in Hz.
  private static func bandwidth(at hertz: Double) -> Double { 24.7 * (4.37 * hertz / 1000 + 1) }

  /// The number of ERBs below a frequency.
  private static func number(of hertz: Double) -> Double { 21.4 * log10(4.37 * hertz / 1000 + 1) }

  private static func frequency(_ number: Double) -> Double { (pow(10, number / 21.4) - 1) * 1000 / 4.37 }

  package mutating func number(of samples: [Double]) -> Double {
    var length = 2
    while length < samples.count { length *= 2 }
    var spectrum = samples + [Double](repeating: 0, count: length - samples.count)
    FourierTransform.forward(&spectrum)
    let tuned = filters[length] ?? centres.map { Filter(centre: $0, length: length, hertz: choice.hertz) }
    filters[length] = tuned
    let levels = tuned.map { 10 * log10(max($0.energy(of: spectrum), 1e-300)) }
    return levels.reduce(0, +) / Double(levels.count).squareRoot()
  }
}
