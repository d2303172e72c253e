import PeachSupport
import PeachTrials

extension StepRule {
  /// The four ways of stating a size.
  enum Unit: String, CaseIterable {
    case factor, db, log, linear

    func size(_ value: Double) -> Size {
      switch self {
      case .factor: .factor(value)
      case .db: Size(amount: value / 20 * M_LN10, isLinear: false)
      case .log: Size(amount: value * M_LN10, isLinear: false)
      case .linear: .linear(value)
      }
    }

    var bounds: Bounds { self == .factor ? .above(1) : .positive }

    func meaning(_ axis: Axis) -> (unit: String, text: String) {
      switch self {
      case .factor: ("1", "Step as a ratio of levels")
      case .db: ("dB", "Step as 20·log10 of a ratio of levels; for levels that are in dB already, use linear")
      case .log: ("log10", "Step as log10 of a ratio of levels")
      case .linear: (axis.unit, "Step as a difference of levels")
      }
    }
  }

  /// One size with its changes.
  private struct Schedule {
    var size: Size
    var atReversals: [(at: Int, size: Size)]
    var atTrials: [(at: Int, size: Size)]
  }

  /// Reads `step:` for a strategy that knows the ratio of step up to step down.
  static func read(_ reader: Reader, in context: StrategyContext, upOverDown: Double) -> StepRule {
    let meaning = "Size of the step down; the step up follows from the rule"
    let rule = reader.section("step", required: true, numberKey: usual(context.task.axis), meaning) { step in
      schedule(step, context.task.axis).map { joined($0, upOverDown: upOverDown) }
    }
    return checked(rule ?? nil, reader, context)
  }

  /// Reads `step:` with all its forms: one size, one size and a ratio, or a size each for up and down.
  static func read(_ reader: Reader, in context: StrategyContext) -> StepRule {
    let axis = context.task.axis
    let key = usual(axis)
    let meaning = "Size of a step; or different sizes for up and down: {up: {…}, down: {…}}"
    let rule = reader.section("step", required: true, numberKey: key, meaning) { step -> StepRule? in
      let up = step.section("up", numberKey: key, "Size of a step up, stated like step") { schedule($0, axis) } ?? nil
      let down =
        step.section("down", numberKey: key, "Size of a step down, stated like step") { schedule($0, axis) } ?? nil
      if step.has("up") != step.has("down") {
        step.report("expected up and down together, got one", at: step.has("up") ? "up" : "down")
      }
      if step.has("up") || step.has("down") {
        guard let up, let down else { return nil }
        return joined(down: down, up: up)
      }
      let ratio = step.number(
        "ratio", unit: "1", in: .positive, default: 1,
        "Size of the step up divided by the size of the step down; with factor, the ratio of their logarithms")
      return schedule(step, axis).map { joined($0, upOverDown: ratio) }
    }
    return checked(rule ?? nil, reader, context)
  }

  /// Reads `step:` with one size that does not change, and the unit it is stated in; nil after a problem.
  static func readSize(
    _ reader: Reader, in context: StrategyContext, _ meaning: String
  ) -> (size: Size, unit: Unit)? {
    let stated = reader.section("step", required: true, numberKey: usual(context.task.axis), meaning) {
      size($0, context.task.axis)
    }
    guard let stated, let size = stated.size else { return nil }
    _ = checked(StepRule(down: size, up: size), reader, context)
    return (size, stated.unit)
  }

  /// The probable meaning of a number without a unit.
  private static func usual(_ axis: Axis) -> String {
    (axis.scale == .log ? Unit.factor : Unit.linear).rawValue
  }

