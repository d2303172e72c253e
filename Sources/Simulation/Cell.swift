public import Trials

/// One strategy with one listener at one set of varied values; in a task of matchings one listener, and nothing adapts.
public struct Cell: Sendable {
  /// The work of a cell's runs.
  public enum Work: Sendable {
    /// A strategy asks, a listener answers.
    case trials(StrategyFactory, any Listener)
    /// Notes are drawn and tuned until the stop, which counts trials alone.
    case matchings(any MatchingListener, StopRule)
  }

  /// In the strategy's place where matchings are drawn uniformly.
  public static let uniform = "uniform"

  public var strategy: String
  public var listener: String
  /// One text for each varied path; empty if this cell does not vary it.
  public var varied: [String]
  public var task: TrialTask
  public var work: Work

  public init(strategy: String, listener: String, varied: [String], task: TrialTask, work: Work) {
    self.strategy = strategy
    self.listener = listener
    self.varied = varied
    self.task = task
    self.work = work
  }

  /// Nil of matchings, as is the model.
  public var factory: StrategyFactory? { if case .trials(let factory, _) = work { factory } else { nil } }
  /// The target of its strategy in words.
  public var targetText: String { factory?.facts.targetText ?? "nothing adapts" }
  public var model: (any Listener)? { if case .trials(_, let model) = work { model } else { nil } }
}
