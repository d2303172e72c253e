import PeachMath
import PeachSupport

/// How often a note repeats itself: the first lag at which it is nearly as like itself as at any.
///
/// Source: Boersma (1993), *Proc. Inst. Phonetic Sciences Amsterdam* 17:97–110: the autocorrelation under a window, divided
/// by that of the window.
struct Periodicity {
  /// A peak this near to the highest is as good.
  private static let nearly = 0.9
  /// Lags below which peaks of bright sounds fall between samples, so that their height is not known.
  private static let short = 160.0
  /// Power outside the multiples of a partial below which that partial is the fundamental.
  private static let rest = 1e-3

  /// In samples; `nil` if nothing is repeated.
  let period: Double?

  init(_ spectrum: Spectrum) {
    let likeness = Self.likeness(spectrum)
    let peaks = Self.peaks(likeness)
    guard let highest = peaks.map(\.height).max(),
      let first = peaks.first(where: { $0.height >= Self.nearly * highest })
    else {
      period = nil
      return
    }
    period = first.lag < Self.short ? Self.shortened(first.lag, spectrum) : first.lag
  }

  /// The autocorrelation over that of the window, from lag 0 to a third of the note.
  private static func likeness(_ spectrum: Spectrum) -> [Double] {
    let length = spectrum.length
    var values = [Double](repeating: 0, count: length)
    for (k, power) in spectrum.powers.enumerated() { values[k] = power }
    FourierTransform.inverse(&values)
    guard values[0] > 0 else { return [] }
    let count = Double(spectrum.count)
    return (0..<spectrum.count / 3).map { lag in
      let share = Double(lag) / count
      let window =
        (1 - share) * (2.0 / 3 + cos(2 * .pi * share) / 3) + sin(2 * .pi * share) / (2 * .pi)
      return values[lag] / values[0] / window
    }
  }

  private static func peaks(_ likeness: [Double]) -> [(lag: Double, height: Double)] {
    guard likeness.count > 3 else { return [] }
    return (2..<likeness.count - 1).compactMap { lag in
      let (left, top, right) = (likeness[lag - 1], likeness[lag], likeness[lag + 1])
      guard top > 0, top > left, top >= right else { return nil }
      let bend = left - 2 * top + right
      let shift = 0.5 * (left - right) / bend
      return (Double(lag) + shift, top - 0.25 * (left - right) * shift)
    }
  }

  /// A period of few samples is one of the multiples of the true one where only every second, third… partial is there.
  private static func shortened(_ lag: Double, _ spectrum: Spectrum) -> Double {
    var lag = lag
    while lag > 3 {
      let found = spectrum.partials(of: 1 / lag, rate: 1)
      let total = found.reduce(0) { $0 + $1.power }
      let step = (2...NoteMeter.partials).first { step in
        total > 0 && found.filter { $0.number % step != 0 }.reduce(0) { $0 + $1.power } < rest * total
      }
      guard let step else { return lag }
      lag /= Double(step)
    }
    return lag
  }
}
