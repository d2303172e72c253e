package import PeachSupport
package import PeachTrials

/// An external program, in any language, that chooses the levels. It answers lines of JSON, one for each trial.
/// `experiments/process/README.md` describes the messages.
///
/// A copy forks the track, as for all strategies: see `ProgramConnection`.
///
/// Source: none; the strategy is the program's.
package struct ProcessStrategy: DeclaredLevelStrategy {
  package static let kind = Program.kind
  package static let family = StrategyFamily.other
  package static let summary =
    "a program of your own, in any language, that receives answers and returns levels as lines of JSON"
  package static let noun = "an external program"
  package static let rule =
    "Peach sends the program a start message, and then the level and response of every trial. The program "
    + "answers each line of JSON with one line: the next level, or stop. It can also announce what will follow each of "
    + "the two possible responses; Peach then continues without waiting for it. If Peach asks for an estimate, it answers "
    + "with the threshold and an interval, or with null. Every message and key is described in "
    + "experiments/process/README.md."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "Peach sent the program the level and response of every trial. The program answered with the next level."
  }

  package static let use =
    "Use it to compare a procedure that was written elsewhere with Peach's, or to run it live, without writing "
    + "Swift. It runs only with --allow-processes, so that no experiment file can start programs unasked. The "
    + "command peach check lists the programs and starts none."
  package static let source = "none: the program's own"
  package static let convergence = "the proportion that the key target states, if the program aims at it"
  package static let example =
    "command: [python3, experiments/process/strategy.py], target: 0.75, settings: {start: 100, target: 0.75, factor: 1.414}"
  package static let exampleNote =
    "The program is a weighted up-down staircase after Kaernbach, written in Python. A correct answer divides the "
    + "level by 1.414, and a wrong one multiplies it by 1.414³ = 2.83. The program estimates the threshold by the "
    + "geometric mean of the levels at reversals; if their number is odd, it leaves out the first."

  package struct Settings: Sendable {
    var program: Program
    /// The fields of `start` but the seed.
    var opening: String
    var target: Double?
    var hasEstimate: Bool
    var limits: ClosedRange<Double>
    var stop: StopRule
    var task: TrialTask
  }

  private let settings: Settings
  private var connection: ProgramConnection
  private var told = 0
  /// The answer to the last trial or to `start`, or the one that was announced.
  private var answer: Reply?
  /// Whether `answer` was announced, and the program still has to give it.
  private var isAnnounced = false
  private var course: Course
  private var level: Level?
  private var ownFault: ProgramFault?
  package private(set) var reversals = 0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let (program, own) = Program.read(reader)
    let target = reader.optionalNumber(
      "target", unit: "1", in: .between(0, 1),
      "Proportion of correct (or yes) responses that defines the program's threshold")
    let hasEstimate = reader.flag(
      "estimate", default: true,
      "true: the program also answers the request estimate; false: Peach asks it only for levels"
    )
    let stated = TrackSettings.limits(
      reader, axis, "Lowest and highest level that the program may ask for; another level is an error of the run")
    let limits = stated ?? rails(context.task)
    SoundAdvice(reader, in: context.task).check((limits.lowerBound, limits.upperBound), start: nil)
    let opening = ProgramConnection.opening(
      role: "strategy", settings: own, task: context.task.described, limits: limits)
    return Settings(
      program: program, opening: opening, target: target, hasEstimate: hasEstimate, limits: limits,
      stop: TrackSettings.readStop(reader, in: context, hasBelief: hasEstimate), task: context.task)
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: settings.target, hasEstimate: settings.hasEstimate)
    facts.ownEnd = .byAnswers
    return facts
  }

  /// One draw: the seed of the program.
  package init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    connection = ProgramConnection(settings.program, opening: settings.opening, seed: streams.strategy.next())
    course = Course(settings.stop, pace: settings.task.pace)
    do {
      take(try connection.open())
    } catch {
      ownFault = error
    }
  }

  package var next: Level? { course.isRunning ? level : nil }
  package var status: Status { course.status }
  package var fault: String? { (ownFault ?? connection.fault)?.reason }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    guard ownFault == nil else { return }
    do {
      try settle()
      let message =
        ",\"level\":\(presented.value.shortest),\"response\":\(response.isPositive)"
        + (response.seconds > 0 ? ",\"seconds\":\(response.seconds.shortest)" : "")
      // The program announces what follows if the listener gets the level that it asked for.
      let announced =
        presented.value == level?.value
        ? answer?.object("ahead")?.object(response.isPositive ? "true" : "false") : nil
      isAnnounced = announced != nil
      let reply: Reply
      if let announced {
        (reply, connection) = (announced, try connection.send("tell", message, after: told))
      } else {
        (reply, connection) = try connection.tell("tell", message, after: told)
      }
      told += 1
      take(reply)
    } catch {
      (ownFault, level) = (error, nil)
    }
    course.count(response, reversals: reversals) { [self] in PosteriorSpread(estimates.first, on: settings.task.axis) }
  }

  package mutating func close() {
    guard ownFault == nil else { return }
    do throws(ProgramFault) { try settle() } catch { (ownFault, level) = (error, nil) }
  }

  /// Waits for the answer that the program had announced, which contains what it announces next.
  private mutating func settle() throws(ProgramFault) {
    guard isAnnounced, let announced = answer else { return }
    (answer, connection) = try checkedAnswer(against: announced)
    isAnnounced = false
  }

  /// The answer to the last trial with what it leaves out and was announced.
  ///
  /// - Throws: A difference from what was announced, or an error of the connection.
  private func checkedAnswer(against announced: Reply) throws(ProgramFault) -> (Reply, ProgramConnection) {
    let (reply, connection) = try connection.answer(after: told, telling: "tell")
    let whole = reply.completed(by: announced)
    do throws(ProgramFault) {
      try Self.checkObjects(of: whole)
      func check(_ isSame: Bool, _ name: String) throws(ProgramFault) {
        guard !isSame else { return }
        throw ProgramFault(reason: "answered 'tell' with another \(name) than it had announced")
      }
      let limits = settings.limits
      try check(
        try Self.move(whole, within: limits) == Self.move(announced, within: limits), "level or stop")
      try check(
        try Self.reversals(whole, of: told) == Self.reversals(announced, of: told), "number of reversals")
      if let estimate = whole.object("estimate"), let other = announced.object("estimate") {
        let rails = Self.rails(settings.task)
        try check(try Self.estimate(estimate, within: rails) == Self.estimate(other, within: rails), "estimate")
      }
    } catch {
      throw connection.refuse(error.reason)
    }
    return (whole, connection)
  }

  /// - Throws: An error if a value that has to be an object or `null` is neither.
  private static func checkObjects(of reply: Reply) throws(ProgramFault) {
    func object(_ name: String, in reply: Reply, _ words: String) throws(ProgramFault) -> Reply? {
      switch reply[name] {
      case nil, .null: return nil
      case .object(let object): return object
      default: throw ProgramFault(reason: "answered with \(words) that is not an object")
      }
    }
    _ = try object("estimate", in: reply, "an estimate")
    guard let ahead = try object("ahead", in: reply, "an ahead") else { return }
    for name in ahead.names {
      guard name == "true" || name == "false" else {
        throw ProgramFault(
          reason: "answered with the unknown key \(SafeText.quoted(name)) in ahead; expected true and false")
      }
      _ = try object(name, in: ahead, "an announced answer")
    }
  }

  package mutating func pass(_ response: Response) { course.count(response, reversals: reversals) }

  /// The next step after an answer to `start` or `tell`.
  package enum Move: Hashable, Sendable {
    case level(Double)
    case end(Status)
  }

  /// - Throws: The error in the reply, such as `answered without a level`.
  package static func move(_ reply: Reply, within limits: ClosedRange<Double>) throws(ProgramFault) -> Move {
    switch reply["stop"] {
    case nil, .null, .flag(false): break
    case .flag(true): return .end(.finished(.finished))
    case .text("floor"): return .end(.floor)
    case .text("ceiling"): return .end(.ceiling)
    default: throw ProgramFault(reason: "answered with an invalid stop; expected true, false, floor or ceiling")
    }
    guard let value = reply.number("level") else { throw ProgramFault(reason: "answered without a level") }
    guard limits.contains(value) else {
      let ends = "[\(limits.lowerBound.shortest), \(limits.upperBound.shortest)]"
      throw ProgramFault(reason: "asked for level \(value.shortest), outside its limits \(ends)")
    }
    return .level(value)
  }

  /// Takes in what the program answers to `start` or `tell`.
  private mutating func take(_ reply: Reply) {
    (level, answer) = (nil, reply)
    do throws(ProgramFault) {
      try Self.checkObjects(of: reply)
      if let count = try Self.reversals(reply, of: told) { reversals = count }
      switch try Self.move(reply, within: settings.limits) {
      case .level(let value): level = Level(value)
      case .end(let ending): course.end(ending)
      }
    } catch {
      ownFault = connection.refuse(error.reason)
    }
  }

  /// The number of reversals; `nil` if the reply does not state it.
  ///
  /// - Throws: The error in the reply, such as `answered with more reversals than there were trials`.
  package static func reversals(_ reply: Reply, of trials: Int) throws(ProgramFault) -> Int? {
    guard let turned = try number("reversals", in: reply, of: "a trial") else { return nil }
    guard turned <= Double(trials) else {
      throw ProgramFault(
        reason:
          "answered with more reversals than there were trials")
    }
    guard let count = Int(exactly: turned), count >= 0 else {
      throw ProgramFault(reason: "answered with \(turned.shortest) reversals")
    }
    return count
  }

  package var estimates: [Estimate] {
    guard ownFault == nil else { return [] }
    do throws(ProgramFault) {
      var (answer, connection) = (answer, connection)
      let isMissing = settings.hasEstimate && answer?.object("estimate") == nil
      // After the last trial, nothing else checks the answer.
      if isAnnounced, let announced = answer, isMissing || !course.isRunning {
        (answer, connection) = try checkedAnswer(against: announced)
      }
      guard settings.hasEstimate else { return [] }
      switch course.status {
      case .floor: return [Estimate(status: .floor, threshold: nil)]
      case .ceiling: return [Estimate(status: .ceiling, threshold: nil)]
      case .running, .finished: break
      }
      let reply: Reply
      if let stated = answer?.object("estimate") {
        reply = stated
      } else {
        reply = try connection.ask("estimate", after: told, telling: "tell")
      }
      do throws(ProgramFault) {
        return [try Self.estimate(reply, within: Self.rails(settings.task))]
      } catch {
        throw connection.refuse(error.reason)
      }
    } catch {
      // The connection keeps the fault.
      return []
    }
  }

  /// The estimate in an answer to `estimate`.
  ///
  /// - Parameter rails: The possible range of a threshold.
  /// - Throws: The error in the reply, such as `answered 'estimate' with a lapse of 7`.
  package static func estimate(_ reply: Reply, within rails: ClosedRange<Double>) throws(ProgramFault) -> Estimate {
    func part(_ name: String, in range: ClosedRange<Double>) throws(ProgramFault) -> Double? {
      let value = try number(name, in: reply, of: "'estimate'")
      if let value, !range.contains(value) {
        throw ProgramFault(reason: "answered 'estimate' with a \(name) of \(value.shortest)")
      }
      return value
    }
    let threshold = try part("threshold", in: rails)
    let stated = try status(reply)
    // Without a threshold none is at a bound either.
    let isMissing = threshold == nil && withThreshold.contains(stated)
    var estimate = Estimate(status: isMissing ? .notConverged : stated, threshold: threshold)
    (estimate.low, estimate.high) = (try part("low", in: widest), try part("high", in: widest))
    if let low = estimate.low, let high = estimate.high, low > high {
      throw ProgramFault(reason: "answered 'estimate' with low above high; expected low ≤ high")
    }
    (estimate.slope, estimate.lapse) = (try part("slope", in: 0...widest.upperBound), try part("lapse", in: 0...1))
    return estimate
  }

  private static func status(_ reply: Reply) throws(ProgramFault) -> EstimateStatus {
    switch reply["status"] {
    case nil, .null: return .ok
    case .text(let word):
      if let status = EstimateStatus(rawValue: word), !foreign.contains(status) { return status }
      throw ProgramFault(
        reason:
          "answered 'estimate' with the unknown status \(SafeText.quoted(word)); expected one such as ok, floor, "
          + "ceiling, too-few-reversals or not-converged")
    default: throw ProgramFault(reason: "answered 'estimate' with a status that is not a word")
    }
  }

  private static func number(
    _ name: String, in reply: Reply, of message: String
  ) throws(ProgramFault) -> Double? {
    switch reply[name] {
    case nil, .null: return nil
    case .number(let value): return value
    default: throw ProgramFault(reason: "answered \(message) with a \(name) that is not a number")
    }
  }

  /// Statuses that no strategy has.
  private static var foreign: Set<EstimateStatus> { [.tooFewTrials, .oneOffset, .error] }

  private static var withThreshold: Set<EstimateStatus> {
    [.ok, .extrapolated, .thresholdAtBound, .widthAtBound, .guessAtBound, .lapseAtBound]
  }

  private static var widest: ClosedRange<Double> { -1e100...1e100 }

  /// The possible range of levels and thresholds.
  package static func rails(_ task: TrialTask) -> ClosedRange<Double> {
    task.axis.scale == .log ? 1e-100...1e100 : widest
  }
}
