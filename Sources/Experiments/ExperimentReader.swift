import Configuration
import Listeners
import Simulation
import Strategies
import Trials

/// Turns the root of an experiment file into a plan: reads its parts, crosses what they vary, and reads each part once
/// for every choice of varied values, so that all of them are checked before the first run.
struct ExperimentReader {
  let diagnostics: Diagnostics
  let kinds: Experiment.Kinds
  let overrides: Experiment.Overrides

  private let grids = GridShelf()

  /// What is read of a part for each choice of its own and the task's varied values.
  private struct Readings<Item> {
    var part: Part
    var items: [[Int]: Item] = [:]
    var resolved: [Value] = []
  }

  /// Nil after a problem.
  func plan(_ root: Reader) -> Plan? {
    let name = root.name("name", "Name of the experiment and of its results file")
    let question = root.optionalText("question", "What the experiment asks")
    let seed = overrides.seed ?? root.seed("seed", "Root of all random streams")
    if overrides.seed != nil { replaceSeed(root, seed) }
    let profile = ProfileReader.read(root, kept: overrides.profiles) ?? overrides.profile
    let task = part("task", root)
    let listenerParts = parts("listeners", root)
    let strategyParts = parts("strategies", root)
    let estimand = root.number(
      "estimand", unit: "1", in: .between(0, 1), default: 0.75, "Proportion correct of the common threshold")
    let lapse = root.number(
      "estimator-lapse", unit: "1", in: .within(0..<0.5), default: 0.01, "λ of the common fit of comparisons")
    let stop = readStop(root)
    let replicates = readReplicates(root)
    let keepTrials = root.integer(
      "keep-trials", in: 0...Experiment.greatestReplicates, default: 20,
      "First replicates of each cell whose trials are stored")
    // What is missing has been said; what is there is read all the same, for its own problems.
    let listeners = listenerParts ?? []
    let strategies = strategyParts ?? []
    guard let task else { return nil }
    let sweeps = ([task] + listeners + strategies).flatMap(\.sweeps)
    checkColumns(sweeps, root)
    guard cellCount(task, listeners, strategies, root) != nil else { return nil }

    let tasks = readTask(task, root, estimand: estimand, lapse: lapse)
    guard tasks.items.count == task.choices.count else { return nil }
    let models = listeners.map { readListener($0, tasks) }
    let factories = strategies.map { readStrategy($0, tasks, stop, estimand: estimand, profile) }
    guard diagnostics.isEmpty else { return nil }
    let resolved = resolvedFile(root, tasks, models, factories)
    let cells = cross(tasks, models, factories, sweeps)
    return Plan(
      name: name, question: question, seed: seed, replicates: replicates, keepTrials: keepTrials, estimand: estimand,
      estimatorLapse: lapse, profile: profile, varied: sweeps.map(\.path), cells: cells, resolved: resolved)
  }

  // MARK: Parts

