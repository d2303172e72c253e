/// How to find the truth of a listener that no formula states: from its answers to levels between two ends.
public struct TruthSimulation: Sendable {
  /// The listener who answers, before the first trial.
  public var listener: any Listener
  /// In the unit of the task.
  public var levels: ClosedRange<Double>
  public var trials: Int

  public init(listener: any Listener, levels: ClosedRange<Double>, trials: Int) {
    (self.listener, self.levels, self.trials) = (listener, levels, trials)
  }
}
