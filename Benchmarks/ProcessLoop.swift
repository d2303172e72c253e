import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials

/// Trials with a program beside us, over its pipe, beside those of the built-in strategy and listener that it equals.
enum ProcessLoop {
  private static let builtIn = (
    strategy: "kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.414}",
    listener: "kind: gaussian, jnd: 12, lapse: 0.02"
  )
  private static let python = (
    strategy: "kind: process, command: [python3, strategy.py], settings: {start: 100, target: 0.75, factor: 1.414}",
    listener: "kind: process, command: [python3, listener.py], settings: {jnd: 12, lapse: 0.02}"
  )

  static func compare() {
    ProgramPermission.give()
    measure("built in", builtIn.strategy, builtIn.listener, runs: 20_000)
    measure("strategy.py", python.strategy, builtIn.listener, runs: 1000)
    measure("listener.py", builtIn.strategy, python.listener, runs: 1000)
    measure("both", python.strategy, python.listener, runs: 1000)
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
    guard let plan = try? Experiment.parse(experiment, file: "experiments/process/bench.yaml").plan,
      case .trials(let factory, let model) = plan.cells[0].work
    else { return print("  the experiment of the benchmark does not parse") }
    let names = StreamNames(seed: plan.seed, listener: "l", strategy: "s")
    var best = Double.infinity
    var trials = 0
    var failure: String?
    for _ in 0..<5 {
      trials = 0
      let time = ContinuousClock().measure {
        var log = TrackLog()
        for replicate in 1...runs {
          var streams = names.streams(replicate: replicate)
          var random = names.listener.stream(replicate: replicate)
          let played = model.sit(factory, using: &streams, random: &random, log: &log)
          failure = failure ?? played.failure
          trials += log.trials.count
        }
      }
      best = min(best, time / .seconds(1))
    }
    let rate = Int(Double(trials) / best)
    print("  \(name): \(rate) trials/s" + (failure.map { "; FAILED: \($0)" } ?? ""))
  }
}
