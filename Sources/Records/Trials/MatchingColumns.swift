public import Trials

/// One finished pitch matching.
public struct MatchingRecord: Hashable, Sendable, Heard {
  /// From 1 in its session.
  public var trial: Int
  /// MIDI numbers.
  public var reference: Int
  public var target: Int
  public var interval: String
  /// Signed cents, as is the error.
  public var initialOffset: Double
  public var error: Double
  /// How often the direction of tuning changed.
  public var adjustments: Int
  public var heard: Presentation

  public init(
    trial: Int, reference: Int, target: Int, interval: String, initialOffset: Double, error: Double, adjustments: Int,
    heard: Presentation
  ) {
    self.trial = trial
    self.reference = reference
    self.target = target
    self.interval = interval
    self.initialOffset = initialOffset
    self.error = error
    self.adjustments = adjustments
    self.heard = heard
  }
}

/// The columns of pitch matchings, in the order in which they are exported.
public enum MatchingColumns {
  public static let all: [RecordColumn<MatchingRecord>] = [
    .init("trial", "Counts from 1 in its session", get: { $0.trial }, set: { $0.trial = $1 }),
    .init(
      "reference_note", unit: "MIDI", stored: "reference", "The reference note", get: { $0.reference },
      set: { $0.reference = $1 }),
    .init(
      "target_note", unit: "MIDI", stored: "target", "The note to be matched", get: { $0.target },
      set: { $0.target = $1 }),
    .init(
      "interval", "From the reference note to the target note", get: { $0.interval }, set: { $0.interval = $1 }),
    .init(HeardColumns.tuning), .init(HeardColumns.referencePitch), .init(HeardColumns.sound),
    .init(
      "initial_offset_cents", unit: "cents", "Where the tunable note began, from the correct pitch",
      get: { $0.initialOffset }, set: { $0.initialOffset = $1 }),
    .init(
      "error_cents", unit: "cents", "Where the listener left it, from the correct pitch; positive is sharp",
      get: { $0.error }, set: { $0.error = $1 }),
    .init(
      "adjustments", "How often the direction of tuning changed", get: { $0.adjustments },
      set: { $0.adjustments = $1 }),
    .init(HeardColumns.responseTime), .init(HeardColumns.timestamp),
  ]

  /// Those that are stored and not exported.
  private static let kept: [RecordColumn<MatchingRecord>] = [
    .init(HeardColumns.noteDuration), .init(HeardColumns.gap), .init(HeardColumns.referenceLevel),
    .init(HeardColumns.targetLevel), .init(HeardColumns.device), .init(HeardColumns.onsetLatency),
  ]

  static let ofListeners = RecordTable("matching", own: ["session"], all + kept, name: \.storedLive)
}
