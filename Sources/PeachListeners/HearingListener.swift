import PeachAudio
package import PeachPitch
package import PeachSupport
package import PeachTrials

/// A Gaussian listener who hears the sound of a trial: measures both notes, subtracts the interval that the second should
/// stand at, and answers from what is left as a `GaussianListener` does from the trial's number, draw by draw. So the two
/// answer alike but where sound or ear are off by as much as the noise is near to zero.
///
/// A live session gives it the sound that was made; in a simulation every trial is rendered as its task says and written
/// as it would be played, which takes milliseconds. Where a note is not heard it guesses.
package struct HearingListener: ListenerDeclaration, SoundListener {
  package static let kind = "hearing"
  package static let summary =
    "measures pitch in the sound of each trial, then answers like a Gaussian listener; slow"
  package static let behaviour =
    "Pitch was measured in the sound of each trial."
  package static let source = "Green & Swets (1966), Signal detection theory and psychophysics"
  package static let example = "jnd: 12, lapse: 0.02, bias: 1"

  private let sigma: Double
  private let decision: Decision
  private let trials: TrialSounds

  package static func read(_ reader: Reader, in task: TrialTask) -> HearingListener {
    reader.requireComparison(task)
    let sigma = Decision.sigma(reader)
    let decision = Decision(reader, in: task)
    return HearingListener(sigma: sigma, decision: decision, trials: TrialSounds(task))
  }

  init(sigma: Double, decision: Decision, trials: TrialSounds) {
    self.sigma = sigma
    self.decision = decision
    self.trials = trials
  }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: decision.isHigher(trials.heard(comparison), sigma: sigma, using: &random))
  }

  package mutating func answer(
    hearing trial: any AudibleTrial, interval: DirectedInterval, above reference: MIDINote,
    using random: inout RandomStream
  ) -> Answer {
    let offset = trials.offset(of: trial, interval: interval, above: reference)
    return Answer(isHigher: decision.isHigher(offset, sigma: sigma, using: &random))
  }

  package func probability(of comparison: Comparison) -> Double {
    decision.probabilityHigher(comparison, sigma: sigma)
  }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { decision.asymptote(sigma: sigma) }
}
