import PeachListeners
import PeachSimulation
import PeachSupport
import PeachTrials

/// The parts that differ in a file of pitch matchings. Nothing adapts, and no answer is correct or wrong. The file has
/// listeners and a number of trials, but no strategies.
extension ExperimentReader {
  /// Reports what has no meaning there. What comes back stands in.
  func refuseStrategies(_ root: Reader) -> Asked {
    let reasons = [
      ("strategies", "Peach draws pitch matchings at random, without a strategy"),
      ("estimand", "a pitch matching is neither correct nor wrong"),
      ("estimator-lapse", "a pitch matching is neither correct nor wrong"),
      ("estimator-method", "a pitch matching is neither correct nor wrong"),
      ("estimator-interval", "a pitch matching is neither correct nor wrong"),
      ("checkpoints", "the regression of the errors always uses all matchings of a session"),
    ]
    for (key, reason) in reasons where root.has(key) {
      // Known, and not wanted here.
      _ = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: ""), required: false)
      root.report("expected no \(key) with kind: matching: \(reason)", at: key, hint: "leave \(key) out")
    }
    if root.value("stop") == nil {
      root.reportMissing("stop", expected: "the number of trials of a session, under stop", hint: "stop: {trials: 30}")
    }
    return Asked(strategies: [])
  }

  func checkTrialsAlone(_ stops: Readings<StopRule>, _ root: Reader) {
    guard stops.items.values.contains(where: { !$0.countsTrialsAlone }) else { return }
    root.report(
      "expected only trials: matchings have no reversals, interval widths or entropies, and simulated matchings "
        + "take no time",
      at: "stop", hint: "stop: {trials: 30}")
  }

  func readMatchingListener(
    _ part: Part, _ tasks: Readings<TrialTask>, _ grid: SweepGrid
  ) -> Readings<any MatchingListener> {
    read(part, tasks, [], grid, list: "listeners") { reader, task, _ in
      kinds.matchingListeners.kind(from: reader).map { kind in { kind.read(reader, in: task) } }
    }
  }

  /// Every listener at every choice of the values that it, the task and the stop vary, in file order.
  func cross(
    _ tasks: Readings<TrialTask>, _ models: [Readings<any MatchingListener>], _ stops: Readings<StopRule>,
    _ grid: SweepGrid
  ) -> [Cell] {
    models.flatMap { listener in
      grid.choices(of: listener.sweeps + stops.sweeps).compactMap { choice in
        guard let task = tasks.items[grid.part(choice, of: tasks.sweeps)],
          let model = listener.items[grid.part(choice, of: listener.sweeps)],
          let stop = stops.items[grid.part(choice, of: stops.sweeps)]
        else { return nil }
        return Cell(
          strategy: Cell.uniform, listener: listener.part.name, varied: grid.texts(choice), task: task,
          work: .matchings(model, stop))
      }
    }
  }
}
