import PeachAudio
package import PeachSimulation
import PeachSupport
package import PeachTrials

/// The plan of a listener's day: the section `lab`, and one experiment for each block. That experiment has
/// only the strategy, the number of trials and the task settings of the block.
package struct LabPlan: Sendable {
  package var day: LabDay
  /// By the names of the blocks, the practice among them.
  package var plans: [String: Plan]

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
      do {
        let own = try plan(LabPlan.node(of: block, in: root))
        plans[block.name] = own
        if let problem = LabPlan.problem(of: block, in: day, own), !problems.contains(problem) {
          problems.append(problem)
        }
      } catch {
        problems += error.problems.filter { !problems.contains($0) }
      }
    }
    if problems.isEmpty { problems = LabPlan.problems(ofExamplesIn: day, plans) }
    if !problems.isEmpty { throw ConfigurationError(problems) }
  }

  /// The problems of the examples that pages play.
  private static func problems(ofExamplesIn day: LabDay, _ plans: [String: Plan]) -> [Problem] {
    let pages =
      day.instructions.map { ($0, day.blocks.first) }
      + day.all.flatMap { block in
        block.instructions.map { ($0, Optional(block)) }
      }
    return pages.compactMap { page, block in
      guard let example = page.example, let block, let task = plans[example.block ?? block.name]?.cells.first?.task,
        example.comparison(in: task) == nil
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

  /// The root of a file with the block's strategy alone.
  private static func node(of block: LabBlock, in root: Node) -> Node {
    var root = root.without(LabDay.key).without("checkpoints")
    if let task = root["task"], case .mapping(let entries, _)? = block.task {
      root = root.setting("task", entries.reduce(task) { $0.setting($1.key, value($1, over: $0)) })
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
    guard case .sequence(let items, let place)? = root["strategies"] else {
      return stop.map { root.setting("stop", $0) } ?? root
    }
    let own = items.filter { block.strategy == nil || $0["name"]?.text == block.strategy }
    return root.setting(
      "strategies", .sequence(own.map { item in stop.map { item.setting("stop", $0) } ?? item }, place: place))
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
