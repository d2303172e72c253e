public import Trials

/// A simulated listener who answers comparisons, draw by draw as in a simulation.
public struct ComparisonAnswerer: SimulatedAnswerer {
  public typealias Task = ComparisonTask

  private var listener: any Listener
  private var random: RandomStream

  /// - Parameter random: The listener's stream, that of a replicate in simulation.
  public init(_ listener: any Listener, random: RandomStream) {
    self.listener = listener
    self.random = random
  }

  /// Answers again what it has answered before, for the draws and what it remembers of them.
  public mutating func follow(_ stored: [CompletedComparison]) {
    for done in stored { _ = listener.answer(done.comparison, using: &random) }
  }

  public mutating func answer(_ trial: ComparisonTask.Trial) -> [(input: ComparisonAnswer, seconds: Double)] {
    let answer = listener.answer(trial.comparison, using: &random)
    return [(answer.isHigher ? .higher : .lower, answer.seconds)]
  }
}
