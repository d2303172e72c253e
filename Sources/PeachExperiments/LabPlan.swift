import PeachAudio
package import PeachSimulation
import PeachSupport
package import PeachTrials

/// The plan of a study: the section `lab`, and one experiment for each block, or for each condition of a block. That
/// experiment has only the strategy, the number of trials and the task settings of its part.
package struct LabPlan: Sendable {
  package var day: LabDay
  /// By parts without their days, the practice among them.
  package var plans: [LabPart: Plan]

  /// - Parameters:
  ///   - root: The root of a valid file.
  ///   - plan: Reads the experiment of a block.
  init?(of root: Node, plan: (Node) throws(ConfigurationError) -> Plan) throws(ConfigurationError) {
    let read = { (reader: Reader) -> LabDay? in
      _ = reader.dataKeys()
      return LabDay.read(reader, strategies: LabPlan.strategies(in: reader.value("strategies")))
    }
    guard root[LabDay.key] != nil, let day = Reader.read(root, path: "", diagnostics: Diagnostics(), read) ?? nil
    else { return nil }
    self.day = day
    plans = [:]
    var problems: [Problem] = []
    for block in day.all {
      let conditions = block.conditions.isEmpty ? [nil] : block.conditions.map(Optional.some)
      for condition in conditions {
        do {
          let part = LabPart(block: block.name, condition: condition?.name)
          let own = try plan(LabPlan.node(of: block, condition, in: root))
          plans[part] = own
          if let problem = LabPlan.problem(of: block, in: day, own), !problems.contains(problem) {
            problems.append(problem)
          }
        } catch {
          problems += error.problems.filter { !problems.contains($0) }
        }
      }
      if problems.isEmpty, let problem = difference(in: block) { problems.append(problem) }
    }
    for test in day.screening?.tests ?? [] {
      plans[LabPart(block: test.blockName)] = try plan(ScreeningTask.node(of: test, in: root))
    }
    if let comfort = day.comfort {
      do {
        plans[LabPart(block: LabComfort.partName)] = try plan(ComfortTask.node(of: comfort, in: root))
      } catch {
        problems += error.problems
      }
    }
    if problems.isEmpty { problems = relateLevels() }
    if problems.isEmpty { problems = LabPlan.problems(ofExamplesIn: day, plans) }
    if !problems.isEmpty { throw ConfigurationError(problems) }
  }

  /// The plan of a part, whatever its day.
  package func plan(of part: LabPart) -> Plan? { plans[LabPart(block: part.block, condition: part.condition)] }

  /// Finds the blocks whose thresholds others need.
  ///
  /// - Returns: The problems of levels relative to a threshold or a comfortable level that nobody measures.
  private mutating func relateLevels() -> [Problem] {
    var problems: [Problem] = []
    for block in day.all {
      for part in block.parts(on: nil) {
        guard let stimulus = plans[part]?.cells.first?.task.composed, stimulus.levels.isRelative else { continue }
        let path = "\(LabDay.key).blocks.\(block.name).task.sounds"
        if stimulus.levels == .comfort, day.comfort == nil {
          problems.append(
            Problem(
              place: block.place, path: "\(path).levels", message: "dB re comfort needs a comfortable level",
              hint: "add the section comfort to \(LabDay.key)"))
        }
        guard let name = stimulus.thresholdBlock else { continue }
        let plan = plans[LabPart(block: name)]
        let measures = plan?.cells.first.map { cell in
          cell.task.composed.map { !$0.levels.isRelative && $0.variesLevel } ?? false
            && cell.factory?.facts.hasEstimate ?? false
        }
        if measures != true || !day.blocks.contains(where: { $0.name == name && $0.conditions.isEmpty }) {
          problems.append(
            Problem(
              place: block.place, path: "\(path).threshold-block",
              message:
                "expected a block without conditions whose target has level: x in dB FS or dB SPL, and whose strategy "
                + "estimates a threshold, got \(SafeText.quoted(name))"))
        } else if !day.thresholdBlocks.contains(name) {
          day.thresholdBlocks.append(name)
        }
      }
    }
    return problems
  }

  /// The problem with a block whose conditions are different tasks for the listener; `nil` if there is none.
  private func difference(in block: LabBlock) -> Problem? {
    let tasks = block.parts(on: nil).compactMap { plans[$0]?.cells.first?.task }
    guard let first = tasks.first else { return nil }
    let other = zip(tasks, block.conditions).first { task, _ in
      task.kind != first.kind || task.form?.answers != first.form?.answers
        || (task.composed == nil) != (first.composed == nil)
        || task.composed?.question != first.composed?.question
    }
    return other.map { task, condition in
      Problem(
        place: condition.place, path: "lab.blocks.\(block.name).conditions.\(condition.name)",
        message: "expected the kind, answers and question of the first condition, \(first.kind.rawValue), got "
          + "\(task.kind == first.kind ? "others" : task.kind.rawValue)",
        hint: "the listener must not notice which condition comes; use a block of its own for another task")
    }
  }

  /// The problems of the examples that pages play.
  private static func problems(ofExamplesIn day: LabDay, _ plans: [LabPart: Plan]) -> [Problem] {
    let pages =
      day.instructions.map { ($0, day.blocks.first) }
      + day.all.flatMap { block in
        block.instructions.map { ($0, Optional(block)) }
      }
    return pages.compactMap { page, block in
      guard let example = page.example,
        let part = (day.all.first { $0.name == example.block } ?? block)?.parts(on: nil).first,
        let block, let task = plans[part]?.cells.first?.task, example.comparison(in: task) == nil
      else { return nil }
      let answers = task.kind == .matching ? "higher, lower" : task.answerNames.joined(separator: ", ")
      return Problem(
        place: block.place, path: "\(LabDay.key).instructions.play.answer",
        message: "expected one of \(answers), got \(SafeText.quoted(example.answer ?? ""))")
    }
  }

  /// Why the listener of a block could not answer; `nil` if nothing is wrong.
  private static func problem(of block: LabBlock, in day: LabDay, _ plan: Plan) -> Problem? {
    guard let task = plan.cells.first?.task, let message = day.responses(in: block).problem(for: task) else {
      return nil
    }
    return Problem(
      place: block.place, path: "\(LabDay.key).\(message.prefix { $0 != ":" })",
      message: "block \(block.name)" + message.drop { $0 != ":" })
  }

  /// The names of a file's strategies.
  static func strategies(in node: Node?) -> [String] {
    guard case .sequence(let items, _)? = node else { return [] }
    return items.compactMap { $0["name"]?.text }
  }

  /// The value of a block's setting. Of sounds a block states what differs.
  private static func value(_ setting: Node.Entry, over task: Node) -> Node {
    guard setting.key == "sounds", let sounds = task["sounds"] else { return setting.value }
    return StimulusOverlay.target(setting.value, over: sounds)
  }

  /// The settings of a task with those of a part in their places. A part of another kind states its whole task.
  private static func task(_ task: Node, with own: Node?) -> Node {
    guard case .mapping(let entries, _)? = own else { return task }
    let kind = own?["kind"]?.text
    if let own, kind != nil, kind != task["kind"]?.text { return own }
    return entries.reduce(task) { $0.setting($1.key, value($1, over: $0)) }
  }

  /// The root of a file with the strategy of a block, or of one of its conditions, alone.
  private static func node(of block: LabBlock, _ condition: LabCondition?, in root: Node) -> Node {
    let stated = root["task"]?["kind"]?.text
    var root = root.without(LabDay.key).without("checkpoints")
    if let task = root["task"] {
      root = root.setting("task", self.task(self.task(task, with: block.task), with: condition?.task))
    }
    let stop = block.trials.map { trials in
      Node.mapping(
        [
          Node.Entry(
            key: "trials", place: block.place,
            value: .scalar(
              text: String(trials), isQuoted: false, place: block.place))
        ], place: block.place)
    }
    let kind = root["task"]?["kind"]?.text
    if let kind, kind != stated { root = LabPlan.node(ofKind: kind, in: root) }
    guard kind != TrialTask.Kind.matching.rawValue, case .sequence(let items, let place)? = root["strategies"] else {
      return stop.map { root.setting("stop", $0) } ?? root
    }
    let name = condition?.strategy ?? block.strategy
    let own =
      (condition?.strategy == nil ? block.ownStrategy.map { [$0] } : nil)
      ?? items.filter { name == nil || $0["name"]?.text == name }
    return root.setting(
      "strategies", .sequence(own.map { item in stop.map { item.setting("stop", $0) } ?? item }, place: place))
  }

  /// The root for a part whose task has another kind than the file's: without the settings and the listeners that belong
  /// to the file's kind. A listener of the part's kind stands in, whose model only a simulation of the part uses.
  private static func node(ofKind kind: String, in root: Node) -> Node {
    func mapping(_ fields: [(String, String)]) -> Node {
      .mapping(
        fields.map {
          Node.Entry(
            key: $0.0, place: root.place, value: .scalar(text: $0.1, isQuoted: false, place: root.place))
        }, place: root.place)
    }
    let isOfMatchings = kind == TrialTask.Kind.matching.rawValue
    let model =
      isOfMatchings
      ? [("kind", "tuner"), ("spread", "10")]
      : kind == TrialTask.Kind.comparison.rawValue
        ? [("kind", "gaussian"), ("jnd", "12")]
        : [("kind", "psychometric"), ("function", "weibull"), ("threshold", "1"), ("slope", "2")]
    let common = ["estimand", "estimator-lapse", "estimator-function", "estimator-method", "estimator-interval"]
    let others = isOfMatchings ? common + ["strategies"] : common
    return others.reduce(root) { $0.without($1) }
      .setting("listeners", .sequence([mapping([("name", "listener")] + model)], place: root.place))
  }
}

extension Node {
  fileprivate func without(_ key: String) -> Node {
    guard case .mapping(let entries, let place) = self else { return self }
    return .mapping(entries.filter { $0.key != key }, place: place)
  }

  /// The mapping with a value under a key, instead of the one there was.
  fileprivate func setting(_ key: String, _ value: Node) -> Node {
    guard case .mapping(var entries, let place) = self else { return self }
    let entry = Entry(key: key, place: value.place, value: value)
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
    return .mapping(entries, place: place)
  }
}
