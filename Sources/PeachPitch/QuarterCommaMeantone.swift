import PeachSupport

/// Quarter-comma meantone: eleven fifths of 5^(1/4), 696.578 cents, so that four make a pure major third 5/4. On C the
/// chain is E♭…G♯; the wolf between its ends is 737.637 cents wide.
///
/// Source: Aaron (1523), *Thoscanello de la musica*, Venice; Barbour (1951), *Tuning and Temperament: A Historical
/// Survey*, Michigan State College Press, chapter III.
package struct QuarterCommaMeantone: KeyedTuning, Hashable {
  package static let name = "meantone"
  package static let summary =
    "quarter-comma meantone: pure major thirds; with tonic C the fifths run from E♭ to G♯, and G♯–E♭ is an impure "
    + "fifth (the wolf)"
  package static let source =
    "Aaron (1523), Thoscanello de la musica; Barbour (1951), Tuning and Temperament: A Historical Survey, chapter III"

  private static let fifth = Cents.perOctave * log2(5.0) / 4

  package var scale = KeyedScale(degrees: ChainOfFifths.degrees(from: -3, Array(repeating: fifth, count: 11)))

  package init() {}

  package init?(named name: String) {
    guard name == Self.name else { return nil }
  }
}
