import PeachAudio
import PeachPitch
import PeachSupport
import PeachTrials
import Synchronization

/// The trials of a task as they sound, and what is heard of them.
///
/// A comparison that comes again sounds the same, so that it is heard once: constant stimuli on few notes are as fast as
/// numbers.
final class TrialSounds: Sendable {
  /// The properties that determine a sound.
  private struct Sounded: Hashable {
    var reference: MIDINote
    var interval: DirectedInterval
    var offset: Double
  }

  /// The number of remembered sounds; later ones are rendered and measured again.
  private static let greatestMemory = 100_000

  /// `nil` if the task has no sound that can be made, which is a problem of its own.
  private let stimuli: ComparisonStimuli?
  private let format: SampleFormat
  private let known = Mutex<[Sounded: Double?]>([:])

  init(_ task: TrialTask) {
    format = task.sounding.sampleFormat.flatMap(SampleFormat.init(word:)) ?? .pcm24
    guard task.kind == .comparison, let notes = try? NoteStimuli(asStatedIn: task),
      let loudness = try? LoudnessVariation(0)
    else {
      stimuli = nil
      return
    }
    stimuli = ComparisonStimuli(notes, loudness: loudness)
  }

  /// The offset that is heard of a comparison, in cents; `nil` if a note cannot be made or is not heard.
  func heard(_ comparison: Comparison) -> Double? {
    let sounded = Sounded(
      reference: comparison.reference, interval: comparison.interval, offset: comparison.offset)
    if let found = known.withLock({ $0[sounded] }) { return found }
    let offset = rendered(comparison).flatMap {
      self.offset(of: $0, interval: comparison.interval, above: comparison.reference)
    }
    known.withLock { if $0.count < Self.greatestMemory { $0[sounded] = .some(offset) } }
    return offset
  }

  private func rendered(_ comparison: Comparison) -> RenderedSound? {
    guard let sound = try? stimuli?.pair(of: comparison, draw: 0.5).rendered() else { return nil }
    // Where there is no place for a file it is heard as it was made: to within a step of its numbers the same.
    return (try? sound.asWritten(format)) ?? sound
  }

  /// An offset beyond this, in cents, is one of an octave more or less: of an organ's stops the lowest may be heard or not.
  private static let octaveError = 900.0

  /// The offset that is heard of a trial: how far apart its notes are, less the size of the interval that is asked for.
  func offset(of trial: any AudibleTrial, interval: DirectedInterval, above reference: MIDINote) -> Double? {
    let notes = trial.heardNotes
    guard notes.count == 2, let stimuli, let first = NoteMeter.hear(notes[0], rate: trial.samplesPerSecond),
      let second = NoteMeter.hear(notes[1], rate: trial.samplesPerSecond)
    else { return nil }
    let offset =
      1200 * log2(second.frequency / first.frequency) - stimuli.notes.size(of: interval, above: reference).value
    return abs(offset) > Self.octaveError ? offset - copysign(1200, offset) : offset
  }
}
