import CVectors
import PeachSupport

/// Chooses the level whose answer is expected to leave the least entropy of the posterior.
///
/// The expected entropy after an answer is the present one less the information an answer is expected to give,
/// H(E ψ) − E H(ψ); where some parameters are a nuisance they are summed out before the entropy is taken. Levels whose
/// expected entropies are within 1e-11 nats of the least tie, and the first of the list wins.
///
/// Source: Kontsevich & Tyler (1999), Vision Res. 39:2729–2737, doi:10.1016/S0042-6989(98)00285-5; Watson (2017),
/// J. Vision 17(3):10, doi:10.1167/17.3.10; nuisance parameters: Prins (2013), J. Vision 13(7):3, doi:10.1167/13.7.3.
package final class LevelSelector: Sendable {
  package let model: GridModel
  /// For each place the number of its combination of the parameters that matter; `nil` if all do.
  private let kept: LazyValue<[Int32]>?
  private let keptCount: Int
  private let memo = PrefixMemo()

  /// Within so many nats levels tie.
  package static let tie = 1e-11

  /// The answers of a track so far. Tracks with equal answers choose equal levels.
  package struct Path: Sendable {
    var path = PrefixMemo.Path()

    package init() {}
  }

  /// - Parameter nuisance: The parameters whose uncertainty does not count.
  package init(_ model: GridModel, nuisance: Set<ParameterGrid.Parameter> = []) {
    precondition(!model.levels.isEmpty, "there are no levels to choose from")
    self.model = model
    let grid = model.grid
    let matters = ParameterGrid.Parameter.allCases.filter { !nuisance.contains($0) }
    keptCount = matters.reduce(1) { $0 * grid.values[$1.rawValue].count }
    kept = keptCount == model.places ? nil : model.combinations(of: matters)
  }

  /// The place in the list of the most informative level.
  ///
  /// - Complexity: O(levels · places of the grid), less where the fast path holds; O(1) where the path was gone before.
  ///
  /// - Parameter path: The answers so far, if the posterior came of them alone and each was to the level chosen here.
  package func best(_ posterior: inout GridPosterior, _ path: Path) -> Int {
    if let level = memo.level(at: path.path) { return level }
    let level = choose(&posterior)
    memo.remember(level, at: path.path)
    return level
  }

  /// Notes an answer to the level chosen last, or to another.
  package func follow(isPositive: Bool, wasChosen: Bool, _ path: inout Path) {
    if wasChosen { memo.follow(isPositive, &path.path) } else { path.path.node = nil }
  }

  private func choose(_ posterior: inout GridPosterior) -> Int {
    var candidates = Array(model.levels.indices)
    if kept == nil, let fast = posterior.tables.fast.value {
      candidates = posterior.withWeights { fast.candidates($0, total: $1, tolerance: Self.tie) }
      if candidates.count == 1 { return candidates[0] }
    }
    let information = information(posterior: &posterior, of: candidates)
    let most = information.reduce(-.infinity, max)
    return candidates[information.firstIndex { $0 >= most - Self.tie } ?? 0]
  }

  /// The information expected of an answer at every level of the list, in nats: of all parameters but the nuisance.
  package func information(_ posterior: inout GridPosterior) -> [Double] {
    information(posterior: &posterior, of: Array(model.levels.indices))
  }

  private func information(posterior: inout GridPosterior, of levels: [Int]) -> [Double] {
    let (kept, table) = (kept?.value, posterior.tables.table)
    return posterior.withWeights { weights, total in
      if let kept { return levels.map { marginalInformation(weights, total, kept, table, level: $0) } }
      return levels.map { level in
        var sums = [0.0, 0.0]
        let start = table.start(level)
        table.positive.withUnsafeBufferPointer { positive in
          table.uncertainty.withUnsafeBufferPointer { uncertainty in
            guard let positive = positive.baseAddress, let uncertainty = uncertainty.baseAddress else { return }
            grid_dot(
              weights, positive + start, uncertainty + start, table.thresholds, table.channels, table.step, &sums)
          }
        }
        let probability = sums[0] / total
        return Entropy.binary(probability, 1 - probability) - sums[1] / total
      }
    }
  }

  /// The same for the posterior of the parameters that matter.
  private func marginalInformation(
    _ weights: UnsafePointer<Double>, _ total: Double, _ kept: [Int32], _ table: LevelTable,
    level: Int
  ) -> Double {
    var positive = [Double](repeating: 0, count: keptCount)
    var all = [Double](repeating: 0, count: keptCount)
    for threshold in 0..<table.thresholds {
      let row = table.row(level, threshold: threshold)
      for channel in 0..<table.channels {
        let place = threshold * table.channels + channel
        let weight = weights[place] / total
        all[Int(kept[place])] += weight
        positive[Int(kept[place])] += weight * table.positive[row + channel]
      }
    }
    // What is left of each after the other answer; rounding may leave it just below 0.
    var negative = all
    for index in 0..<keptCount { negative[index] = max(all[index] - positive[index], 0) }
    let mean = positive.reduce(0, +)
    let information =
      grid_entropy(all, keptCount) - grid_entropy(positive, keptCount) - grid_entropy(negative, keptCount)
    return information + Entropy.binary(mean, 1 - mean)
  }
}
