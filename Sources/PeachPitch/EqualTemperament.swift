/// 12-tone equal temperament: every semitone is 100 cents, a frequency ratio of 2^(1/12).
///
/// Source: Barbour (1951), *Tuning and Temperament: A Historical Survey*, Michigan State College Press, chapter IV.
package struct EqualTemperament: TuningSystem, Hashable {
  package static let name = "equal-temperament"
  package static let summary = "12 equal semitones of 100 cents"
  package static let source =
    "Barbour (1951), Tuning and Temperament: A Historical Survey, Michigan State College Press"

  package init() {}

  package init?(named name: String) {
    guard name == Self.name else { return nil }
  }

  package func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
    Cents(unchecked: Cents.perSemitone * Double(interval.semitones))
  }
}
