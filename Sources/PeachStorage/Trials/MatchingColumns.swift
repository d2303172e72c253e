import PeachPitch
import PeachSupport
package import PeachTrials

/// One finished pitch matching.
package struct MatchingRecord: Hashable, Sendable {
  /// From 1 in its session.
  package var trial: Int
  /// MIDI numbers.
  package var reference: Int
  package var target: Int
  package var interval: String
  /// Signed cents, as is the error.
  package var initialOffset: Double
  package var error: Double
  /// How often the direction of tuning changed; `nil` if an imported file does not say.
  package var adjustments: Int?
  package var heard: Presentation

  package init(
    trial: Int, reference: Int, target: Int, interval: String, initialOffset: Double, error: Double, adjustments: Int?,
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

extension MatchingRecord {
  /// A matching as it was finished.
  ///
  /// - Parameter number: From 1 in its session or run.
  package init(_ done: CompletedPitchMatching, number: Int, heard: Presentation) {
    let matching = done.matching
    self.init(
      trial: number, reference: matching.reference.number,
      target: matching.reference.number + matching.interval.semitones, interval: matching.interval.name,
      initialOffset: matching.initialOffset.value, error: done.error.value, adjustments: done.adjustments, heard: heard)
  }
}

/// The columns of pitch matchings, in the order in which they are exported.
package enum MatchingColumns {
  package static let all: [RecordColumn<MatchingRecord>] = [
    .init("trial", in: .atLeast(1), "Number of the matching in its session or run, from 1", \.trial),
    .init(
      "reference_note", unit: "MIDI", stored: "reference", in: HeardColumns.notes, "Reference note of the interval",
      \.reference),
    .init(
      "target_note", unit: "MIDI", stored: "target", in: HeardColumns.notes, "Target note, to which the listener tunes",
      \.target),
    .init("interval", "Interval from the reference note to the target note", \.interval),
    .init(HeardColumns.tuning, in: \.heard), .init(HeardColumns.referencePitch, in: \.heard),
    .init(HeardColumns.sound, in: \.heard),
    .init(
      "initial_offset_cents", unit: "cents",
      "Error of the tunable note at the start, relative to the correct pitch; positive: sharp",
      \.initialOffset),
    .init(
      "error_cents", unit: "cents",
      "Error of the tunable note as accepted, relative to the correct pitch; positive: sharp",
      \.error),
    .init(
      "adjustments", in: .atLeast(0), "How often the listener changed the direction of tuning (up or down)",
      \.adjustments),
    .init(HeardColumns.responseTime, in: \.heard), .init(HeardColumns.timestamp, in: \.heard),
  ]

  /// Further columns in exports of listeners. They come last, because files of earlier versions do not have them.
  package static let ofListenersAlone: [RecordColumn<MatchingRecord>] =
    [
      .init(HeardColumns.noteDuration, in: \.heard), .init(HeardColumns.gap, in: \.heard),
      .init(HeardColumns.referenceLevel, in: \.heard),
      .init(HeardColumns.targetLevel, in: \.heard), .init(HeardColumns.device, in: \.heard),
    ] + HeardColumns.ofListenersAlone.map { .init($0, in: \.heard) }

  /// Columns that are stored and not exported.
  private static let kept: [RecordColumn<MatchingRecord>] = [.init(HeardColumns.onsetLatency, in: \.heard)]

  /// The stored columns of a simulated matching: response times, if the model has them, and values that no cell states.
  static let ofResults = RecordTable(
    "matching", own: ["cell", "replicate"],
    all.filter { $0.source == .trial || $0.stored == HeardColumns.responseTime.stored }, stored: \.stored)
  static let ofListeners = RecordTable(
    "matching", own: ["session"], all + ofListenersAlone + kept, stored: \.storedLive)
}
