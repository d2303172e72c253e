import PeachPitch
import PeachTrials

/// A value for each interval (−12…12) and reference note (0…127) that a task can ask for: looked up on every trial.
struct NoteTable<Entry: Sendable>: Sendable {
  /// By interval, then by note.
  private(set) var entries: [Entry]

  /// - Parameter unasked: The entry of notes that do not occur in trials.
  init(of task: TrialTask, unasked: Entry, entry: (DirectedInterval, _ reference: MIDINote) -> Entry) {
    entries = [Entry](repeating: unasked, count: 25 * 128)
    for choice in ReferenceNotes.reachable(in: task) {
      for index in 0..<choice.count {
        let reference = choice.reference(at: index)
        entries[Self.slot(reference, choice.interval)] = entry(choice.interval, reference)
      }
    }
  }

  subscript(comparison: Comparison) -> Entry { entries[Self.slot(comparison.reference, comparison.interval)] }

  private static func slot(_ reference: MIDINote, _ interval: DirectedInterval) -> Int {
    (interval.semitones + 12) * 128 + reference.number
  }
}