  /// Rejects steps that would move a level off the axis.
  private static func checked(_ rule: StepRule?, _ reader: Reader, _ context: StrategyContext) -> StepRule {
    guard let rule else { return StepRule(down: .linear(1), up: .linear(1)) }
    let isLinear = rule.down.isLinear || rule.up.isLinear
    let isMultiplied = !rule.down.isLinear || !rule.up.isLinear
    if context.task.axis.scale == .log, isLinear, !reader.has("limits") {
      reader.report(
        "linear steps can lead to levels of 0 or below, which a log axis does not have", at: "step",
        hint: "state limits: [low, high] with a low above 0, or step by a factor")
    }
    if isMultiplied, context.task.axis.isDecibel {
      let value = reader.word(Unit.db.rawValue, in: "step")
      reader.warn(
        "the level is in \(context.task.axis.unit), a logarithmic unit, so steps must add to it, not multiply it",
        at: "step",
        hint: "write step: {linear: \(value.map(SafeText.cut) ?? "2")}")
    }
    if isMultiplied, context.task.axis.scale == .linear,
      let start = reader.resolved.first(where: { $0.key == "start" }),
      case .number(let level) = start.value, level <= 0
    {
      reader.report(
        "expected a start > 0 for steps that multiply, got \(level.shortest)", at: "start",
        hint: "use step: {linear: …} if levels may be 0 or negative")
    }
    if isMultiplied, isLinear, context.task.axis.scale == .linear, !hasPositiveLimits(reader) {
      reader.report(
        "linear steps can lead to levels of 0 or below, which a step by a factor cannot multiply", at: "step",
        hint: "state limits: [low, high] with a low above 0, or use linear steps for both up and down")
    }
    return rule
  }

  private static func hasPositiveLimits(_ reader: Reader) -> Bool {
    guard case .list(let limits)? = reader.resolved.first(where: { $0.key == "limits" })?.value,
      case .number(let lowest)? = limits.first
    else { return false }
    return lowest > 0
  }

  private static func joined(_ down: Schedule, upOverDown ratio: Double) -> StepRule {
    var up = down
    up.size = down.size.scaled(by: ratio)
    up.atReversals = down.atReversals.map { ($0.at, $0.size.scaled(by: ratio)) }
    up.atTrials = down.atTrials.map { ($0.at, $0.size.scaled(by: ratio)) }
    return joined(down: down, up: up)
  }

  private static func joined(down: Schedule, up: Schedule) -> StepRule {
    var rule = StepRule(down: down.size, up: up.size)
    rule.atReversals = changes(down: down.atReversals, up: up.atReversals)
    rule.atTrials = changes(down: down.atTrials, up: up.atTrials)
    return rule
  }

  private static func changes(down: [(at: Int, size: Size)], up: [(at: Int, size: Size)]) -> [Change] {
    Set((down + up).map(\.at)).sorted().map { at in
      Change(at: at, down: down.first { $0.at == at }?.size, up: up.first { $0.at == at }?.size)
    }
  }

  /// A size in one of the four units; `nil` after a problem.
  private static func size(_ reader: Reader, _ axis: Axis) -> (size: Size?, unit: Unit) {
    var size: Size?
    for unit in Unit.allCases {
      let (name, text) = unit.meaning(axis)
      if let value = reader.optionalNumber(unit.rawValue, unit: name, in: unit.bounds, text) { size = unit.size(value) }
    }
    reader.requireOne(of: Unit.allCases.map(\.rawValue))
    return (size, Unit.allCases.first { reader.has($0.rawValue) } ?? .factor)
  }

  /// `nil` if no size is known, after a problem.
  private static func schedule(_ reader: Reader, _ axis: Axis) -> Schedule? {
    let (size, unit) = size(reader, axis)
    let atReversals = changes(
      reader, "after-reversals", "Step sizes that apply from a reversal on; {2: 1.414} changes the size at reversal 2",
      unit, axis)
    let atTrials = changes(
      reader, "after-trials", "Step sizes that apply from a trial on; {10: 1.414} changes the size at trial 10", unit,
      axis)
    return size.map { Schedule(size: $0, atReversals: atReversals, atTrials: atTrials) }
  }

  private static func changes(
    _ reader: Reader, _ name: String, _ meaning: String, _ unit: Unit, _ axis: Axis
  ) -> [(at: Int, size: Size)] {
    let changes = reader.section(name, meaning) { section in
      let counts = section.dataKeys().compactMap { entry -> Int? in
        if let at = Int(entry.key), 1...1_000_000 ~= at, String(at) == entry.key { return at }
        section.diagnostics.report(
          Problem(
            place: entry.place, path: "\(section.path).\(entry.key)",
            message:
              "expected a whole number from 1 to 1000000 before the colon, such as {2: 1.414}, got "
              + "\(SafeText.quoted(entry.key))"))
        return nil
      }
      return counts.sorted().map { at in
        (at, unit.size(section.number(String(at), unit: unit.meaning(axis).unit, in: unit.bounds, "")))
      }
    }
    return changes ?? []
  }
}
