import PeachMath
import PeachSimulation
import PeachSupport
import PeachTrials

/// Checks of the whole file, after all parts are valid.
extension ExperimentReader {
  /// The hint for a strategy's name among the listeners; `nil` for other words.
  func hintForListener(_ word: String) -> String? {
    let isStrategy = kinds.strategies[word] != nil || kinds.strategies.hintForOtherName(word) != nil
    return isStrategy
      ? "write kind: gaussian, jnd: 10 (\(SafeText.cut(word)) is a strategy: state it under strategies)" : nil
  }

  /// The hint for the name of a listener or a function among the strategies; `nil` for other words.
  func hintForStrategy(_ word: String) -> String? {
    if BuiltInFunctions.named(word) != nil {
      return
        "write kind: hall, function: \(word) (or another strategy that assumes a function: see peach list strategies)"
    }
    guard kinds.listeners[word] != nil || kinds.listeners.hintForOtherName(word) != nil else { return nil }
    return "write kind: kazez (\(SafeText.cut(word)) is a listener: state it under listeners)"
  }

  func checkEstimand(_ estimand: Double, _ lapse: Double?, _ task: TrialTask, _ root: Reader) {
    let low = task.guessRate
    let high = task.kind == .comparison ? 1 - (lapse ?? 0) : 1
    if estimand <= low || estimand >= high {
      let reason = task.kind == .comparison && lapse != nil ? " (1 − estimator-lapse)" : ""
      root.report(
        "expected a proportion above \(low.shortest) (guessing) and below \(high.shortest)\(reason), got "
          + estimand.shortest, at: "estimand")
    }
  }

  /// Whether there are not too many cells, and the file's stop varies something.
  func isTractable(
    _ task: Part, _ listeners: [Part], _ strategies: [Part], _ stop: Part, _ grid: SweepGrid, _ root: Reader
  ) -> Bool {
    // Instead of strategies, where there are none.
    let uniform = Part(node: .refused(place: root.place), name: Cell.uniform, sweeps: [])
    let strategies = strategies.isEmpty ? [uniform] : strategies
    var count = Double(listeners.count * strategies.count)
    if count <= Double(Experiment.greatestCellCount) {
      count = strategies.reduce(0) { count, strategy in
        listeners.reduce(count) {
          $0 + grid.count(of: task.sweeps + $1.sweeps + strategy.sweeps + stopSweeps(of: strategy, stop))
        }
      }
    }
    guard count <= Double(Experiment.greatestCellCount) else {
      root.report(
        "expected at most \(Experiment.greatestCellCount) cells (strategies × listeners × varied values), got "
          + count.shortest, at: "strategies", hint: "vary fewer values")
      return false
    }
    if !stop.sweeps.isEmpty, strategies.allSatisfy({ $0.node["stop"] != nil }) {
      root.report(
        "this sweep changes nothing, because every strategy states its own stop", at: "stop",
        hint: "vary the stops of the strategies, or leave those stops out")
    }
    return true
  }

  /// Whether there are not too many values that vary: each is a column, and has a place in every choice.
  func areFew(_ axes: [Sweep]) -> Bool {
    let greatest = Experiment.greatestSweepCount
    guard axes.count > greatest else { return true }
    let (first, count) = (axes[greatest], axes.count)
    diagnostics.report(
      Problem(
        place: first.place, path: first.path, message: "expected at most \(greatest) sweeps in a file, got \(count)",
        hint: "replace sweeps of one value by the value, or share one named sweep"))
    return false
  }

  func checkColumns(_ grid: SweepGrid, _ root: Reader) {
    var found: [String: Sweep] = [:]
    for sweep in grid.axes {
      let column = sweep.column
      guard let other = found[column] else {
        found[column] = sweep
        continue
      }
      root.report(
        "expected sweeps whose columns have different names, got \(column) for both \(other.path) and \(sweep.path)",
        at: sweep.isNamed || other.isNamed ? NamedSweeps.section : "strategies", hint: "rename one of them")
    }
  }
}

extension ExperimentReader {
  /// Whole numbers that rise; empty if there are none.
  func readCheckpoints(_ root: Reader) -> [Int] {
    let key = "checkpoints"
    let read = root.numbers(
      key, unit: "trials", in: .between(1, Double(TrackPlayer.longestTrack)),
      "Numbers of trials, in increasing order, after which Peach also computes the estimates of each run; a run "
        + "that has already ended keeps its last estimate")
    guard let read else { return [] }
    guard read.allSatisfy({ $0 == $0.rounded() }), zip(read, read.dropFirst()).allSatisfy({ $0 < $1 }) else {
      root.report(
        "expected whole numbers in increasing order, got \(read.map(\.shortest).joined(separator: ", "))", at: key,
        hint: "checkpoints: [10, 20, 40]")
      return []
    }
    root.resolve(key, .list(read.map { .integer(Int($0)) }))
    return read.map { Int($0) }
  }
}
