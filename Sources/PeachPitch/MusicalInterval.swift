/// The 13 interval sizes from prime to octave. The raw value is the number of semitones.
public enum MusicalInterval: Int, CaseIterable, Hashable, Sendable {
  case prime
  case minorSecond
  case majorSecond
  case minorThird
  case majorThird
  case perfectFourth
  case tritone
  case perfectFifth
  case minorSixth
  case majorSixth
  case minorSeventh
  case majorSeventh
  case octave

  /// The size in semitones, 0…12.
  @inlinable public var semitones: Int { rawValue }

  /// The name in files and columns: "perfect-fifth".
  public var name: String {
    switch self {
    case .prime: "prime"
    case .minorSecond: "minor-second"
    case .majorSecond: "major-second"
    case .minorThird: "minor-third"
    case .majorThird: "major-third"
    case .perfectFourth: "perfect-fourth"
    case .tritone: "tritone"
    case .perfectFifth: "perfect-fifth"
    case .minorSixth: "minor-sixth"
    case .majorSixth: "major-sixth"
    case .minorSeventh: "minor-seventh"
    case .majorSeventh: "major-seventh"
    case .octave: "octave"
    }
  }
}

extension MusicalInterval: Comparable {
  /// Smaller intervals come first.
  @inlinable public static func < (left: MusicalInterval, right: MusicalInterval) -> Bool {
    left.rawValue < right.rawValue
  }
}
