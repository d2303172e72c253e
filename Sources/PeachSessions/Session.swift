import PeachAudio
package import PeachTrials

/// How a session ended.
package enum SessionEnd: Hashable, Sendable {
  /// The strategy has stopped, or the asked number of trials is done.
  case finished
  case left
  case settings
  case signal(Int32)
}

/// The live loop of any kind of trial: present, take the answer, tell the strategy, store, show feedback, make the next
/// ready meanwhile.
///
/// A person and a simulated listener, real and virtual time, a terminal and a page: one path. It runs on the thread that
/// calls `run`, whose end would end the sound; it keeps nothing outside itself, so that a process can have several. Its
/// states follow its own clock from the moment the player has begun.
package final class Session<Task: SessionTask> {
  /// The parts of a session: player, clock, responder, store and display.
  package struct Parts {
    package var clock: any SessionClock
    package var player: any TrialPlayer
    package var responder: any Responder<Task>
    package var store: any TrialStore<Task>
    package var display: any SessionDisplay<Task>

    package init(
      clock: any SessionClock, player: any TrialPlayer, responder: any Responder<Task>, store: any TrialStore<Task>,
      display: any SessionDisplay<Task>
    ) {
      self.clock = clock
      self.player = player
      self.responder = responder
      self.store = store
      self.display = display
    }
  }

  /// Seconds that feedback is shown.
  package static var feedback: Double { 0.4 }
  /// Seconds after which a sound that was ended early is over, and the tick can be heard.
  private static var tickDelay: Double { 0.1 }
  /// Seconds of feedback after which the sound of the trial is over, or that and the tick, and the player can be warmed up.
  private static var warmDelay: (silent: Double, afterTick: Double) { (0.12, 0.3) }
  /// How often the sound of one trial may stall before the session ends.
  package static var mostStalls: Int { 5 }

  /// The trials of one condition, with the parts that present and store them. A session without conditions has one.
  package struct Condition {
    package fileprivate(set) var task: Task
    /// How many were answered and stored.
    package fileprivate(set) var trials: Int
    fileprivate let parts: Parts
    /// Made as soon as the trial before it is answered, so that it is known which conditions are over.
    fileprivate var next: Task.Trial?

    /// Whether no trial is left.
    package var isOver: Bool { next == nil }

    /// - Parameters:
    ///   - task: The task; to resume a session, it has already followed the earlier trials.
    ///   - answered: The number of earlier trials.
    package init(_ task: Task, after answered: Int = 0, _ parts: Parts) {
      self.task = task
      trials = answered
      self.parts = parts
    }
  }

  package private(set) var conditions: [Condition]
  /// Chooses among the conditions that are not over, from the trials of each condition.
  private let draw: (_ open: [Int], _ trials: [Int]) -> Int
  /// How many trials at most; `nil` for as many as the strategy asks.
  private let most: Int?
  /// Whether the listener gets feedback.
  private let givesFeedback: Bool
  /// How often the sound of the present trial stalled.
  private var stalls = 0
  /// The condition of the next trial, which is ready to be heard.
  private var current: Int?
  /// How the listener answers.
  private let responses: SessionResponses
  /// How often the sound of the present trial was heard again.
  private var repeats = 0
  /// Whether the present trial was discarded and comes again after the pause that follows an answer.
  private var isDelayed = false

  /// - Parameters:
  ///   - conditions: At least one. They share clock and display.
  ///   - most: The largest number of trials; `nil` for all trials of the tasks.
  ///   - givesFeedback: Whether the listener gets feedback.
  ///   - responses: How the listener answers.
  ///   - draw: Chooses the condition of the next trial among those that are not over, from the trials of each condition.
  package init(
    _ conditions: [Condition], most: Int?, givesFeedback: Bool = true,
    responses: SessionResponses = SessionResponses(),
    draw: @escaping (_ open: [Int], _ trials: [Int]) -> Int
  ) {
    precondition(!conditions.isEmpty)
    self.conditions = conditions
    self.responses = responses
    self.most = most
    self.givesFeedback = givesFeedback
    self.draw = draw
  }

  /// A session without conditions: see `Condition`.
  package convenience init(
    _ task: Task, after answered: Int = 0, most: Int?, givesFeedback: Bool = true,
    responses: SessionResponses = SessionResponses(), _ parts: Parts
  ) {
    self.init(
      [Condition(task, after: answered, parts)], most: most, givesFeedback: givesFeedback, responses: responses
    ) { open, _ in open[0] }
  }

  /// The answered and stored trials of all conditions.
  package var trials: Int { conditions.reduce(0) { $0 + $1.trials } }
  private var clock: any SessionClock { conditions[0].parts.clock }

  /// Runs until the strategy stops, the listener leaves or something is wrong; sound is off then.
  ///
  /// May be called again after the listener has looked at the settings: the trial that was cut short comes again.
  /// - Throws: `SoundError` if sound cannot be made or played or stalls again and again, and what task and store throw: the session is over then.
  package func run() throws -> SessionEnd {
    defer {
      for condition in conditions { condition.parts.player.silence() }
      if let current, let trial = conditions[current].next {
        conditions[current].parts.display.show(Task.idle, of: trial)
      }
    }
    if current == nil {
      for index in conditions.indices where conditions[index].next == nil { try makeNext(of: index) }
      try prepareNext()
    }
    while let index = current, let trial = conditions[index].next {
      do {
        try runTrial(trial, of: index)
      } catch let interruption as SessionInterruption {
        let end = end(by: interruption)
        // The sound of what is upcoming was used up; it is ready again in case the session goes on.
        if end == nil || end == .settings { try prepareAgain() }
        if let end { return end }
      }
    }
    return .finished
  }

  /// Presents a trial and concludes it, or makes it ready to come again.
  private func runTrial(_ trial: Task.Trial, of index: Int) throws {
    let parts = conditions[index].parts
    if isDelayed { try pause(until: clock.now + Self.feedback) }
    isDelayed = false
    parts.display.begin(trials + 1)
    parts.store.beginTrial(conditions[index].trials + 1)
    // With several conditions, the next trial may be of another one.
    if conditions.count == 1 {
      parts.player.lookAhead { [task = conditions[index].task, trials, clock] in
        task.soundsAhead(after: trial, as: TrialMark(number: trials + 1, timestamp: clock.timestamp))
      }
    }
    let stage = Stage(parts: parts, trial: trial, responses: responses, repeats: repeats)
    do {
      let answer = try conditions[index].task.present(trial, on: stage)
      if let fault = parts.responder.fault {
        throw StrategyFault(trial: conditions[index].trials + 1, reason: fault)
      }
      try conclude(trial, answer, try responses.confidence.map(stage.confidence), of: index)
    } catch is SoundStall {
      try discardStalled(trial, of: index)
    } catch is RepeatRequest {
      repeats += 1
      parts.player.silence()
      try prepareAgain()
    } catch is DeadlinePassed {
      try miss(trial, of: index)
    }
  }

  /// Tells the strategy of an answer, stores it, shows feedback, and makes the next sound ready meanwhile.
  ///
  /// - Parameters:
  ///   - confidence: The listener's rating; `nil` if none was asked for.
  ///   - index: The trial's condition.
  ///   - isMissing: Whether no answer came in time.
  private func conclude(
    _ trial: Task.Trial, _ answer: Task.Answer, _ confidence: (rating: Int, seconds: Double)?, of index: Int,
    isMissing: Bool = false
  ) throws {
    let parts = conditions[index].parts
    var mark = TrialMark(number: conditions[index].trials + 1, timestamp: clock.timestamp)
    mark.hasDeadline = responses.deadline != nil
    mark.confidence = confidence
    if responses.repeats != nil { mark.repeats = repeats }
    let conclusion = conditions[index].task.conclude(trial, answer, as: mark)
    try parts.store.store(conclusion.record)
    conditions[index].trials += 1
    (stalls, repeats) = (0, 0)
    current = nil
    let shown = clock.now
    parts.display.show(givesFeedback && !isMissing ? conclusion.feedback : Task.idle, of: trial)
    if isMissing { parts.display.showTimeout() }
    try makeNext(of: index)
    try prepareNext()
    let task = conditions[index].task
    var ticks = false
    if conclusion.isWrong, givesFeedback {
      parts.display.tick()
      if let tick = task.tick {
        ticks = true
        try pause(until: shown + Self.tickDelay)
        try parts.player.play(tick)
      }
    }
    try pause(until: shown + (ticks ? Self.warmDelay.afterTick : Self.warmDelay.silent))
    // A tick that came late is heard to its end.
    if let current, !conditions[current].parts.player.isReading { try conditions[current].parts.player.warm() }
    try pause(until: shown + Self.feedback)
    if task.interTrialInterval > 0, current != nil {
      parts.display.show(Task.idle, of: trial)
      try pause(until: shown + Self.feedback + task.interTrialInterval)
    }
  }

  private func makeNext(of index: Int) throws {
    conditions[index].next = nil
    guard most.map({ trials < $0 }) ?? true else { return }
    conditions[index].next = try conditions[index].task.next()
  }

  private func prepareNext() throws(SoundError) {
    let open = conditions.indices.filter { !conditions[$0].isOver }
    guard most.map({ trials < $0 }) ?? true, !open.isEmpty else { return }
    current = open.count == 1 ? open[0] : draw(open, conditions.map(\.trials))
    try prepareAgain()
  }

  /// Discards a trial whose sound had a gap: the strategy hears nothing of it, and the same trial comes again.
  private func discardStalled(_ trial: Task.Trial, of index: Int) throws {
    let parts = conditions[index].parts
    parts.player.silence()
    parts.display.show(Task.idle, of: trial)
    try parts.store.countStall()
    stalls += 1
    isDelayed = true
    guard stalls < Self.mostStalls else {
      throw SoundError(
        "the sound of trial \(conditions[index].trials + 1) stalled \(stalls) times",
        hint: "end other programs that use the processor or the sound device, or try another --device")
    }
    try prepareAgain()
  }

  /// Ends a trial that was not answered in time: it counts as wrong, is skipped, or is discarded, counted and asked again.
  private func miss(_ trial: Task.Trial, of index: Int) throws {
    let parts = conditions[index].parts
    parts.player.silence()
    if let then = responses.deadline?.then, then != .again,
      let answer = conditions[index].task.answer(missing: trial, isSkipped: then == .skip)
    {
      return try conclude(trial, answer, nil, of: index, isMissing: true)
    }
    parts.display.show(Task.idle, of: trial)
    parts.display.showTimeout()
    try parts.store.countTimeout()
    isDelayed = true
    try prepareAgain()
  }

  private func prepareAgain() throws(SoundError) {
    guard let current, let trial = conditions[current].next else { return }
    try conditions[current].task.prepare(trial, for: conditions[current].parts.player)
  }

  // MARK: Interruptions

  /// Waits after an answer that is safe: nothing is discarded, and what was suspended continues with the next trial.
  private func pause(until moment: Double) throws(SessionInterruption) {
    while let event = conditions[0].parts.responder.wait(until: moment, for: nil) {
      if case .interruption(let interruption) = event, end(by: interruption) != nil { throw interruption }
    }
  }

  /// Stops the sound; of the trial that was presented the strategy hears nothing.
  ///
  /// - Returns: The end of the session; `nil` if it goes on.
  private func end(by interruption: SessionInterruption) -> SessionEnd? {
    for condition in conditions { condition.parts.player.silence() }
    switch interruption {
    case .leave: return .left
    case .settings: return .settings
    case .signal(let number): return .signal(number)
    case .suspend:
      conditions[0].parts.responder.suspend()
      return nil
    case .help: return conditions[0].parts.responder.help().flatMap(end)
    case .resumed: return nil
    }
  }
}
