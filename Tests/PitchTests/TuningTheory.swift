import Glibc

/// Tunings as ratios from the books, apart from our code.
enum TuningTheory {
  /// Upwards by semitones, the same above every note.
  static let anchored: [(name: String, ratios: [Double])] = [
    ("equal-temperament", (0...12).map { pow(2, Double($0) / 12) }),
    (
      "just-intonation",
      [1, 16 / 15, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 8 / 5, 5 / 3, 9 / 5, 15 / 8, 2]
    ),
    (
      "pythagorean",
      [
        1, 256 / 243, 9 / 8, 32 / 27, 81 / 64, 4 / 3, 729 / 512, 3 / 2, 128 / 81, 27 / 16, 16 / 9, 243 / 128, 2,
      ]
    ),
    ("12-edo", edo(12)), ("17-edo", edo(17)), ("19-edo", edo(19)), ("22-edo", edo(22)), ("24-edo", edo(24)),
    ("31-edo", edo(31)), ("41-edo", edo(41)), ("53-edo", edo(53)), ("72-edo", edo(72)), ("1-edo", edo(1)),
    ("7-edo", edo(7)), ("1199-edo", edo(1199)), ("1200-edo", edo(1200)),
  ]

  /// Above the tonic by semitones from it.
  static let keyed: [(name: String, ratios: [Double])] = [
    (
      "meantone",
      [
        1, pow(5, 1.75) / 16, sqrt(5) / 2, 4 / pow(5, 0.75), 5 / 4, 2 / pow(5, 0.25), pow(5, 1.5) / 8, pow(5, 0.25),
        25 / 16, pow(5, 0.75) / 2, 4 / sqrt(5), pow(5, 1.25) / 4,
      ]
    ),
    (
      "werckmeister-3",
      [
        1, 256 / 243, 64 / 81 * sqrt(2), 32 / 27, 256 / 243 * pow(2, 0.25), 4 / 3, 1024 / 729, 8 / 9 * pow(2, 0.75),
        128 / 81, 1024 / 729 * pow(2, 0.25), 16 / 9, 128 / 81 * pow(2, 0.25),
      ]
    ),
  ]

  /// The nearest of all steps, looked for one by one; the last of equals.
  private static func edo(_ divisions: Int) -> [Double] {
    (0...12).map { semitones in
      // In twelfths of a step, so that equals are equal.
      let distances = (0...divisions).map { abs(12 * $0 - semitones * divisions) }
      let step = distances.lastIndex(of: distances.min() ?? 0) ?? 0
      return pow(2, Double(step) / Double(divisions))
    }
  }
}
