import Foundation
import Glibc
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachTrials

/// QUEST+ and psi through the simulator, beside the best of batched numpy in the same run.
enum GridProcedures {
  private static let lattice = "levels: {from: -3, to: 3, count: 61}, threshold: {from: -3, to: 3, count: 61}"

  private static func experiment(_ strategy: String) -> String {
    """
    name: bench
    seed: 7
    task: {kind: forced-choice, unit: dB}
    listeners: [{name: l, kind: psychometric, threshold: 0.4, slope: \(1 / 0.7), lapse: 0.02}]
    strategies: [{name: s, \(strategy)}]
    stop: {trials: 40}
    replicates: 1
    """
  }

  /// σ = 1/β.
  private static func slopes(_ sigmas: [Double]) -> String {
    "[" + sigmas.map { String(1 / $0) }.joined(separator: ", ") + "]"
  }

  private static let procedures = [
    (
      name: "quest-plus",
      text: "kind: quest-plus, \(lattice), lapse: [0.01, 0.02, 0.03, 0.04, 0.05], slope: "
        + slopes((0..<21).map { pow(10, -1 + 0.075 * Double($0)) })
    ),
    (
      name: "psi", text: "kind: psi, \(lattice), lapse: 0.02, slope: " + slopes((0..<21).map { 0.1 + 0.1 * Double($0) })
    ),
  ]

  private static let replicates = 1...10_000

  static func compare() {
    let peers = PeerScript.rates(PeerScript.grids, library: "numpy", package: "numpy")
    for (name, text) in procedures {
      guard let cell = try? Experiment.parse(experiment(text), file: "bench.yaml").plan.cells.first else {
        print("  the experiment of the benchmark does not parse")
        return
      }
      makeTables(cell)
      // The first run finds nothing remembered: what a live listener would wait for.
      let first = run(cell, 1...1)
      let all = run(cell, replicates)
      let rate = Double(replicates.count) / all.seconds
      print("  \(name)")
      print(
        "    peach      \(TextTable.grouped(Int(rate))) runs/s, own estimates alone, RMSE \(TextTable.fixed(all.error, 4))"
      )
      print("    live       \(TextTable.fixed(first.seconds / 40 * 1e6, 0)) µs a trial")
      print("    common fit \(TextTable.fixed(fitSeconds(cell) * 1e6, 0)) µs a run more")
      if let peer = peers[name] {
        print("    numpy      \(TextTable.grouped(Int(peer.rate))) runs/s (\(peer.how))")
        print("    ratio      \(Rates.ratio(rate / peer.rate))")
      }
    }
  }

  /// The first question of all makes the tables of the grid, before a listener sits down.
  private static func makeTables(_ cell: Cell) {
    var streams = StreamNames(seed: 7, listener: cell.listener, strategy: cell.strategy).streams(replicate: 1)
    _ = try? cell.factory?.make(using: &streams).ask(after: 0)
  }

  private static func run(_ cell: Cell, _ replicates: ClosedRange<Int>) -> (seconds: Double, error: Double) {
    guard case .trials(let factory, let model) = cell.work else { return (0, 0) }
    let names = StreamNames(seed: 7, listener: cell.listener, strategy: cell.strategy)
    var log = TrackLog()
    var squares = 0.0
    let seconds = CPUClock.seconds {
      for replicate in replicates {
        var streams = names.streams(replicate: replicate)
        var random = names.listener.stream(replicate: replicate)
        let track = model.sit(factory, using: &streams, random: &random, log: &log)
        let error = (track.estimates[0].threshold ?? 0) - 0.4
        squares += error * error
      }
    }
    return (seconds, sqrt(squares / Double(replicates.count)))
  }

  /// What the row `fit` of a run costs.
  private static func fitSeconds(_ cell: Cell) -> Double {
    guard case .trials(let factory, let model) = cell.work else { return 0 }
    let names = StreamNames(seed: 7, listener: cell.listener, strategy: cell.strategy)
    let fit = CommonFit(task: cell.task, estimand: 0.75, lapse: 0.01)
    var log = TrackLog()
    var seconds = 0.0
    let runs = 1...500
    for replicate in runs {
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      _ = model.sit(factory, using: &streams, random: &random, log: &log)
      seconds += CPUClock.seconds { _ = fit.fit(log.trials) }
    }
    return seconds / Double(runs.count)
  }
}
