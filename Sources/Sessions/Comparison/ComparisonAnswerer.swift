public import Trials

/// A simulated listener who answers comparisons, draw by draw as in a simulation.
public struct ComparisonAnswerer: SimulatedAnswerer {
  public typealias Task = ComparisonTask

  private var listener: any Listener
  private let form: ChoiceForm?
  private var random: RandomStream

  /// - Parameters:
  ///   - form: What is chosen; nil where "higher" or "lower" is answered.
  ///   - random: The listener's stream, that of a replicate in simulation.
  public init(_ listener: any Listener, form: ChoiceForm?, random: RandomStream) {
    self.listener = listener
    self.form = form
    self.random = random
  }

  /// Answers again what it has answered before, for the draws and what it remembers of them.
  public mutating func follow(_ stored: [CompletedComparison]) {
    for done in stored { _ = listener.answer(done.comparison, using: &random) }
  }

  public mutating func answer(_ trial: ComparisonTask.Trial) -> [(input: ComparisonAnswer, seconds: Double)] {
    let answer = listener.answer(trial.comparison, using: &random)
    guard let form else { return [(answer.isHigher ? .higher : .lower, answer.seconds)] }
    // A model says whether it is right; wrong of three is then the answer after the right one.
    let right = form.rightAnswer(to: form.orders[trial.comparison.order])
    return [(.choice(answer.isHigher ? right : (right + 1) % form.answers.count), answer.seconds)]
  }
}
