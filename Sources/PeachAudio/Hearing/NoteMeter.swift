import PeachSupport

/// The measured frequency and level of one note.
package struct HeardNote: Hashable, Sendable {
  /// The frequency of the fundamental, in Hz.
  package var frequency: Double
  /// In dB FS: the RMS against that of a sine of peak 1.
  package var level: Double
}

/// Measures the frequency and the level of a note from its samples alone.
///
/// The fundamental is how often the sound repeats itself; then each of its first partials is measured by its phase, and
/// their frequencies, divided by their numbers, are averaged by their power. Of a sine or harmonics that last 20 periods
/// or more the frequency is within 0.01 cent; of fewer than 7 it is rough. Heard is the middle of the note, which a fading
/// note's level is of.
///
/// Source: Boersma (1993), *Proc. Inst. Phonetic Sciences Amsterdam* 17:97–110, for the period; Flanagan & Golden (1966),
/// *Bell Syst. Tech. J.* 45:1493–1509, for frequency from phase.
package enum NoteMeter {
  /// Seconds of a note that are heard at most.
  static let longest = 0.34
  /// Below this peak nothing is heard: 6 dB above the step of 16 bits would be 6e-5.
  static let threshold = Float(1e-5)
  /// How many partials are heard.
  static let partials = 8
  /// A partial with less of the power of the strongest is left out.
  static let leastShare = 1e-3

  /// - Parameters:
  ///   - samples: Of one note; silence before and after it is not heard.
  ///   - rate: Samples a second.
  /// - Returns: `nil` if nothing is heard, or nothing that repeats itself.
  package static func hear(_ samples: ArraySlice<Float>, rate: Double) -> HeardNote? {
    guard let note = middle(of: samples, rate: rate) else { return nil }
    let spectrum = Spectrum(note)
    guard let period = Periodicity(spectrum).period else { return nil }
    var found = spectrum.partials(of: rate / period, rate: rate)
    if let strongest = found.map(\.power).max() { found.removeAll { $0.power < leastShare * strongest } }
    guard !found.isEmpty else { return nil }
    let phases = PhaseMeter(note.count)
    var (sum, weight) = (0.0, 0.0)
    for partial in found {
      let frequency = phases.frequency(of: note, near: partial.frequency / rate) * rate
      sum += partial.power * frequency / Double(partial.number)
      weight += partial.power
    }
    return HeardNote(frequency: sum / weight, level: 10 * log10(2 * spectrum.meanSquare))
  }

  /// The middle of what sounds, without a constant.
  private static func middle(of samples: ArraySlice<Float>, rate: Double) -> [Double]? {
    guard let peak = samples.lazy.map(\.magnitude).max(), peak > threshold else { return nil }
    let audible = peak * 1e-4
    guard let first = samples.firstIndex(where: { $0.magnitude > audible }),
      let last = samples.lastIndex(where: { $0.magnitude > audible })
    else { return nil }
    let count = min(last + 1 - first, Int(longest * rate))
    guard count >= 64 else { return nil }
    let start = first + (last + 1 - first - count) / 2
    let part = samples[start..<start + count].map(Double.init)
    let mean = part.reduce(0, +) / Double(count)
    return part.map { $0 - mean }
  }
}
