import PeachMath
import PeachStrategies
import PeachTrials

/// Plays tracks whose levels are chosen by the entropy they are expected to leave, without an experiment around them.
struct EntropySimulation {
  private let selector: LevelSelector

  init(_ grid: ParameterGrid, levels: [Double]) { selector = LevelSelector(GridModel(grid, levels: levels)) }

  /// What `read` makes of the posteriors of many tracks.
  ///
  /// - Parameters:
  ///   - counts: After how many trials the posterior is read, rising.
  ///   - listener: Who answers.
  /// - Returns: For each of the counts one value a track.
  func tracks<T>(
    _ replicates: Int, after counts: [Int], listener: PsychometricCurve, seed: UInt64, read: (GridPosterior) -> T
  ) -> [[T]] {
    let probabilities = selector.model.levels.map { listener.probability(at: $0) }
    var random = RandomStream(seed: seed)
    var values = counts.map { _ in [T]() }
    for _ in 0..<replicates {
      var posterior = GridPosterior(selector.model)
      var path = LevelSelector.Path()
      var done = 0
      for (place, count) in counts.enumerated() {
        for _ in done..<count {
          let level = selector.best(&posterior, path)
          let isPositive = random.unit() < probabilities[level]
          posterior.update(index: level, isPositive: isPositive)
          selector.follow(isPositive: isPositive, wasChosen: true, &path)
        }
        done = count
        values[place].append(read(posterior))
      }
    }
    return values
  }
}
