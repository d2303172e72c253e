/// How far a plan is. What is left follows from what is known so far, and is known better as it goes on.
public struct PlanProgress: Sendable {
  /// Simulated trials, those of an interrupted command included.
  public var done = 0
  /// Trials that will probably be simulated in all.
  public var total: Int
  /// Trials that were simulated now.
  public var new = 0
}
