/// An octave in N equal steps. Each interval has the step nearest to its size in 12 equal semitones; of two equally
/// near, the larger. Anchored on the reference note.
///
/// So an interval keeps its place on the keyboard. That is not always the step nearest to a just interval: the major
/// third of 53-edo is 18 steps, 407.5 cents, not the 17 of 384.9.
///
/// Source: Barbour (1951), *Tuning and Temperament: A Historical Survey*, Michigan State College Press, chapter VI.
package struct EqualDivision: AnchoredTuning, Hashable {
  package static let name = "N-edo"
  package static let summary =
    "N equal steps to the octave, N from 1 to 1200, such as 19-edo; each interval takes the step nearest to its size "
    + "in equal semitones (100 cents each)"
  package static let source =
    "Barbour (1951), Tuning and Temperament: A Historical Survey, Michigan State College Press, chapter VI"

  /// How many steps an octave can have; 1200 is a step of one cent.
  package static let range = 1...1200

  /// Steps to the octave, 1…1200.
  package let divisions: Int

  /// - Throws: `PitchError` if `divisions` is outside 1…1200.
  package init(divisions: Int) throws(PitchError) {
    guard Self.range.contains(divisions) else {
      throw PitchError(quantity: "division of the octave", expected: "in 1…1200 steps", got: "\(divisions)")
    }
    self.divisions = divisions
  }

  package init?(named name: String) {
    guard name.hasSuffix("-edo"), let divisions = Int(name.dropLast(4)), name == "\(divisions)-edo",
      let tuning = try? EqualDivision(divisions: divisions)
    else { return nil }
    self = tuning
  }

  package var name: String { "\(divisions)-edo" }

  /// The division that a number with the field's other words for it may have meant: "19edo", "19-TET".
  package static func names(near text: String) -> [String] {
    let words = ["", "edo", "tet", "et", "ed2"]
    let word = text.drop { $0.isNumber }.drop { "- _".contains($0) }.lowercased()
    guard let number = Int(text.prefix { $0.isNumber }), words.contains(word) else { return [name] }
    return ["\(min(max(number, range.lowerBound), range.upperBound))-edo"]
  }

  package func size(of interval: MusicalInterval) -> Cents {
    // Rounded to the nearest step in whole numbers, a half up.
    let steps = (interval.semitones * divisions + 6) / 12
    return Cents(unchecked: Cents.perOctave * Double(steps) / Double(divisions))
  }
}
