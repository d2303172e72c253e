public import PeachSupport
public import PeachTrials

extension TrackSettings {
  /// The levels that a file may state on an axis: above 0 on a log axis, otherwise any finite number.
  public static func levelBounds(_ axis: Axis) -> Bounds {
    guard axis.scale == .log else { return .finite }
    guard axis.unit == "dB" else { return .positive }
    return .positive.with(
      hint: "with scale: log, levels are above 0; write scale: linear in section task for levels in dB")
  }

  /// Reads the parameters of all adaptive tracks: `start`, `limits`, `stop`, `at-limit`, `step-from` and, with
  /// `hasEstimator`, `estimator`. Problems go to the reader, and valid settings are returned in any case, with the
  /// start inside the limits. Levels are in the axis's unit.
  ///
  /// - Parameters:
  ///   - defaultStart: The start if the file does not state it; `nil` if it must.
  ///   - limits: The limits if the file does not state them; `nil` for none.
  ///   - hasEstimator: Whether the track estimates a threshold from its levels. If not, the settings have no estimator.
  ///   - estimator: The estimator if the file does not state it; `nil` for the default of staircases, the mean of the
  ///     levels at an even number of reversals after the last change of step (geometric on a log axis).
  public static func read(
    _ reader: Reader, in context: StrategyContext, defaultStart: Double? = nil, limits: ClosedRange<Double>? = nil,
    hasEstimator: Bool, estimator: Estimator? = nil
  ) -> TrackSettings {
    let axis = context.task.axis
    let bounds = levelBounds(axis)
    let start =
      defaultStart.map {
        reader.number("start", unit: axis.unit, in: bounds, default: $0, "Level of the first trial")
      } ?? reader.number("start", unit: axis.unit, in: bounds, "Level of the first trial")
    var settings = TrackSettings(start: start, stop: readStop(reader, in: context), pace: context.task.pace)
    if axis.scale == .log { settings.rails = 1e-100...1e100 }
    settings.readLimits(reader, axis, fallback: limits)
    if reader.has("limits") {
      settings.reach = SearchRange(.limits, settings.lowest...settings.highest, axis, at: "limits", of: reader)
    }
    SoundAdvice(reader, in: context.task).check(
      (settings.lowest, settings.highest), start: reader.has("start") ? start : nil)
    if reader.has("start") { check(start: start, inside: settings.lowest...settings.highest, reader) }
    settings.start = settings.clamped(start)
    // A default outside the limits would be refused where the resolved file is read again.
    if !reader.has("start"), settings.start != start { reader.resolve("start", .number(settings.start)) }
    if hasEstimator { settings.estimator = Estimator.read(from: reader, on: axis, default: estimator) }
    settings.readAtLimit(reader)
    settings.stepFrom = reader.choice(
      "step-from", default: .presented,
      "Whether a step starts from the level that was presented or from the level that the strategy asked for "
        + "(recommended)")
    return settings
  }

  /// Reads the strategy's own stop rule under `stop`, or takes `context.stop`, that of the file. If there is neither,
  /// it reports a problem and returns a rule of one trial. `TrackSettings.read` calls it.
  ///
  /// - Parameter hasBelief: Whether the tracks, while they run, have an interval of the threshold and a posterior. If
  ///   not, Peach warns of the conditions `width`, `precision` and `entropy`, which they never meet.
  public static func readStop(
    _ reader: Reader, in context: StrategyContext, hasBelief: Bool = false
  ) -> StopRule {
    if let own = StopRule.read(
      from: reader, "When a track of this strategy ends; replaces the stop of the file entirely")
    {
      warnOfRatio(own, in: context, reader)
      if !hasBelief { warn(of: own, isOwn: true, reader) }
      return own
    }
    if let stop = context.stop {
      warnOfRatio(stop, in: context, reader)
      if !hasBelief { warn(of: stop, isOwn: false, reader) }
      return stop
    }
    if !reader.isDescribing, !reader.has("stop") {
      reader.reportMissing(
        "stop", expected: "a stop for this strategy or for the whole file", hint: "write stop: {trials: 60}")
    }
    return .trials(1)
  }

  /// Warns of a stop that the strategy cannot reach, if the stop is its own or it has no other end.
  private static func warn(of stop: StopRule, isOwn: Bool, _ reader: Reader) {
    guard let asked = stop.asksOfBelief.first, isOwn || !stop.canHoldWithoutBelief else { return }
    let missing = asked == .entropy ? "posterior" : "interval of its threshold"
    reader.warn(
      "a stop by \(asked.rawValue) never ends a track: this strategy has no \(missing) while a track runs", at: "stop",
      hint: "write stop: {trials: 60}, or reversals")
  }

  /// Warns of a stop by a relative width where levels have no ratios.
  private static func warnOfRatio(_ stop: StopRule, in context: StrategyContext, _ reader: Reader) {
    let axis = context.task.axis
    guard stop.asksOfBelief.contains(.precision), axis.scale == .linear, !axis.isSigned else { return }
    reader.warn(
      "a stop by precision never ends a track: levels on a linear axis have no ratios", at: "stop",
      hint: "write stop: {width: …}, in the axis's unit")
  }

  /// The lowest and the highest level; `nil` if they are left out or wrong.
  static func limits(_ reader: Reader, _ axis: Axis, _ meaning: String) -> ClosedRange<Double>? {
    let pair = reader.numbers("limits", unit: axis.unit, in: levelBounds(axis), count: 2, meaning)
    guard let pair else { return nil }
    if pair[0] < pair[1] { return pair[0]...pair[1] }
    reader.report(
      "expected the lowest level before the highest, got [\(pair[0].shortest), \(pair[1].shortest)]", at: "limits")
    return nil
  }

  /// Reports a start outside the limits.
  static func check(start: Double, inside limits: ClosedRange<Double>, _ reader: Reader) {
    guard !limits.contains(start) else { return }
    reader.report(
      "expected a start inside the limits [\(limits.lowerBound.shortest), \(limits.upperBound.shortest)], "
        + "got \(start.shortest)", at: "start")
  }

  private mutating func readLimits(_ reader: Reader, _ axis: Axis, fallback: ClosedRange<Double>?) {
    let shown = fallback.map { " (default [\($0.lowerBound.shortest), \($0.upperBound.shortest)])" } ?? ""
    if let limits = TrackSettings.limits(reader, axis, "Lowest and highest level\(shown)") {
      (lowest, highest) = (limits.lowerBound, limits.upperBound)
    } else if let fallback {
      (lowest, highest) = (fallback.lowerBound, fallback.upperBound)
      if !reader.has("limits") { reader.resolve("limits", .list([.number(lowest), .number(highest)])) }
    }
  }

  private mutating func readAtLimit(_ reader: Reader) {
    let parameter = Parameter(
      name: "at-limit", kind: .integer(1...10_000), unit: "trials", fallback: "8",
      meaning:
        "Number of successive trials at a limit after which the track ends (with status floor or ceiling); off: it "
        + "does not end so")
    atLimit = 8
    guard let node = reader.node(parameter, required: false) else {
      reader.resolve("at-limit", .integer(8))
      return
    }
    if node.text == "off" {
      atLimit = nil
      reader.resolve("at-limit", .text("off"))
    } else if let text = node.plainText, let count = NumberGrammar.integer(text), 1...10_000 ~= count {
      atLimit = count
      reader.resolve("at-limit", .integer(count))
    } else {
      reader.report("expected \(parameter.expectation), or off, got \(node.shown)", at: "at-limit")
    }
  }
}
