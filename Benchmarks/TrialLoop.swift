import PeachExperiments
import PeachSimulation
import PeachTrials

/// The trial loop of the simulator beside the hand-written one.
enum TrialLoop {
  private static let experiment = """
    name: bench
    seed: 7
    task: {kind: comparison}
    listeners: [{name: l, kind: gaussian, sigma: 15, lapse: 0.02}]
    strategies: [{name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2, after-reversals: {2: 1.414}}}]
    stop: {trials: 60}
    replicates: 1
    """

  private static let replicates = 1...20_000
  private static let repetitions = 7

  static func compare() {
    guard let plan = try? Experiment.parse(experiment, file: "bench.yaml").plan else {
      print("  the experiment of the benchmark does not parse")
      return
    }
    let cell = plan.cells[0]
    guard case .trials(let factory, let model) = cell.work else { return }
    let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
    var best = (ours: Double.infinity, hand: Double.infinity)
    var sums = (ours: 0.0, hand: 0.0)
    for _ in 0..<repetitions {
      best.hand = min(
        best.hand,
        CPUClock.seconds { sums.hand = HandLoop.run(replicates: replicates, names: names, sigma: 15, lapse: 0.02) })
      best.ours = min(best.ours, CPUClock.seconds { sums.ours = ours(factory, model, names) })
    }
    let trials = Double(60 * replicates.count)
    print("  peach      \(Rates.millions(trials / best.ours)) million trials/s")
    print("  hand loop  \(Rates.millions(trials / best.hand)) million trials/s")
    print("  ratio      \(Rates.ratio(best.hand / best.ours)) (best of \(repetitions), interleaved)")
    PeerScript.printJAX("trials")
    print("  same work: \(abs(sums.ours / sums.hand - 1) < 1e-9 ? "yes, last levels agree" : "NO, last levels differ")")
  }

  private static func ours(
    _ factory: StrategyFactory, _ model: any Listener, _ names: StreamNames
  ) -> Double {
    var sum = 0.0
    var log = TrackLog()
    for replicate in replicates {
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      _ = model.sit(factory, using: &streams, random: &random, log: &log)
      sum += log.trials[log.trials.count - 1].comparison.level.value
    }
    return sum
  }
}
