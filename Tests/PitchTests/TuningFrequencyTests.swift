import Glibc
import PeachPitch
import Testing

/// Every note of the default range, every interval, every tuning, within 0.1 cent of theory; far nearer in fact.
@Suite struct TuningFrequencyTests {
  static let tolerance = 1e-6

  /// Cents of the target from where theory has it, for every note and interval, by a tuning known only as one.
  private func check(
    _ tuning: any TuningSystem, _ referencePitch: Double, _ theory: (_ reference: Int, _ target: Int) -> Double
  ) throws {
    let pitch = try Frequency(referencePitch)
    for number in 36...84 {
      for interval in DirectedInterval.all {
        let heard = tuning.frequency(
          of: interval, offset: .zero, above: try MIDINote(number), referencePitch: pitch
        ).hertz
        let expected = theory(number, number + interval.semitones)
        #expect(
          (1200 * log2(heard / expected)).magnitude <= Self.tolerance, "\(tuning.name): \(interval) from \(number)")
      }
    }
  }

  @Test(arguments: TuningTheory.anchored) func `anchored intervals start at the equal-tempered reference note`(
    name: String, ratios: [Double]
  ) throws {
    let tuning = try #require(BuiltInTunings.named(name))
    try check(tuning, 442.3) { reference, target in
      let start = 442.3 * pow(2, Double(reference - 69) / 12)
      return target >= reference ? start * ratios[target - reference] : start / ratios[reference - target]
    }
  }

  @Test(arguments: TuningTheory.keyed, 0..<12)
  func `keyed notes belong to a scale on the tonic with A at the reference pitch`(
    tuning: (name: String, ratios: [Double]), tonic: Int
  ) throws {
    var keyed = try #require(BuiltInTunings.named(tuning.name) as? any KeyedTuning)
    keyed.scale.tonic = try PitchClass(
      parsing: ["C", "C#", "D", "Eb", "E", "F", "Gb", "G", "G#", "A", "Bb", "B"][tonic])
    func height(_ note: Int) -> Double {
      let distance = note + 120 - tonic
      return pow(2, Double(distance / 12)) * tuning.ratios[distance % 12]
    }
    try check(keyed, 415) { _, target in 415 * height(target) / height(69) }
  }
}
