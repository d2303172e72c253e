package import PeachSupport

/// A scale in Scala's file format: a description and the pitches of the degrees after the first, which is 0.
///
/// Lines that start with `!` are comments. The first other line is the description, the second the number of notes, and
/// each after it one pitch: cents if it has a period, else a ratio; what follows a pitch is ignored. The last pitch is
/// the period.
///
/// A scale without notes, which the format allows, is refused, since it has no period; so is what could only be a
/// misread number, such as "701,955" or "3/2/1".
///
/// Source: Op de Coul, *Scala scale file format*, https://www.huygens-fokker.org/scala/scl_format.html
package struct ScalaFile: Hashable, Sendable {
  /// The most bytes of a file.
  package static let greatestSize = 1_000_000
  /// How far a pitch may be from the tonic: ten octaves, the range of hearing, in cents.
  package static let greatestDistance = 12_000.0

  /// The whole file, comments too, with its line ends as "\n".
  package let text: String
  /// One line, perhaps empty.
  package let description: String
  /// Cents above the tonic of degrees 1, 2, …; at least one, the last of them the period, which is above 0.
  package let pitches: [Double]

  /// Reads the bytes of a file: UTF-8, or else ISO 8859-1, in which every byte is a letter.
  ///
  /// - Parameter file: Names the file in messages.
  /// - Throws: `ConfigurationError` with all that is wrong.
  package init(bytes: [UInt8], file: String) throws(ConfigurationError) {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let text =
      String(validating: bytes[start...], as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes[start...].map { Unicode.Scalar($0) }))
    try self.init(text: text, file: file)
  }

  /// Reads the text of a file.
  ///
  /// - Parameter file: Names the file in messages.
  /// - Throws: `ConfigurationError` with all that is wrong.
  package init(text: String, file: String) throws(ConfigurationError) {
    let lines = ScalaFile.lines(of: text)
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    var parser = ScalaParser(lines: lines, file: file, diagnostics: diagnostics)
    let scale = parser.scale()
    try diagnostics.check()
    guard let scale else {
      throw ConfigurationError([
        Problem(place: Place(file: file, line: 1, column: 1), path: "", message: "expected a scale")
      ])
    }
    self.text = lines.joined(separator: "\n") + "\n"
    description = scale.description
    pitches = scale.pitches
  }

  /// How many notes a period has.
  package var noteCount: Int { pitches.count }

  /// Cents from the tonic to the next.
  package var period: Double { pitches[pitches.count - 1] }

  /// Cents above the tonic of degrees 0, 1, … below the period.
  package var degrees: [Double] { [0] + pitches.dropLast() }

  /// For each twelfth of the period the degree nearest to it, the first of equals: a `map` to start from.
  package var nearestMap: [Int] {
    (0..<12).map { semitone in
      let goal = period * Double(semitone) / 12
      return semitone == 0 ? 0 : degrees.indices.min { abs(degrees[$0] - goal) < abs(degrees[$1] - goal) } ?? 0
    }
  }

  /// The lines, without what ends them: "\n", "\r\n" (one Character in Swift) or "\r".
  private static func lines(of text: String) -> [String] {
    let unified = text.unicodeScalars.reduce(into: (text: String.UnicodeScalarView(), last: Unicode.Scalar("\n"))) {
      if $1 == "\n", $0.last == "\r" {
        $0.last = $1
        return
      }
      $0.text.append($1 == "\r" ? "\n" : $1)
      $0.last = $1
    }.text
    var lines = String(unified).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
