import Glibc
import PeachStrategies

/// The choice of a level computed the long way: both posteriors that an answer can leave, and their entropies, in double
/// precision from logarithms.
struct PlainSelection {
  let model: GridModel

  /// The expected entropy after an answer at each level.
  func expectedEntropies(_ posterior: GridPosterior) -> [Double] {
    let logs = posterior.logWeights
    let highest = logs.max() ?? 0
    let weights = logs.map { exp($0 - highest) }
    let total = weights.reduce(0, +)
    return model.levels.map { level in
      [true, false].reduce(0) { sum, isPositive in
        let likelihood = model.likelihood(of: isPositive, at: level)
        let joint = zip(weights, likelihood).map { $0 * $1 / total }
        let probability = joint.reduce(0, +)
        let entropy = joint.reduce(0) { $1 > 0 ? $0 - $1 / probability * log($1 / probability) : $0 }
        return sum + probability * entropy
      }
    }
  }

  /// The first level within 1e-9 nats of the least.
  func best(_ posterior: GridPosterior) -> Int {
    let entropies = expectedEntropies(posterior)
    let least = entropies.min() ?? 0
    return entropies.firstIndex { $0 <= least + 1e-9 } ?? 0
  }
}
