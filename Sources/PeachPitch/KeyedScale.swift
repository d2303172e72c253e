/// A scale of twelve degrees on a tonic, one for each key of the keyboard from there, repeated after its period.
package struct KeyedScale: Hashable, Sendable {
  /// The note the scale is built on.
  package var tonic: PitchClass
  /// Cents above the tonic by semitones from it, 0…11; the first is 0.
  package let degrees: [Double]
  /// Cents from a tonic to the next: what twelve keys span. 1200 but for a few scales from elsewhere.
  package let period: Double

  /// - Precondition: Twelve finite degrees, the first of them 0; a finite period above 0.
  package init(degrees: [Double], period: Double = Cents.perOctave, tonic: PitchClass = .c) {
    precondition(degrees.count == 12 && degrees[0] == 0 && degrees.allSatisfy(\.isFinite), "not twelve degrees from 0")
    precondition(period > 0 && period.isFinite, "the period must be above 0 and finite")
    self.degrees = degrees
    self.period = period
    self.tonic = tonic
  }

  /// Cents from the tonic in 0…11 to a key, which may lie beyond 0…127.
  func height(of key: Int) -> Double {
    let distance = key - tonic.semitone
    let below = distance < 0 ? (distance - 11) / 12 : distance / 12
    return period * Double(below) + degrees[distance - 12 * below]
  }
}

/// A tuning of the whole keyboard: where a note sounds, and how large an interval above it is, depend on its place in
/// the scale. The scale is built on the tonic, then moved so that A4 sounds at the reference pitch.
///
/// Down is not the reciprocal of up: the major second below D and the one above it are other pairs of keys.
package protocol KeyedTuning: TuningSystem {
  var scale: KeyedScale { get set }
}

extension KeyedTuning {
  package func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
    Cents(
      unchecked: scale.height(of: reference.number + interval.semitones) - scale.height(of: reference.number))
  }

  /// The note's frequency at its degree: referencePitch · 2^(cents from A4 / 1200).
  package func frequency(of reference: MIDINote, referencePitch: Frequency) -> Frequency {
    referencePitch.shifted(by: Cents(unchecked: scale.height(of: reference.number) - scale.height(of: 69)))
  }
}
