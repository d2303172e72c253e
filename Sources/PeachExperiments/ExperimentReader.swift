import PeachFitting
import PeachListeners
import PeachMath
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials

/// Turns the root of an experiment file into a plan: reads its parts, crosses what they vary, and reads each part once
/// for every choice of varied values, so that all of them are checked before the first run.
struct ExperimentReader {
  let diagnostics: Diagnostics
  let kinds: Experiment.Kinds
  let overrides: Experiment.Overrides

  private let grids = GridCache()

  /// The readings of a part, one for each combination of the varied values of the part and the task.
  struct Readings<Item> {
    var part: Part
    /// The sweeps on which the items depend: those of the part and of the parts around it.
    var sweeps: [Sweep]
    var items: [SweepGrid.Choice: Item] = [:]
    var resolved: [Value] = []
  }

  /// Nil after a problem.
  func plan(_ root: Reader) -> Plan? {
    let name = root.name("name", "Name of the experiment and of its results file")
    let question = root.optionalText("question", "Research question of the experiment; reports print it")
    let seed = overrides.seed ?? root.seed("seed", "Seed of all random numbers; the same seed gives the same results")
    if overrides.seed != nil { replaceSeed(root, seed) }
    let profile = ProfileReader.read(root, kept: overrides.profiles) ?? overrides.profile
    NamedSweeps.declare(root)
    let task = part("task", root, "Task of a trial, that is what the listener hears and answers: see peach list task")
    let isOfMatchings = task?.node["kind"]?.text == TrialTask.Kind.matching.rawValue
    let listenerParts = parts(
      "listeners", root,
      "Simulated listeners, each with name, kind and that kind's parameters: see peach list listeners")
    let asked = isOfMatchings ? refuseStrategies(root) : readStrategies(root)
    let (stopPart, fixedStop) = stopPart(root)
    let replicates = readReplicates(root)
    let keepTrials = root.integer(
      "keep-trials", in: 0...Experiment.greatestReplicates, default: 20,
      "Number of runs, for each strategy with each listener, whose single trials are stored; these are the first "
        + "replicates")
    let checkpoints = isOfMatchings ? [] : readCheckpoints(root)
    _ = LabDay.read(root, strategies: LabPlan.strategies(in: root.value("strategies")))
    PublishedResults.declare(root)
    // Data sets say with an experiment what made its data.
    _ = root.node(
      Parameter(
        name: "provenance", kind: .section, fallback: nil,
        meaning: "Notes on how the data in the same folder were made; Peach ignores them"),
      required: false)
    // What is missing has been said; what is there is read all the same, for its own problems.
    let listeners = listenerParts ?? []
    let strategies = asked.strategies ?? []
    guard let task else { return nil }
    let grid = SweepGrid(([task] + listeners + strategies + [stopPart]).flatMap(\.sweeps))
    guard areFew(grid.axes) else { return nil }
    checkColumns(grid, root)
    guard isTractable(task, listeners, strategies, stopPart, grid, root) else { return nil }

    let tasks = readTask(task, root, grid, asked)
    guard tasks.items.count == grid.choices(of: task.sweeps).count else { return nil }
    let stops = readStops(stopPart, fixed: fixedStop, grid)
    let found: (cells: [Cell], resolved: Value)
    if isOfMatchings {
      checkTrialsAlone(stops, root)
      let models = listeners.map { readMatchingListener($0, tasks, grid) }
      guard diagnostics.isEmpty else { return nil }
      found = (
        cross(tasks, models, stops, grid), resolvedFile(root, tasks, listeners: models, strategies: nil, stops, grid)
      )
    } else {
      let models = listeners.map { readListener($0, tasks, grid) }
      if task.node["kind"]?.text != TrialTask.Kind.comparison.rawValue {
        adviseOnFunctions(asked.function, listeners, in: "listeners")
        adviseOnFunctions(asked.function, strategies, in: "strategies")
      }
      let factories = strategies.map { readStrategy($0, tasks, stops, grid, estimand: asked.estimand, profile) }
      guard diagnostics.isEmpty else { return nil }
      found = (
        cross(tasks, models, factories, grid),
        resolvedFile(root, tasks, listeners: models, strategies: factories, stops, grid)
      )
    }
    return Plan(
      name: name, question: question, seed: seed, replicates: replicates, keepTrials: keepTrials,
      checkpoints: checkpoints, estimand: asked.estimand, estimatorLapse: asked.lapse,
      estimatorFunction: asked.function, estimatorMethods: asked.methods, hasEstimatorInterval: asked.hasInterval,
      profile: profile, varied: grid.paths,
      cells: found.cells,
      resolved: found.resolved)
  }

