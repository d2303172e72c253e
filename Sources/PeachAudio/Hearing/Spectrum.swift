import PeachMath
import PeachSupport

/// The powers of a note under a Hann window, with as many zeros behind as it has samples, or more.
struct Spectrum {
  /// A partial as the spectrum shows it.
  struct Partial {
    /// 1 is the fundamental.
    var number: Int
    /// In Hz.
    var frequency: Double
    var power: Double
  }

  /// By frequency, from 0 to half the rate.
  let powers: [Double]
  /// Samples of the note.
  let count: Int
  /// Samples and zeros.
  let length: Int
  /// The mean square of the samples under the squared window.
  let meanSquare: Double

  init(_ note: [Double]) {
    count = note.count
    let length = FourierTransform.length(holding: 2 * note.count)
    self.length = length
    var values = [Double](repeating: 0, count: length)
    var (square, weights) = (0.0, 0.0)
    let step = 2 * Double.pi / Double(note.count)
    for (i, sample) in note.enumerated() {
      let weight = 0.5 - 0.5 * cos(step * (Double(i) + 0.5))
      values[i] = weight * sample
      square += weight * weight * sample * sample
      weights += weight * weight
    }
    meanSquare = square / weights
    FourierTransform.forward(&values)
    let middle = length / 2
    powers = (0...middle).map { k -> Double in
      let real = values[k]
      if k == 0 || k == middle { return real * real }
      let imaginary = values[length - k]
      return real * real + imaginary * imaginary
    }
  }

  /// The partials of a fundamental, each where the spectrum is strongest within 3 % of it; those without
  /// a peak there are left out.
  func partials(of fundamental: Double, rate: Double) -> [Partial] {
    let spacing = fundamental / rate * Double(length)
    return (1...NoteMeter.partials).compactMap { number in
      let place = spacing * Double(number)
      let reach = min(max(0.03 * place, 2 * Double(length) / Double(count)), 0.45 * spacing)
      let low = max(1, Int((place - reach).rounded()))
      let high = min(length / 2 - 1, Int((place + reach).rounded()))
      guard low < high, let peak = (low...high).max(by: { powers[$0] < powers[$1] }),
        powers[peak] > powers[peak - 1], powers[peak] >= powers[peak + 1]
      else { return nil }
      // The main lobe is a parabola in logarithms, nearly.
      let (left, top, right) = (log(powers[peak - 1]), log(powers[peak]), log(powers[peak + 1]))
      let shift = 0.5 * (left - right) / (left - 2 * top + right)
      return Partial(
        number: number, frequency: (Double(peak) + (shift.isFinite ? shift : 0)) / Double(length) * rate,
        power: powers[peak])
    }
  }
}