  private func part(_ key: String, _ root: Reader) -> Part? {
    guard let node = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: ""), required: true) else {
      return nil
    }
    let whole = ScaleFiles.embedded(in: node, diagnostics: diagnostics)
    let (varied, sweeps) = Sweep.find(in: whole, path: key, diagnostics: diagnostics)
    return Part(node: varied, name: key, sweeps: sweeps)
  }

  private func parts(_ key: String, _ root: Reader) -> [Part]? {
    guard let node = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: ""), required: true) else {
      return nil
    }
    guard case .sequence(let items, _) = node, !items.isEmpty else {
      let got = if case .sequence = node { "an empty list" } else { node.shown }
      root.report("expected a list of at least one mapping, got \(got)", at: key)
      return nil
    }
    var names: [String] = []
    return items.enumerated().map { index, item in
      let name = item["name"]?.text
      if let name, names.contains(name), let place = item["name"]?.place {
        diagnostics.report(
          Problem(
            place: place, path: "\(key).\(name)", message: "expected each name once, got \(Shown.quoted(name)) twice",
            hint: "names become columns and random streams"))
      }
      names.append(name ?? "")
      let path = name.map { "\(key).\($0)" } ?? "\(key)[\(index + 1)]"
      let (varied, sweeps) = Sweep.find(in: item, path: path, diagnostics: diagnostics)
      return Part(node: varied, name: name ?? path, sweeps: sweeps)
    }
  }

  private func readTask(_ part: Part, _ root: Reader, estimand: Double, lapse: Double) -> Readings<TrialTask> {
    var readings = Readings<TrialTask>(part: part)
    let tunings = part.sweeps.first { $0.path == "task.tuning" }?.choices.map(\.text) ?? []
    for choice in part.choices {
      let task = Reader.read(part.node(choosing: choice), path: "task", diagnostics: diagnostics) { reader in
        let task = TaskReader.read(reader, tunings: tunings)
        readings.resolved.append(.mapping(reader.resolved))
        return task
      }
      guard let task = task ?? nil else { continue }
      checkEstimand(estimand, lapse, task, root)
      readings.items[choice] = task
    }
    return readings
  }

  private func readListener(_ part: Part, _ tasks: Readings<TrialTask>) -> Readings<any Listener> {
    read(part, tasks, list: "listeners") { reader, task in
      kinds.listeners.kind(from: reader).map { kind in { kind.read(reader, in: task) } }
    }
  }

  private func readStrategy(
    _ part: Part, _ tasks: Readings<TrialTask>, _ stop: StopRule?, estimand: Double,
    _ profile: PerceptualProfile
  ) -> Readings<StrategyFactory> {
    read(part, tasks, list: "strategies") { reader, task in
      kinds.strategies.kind(from: reader).map { kind in
        {
          var context = StrategyContext(
            task: task, stop: stop, estimand: estimand, profile: profile, kinds: self.kinds.strategies)
          context.grids = grids
          return kind.factory(from: reader, in: context)
        }
      }
    }
  }

  /// Reads a part for every choice of the task's and its own varied values. `kind` finds the kind and gives what reads
  /// the rest; nil where the kind is unknown, and then the other keys are left alone.
  private func read<Item>(
    _ part: Part, _ tasks: Readings<TrialTask>, list: String,
    kind: (Reader, TrialTask) -> (() -> Item)?
  ) -> Readings<Item> {
    var readings = Readings<Item>(part: part)
    let path = part.node["name"]?.text.map { "\(list).\($0)" } ?? part.name
    for taskChoice in tasks.part.choices {
      guard let task = tasks.items[taskChoice] else { continue }
      for choice in part.choices {
        _ = Reader.read(part.node(choosing: choice), path: path, diagnostics: diagnostics) { reader in
          _ = reader.name("name", "Its name in results, and of its random streams")
          guard let rest = kind(reader, task) else {
            _ = reader.dataKeys()
            return
          }
          readings.items[taskChoice + choice] = rest()
          readings.resolved.append(.mapping(reader.resolved))
        }
      }
    }
    return readings
  }

  // MARK: Cells

  /// Every strategy with every listener at every choice of the values they and the task vary, in file order.
  private func cross(
    _ tasks: Readings<TrialTask>, _ models: [Readings<any Listener>], _ factories: [Readings<StrategyFactory>],
    _ sweeps: [Sweep]
  ) -> [Cell] {
    var cells: [Cell] = []
    for strategy in factories {
      for listener in models {
        for taskChoice in tasks.part.choices {
          for listenerChoice in listener.part.choices {
            for strategyChoice in strategy.part.choices {
              guard let task = tasks.items[taskChoice], let model = listener.items[taskChoice + listenerChoice],
                let factory = strategy.items[taskChoice + strategyChoice]
              else { continue }
              let chosen =
                texts(tasks.part, taskChoice) + texts(listener.part, listenerChoice)
                + texts(strategy.part, strategyChoice)
              cells.append(
                Cell(
                  strategy: strategy.part.name, listener: listener.part.name,
                  varied: sweeps.map { sweep in chosen.first { $0.path == sweep.path }?.text ?? "" }, task: task,
                  factory: factory, model: model))
            }
          }
        }
      }
    }
    return cells
  }

  private func texts(_ part: Part, _ choice: [Int]) -> [(path: String, text: String)] {
    zip(part.sweeps, choice).map { ($0.path, $0.choices[$1].text) }
  }

  private func cellCount(_ task: Part, _ listeners: [Part], _ strategies: [Part], _ root: Reader) -> Int? {
    func size(_ part: Part) -> Double { part.sweeps.reduce(1) { $0 * Double($1.choices.count) } }
    let count =
      size(task) * listeners.reduce(0) { $0 + size($1) } * strategies.reduce(0) { $0 + size($1) }
    guard count <= Double(Experiment.greatestCellCount) else {
      root.report(
        "expected at most \(Experiment.greatestCellCount) cells (strategies × listeners × varied values), got "
          + count.shortest, at: "strategies", hint: "vary fewer values")
      return nil
    }
    return Int(count)
  }

  // MARK: Checks

  private func readReplicates(_ root: Reader) -> Int {
    let read = root.integer(
      "replicates", unit: "runs", in: 1...Experiment.greatestReplicates, "Runs of each cell")
    return overrides.replicates ?? read
  }

  /// The file's stop; where it cannot be read something stands in, so that strategies do not miss it.
  private func readStop(_ root: Reader) -> StopRule? {
    StopRule.read(from: root, "When a track ends, for strategies without their own stop")
      ?? (root.has("stop") ? .trials(1) : nil)
  }

  private func replaceSeed(_ root: Reader, _ seed: UInt64) {
    _ = root.node(Parameter(name: "seed", kind: .text, fallback: nil, meaning: ""), required: false)
    root.resolve("seed", .unsigned(seed))
  }

  private func checkEstimand(_ estimand: Double, _ lapse: Double, _ task: TrialTask, _ root: Reader) {
    let low = task.guessRate
    let high = task.kind == .comparison ? 1 - lapse : 1
    if estimand <= low || estimand >= high {
      let reason = task.kind == .comparison ? " (1 − estimator-lapse)" : ""
      root.report(
        "expected a proportion above \(low.shortest) (guessing) and below \(high.shortest)\(reason), got "
          + estimand.shortest, at: "estimand")
    }
  }

  private func checkColumns(_ sweeps: [Sweep], _ root: Reader) {
    for (index, sweep) in sweeps.enumerated() {
      if let other = sweeps[..<index].first(where: { $0.column == sweep.column }) {
        root.report(
          "expected columns of different names, got \(sweep.column) for \(other.path) and \(sweep.path)",
          at: "strategies", hint: "rename one of them")
      }
    }
  }

  /// The file as understood, its parts in one order whatever the file's.
  private func resolvedFile(
    _ root: Reader, _ tasks: Readings<TrialTask>, _ models: [Readings<any Listener>],
    _ factories: [Readings<StrategyFactory>]
  ) -> Value {
    func common<Item>(_ readings: Readings<Item>) -> Value {
      Value.common(readings.resolved, sweeps: readings.part.sweeps)
    }
    let parts = [
      Value.Field("task", common(tasks)), Value.Field("listeners", .list(models.map { common($0) })),
      Value.Field("strategies", .list(factories.map { common($0) })),
    ]
    let order = [
      "name", "question", "seed", "profile", "task", "listeners", "strategies", "estimand", "estimator-lapse", "stop",
      "replicates", "keep-trials",
    ]
    var fields = root.resolved + parts
    if let replicates = overrides.replicates {
      fields = fields.map { $0.key == "replicates" ? Value.Field($0.key, .integer(replicates)) : $0 }
    }
    return .mapping(order.compactMap { key in fields.first { $0.key == key } })
  }
}
