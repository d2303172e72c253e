/// A sound level in decibels, −90…12.
public struct AmplitudeDB: Hashable, Sendable {
  /// The levels that are accepted, in decibels.
  public static let range = -90.0...12.0

  /// Decibels, −90…12.
  public let decibels: Double

  /// - Parameter decibels: −90…12.
  /// - Throws: `PitchError` if it is outside the range or not a number.
  public init(_ decibels: Double) throws(PitchError) {
    guard Self.range.contains(decibels) else {
      throw PitchError(quantity: "level", expected: "in -90…12 dB", got: "\(decibels) dB")
    }
    self.decibels = decibels
  }

  private init(unchecked decibels: Double) { self.decibels = decibels }

  /// The lowest level that is accepted.
  public static let softest = AmplitudeDB(unchecked: range.lowerBound)
}

extension AmplitudeDB: Comparable {
  /// Softer levels come first.
  @inlinable public static func < (left: AmplitudeDB, right: AmplitudeDB) -> Bool { left.decibels < right.decibels }
}

extension AmplitudeDB: CustomStringConvertible {
  public var description: String { "\(decibels) dB" }
}
