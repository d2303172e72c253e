package import PeachAudio
package import PeachPitch
package import PeachStorage
package import PeachTrials

/// Pitch matchings in a session: a reference note, then a note that starts off and is tuned. Unison and interval are one.
package struct MatchingTask: SessionTask {
  package typealias Input = MatchingInput
  package typealias Answer = TunedControl
  package typealias State = MatchingState
  package typealias Record = MatchingRecord

  /// A matching with its sound.
  package struct Trial: Sendable {
    package var matching: PitchMatching
    package var sound: HeldSound
    package var referenceLevel: AmplitudeDB
    /// The level of the tunable note.
    package var heldLevel: AmplitudeDB
  }

  private var draws: MatchingDraws
  private let stimuli: NoteStimuli
  /// The rule by which they end, unless the listener leaves earlier.
  private let stop: StopRule
  /// How many were finished.
  private var trials = 0

  /// - Parameters:
  ///   - draws: The matchings, in a simulation from the stream of the replicate.
  ///   - stop: The stop rule, which counts only trials.
  package init(_ draws: MatchingDraws, until stop: StopRule, stimuli: NoteStimuli) {
    self.draws = draws
    self.stop = stop
    self.stimuli = stimuli
  }

  /// Draws the matchings that a session has stored, so that the next one is what it would have been.
  ///
  /// - Parameter count: How many there are.
  /// - Returns: These matchings.
  package mutating func follow(_ count: Int) -> [PitchMatching] {
    trials += count
    return (0..<count).map { _ in
      let matching = draws.next()
      draws.heard(matching.reference)
      return matching
    }
  }

  package static var idle: MatchingState { .idle }
  package var status: Status { stop.reason(TrackProgress(trials: trials)).map(Status.finished) ?? .running }
  package var tick: RenderedSound? { nil }
  package var interTrialInterval: Double { stimuli.task.interTrialInterval }

  package mutating func next() throws -> Trial? {
    guard status == .running else { return nil }
    let matching = draws.next()
    let sound = sound(of: matching)
    let (reference, held) = try sound.levels()
    return Trial(matching: matching, sound: sound, referenceLevel: reference, heldLevel: held)
  }

  private func sound(of matching: PitchMatching) -> HeldSound {
    HeldSound(
      reference: stimuli.referenceTone(matching.reference),
      held: stimuli.targetTone(
        matching.interval, above: matching.reference, offset: matching.initialOffset, tunable: 2 * matching.range),
      // The same whatever the note begins at, since harmonics depend on it.
      highest: stimuli.frequency(
        matching.interval, above: matching.reference, offset: Cents(unchecked: 2 * matching.range)),
      noteDuration: stimuli.task.noteDuration, gap: stimuli.task.gap,
      ramp: stimuli.ramp, timbre: stimuli.timbre, sampleRate: stimuli.sampleRate)
  }

  /// The frequency of the tunable note for a position of the control.
  private func frequency(of matching: PitchMatching, at position: Double) -> Frequency {
    stimuli.frequency(matching.interval, above: matching.reference, offset: matching.error(at: position))
  }

  package func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError) {
    try player.prepare(trial.sound)
  }

  package func present(_ trial: Trial, on stage: Stage<MatchingTask>) throws -> TunedControl {
    stage.show(.playingReferenceNote)
    let onset = try stage.start() + trial.sound.onset + stimuli.onsetLatency
    try stage.play(until: onset)
    stage.show(.playingTunableNote)
    let question = stage.question(onset: onset, soundEnd: .infinity)
    var control = TuningControl(range: trial.matching.range)
    while let (input, moment) = try stage.inputDuringSound(question) {
      switch input {
      case .turn(let cents): control.turn(cents: cents)
      case .move(let position): control.move(to: position)
      case .commit:
        stage.release()
        return TunedControl(
          position: control.position, adjustments: control.adjustments, seconds: moment - onset)
      }
      stage.tune(to: frequency(of: trial.matching, at: control.position))
    }
    preconditionFailure("the held note has ended")
  }

  package mutating func conclude(_ trial: Trial, _ answer: TunedControl, as mark: TrialMark) -> Conclusion<MatchingTask>
  {
    let done = CompletedPitchMatching(trial.matching, answer)
    trials = mark.number
    draws.heard(trial.matching.reference)
    let heard = mark.timed(
      stimuli.presentation(
        of: trial.matching.reference, trial.referenceLevel, trial.matching.interval, trial.heldLevel,
        offset: done.error),
      latency: stimuli.onsetLatency, seconds: answer.seconds > 0 ? answer.seconds : nil)
    let record = MatchingRecord(done, number: mark.number, heard: heard)
    return Conclusion(
      record: record, feedback: .showingFeedback(cents: Int(done.error.value.rounded())), isWrong: false)
  }
}

/// The state of a pitch matching: idle → reference note → tunable note → feedback → next.
package enum MatchingState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  /// The note that follows the control; nothing tells how close it is.
  case playingTunableNote
  /// How far off it was left, in whole cents; positive is sharp.
  case showingFeedback(cents: Int)
}

/// A listener's action on the tunable note.
package enum MatchingInput: Hashable, Sendable {
  /// Moves the note by so many cents; up is positive.
  case turn(cents: Double)
  /// Moves the control to a position, −1…1.
  case move(to: Double)
  /// Leaves the note as it is.
  case commit
}
