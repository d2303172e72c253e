/// How long the runs that are left will take: each weighed by what runs of its cell took, else of its strategy, else all.
///
/// Times are seconds on any clock.
public struct TimeLeft: Sendable {
  /// Where a cell has so many runs to do, or its strategy half as many, two more to know their cost are cheap.
  static let leastRunsOfProbe = 200

  private struct Cost: Sendable {
    var runs = 0
    var seconds = 0.0

    /// Of a run; nil while none was measured.
    var mean: Double? { runs == 0 ? nil : seconds / Double(runs) }

    mutating func add(_ runs: Int, _ seconds: Double) {
      self.runs += runs
      self.seconds += seconds
    }
  }

  private let strategies: [String]
  private let jobs: Int
  private var cells: [Cost]
  private var ofStrategies: [String: Cost] = [:]
  private var all = Cost()
  /// Runs of each cell that are not computed, those at work among them.
  private var left: [Int]
  /// When what is at work began, by its place in the list of work.
  private var started: [Int: (cell: Int, runs: Int, at: Double)] = [:]

  /// - Parameters:
  ///   - strategies: That of each cell.
  ///   - left: How many runs of each cell are to be done.
  ///   - jobs: How many batches are at work at once.
  public init(strategies: [String], left: [Int], jobs: Int) {
    self.strategies = strategies
    self.left = left
    self.jobs = jobs
    cells = strategies.map { _ in Cost() }
  }

  /// Runs of a cell took so long, in an earlier sitting or to know it.
  public mutating func measure(_ cell: Int, runs: Int, seconds: Double) {
    cells[cell].add(runs, seconds)
    ofStrategies[strategies[cell], default: Cost()].add(runs, seconds)
    all.add(runs, seconds)
  }

  /// A batch of a cell begins.
  public mutating func begin(_ place: Int, cell: Int, runs: Int, at now: Double) {
    started[place] = (cell, runs, now)
  }

  /// The batch is computed, in so many seconds of its own.
  public mutating func finish(_ place: Int, seconds: Double) {
    guard let (cell, runs, _) = started.removeValue(forKey: place) else { return }
    left[cell] -= runs
    measure(cell, runs: runs, seconds: seconds)
  }

  /// The seconds from now until all is done; nil while nothing was measured.
  ///
  /// What is at work counts with what is left of it; the last batch may be longer than all others beside it.
  public func seconds(at now: Double) -> Double? {
    guard all.runs > 0 else { return nil }
    func cost(_ cell: Int) -> Double {
      cells[cell].mean ?? ofStrategies[strategies[cell]]?.mean ?? all.mean ?? 0
    }
    var work = left.indices.reduce(0) { $0 + Double(left[$1]) * cost($1) }
    var longest = 0.0
    for (cell, runs, begin) in started.values {
      let whole = Double(runs) * cost(cell)
      let done = min(whole, now - begin)
      work -= done
      longest = max(longest, whole - done)
    }
    return max(work / Double(jobs), longest)
  }

  /// The cells of which two runs tell what all cost, for little of it: those with many runs left, and the first of a
  /// strategy with many.
  var worthProbing: [Int] {
    var ofStrategy: [String: Int] = [:]
    for cell in left.indices { ofStrategy[strategies[cell], default: 0] += left[cell] }
    var known: Set<String> = []
    return left.indices.filter { cell in
      guard cells[cell].runs == 0, left[cell] > 0 else { return false }
      let isFirst = known.insert(strategies[cell]).inserted
      return left[cell] >= TimeLeft.leastRunsOfProbe
        || (isFirst && ofStrategies[strategies[cell]] == nil
          && 2 * (ofStrategy[strategies[cell]] ?? 0) >= TimeLeft.leastRunsOfProbe)
    }
  }
}
