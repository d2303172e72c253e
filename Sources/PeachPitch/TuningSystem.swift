public import PeachSupport

/// A tuning: it turns notes, intervals and cents into frequencies in hertz. Nothing else does.
///
/// A tuning says how large an interval is above a reference note; together with an explicit reference pitch it gives
/// frequencies. Neither a tuning nor a reference pitch is ever a default argument: who crosses the bridge says both.
///
/// To add one: a new file with a type that conforms to `AnchoredTuning` or `KeyedTuning`, and its name in
/// `BuiltInTunings`.
public protocol TuningSystem: Sendable {
  /// The name in files, columns and options, such as "equal-temperament". Where one type serves several tunings, the
  /// pattern of their names, such as "N-edo".
  static var name: String { get }
  /// One line that says what it is.
  static var summary: String { get }
  /// The source of the definition.
  static var source: String { get }

  /// The tuning of this type that `name` means ("19-edo"), or `nil` if it means none.
  init?(named name: String)

  /// Names of this type that `text`, which is none, may have meant, for hints. By default the one name; another than
  /// that is meant for sure.
  static func names(near text: String) -> [String]

  /// The name of this very tuning, accepted by `init(named:)`.
  var name: String { get }

  /// The signed size of an interval that starts on a reference note; negative is down.
  ///
  /// - Accuracy: Within 0.1 cent of theory at the very least.
  func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents

  /// The frequency of a reference note.
  ///
  /// - Parameter referencePitch: The frequency of A4, MIDI note 69.
  func frequency(of reference: MIDINote, referencePitch: Frequency) -> Frequency
}

extension TuningSystem {
  public var name: String { Self.name }

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
