import PeachSupport

/// Scales of twelve notes tuned by fifths, as historical ones are.
enum ChainOfFifths {
  /// A pure fifth, 3/2, in cents.
  static let pure = Cents.perOctave * log2(3.0 / 2)

  /// The Pythagorean comma: twelve pure fifths minus seven octaves, in cents.
  static let pythagoreanComma = 12 * pure - 7 * Cents.perOctave

  /// Cents above the tonic by semitones, 0…11, of twelve notes in a chain.
  ///
  /// - Parameters:
  ///   - first: Where the chain starts, in fifths from the tonic: −3 is E♭ on C.
  ///   - fifths: The eleven fifths upwards from there, in cents.
  static func degrees(from first: Int, _ fifths: [Double]) -> [Double] {
    precondition(fifths.count == 11 && (-11...0).contains(first), "expected twelve notes, one of them the tonic")
    let heights = fifths.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    var degrees = [Double](repeating: 0, count: 12)
    for (index, height) in heights.enumerated() where first + index != 0 {
      // A fifth is seven semitones; whole octaves fall away.
      let above = height - heights[-first]
      degrees[(7 * (first + index) + 84) % 12] = above - Cents.perOctave * (above / Cents.perOctave).rounded(.down)
    }
    return degrees
  }
}
