/// Why proportions have no d′.
package enum SensitivityError: Error, Hashable, Sendable {
  /// A proportion is 0 or 1, and d′ infinite or anything at all.
  case infinite
  /// Worse than chance, in a task where every d′ leads to chance or better.
  case belowChance
}
