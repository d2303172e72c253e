package import PeachPitch
import PeachSupport

/// Harmonics 1…N of a fundamental, all in sine phase, each octave R dB softer: harmonic k has the amplitude
/// k^(−R / (20·log10 2)), which is 1/k at 6.02 dB.
///
/// Harmonics above 0.45 of the sample rate are left out; the level is that of those which remain.
///
/// Source: Plomp (1967), "Pitch of complex tones", *J. Acoust. Soc. Am.* 41:1526–1533, for complexes of equal and
/// falling harmonics; Moore, Glasberg & Peters (1985), *J. Acoust. Soc. Am.* 77:1853–1860.
package struct HarmonicComplex: Timbre, Hashable {
  package static let pattern = "complex:N[:R]"
  package static let summary = "N harmonics (1 to 64) in sine phase, R dB softer per octave (0 to 60, default 6)"
  package static let source = "Plomp (1967), J. Acoust. Soc. Am. 41:1526–1533"

  /// The numbers of harmonics that are accepted.
  package static let counts = 1...64
  /// The roll-offs that are accepted, in dB per octave.
  package static let rollOffs = 0.0...60.0

  /// How many harmonics, the fundamental included.
  package let count: Int
  /// Decibels per octave.
  package let rollOff: Double
  /// From the fundamental up.
  private let amplitudes: [Double]

  /// - Parameters:
  ///   - count: Harmonics with the fundamental, 1…64.
  ///   - rollOff: 0…60 dB per octave.
  /// - Throws: `SoundError` if one is outside its range.
  package init(_ count: Int, rollOff: Double = 6) throws(SoundError) {
    guard Self.counts.contains(count) else {
      throw SoundError("a complex has 1…64 harmonics, got \(count)", hint: "complex:10 has 10")
    }
    guard Self.rollOffs.contains(rollOff) else {
      throw SoundError(
        "the roll-off of a complex is 0…60 dB per octave, got \(rollOff.shortest)",
        hint: "an example is complex:10:6, whose harmonics fall by 6 dB per octave")
    }
    self.count = count
    self.rollOff = rollOff
    amplitudes = (1...count).map { pow(10, -rollOff * log2(Double($0)) / 20) }
  }

  package init?(named name: String) throws(SoundError) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts[0] == "complex" else { return nil }
    guard (2...3).contains(parts.count), let count = NumberGrammar.integer(parts[1]),
      let rollOff = parts.count == 3 ? NumberGrammar.double(parts[2]) : 6
    else {
      throw SoundError(
        "a complex is named complex:N or complex:N:R (N harmonics, R dB per octave), got \(SafeText.quoted(name))",
        hint: "complex:10:6 has 10 harmonics that fall by 6 dB per octave")
    }
    try self.init(count, rollOff: rollOff)
  }

  package var name: String { rollOff == 6 ? "complex:\(count)" : "complex:\(count):\(rollOff.shortest)" }

  package var facts: [(key: String, text: String)] {
    let highest = 20 * log10(sqrt(amplitudes.reduce(0) { $0 + $1 * $1 }) / HarmonicPeak.of(amplitudes))
    return [
      ("harmonics", "\(count)"), ("roll-off", "\(rollOff.shortest) dB per octave"),
      ("highest level", "\(((highest * 100).rounded(.down) / 100).shortest) dB FS with all harmonics"),
    ]
  }

  package func note(_ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate) -> Waveform {
    Waveform(frequency, harmonics: Array(amplitudes.prefix(max(1, Int(rate.highest / frequency.hertz)))))
  }
}
