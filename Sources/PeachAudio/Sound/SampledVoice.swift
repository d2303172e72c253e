package import PeachPitch
import PeachSupport

/// A held note made of the samples of a note that does not fade: read faster or slower for another pitch, and begun again
/// in its middle when they are over, where they fit best.
///
/// Between samples it reads a sinc of 16 samples under a Kaiser window: no image above −80 dB below 0.35 of the rate.
///
/// Source: Smith & Gossett (1984), "A flexible sampling-rate conversion method", *Proc. ICASSP* 9:112–115.
package struct SampledVoice: HeldVoice {
  /// The seconds of samples that it needs at least; the more, the less often it begins again.
  package static let least = 4.0
  /// The seconds over which the end becomes the middle.
  private static let seam = 0.05
  /// The seconds among which the best fit is looked for: a period of the lowest notes.
  private static let search = 0.04
  /// A second that is softer than the loudest by more than this ratio has faded.
  private static let faded = 0.5

  package let size: Double
  package let peak: Double
  private let frequency: Frequency
  /// With a sinc's width of the middle after the end.
  private let samples: [Float]
  /// The end of the loop, in samples.
  private let end: Double
  private let back: Double
  private var place: Double
  /// Samples read for one that is made.
  private var step: Glide

  /// - Parameters:
  ///   - samples: Of a note of a steady level after its first second, at the rate they are played at.
  ///   - frequency: Which it has there, and begins with.
  ///   - name: What messages call the timbre.
  /// - Throws: `SoundError` if there are too few samples, or they fade.
  package init(_ samples: [Float], of frequency: Frequency, name: String, rate: SampleRate) throws(SoundError) {
    guard Double(samples.count) >= Self.least * rate.hertz, Self.isSteady(samples, rate) else {
      throw SoundError(
        "the sound \(name) fades, so its notes cannot be held as a matching needs",
        hint: "choose a sustained sound, such as an organ or sine")
    }
    self.frequency = frequency
    // What begins softly is as loud as what it becomes, which is what is heard while it is tuned.
    let held = samples[(samples.count / 2)...]
    size = sqrt(2 * held.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(held.count))
    peak = samples.reduce(0) { max($0, Double($1.magnitude)) }
    let seam = rate.frames(Self.seam)
    let end = samples.count - Sinc.side
    let back = Self.fit(samples, end: end, seam: seam, among: rate.frames(Self.search))
    var looped = Array(samples[..<end])
    for i in 0..<seam {
      let share = Float(i) / Float(seam)
      looped[end - seam + i] += share * (samples[end - seam + i - back] - looped[end - seam + i])
    }
    looped += looped[(end - back)..<(end - back + 2 * Sinc.side)]
    self.samples = looped
    self.end = Double(end)
    self.back = Double(back)
    // Before the first sample is silence.
    place = 0
    step = Glide(at: 1, rate: rate)
  }

  /// Whether no second after the first is much softer than another.
  private static func isSteady(_ samples: [Float], _ rate: SampleRate) -> Bool {
    let second = rate.rawValue
    let powers = (1..<samples.count / second).map { which in
      samples[(which * second)..<((which + 1) * second)].reduce(0.0) { $0 + Double($1) * Double($1) }
    }
    guard let softest = powers.min(), let loudest = powers.max() else { return false }
    return softest > faded * faded * loudest
  }

  /// How far back the samples before the end are most alike: about half of them, give or take the search.
  private static func fit(_ samples: [Float], end: Int, seam: Int, among lags: Int) -> Int {
    let half = end / 2
    var best = (lag: half, likeness: -Float.infinity)
    samples.withUnsafeBufferPointer { samples in
      for lag in half..<(half + lags) {
        var likeness: Float = 0
        for i in (end - seam)..<end { likeness += samples[i] * samples[i - lag] }
        if likeness > best.likeness { best = (lag, likeness) }
      }
    }
    return best.lag
  }

  package mutating func tune(to frequency: Frequency) { step.target = frequency.hertz / self.frequency.hertz }

  package mutating func write(gain: Double, to output: UnsafeMutableBufferPointer<Float>) {
    samples.withUnsafeBufferPointer { samples in
      for i in output.indices {
        output[i] = Float(gain * Sinc.value(of: samples, at: place))
        place += step.value
        if place >= end { place -= back }
        step.advance()
      }
    }
  }
}

/// Values between samples.
private enum Sinc {
  /// Samples on each side.
  static let side = 8
  private static let phases = 512

  /// For each phase between two samples, and one more, the weights of the samples around.
  private static let table: [Double] = (0...phases).flatMap { phase -> [Double] in
    let weights = (0..<2 * side).map { tap -> Double in
      let distance = Double(tap - side + 1) - Double(phase) / Double(phases)
      return sinc(distance) * kaiser(distance / Double(side))
    }
    // At 0 Hz it is 1 exactly, for every phase.
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  static func value(of samples: UnsafeBufferPointer<Float>, at place: Double) -> Double {
    let whole = Int(place)
    let exact = (place - Double(whole)) * Double(phases)
    let phase = Int(exact)
    let share = exact - Double(phase)
    return table.withUnsafeBufferPointer { table in
      let (row, next) = (phase * 2 * side, (phase + 1) * 2 * side)
      var sum = 0.0
      for tap in 0..<2 * side {
        let index = whole + tap - side + 1
        guard index >= 0 else { continue }
        sum += (table[row + tap] + share * (table[next + tap] - table[row + tap])) * Double(samples[index])
      }
      return sum
    }
  }

  private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

  private static func kaiser(_ x: Double) -> Double {
    abs(x) >= 1 ? 0 : bessel(8 * sqrt(1 - x * x)) / bessel(8)
  }

  /// I₀ by its series.
  private static func bessel(_ x: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for k in 1...60 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
