/// Werckmeister's third temperament: on C, the fifths C–G, G–D, D–A and B–F♯ are a quarter of the Pythagorean comma
/// narrow, the others pure. All keys can be used, and each sounds different.
///
/// Source: Werckmeister (1691), *Musicalische Temperatur*, Quedlinburg; Barbour (1951), *Tuning and Temperament: A
/// Historical Survey*, Michigan State College Press, chapter VII.
package struct WerckmeisterIII: KeyedTuning, Hashable {
  package static let name = "werckmeister-3"
  package static let summary =
    "with tonic C, the fifths C–G, G–D, D–A and B–F♯ are narrow by a quarter of the Pythagorean comma, and the others "
    + "are pure"
  package static let source =
    "Werckmeister (1691), Musicalische Temperatur; Barbour (1951), Tuning and Temperament: A Historical Survey, "
    + "chapter VII"

  /// C–G, G–D, D–A, A–E, E–B, B–F♯ and on to B♭–F; the twelfth, F–C, closes the circle.
  private static let fifths = (0..<11).map { index in
    [0, 1, 2, 5].contains(index) ? ChainOfFifths.pure - ChainOfFifths.pythagoreanComma / 4 : ChainOfFifths.pure
  }

  package var scale = KeyedScale(degrees: ChainOfFifths.degrees(from: 0, fifths))

  package init() {}

  package init?(named name: String) {
    guard name == Self.name else { return nil }
  }
}
