public import PeachPitch

/// The reference notes that the trials of a task are drawn from. They stay, or the range grows by a semitone a side once
/// the note at its edge has data.
@usableFromInline
package struct ReferenceNotes: Hashable, Sendable {
  /// The largest size of a growing range: the keys of a piano.
  package static let keys = 21...108

  /// One for each interval.
  package private(set) var choices: [TrialTask.Choice]
  package private(set) var range: ClosedRange<MIDINote>
  /// By note, whether it has data; `nil` if the range stays.
  private var hasData: [Bool]?

  /// - Parameter profile: The listener's profile, which sets the present size of a growing range of notes.
  package init(of task: TrialTask, _ profile: PerceptualProfile = PerceptualProfile()) {
    choices = task.choices
    range = task.notes
    guard task.grows else { return }
    hasData = profile.notes.indices.map(profile.hasData)
    grow()
  }

  /// All that a task's trials may ever be drawn from.
  package static func reachable(in task: TrialTask) -> [TrialTask.Choice] {
    guard task.grows else { return task.choices }
    let all = min(task.notes.lowerBound, lowest)...max(task.notes.upperBound, highest)
    return task.choices.map { TrialTask.choice(of: $0.interval, in: all) ?? $0 }
  }

  private static let lowest = MIDINote(unchecked: keys.lowerBound)
  private static let highest = MIDINote(unchecked: keys.upperBound)

  /// A reference note was heard in a trial that was answered.
  @inlinable
  @inline(__always)
  package mutating func heard(_ reference: MIDINote) { if grows { take(reference) } }

  @usableFromInline var grows: Bool { hasData != nil }

  @usableFromInline
  mutating func take(_ reference: MIDINote) {
    hasData?[reference.number] = true
    grow()
  }

  /// How far a range has grown by what a profile knows.
  package static func grown(_ range: ClosedRange<MIDINote>, _ profile: PerceptualProfile) -> ClosedRange<MIDINote> {
    grown(range, profile.notes.indices.map(profile.hasData))
  }

  private static func grown(_ range: ClosedRange<MIDINote>, _ hasData: [Bool]) -> ClosedRange<MIDINote> {
    var (low, high) = (range.lowerBound.number, range.upperBound.number)
    while low > keys.lowerBound, hasData[low] { low -= 1 }
    while high < keys.upperBound, hasData[high] { high += 1 }
    return MIDINote(unchecked: low)...MIDINote(unchecked: high)
  }

  private mutating func grow() {
    guard let hasData else { return }
    let grown = Self.grown(range, hasData)
    guard grown != range else { return }
    range = grown
    choices = choices.map { TrialTask.choice(of: $0.interval, in: range) ?? $0 }
  }
}
