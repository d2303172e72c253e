import PeachPitch
import PeachSupport

/// The frequency of the partial near an expected one.
///
/// The sound is turned back by the expected frequency and averaged over short stretches; the peak of what remains under a
/// Hann window is the partial, refined by the phase between the two halves of the sound.
///
/// Source: Flanagan & Golden (1966), "Phase vocoder", *Bell Syst. Tech. J.* 45:1493–1509, for frequency from phase.
enum PartialFrequency {
  /// How far from the expected frequency a partial is looked for, in cents.
  private static let reach = 100.0
  /// A partial with a smaller share of the power does not count.
  private static let leastShare = 0.01

  private struct Phasor {
    var real = 0.0
    var imaginary = 0.0
    var power: Double { real * real + imaginary * imaginary }
  }

  /// - Returns: `nil` if there is no such partial.
  static func of(_ samples: some Collection<Float>, near expected: Frequency, rate: SampleRate) -> Frequency? {
    let stretch = 64
    let turned = demodulated(Array(samples), expected.hertz / rate.hertz, stretch)
    let slow = rate.hertz / Double(stretch)
    let seconds = Double(turned.count) / slow
    let width = expected.hertz * (exp2(reach / Cents.perOctave) - 1)
    let step = 0.25 / seconds
    let offsets = stride(from: -width, through: width, by: step).map { $0 }
    let powers = offsets.map { sum(turned[...], $0 / slow, from: 0).power }
    guard let peak = powers.indices.max(by: { powers[$0] < powers[$1] }), peak > 0, peak < powers.count - 1 else {
      return nil
    }
    // A sine of peak 1 has the power ½, and half of the windowed count as its sum.
    let total = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    let count = 0.5 * Double(turned.count)
    guard 2 * powers[peak] / (count * count) > leastShare * total else { return nil }
    let half = turned.count / 2
    let early = sum(turned[..<half], offsets[peak] / slow, from: 0)
    let late = sum(turned[half..<2 * half], offsets[peak] / slow, from: half)
    let turn = remainder(atan2(late.imaginary, late.real) - atan2(early.imaginary, early.real), 2 * .pi)
    return try? Frequency(expected.hertz + offsets[peak] + turn / (2 * .pi) * slow / Double(half))
  }

  /// Means of the sound turned back by a frequency in cycles per sample.
  private static func demodulated(_ samples: [Float], _ frequency: Double, _ stretch: Int) -> [Phasor] {
    (0..<samples.count / stretch).map { block in
      var mean = Phasor()
      for i in block * stretch..<(block + 1) * stretch {
        let cycles = frequency * Double(i)
        let angle = 2 * .pi * (cycles - cycles.rounded())
        mean.real += Double(samples[i]) * cos(angle) / Double(stretch)
        mean.imaginary -= Double(samples[i]) * sin(angle) / Double(stretch)
      }
      return mean
    }
  }

  /// The sum under a Hann window, turned back by a frequency in cycles per value.
  private static func sum(_ values: ArraySlice<Phasor>, _ frequency: Double, from start: Int) -> Phasor {
    var sum = Phasor()
    for (i, value) in values.enumerated() {
      let weight = 0.5 - 0.5 * cos(2 * .pi * (Double(i) + 0.5) / Double(values.count))
      let angle = 2 * .pi * frequency * Double(start + i)
      let (c, s) = (weight * cos(angle), weight * sin(angle))
      sum.real += value.real * c + value.imaginary * s
      sum.imaginary += value.imaginary * c - value.real * s
    }
    return sum
  }
}
