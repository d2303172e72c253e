/// 12-tone equal temperament: every semitone is 100 cents, a frequency ratio of 2^(1/12).
///
/// Source: Barbour (1951), *Tuning and Temperament: A Historical Survey*, Michigan State College Press, chapter IV.
public struct EqualTemperament: TuningSystem, Hashable {
  public static let name = "equal-temperament"
  public static let summary = "12 equal semitones of 100 cents"
  public static let source = "Barbour (1951), Tuning and Temperament: A Historical Survey, Michigan State College Press"

  public init() {}

  public init?(named name: String) {
    guard name == Self.name else { return nil }
  }

  @inlinable public func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
    Cents(unchecked: Cents.perSemitone * Double(interval.semitones))
  }
}
