public import PeachSupport

/// A tuning: it turns notes, intervals and cents into frequencies in hertz. Nothing else does.
///
/// A tuning defines the size of an interval above a reference note. Together with a reference pitch it gives
/// frequencies. Neither has a default: the caller always states both.
///
/// Another package conforms to this protocol and passes its tuning to a task; experiment files cannot name it. In Peach
/// itself a new tuning takes one file, with a type that conforms to `AnchoredTuning` or `KeyedTuning`, and its name in
/// `BuiltInTunings`.
///
/// ```swift
/// struct StretchedTuning: TuningSystem {
///   static let name = "stretched"
///   static let summary = "equal temperament with octaves of 1204 cents"
///   static let source = "none"
///
///   init() {}
///   init?(named name: String) { guard name == Self.name else { return nil } }
///
///   func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
///     Cents(unchecked: Double(interval.semitones) * 1204 / 12)
///   }
/// }
/// ```
public protocol TuningSystem: Sendable {
  /// The name in files, columns and options, such as `equal-temperament`. If one type serves several tunings, it is
  /// the pattern of their names, such as `N-edo`.
  static var name: String { get }
  /// A summary in one line, for lists.
  static var summary: String { get }
  /// The publication that defines the tuning; `none` if there is none.
  static var source: String { get }

  /// The tuning of this type with a name such as "19-edo"; `nil` if no tuning of this type has that name.
  init?(named name: String)

  /// Returns names to suggest for an unknown name. By default it is the one name of this type, which Peach suggests
  /// if the spelling is similar. Peach suggests any other returned name whatever its spelling.
  static func names(near text: String) -> [String]

  /// The name of this tuning, which `init(named:)` accepts. By default the name of the type.
  var name: String { get }

  /// The signed size of an interval that starts on a reference note, in cents; negative is down.
  ///
  /// - Accuracy: At least within 0.1 cent of theory.
  func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents

  /// The frequency of a reference note. By default that of 12-tone equal temperament.
  ///
  /// - Parameter referencePitch: The frequency of A4, MIDI note 69.
  func frequency(of reference: MIDINote, referencePitch: Frequency) -> Frequency
}

extension TuningSystem {
  /// The name of the type: by default a type serves one tuning.
  public var name: String { Self.name }

  /// The name of the type, whatever the text.
  public static func names(near text: String) -> [String] { [name] }

  /// The reference note's frequency in 12-tone equal temperament: referencePitch · 2^((note − 69) / 12).
  ///
  /// Just intervals too start from there, so that a just fifth is just above every note. Keyed tunings have their own.
  ///
  /// - Precondition: The result is finite, as it is for any audible reference pitch.
  @inlinable public func frequency(of reference: MIDINote, referencePitch: Frequency) -> Frequency {
    Frequency(unchecked: referencePitch.hertz * exp2(Double(reference.number - 69) / 12))
  }

  /// The frequency of the second note of an interval, mistuned by an offset.
  ///
  /// - Parameters:
  ///   - interval: From the reference note, up or down.
  ///   - offset: Added to the interval's size; positive is sharp, whatever the interval's direction.
  ///   - reference: The note the interval starts on.
  ///   - referencePitch: The frequency of A4, MIDI note 69.
  /// - Precondition: The result is above 0 and finite, as it is for any audible reference pitch and offset.
  @inlinable public func frequency(
    of interval: DirectedInterval, offset: Cents, above reference: MIDINote, referencePitch: Frequency
  ) -> Frequency {
    frequency(of: reference, referencePitch: referencePitch)
      .shifted(by: size(of: interval, above: reference) + offset)
  }
}