  /// The strategies of a file, and what is common to them.
  struct Asked {
    var strategies: [Part]?
    var estimand = 0.75
    /// Nil: free.
    var lapse: Double? = 0.01
    var function: any PsychometricFunction.Type = NormalFunction.self
    var methods: [FitRequest.Method] = [.reduced]
    var hasInterval = false
  }

  private func readStrategies(_ root: Reader) -> Asked {
    var asked = Asked()
    asked.strategies = parts(
      "strategies", root,
      "Strategies, each with name, kind and that kind's parameters: see peach list strategies; matchings have none")
    asked.estimand = root.number(
      "estimand", unit: "1", in: .between(0, 1), default: 0.75,
      "Proportion correct that defines the threshold of the common fit, which is the same for all strategies")
    asked.lapse = readLapse(root)
    asked.function = readFunction(root)
    asked.methods = readMethods(root)
    asked.hasInterval = readInterval(root)
    return asked
  }

  // MARK: Parts

  private func part(_ key: String, _ root: Reader, _ meaning: String) -> Part? {
    guard let node = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: meaning), required: true)
    else { return nil }
    let whole = ScaleFiles.embedded(in: node, diagnostics: diagnostics)
    let (varied, sweeps) = Sweep.find(in: whole, path: key, diagnostics: diagnostics)
    return Part(node: varied, name: key, sweeps: sweeps)
  }

  private func parts(_ key: String, _ root: Reader, _ meaning: String) -> [Part]? {
    let parameter = Parameter(name: key, kind: .form("a list of mappings"), fallback: nil, meaning: meaning)
    guard let node = root.node(parameter, required: true) else { return nil }
    guard case .sequence(let stated, _) = node, !stated.isEmpty else {
      let got = if case .sequence = node { "an empty list" } else { node.shown }
      root.report("expected a list with at least one entry such as {name: a, kind: b}, got \(got)", at: key)
      return nil
    }
    let items =
      key == "listeners"
      ? stated.enumerated().map { index, item in
        let path = "listeners[\(index + 1)]"
        let twin = TwinNodes.resolved(item, overrides.twins, diagnostics, path: path)
        return ReplayFiles.embedded(in: twin, of: root.word("kind", in: "task"), diagnostics, path: path)
      } : stated
    var names: [String] = []
    return items.enumerated().map { index, item in
      let name = item["name"]?.text
      if let name, names.contains(name), let place = item["name"]?.place {
        diagnostics.report(
          Problem(
            place: place, path: "\(key).\(name)",
            message: "expected each name once, got \(SafeText.quoted(name)) twice",
            hint: "names identify the rows of tables and the random numbers"))
      }
      names.append(name ?? "")
      let path = name.map { "\(key).\($0)" } ?? "\(key)[\(index + 1)]"
      let (varied, sweeps) = Sweep.find(in: item, path: path, diagnostics: diagnostics)
      return Part(node: varied, name: name ?? path, sweeps: sweeps)
    }
  }

  /// The file's stop with what it varies, and the rule itself where it varies nothing.
  private func stopPart(_ root: Reader) -> (part: Part, fixed: StopRule?) {
    let key = "stop"
    guard let stated = root.value(key) else {
      let part = Part(node: .refused(place: root.place), name: key, sweeps: [])
      return (part, StopRule.read(from: root, ExperimentReader.stopMeaning))
    }
    _ = root.node(Parameter(name: key, kind: .section, fallback: nil, meaning: ""), required: false)
    let (node, sweeps) = Sweep.find(in: stated, path: key, diagnostics: diagnostics)
    let part = Part(node: node, name: key, sweeps: sweeps)
    guard sweeps.isEmpty else { return (part, nil) }
    let (rule, resolved) = stop(node)
    if let resolved { root.resolve(key, resolved) }
    return (part, rule)
  }

  private static let stopMeaning = "When a track (one run of a strategy) ends, for strategies without their own stop"

  /// The rule under `stop`, and as it was understood. Where it cannot be read something stands in, so that strategies do
  /// not miss it.
  private func stop(_ node: Node) -> (rule: StopRule, resolved: Value?) {
    let file = Node.mapping([Node.Entry(key: "stop", place: node.place, value: node)], place: node.place)
    let read = Reader.read(file, path: "", diagnostics: diagnostics) { reader in
      (StopRule.read(from: reader, ExperimentReader.stopMeaning) ?? .trials(1), reader.resolved.first?.value)
    }
    return read ?? (.trials(1), nil)
  }

  private func readTask(
    _ part: Part, _ root: Reader, _ grid: SweepGrid, _ asked: Asked
  ) -> Readings<TrialTask> {
    var readings = Readings<TrialTask>(part: part, sweeps: part.sweeps)
    let tunings = part.sweeps.first { $0.steps == [.key("tuning")] }?.choices.map(\.text) ?? []
    for choice in grid.choices(of: part.sweeps) {
      let node = part.node(choosing: choice, of: grid)
      let task = Reader.read(node, path: "task", diagnostics: diagnostics) { reader in
        let task = TaskReader.read(reader, tunings: tunings)
        readings.resolved.append(.mapping(reader.resolved))
        return task
      }
      guard var task = task ?? nil else { continue }
      if overrides.isHeard { task.goesBeyondSound = false }
      if task.kind != .matching {
        checkEstimand(asked.estimand, asked.lapse, task, root)
        checkFunction(asked.function, task, root)
      }
      readings.items[choice] = task
    }
    return readings
  }

  /// The file's stop for each choice of what it varies.
  private func readStops(_ part: Part, fixed: StopRule?, _ grid: SweepGrid) -> Readings<StopRule> {
    var readings = Readings<StopRule>(part: part, sweeps: part.sweeps)
    for choice in grid.choices(of: part.sweeps) {
      guard !part.sweeps.isEmpty else {
        readings.items[choice] = fixed
        continue
      }
      let (rule, resolved) = stop(part.node(choosing: choice, of: grid))
      readings.items[choice] = rule
      if let resolved { readings.resolved.append(resolved) }
    }
    return readings
  }

  private func readListener(
    _ part: Part, _ tasks: Readings<TrialTask>, _ grid: SweepGrid
  ) -> Readings<any Listener> {
    read(part, tasks, [], grid, list: "listeners") { reader, task, _ in
      kinds.listeners.kind(from: reader, meant: hintForListener).map { kind in
        { kind.read(reader, in: task, among: self.kinds.listeners) }
      }
    }
  }

  private func readStrategy(
    _ part: Part, _ tasks: Readings<TrialTask>, _ stops: Readings<StopRule>, _ grid: SweepGrid, estimand: Double,
    _ profile: PerceptualProfile
  ) -> Readings<StrategyFactory> {
    let sweeps = stopSweeps(of: part, stops.part)
    return read(part, tasks, sweeps, grid, list: "strategies") { reader, task, choice in
      kinds.strategies.kind(from: reader, meant: hintForStrategy).map { kind in
        {
          var context = StrategyContext(
            task: task, stop: stops.items[grid.part(choice, of: sweeps)], estimand: estimand, profile: profile,
            kinds: self.kinds.strategies)
          context.grids = grids
          return kind.factory(from: reader, in: context)
        }
      }
    }
  }

  /// The sweeps of the file's stop for a strategy; empty if the strategy has its own stop.
  func stopSweeps(of strategy: Part, _ stop: Part) -> [Sweep] {
    strategy.node["stop"] == nil ? stop.sweeps : []
  }

  /// Reads a part for every choice of the task's, its own and other varied values. `kind` finds the kind and gives what
  /// reads the rest; `nil` if the kind is unknown, and then the other keys are left alone.
  func read<Item>(
    _ part: Part, _ tasks: Readings<TrialTask>, _ others: [Sweep], _ grid: SweepGrid, list: String,
    kind: (Reader, TrialTask, SweepGrid.Choice) -> (() -> Item)?
  ) -> Readings<Item> {
    var readings = Readings<Item>(part: part, sweeps: tasks.sweeps + part.sweeps + others)
    let path = part.node["name"]?.text.map { "\(list).\($0)" } ?? part.name
    for choice in grid.choices(of: readings.sweeps) {
      guard let task = tasks.items[grid.part(choice, of: tasks.sweeps)] else { continue }
      _ = Reader.read(part.node(choosing: choice, of: grid), path: path, diagnostics: diagnostics) { reader in
        _ = reader.name("name", "Name in tables and figures; it also selects the random numbers")
        guard let rest = kind(reader, task, choice) else {
          _ = reader.dataKeys()
          return
        }
        readings.items[choice] = rest()
        readings.resolved.append(.mapping(reader.resolved))
      }
    }
    return readings
  }

  // MARK: Cells

  /// Every strategy with every listener at every choice of the values they and the task vary, in file order.
  private func cross(
    _ tasks: Readings<TrialTask>, _ models: [Readings<any Listener>], _ factories: [Readings<StrategyFactory>],
    _ grid: SweepGrid
  ) -> [Cell] {
    var cells: [Cell] = []
    for strategy in factories {
      for listener in models {
        let runsAtOnce = (strategy.resolved + listener.resolved).flatMap(Program.tracks(in:)).min() ?? 1
        for choice in grid.choices(of: listener.sweeps + strategy.sweeps) {
          guard let task = tasks.items[grid.part(choice, of: tasks.sweeps)],
            let model = listener.items[grid.part(choice, of: listener.sweeps)],
            let factory = strategy.items[grid.part(choice, of: strategy.sweeps)]
          else { continue }
          cells.append(
            Cell(
              strategy: strategy.part.name, listener: listener.part.name, varied: grid.texts(choice), task: task,
              work: .trials(factory, model), runsAtOnce: runsAtOnce))
        }
      }
    }
    return cells
  }

  // MARK: The whole file

  private func readReplicates(_ root: Reader) -> Int {
    let read = root.integer(
      "replicates", unit: "runs", in: 1...Experiment.greatestReplicates,
      "Number of runs of each strategy with each listener and each varied value")
    return overrides.replicates ?? read
  }

  private func replaceSeed(_ root: Reader, _ seed: UInt64) {
    _ = root.node(Parameter(name: "seed", kind: .text, fallback: nil, meaning: ""), required: false)
    root.resolve("seed", .unsigned(seed))
  }

  /// The file as understood, its parts in one order whatever the file's.
  private func resolvedFile<Model>(
    _ root: Reader, _ tasks: Readings<TrialTask>, listeners: [Readings<Model>],
    strategies: [Readings<StrategyFactory>]?, _ stops: Readings<StopRule>, _ grid: SweepGrid
  ) -> Value {
    func common<Item>(_ readings: Readings<Item>) -> Value {
      Value.common(readings.resolved, sweeps: readings.part.sweeps)
    }
    var parts = [
      Value.Field("task", common(tasks)), Value.Field("listeners", .list(listeners.map { common($0) })),
    ]
    if let strategies { parts.append(Value.Field("strategies", .list(strategies.map { common($0) }))) }
    if !stops.sweeps.isEmpty { parts.append(Value.Field("stop", common(stops))) }
    let named = grid.axes.filter(\.isNamed)
    if !named.isEmpty {
      parts.append(Value.Field(NamedSweeps.section, .mapping(named.map { Value.Field($0.path, $0.values) })))
    }
    let order = [
      "name", "question", "seed", "profile", NamedSweeps.section, "task", "listeners", "strategies", "estimand",
      "estimator-lapse", Self.functionKey, "estimator-method", "estimator-interval", "stop",
      "replicates", "keep-trials", "checkpoints", LabDay.key,
    ]
    var fields = root.resolved + parts
    if let replicates = overrides.replicates {
      fields = fields.map { $0.key == "replicates" ? Value.Field($0.key, .integer(replicates)) : $0 }
    }
    return .mapping(order.compactMap { key in fields.first { $0.key == key } })
  }
}
