/// Pythagorean tuning: each interval is a number of pure fifths, from five down (the minor second, 256/243) to six up
/// (the tritone), less whole octaves.
///
/// Anchored on the reference note. Of the two tritones this is the augmented fourth 729/512, 611.730 cents, not the
/// diminished fifth 1024/729.
///
/// Source: Barbour (1951), *Tuning and Temperament: A Historical Survey*, Michigan State College Press, chapter II.
package struct Pythagorean: AnchoredTuning, Hashable {
  package static let name = "pythagorean"
  package static let summary = "stacked pure fifths (3/2) above the reference note; the tritone is 729/512"
  package static let source =
    "Barbour (1951), Tuning and Temperament: A Historical Survey, Michigan State College Press, chapter II"

  private static let sizes =
    ChainOfFifths.degrees(from: -5, Array(repeating: ChainOfFifths.pure, count: 11)) + [Cents.perOctave]

  package init() {}

  package init?(named name: String) {
    guard name == Self.name else { return nil }
  }

  package func size(of interval: MusicalInterval) -> Cents { Cents(unchecked: Self.sizes[interval.semitones]) }
}
