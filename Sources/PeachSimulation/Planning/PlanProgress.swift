/// How far a plan is. What is left follows from what is known so far, and is known better as it goes on.
package struct PlanProgress: Sendable {
  /// Simulated trials, those of an interrupted command included.
  package var done = 0
  /// Trials that will probably be simulated in all.
  package var total: Int
  /// Trials that were simulated now.
  package var new = 0
}
