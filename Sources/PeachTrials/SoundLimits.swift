package import PeachPitch
import PeachSupport

/// The largest levels that can sound in a task, for each note, interval and direction.
///
/// A target can sound if the MIDI note nearest to it is one of 0…127 and its frequency is at most 0.45 of the sample
/// rate. Offsets up to 50 cents only need such a frequency, so that a tuning may put notes far from their keys. Limits
/// are whole cents, so that a stored level equals its limit on every machine.
public struct SoundLimits: Sendable {
  /// The largest |offset| in cents that can sound with every note and interval that may be drawn. Infinity in a task
  /// without notes, or if the task allows levels that cannot sound.
  public let safe: Double
  private let notes: Notes?

  /// The end of the levels that can sound at which a trial was presented: `lowest`, `highest`, or neither (`none`).
  /// Peach sets it as `Level.end`, so that a strategy sees that its level could not go further.
  public enum End: UInt8, Sendable {
    /// Neither end, or a task without notes, in which no level is limited.
    case none
    /// The lowest level that can sound, on a signed axis.
    case lowest
    /// The highest level that can sound.
    case highest
  }

  /// The data for the limits of single notes. It is a reference, because a simulation makes millions of tracks.
  private final class Notes: Sendable {
    let tuning: any TuningSystem
    let referencePitch: Frequency
    /// Hz.
    let lowest: Double
    let highest: Double
    /// Hz. No target above it can be made.
    let greatest: Double

    init(_ task: TrialTask) {
      tuning = task.tuning
      referencePitch = task.referencePitch
      func frequency(ofKey key: Double) -> Double { task.referencePitch.hertz * exp2((key - 69) / 12) }
      greatest = task.sounding.greatestFrequency
      lowest = frequency(ofKey: -SoundLimits.beyondKeys / Cents.perSemitone)
      highest = min(greatest, frequency(ofKey: 127 + SoundLimits.beyondKeys / Cents.perSemitone))
    }

    /// Hz.
    func target(_ interval: DirectedInterval, above reference: MIDINote) -> Double {
      tuning.frequency(of: interval, offset: .zero, above: reference, referencePitch: referencePitch).hertz
    }

    /// Cents. Infinity for a target that cannot sound at all: such a task is not played.
    func limit(of target: Double, isSharp: Bool) -> Double {
      let room = isSharp ? greatest / target : .infinity
      guard room.isInfinite || SoundLimits.whole(room) >= 1 else { return .infinity }
      let least = min(SoundLimits.beyondKeys, SoundLimits.whole(room))
      return max(SoundLimits.whole(isSharp ? highest / target : target / lowest), least)
    }
  }

  /// Cents beyond the outermost keys up to which these are still the nearest ones.
  private static let beyondKeys = 50.0

  /// The whole cents of a ratio. One that is whole but for rounding is that number.
  private static func whole(_ ratio: Double) -> Double { (Cents.perOctave * log2(ratio) + 1e-6).rounded(.down) }

  /// - Complexity: O(notes × intervals).
  package init(of task: TrialTask) {
    let choices = ReferenceNotes.reachable(in: task)
    guard !choices.isEmpty, !task.goesBeyondSound else {
      (safe, notes) = (.infinity, nil)
      return
    }
    let notes = Notes(task)
    var (low, high) = (Double.infinity, 0.0)
    for choice in choices {
      for index in 0..<choice.count {
        let target = notes.target(choice.interval, above: choice.reference(at: index))
        low = min(low, target)
        if notes.limit(of: target, isSharp: true).isFinite { high = max(high, target) }
      }
    }
    safe = min(notes.limit(of: low, isSharp: false), high > 0 ? notes.limit(of: high, isSharp: true) : .infinity)
    self.notes = notes
  }

  /// The largest level that can sound, in cents.
  package func limit(of interval: DirectedInterval, above reference: MIDINote, isSharp: Bool) -> Double {
    guard let notes else { return .infinity }
    return notes.limit(of: notes.target(interval, above: reference), isSharp: isSharp)
  }

  /// The comparison itself, or at the largest level that can sound if its own cannot.
  @inlinable
  @inline(__always)
  package func limited(_ comparison: Comparison) -> Comparison {
    abs(comparison.offset) <= safe ? comparison : cut(comparison)
  }

  @usableFromInline
  func cut(_ comparison: Comparison) -> Comparison {
    let limit = limit(of: comparison.interval, above: comparison.reference, isSharp: comparison.offset > 0)
    // A level that is not a number stays: the strategy has failed.
    guard comparison.offset.isFinite, abs(comparison.offset) > limit else { return comparison }
    var comparison = comparison
    comparison.level.value = copysign(limit, comparison.level.value)
    comparison.offset = copysign(limit, comparison.offset)
    return comparison
  }

  /// The level of a comparison, with the end of what can sound if it was presented there.
  @inlinable
  @inline(__always)
  package func level(of comparison: Comparison) -> Level {
    var level = comparison.level
    if abs(comparison.offset) >= safe { level.end = end(of: comparison) }
    return level
  }

  @usableFromInline
  func end(of comparison: Comparison) -> End {
    let limit = limit(of: comparison.interval, above: comparison.reference, isSharp: comparison.offset > 0)
    guard abs(comparison.offset) == limit else { return .none }
    return comparison.level.value < 0 ? .lowest : .highest
  }
}

extension SoundSettings {
  /// The sample rate in Hz if neither a file nor a setting states it.
  package static let standardSampleRate = 44_100
  /// Hz: 0.45 of the sample rate, above which no note is made.
  package var greatestFrequency: Double { 0.45 * Double(sampleRate ?? SoundSettings.standardSampleRate) }
}
