public import Pitch

/// A pitch matching to be made: a reference note, then a tunable note that starts off.
public struct PitchMatching: Hashable, Sendable {
  public var reference: MIDINote
  public var interval: DirectedInterval
  /// Where the tunable note starts, from the correct interval pitch.
  public var initialOffset: Cents

  public init(reference: MIDINote, interval: DirectedInterval, initialOffset: Cents) {
    self.reference = reference
    self.interval = interval
    self.initialOffset = initialOffset
  }
}

/// A pitch matching that was finished.
public struct CompletedPitchMatching: Hashable, Sendable {
  public var matching: PitchMatching
  /// Where the listener left the note, from the correct interval pitch: positive = sharp.
  public var error: Cents
  /// How often the listener changed the direction of tuning.
  public var adjustments: Int
  /// From the tunable note's onset.
  public var seconds: Double

  public init(_ matching: PitchMatching, error: Cents, adjustments: Int, seconds: Double) {
    self.matching = matching
    self.error = error
    self.adjustments = adjustments
    self.seconds = seconds
  }
}
