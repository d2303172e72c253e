/// Pythagorean tuning: each interval is a number of pure fifths, from five down (the minor second, 256/243) to six up
/// (the tritone), less whole octaves.
///
/// Anchored on the reference note. Of the two tritones this is the augmented fourth 729/512, 611.730 cents, not the
/// diminished fifth 1024/729.
///
/// Source: Barbour (1951), *Tuning and Temperament: A Historical Survey*, Michigan State College Press, chapter II.
public struct Pythagorean: AnchoredTuning, Hashable {
  public static let name = "pythagorean"
  public static let summary = "pure fifths of 3/2 above the reference note; the tritone is 729/512"
  public static let source =
    "Barbour (1951), Tuning and Temperament: A Historical Survey, Michigan State College Press, chapter II"

  private static let sizes =
    ChainOfFifths.degrees(from: -5, Array(repeating: ChainOfFifths.pure, count: 11)) + [Cents.perOctave]

  public init() {}

  public init?(named name: String) {
    guard name == Self.name else { return nil }
  }

  public func size(of interval: Interval) -> Cents { Cents(unchecked: Self.sizes[interval.semitones]) }
}
