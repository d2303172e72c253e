import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Trials with programs in Python that equal the built-in strategy and listener: one track at a time, one with both next
/// levels announced, and 16.
enum ProcessLoop {
  private static let builtIn = (
    strategy: "kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.414}",
    listener: "kind: gaussian, jnd: 12, lapse: 0.02"
  )

  private static func python(_ tracks: Int, ahead: Bool = false) -> (strategy: String, listener: String) {
    (
      "kind: process, command: [python3, strategy.py], tracks: \(tracks), "
        + "settings: {start: 100, target: 0.75, factor: 1.414, ahead: \(ahead)}",
      "kind: process, command: [python3, listener.py], tracks: \(tracks), settings: {jnd: 12, lapse: 0.02}"
    )
  }

  static func compare() {
    ProgramPermission.give()
    measure("built in", builtIn.strategy, builtIn.listener, runs: 20_000)
    for (tracks, ahead) in [(1, false), (1, true), (16, false)] {
      let python = python(tracks, ahead: ahead)
      let many = (ahead ? ", both next levels ahead" : "") + (tracks == 1 ? "" : ", \(tracks) tracks at a time")
      measure("strategy.py" + many, python.strategy, builtIn.listener, runs: 1000)
      if !ahead { measure("listener.py" + many, builtIn.strategy, python.listener, runs: 1000) }
      measure("both" + many, python.strategy, python.listener, runs: 1000)
    }
  }

  /// Best of five, by the clock on the wall: the program's time is none of ours.
  private static func measure(_ name: String, _ strategy: String, _ listener: String, runs: Int) {
    let experiment = """
      name: bench
      seed: 7
      task: {kind: comparison}
      listeners: [{name: l, \(listener)}]
      strategies: [{name: s, \(strategy)}]
      stop: {trials: 60}
      replicates: 1
      """
    guard let plan = try? Experiment.parse(experiment, file: "experiments/process/bench.yaml").plan else {
      return print("  the experiment of the benchmark does not parse")
    }
    let cell = plan.cellRecords[0]
    var best = Double.infinity
    var trials = 0
    var failure: String?
    for _ in 0..<5 {
      guard let batch = plan.batch(of: 0, cell, 1...runs) else { return }
      trials = batch.runs.reduce(0) { $0 + $1.trials }
      failure = failure ?? batch.runs.lazy.compactMap(\.failure).first
      best = min(best, batch.seconds)
    }
    let rate = Int(Double(trials) / best)
    print("  \(name): \(rate) trials/s" + (failure.map { "; FAILED: \($0)" } ?? ""))
  }
}
