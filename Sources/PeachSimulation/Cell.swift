package import PeachTrials

/// One strategy with one listener at one set of varied values; in a task of matchings one listener, and nothing adapts.
package struct Cell: Sendable {
  /// The work of a cell's runs.
  package enum Work: Sendable {
    /// A strategy asks, a listener answers.
    case trials(StrategyFactory, any Listener)
    /// Notes are drawn and tuned until the stop, which counts trials alone.
    case matchings(any MatchingListener, StopRule)
  }

  /// In the strategy's place where matchings are drawn uniformly.
  package static let uniform = "uniform"

  package var strategy: String
  package var listener: String
  /// One text for each varied path; empty if this cell does not vary it.
  package var varied: [String]
  package var task: TrialTask
  package var work: Work

  package init(strategy: String, listener: String, varied: [String], task: TrialTask, work: Work) {
    self.strategy = strategy
    self.listener = listener
    self.varied = varied
    self.task = task
    self.work = work
  }

  /// Nil of matchings, as is the model.
  package var factory: StrategyFactory? { if case .trials(let factory, _) = work { factory } else { nil } }
  /// The target of its strategy in words.
  package var targetText: String { factory?.facts.targetText ?? "nothing adapts" }
  package var model: (any Listener)? { if case .trials(_, let model) = work { model } else { nil } }
}
