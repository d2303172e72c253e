/// An interval with its direction: one of 25 values, from an octave down to an octave up.
///
/// The prime has no direction: both directions give the one value `prime`, whose direction is `up`.
///
/// ```swift
/// let interval = try DirectedInterval(parsing: "minor-second-down")  // −1 semitone
/// ```
public struct DirectedInterval: Hashable, Sendable {
  /// The direction of an interval: up or down. The prime, from a note to itself, has `up`. The raw value ends the name
  /// of the interval, as in `minor-second-down`; the name of the prime does not have a direction.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// The second note is higher.
    case up
    /// The second note is lower.
    case down
  }

  /// The interval from a note to itself, 0 semitones.
  @inlinable public static var prime: DirectedInterval { DirectedInterval(.prime, .up) }

  /// All 25 values: prime, then each size up and down.
  public static let all: [DirectedInterval] =
    [.prime]
    + MusicalInterval.allCases.dropFirst().flatMap { interval in
      Direction.allCases.map { DirectedInterval(interval, $0) }
    }

  // Signed semitones are the whole value, so that equal sounds are equal values: there is no prime down.
  @usableFromInline let storage: Int8

  /// An interval of a size and a direction. The prime has no direction: `up` and `down` give the same value.
  @inlinable public init(_ interval: MusicalInterval, _ direction: Direction) {
    let semitones = Int8(truncatingIfNeeded: interval.semitones)
    storage = direction == .up ? semitones : -semitones
  }

  /// Makes an interval from signed semitones without throwing an error, for code that must be fast.
  ///
  /// - Precondition: −12…12; another number stops the program.
  @inlinable public init(uncheckedSemitones semitones: Int) {
    precondition(semitones >= -12 && semitones <= 12, "the interval must not be larger than an octave")
    storage = Int8(truncatingIfNeeded: semitones)
  }

  /// Signed semitones, −12…12; positive is up.
  @inlinable public var semitones: Int { Int(storage) }

  /// The size without the direction.
  public var interval: MusicalInterval { MusicalInterval.allCases[Int(storage.magnitude)] }

  /// The direction; `up` for the prime.
  @inlinable public var direction: Direction { storage < 0 ? .down : .up }

  /// The name in files and columns: "prime", "perfect-fifth-up", "minor-second-down".
  public var name: String { self == .prime ? interval.name : "\(interval.name)-\(direction.rawValue)" }

  /// The name as a listener sees it: "Prime", "Perfect Fifth Up".
  public var title: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// Reads a name. A bare name goes up: "tritone" is "tritone-up".
  ///
  /// - Throws: `PitchError` if there is no such interval, or the prime is given a direction.
  public init(parsing text: String) throws(PitchError) {
    if text == "prime-up" || text == "prime-down" {
      throw PitchError(
        quantity: "interval",
        expected:
          "prime without -up or -down, because a prime has no direction", got: "\"\(text)\"")
    }
    guard let match = Self.all.first(where: { $0.name == text || $0.name == text + "-up" }) else {
      let names = MusicalInterval.allCases.map(\.name).joined(separator: ", ")
      throw PitchError(
        quantity: "interval",
        expected: "one of \(names), followed by -up or -down (without either: up); prime has neither",
        got: "\"\(text)\"")
    }
    self = match
  }
}

extension DirectedInterval: Comparable {
  /// Orders intervals from an octave down to an octave up.
  @inlinable public static func < (left: DirectedInterval, right: DirectedInterval) -> Bool {
    left.storage < right.storage
  }
}

extension DirectedInterval: CustomStringConvertible {
  /// The name, as in `name`.
  public var description: String { name }
}
