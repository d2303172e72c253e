import PeachSupport

/// Just intonation of limit 5: each interval is a ratio of small whole numbers made of 2, 3 and 5.
///
/// The ratios are anchored on the reference note: a fifth is 3/2, 701.955 cents, above every note. Down is the
/// reciprocal of up: a major second down is 8/9, −203.910 cents.
///
/// Several ratios are in use for some sizes. Here the tritone is 45/32 (not 64/45) and the minor seventh 9/5 (not 16/9).
///
/// Source: Helmholtz (1885), *On the Sensations of Tone*, translated by A. J. Ellis, 2nd edition, Appendix XX.
package struct JustIntonation: AnchoredTuning, Hashable {
  package static let name = "just-intonation"
  package static let summary = "ratios of small whole numbers above the reference note (prime factors up to 5)"
  package static let source = "Helmholtz (1885), On the Sensations of Tone, tr. A. J. Ellis, 2nd ed., Appendix XX"

  /// Upwards, cents by semitones, 0…12.
  private static let sizes: [Double] = MusicalInterval.allCases.map { interval in
    let (numerator, denominator) = ratio(of: interval)
    return Cents.perOctave * log2(numerator / denominator)
  }

  package init() {}

  package init?(named name: String) {
    guard name == Self.name else { return nil }
  }

  /// The frequency ratio of the upper to the lower note.
  package static func ratio(of interval: MusicalInterval) -> (numerator: Double, denominator: Double) {
    switch interval {
    case .prime: (1, 1)
    case .minorSecond: (16, 15)
    case .majorSecond: (9, 8)
    case .minorThird: (6, 5)
    case .majorThird: (5, 4)
    case .perfectFourth: (4, 3)
    case .tritone: (45, 32)
    case .perfectFifth: (3, 2)
    case .minorSixth: (8, 5)
    case .majorSixth: (5, 3)
    case .minorSeventh: (9, 5)
    case .majorSeventh: (15, 8)
    case .octave: (2, 1)
    }
  }

  package func size(of interval: MusicalInterval) -> Cents { Cents(unchecked: Self.sizes[interval.semitones]) }
}
