/// How far a plan is. What is left is foreseen by what single runs took, and is known better as it goes on.
public struct PlanProgress: Sendable {
  /// Simulated trials.
  public var done = 0
  /// Those that will probably be.
  public var total: Int
  public var secondsLeft: Double
}

/// What the work of each cell will cost.
struct Foresight {
  /// Trials made, and the seconds they took, by cell.
  private var trials: [Int]
  private var seconds: [Double]
  /// Trials that a cell will probably need in all.
  var expected: [Int]
  private let jobs: Int

  init(cells: Int, jobs: Int) {
    trials = [Int](repeating: 0, count: cells)
    seconds = [Double](repeating: 0, count: cells)
    expected = trials
    self.jobs = jobs
  }

  mutating func add(_ cell: Int, trials count: Int, seconds spent: Double) {
    trials[cell] += count
    seconds[cell] += spent
  }

  /// A cell needs nothing more.
  mutating func finish(_ cell: Int) { expected[cell] = trials[cell] }

  var progress: PlanProgress {
    let left = trials.indices.map { cell in
      Double(max(0, expected[cell] - trials[cell])) * seconds[cell] / Double(max(1, trials[cell]))
    }
    let done = trials.reduce(0, +)
    return PlanProgress(
      done: done, total: trials.indices.reduce(0) { $0 + max(expected[$1], trials[$1]) },
      secondsLeft: left.reduce(0, +) / Double(jobs))
  }
}
