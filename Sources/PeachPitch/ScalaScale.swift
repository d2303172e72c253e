/// The tuning of a Scala file: each of the twelve keys from the tonic takes a degree of the file, and twelve keys span its
/// period, which is an octave in most files.
///
/// Source: Op de Coul, *Scala scale file format*, https://www.huygens-fokker.org/scala/scl_format.html
package struct ScalaScale: KeyedTuning, Hashable {
  package static let name = "scala:FILE"
  package static let summary =
    "the scale of a Scala file (.scl); if it does not have 12 notes, the parameter map chooses 12 of them"
  package static let source =
    "Op de Coul, Scala scale file format, https://www.huygens-fokker.org/scala/scl_format.html"

  /// How names of such tunings start.
  package static let prefix = "scala:"

  package let file: ScalaFile
  /// The label of the file in columns, NAME:HASH: its name and a hash of its text.
  package let label: String
  /// The degree of the file that each of the twelve keys from the tonic takes; the first is 0.
  package let map: [Int]
  package var scale: KeyedScale

  /// - Parameters:
  ///   - label: NAME:HASH.
  ///   - map: Twelve degrees of the file, the first of them 0; `nil` for the degrees in order.
  /// - Throws: `PitchError` if the map is not that, or there is none and the file has other than 12 notes.
  package init(_ file: ScalaFile, label: String, map: [Int]? = nil) throws(PitchError) {
    let range = 0..<file.noteCount
    let expected = "12 degrees in 0…\(file.noteCount - 1), the first of them 0"
    guard let map = map ?? (file.noteCount == 12 ? Array(range) : nil) else {
      throw PitchError(quantity: "map", expected: "\(expected), for a scale of \(file.noteCount) notes", got: "none")
    }
    guard map.count == 12, map[0] == 0, map.allSatisfy(range.contains) else {
      throw PitchError(
        quantity: "map", expected: expected, got: "[\(map.map(String.init).joined(separator: ", "))]")
    }
    self.file = file
    self.label = label
    self.map = map
    scale = KeyedScale(degrees: map.map { file.degrees[$0] }, period: file.period)
  }

  /// Nil: a name has no scale in it.
  package init?(named name: String) { nil }

  package var name: String { Self.prefix + label }

  /// A file's name alone may have meant the file.
  package static func names(near text: String) -> [String] {
    text.hasSuffix(".scl") ? [name, prefix + text] : [name]
  }
}
