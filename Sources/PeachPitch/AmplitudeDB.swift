/// A sound level in decibels, −90…12.
package struct AmplitudeDB: Hashable, Sendable {
  /// The levels that are accepted, in decibels.
  package static let range = -90.0...12.0

  /// Decibels, −90…12.
  package let decibels: Double

  /// - Parameter decibels: −90…12.
  /// - Throws: `PitchError` if it is outside the range or not a number.
  package init(_ decibels: Double) throws(PitchError) {
    guard Self.range.contains(decibels) else {
      throw PitchError(quantity: "level", expected: "in -90…12 dB", got: "\(decibels) dB")
    }
    self.decibels = decibels
  }

  private init(unchecked decibels: Double) { self.decibels = decibels }

  /// The lowest level that is accepted.
  package static let softest = AmplitudeDB(unchecked: range.lowerBound)
}

extension AmplitudeDB: Comparable {
  /// Softer levels come first.
  package static func < (left: AmplitudeDB, right: AmplitudeDB) -> Bool { left.decibels < right.decibels }
}

extension AmplitudeDB: CustomStringConvertible {
  package var description: String { "\(decibels) dB" }
}
