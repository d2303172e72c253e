package import PeachAudio
package import PeachTrials

/// A simulated listener who answers comparisons, draw by draw as in a simulation. One who hears is given the sound, as it
/// is written for the player.
package struct ComparisonAnswerer: SimulatedAnswerer {
  package typealias Task = ComparisonTask

  private var listener: any Listener
  private let form: ChoiceForm?
  private var random: RandomStream
  private let format: SampleFormat

  /// - Parameters:
  ///   - form: The form of the choice; `nil` for the answers "higher" and "lower".
  ///   - random: The listener's stream; in a simulation that of the replicate.
  ///   - format: The format of the played sounds.
  package init(
    _ listener: any Listener, form: ChoiceForm? = nil, random: RandomStream, format: SampleFormat = .pcm24
  ) {
    self.listener = listener
    self.form = form
    self.random = random
    self.format = format
  }

  package var fault: String? { listener.fault }

  /// Answers again what it has answered before, for the draws and what it remembers of them.
  package mutating func follow(_ stored: [CompletedComparison]) {
    for done in stored { _ = listener.answer(done.comparison, using: &random) }
  }

  /// How far the probability of the answer is from that of a guess: 0 at the point where both answers are as likely, 1 where
  /// one is certain.
  package func certainty(of trial: ComparisonTask.Trial) -> Double? {
    let chance = form.map { $0 == .yesNo ? 0.5 : 1 / Double($0.answers.count) } ?? 0.5
    let probability = listener.probability(of: trial.comparison)
    guard probability.isFinite else { return nil }
    return abs(probability - chance) / (probability < chance ? chance : 1 - chance)
  }

  package mutating func answer(_ trial: ComparisonTask.Trial) -> [(input: ComparisonAnswer, seconds: Double)] {
    let answer = answered(trial)
    guard let form else { return [(answer.isHigher ? .higher : .lower, answer.seconds)] }
    return [(.choice(form.answer(isPositive: answer.isHigher, to: trial.comparison)), answer.seconds)]
  }

  private mutating func answered(_ trial: ComparisonTask.Trial) -> Answer {
    guard var hearing = listener as? any SoundListener else { return listener.answer(trial.comparison, using: &random) }
    // Where there is no place for a file it is heard as it was made.
    let sound = (try? trial.sound.asWritten(format)) ?? trial.sound
    let answer = hearing.answer(
      hearing: sound, interval: trial.comparison.interval, above: trial.comparison.reference, using: &random)
    listener = hearing
    return answer
  }
}
