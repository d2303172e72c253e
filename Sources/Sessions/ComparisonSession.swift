import Sound
public import Trials

/// The live loop of comparisons: ask the strategy, play, take the answer, store it, tell the strategy, show feedback.
///
/// Unison and interval, a person and a simulated listener, real and virtual time: one path. It runs on the thread that
/// calls `run`, whose end would end the sound. Its states follow its own clock from the moment the player has begun.
public final class ComparisonSession {
  /// How a session ended.
  public enum End: Hashable, Sendable {
    /// The strategy has stopped, or the asked number of trials is done.
    case finished
    case left
    case settings
    case signal(Int32)
  }

  /// Who and what take part.
  public struct Parts {
    public var clock: any SessionClock
    public var player: any TrialPlayer
    public var responder: any Responder
    public var store: any TrialStore
    public var display: any SessionDisplay

    public init(
      clock: any SessionClock, player: any TrialPlayer, responder: any Responder, store: any TrialStore,
      display: any SessionDisplay
    ) {
      self.clock = clock
      self.player = player
      self.responder = responder
      self.store = store
      self.display = display
    }
  }

  /// Seconds that feedback is shown.
  public static let feedback = 0.4
  /// Seconds after which a sound that was ended early is over, and the tick can be heard.
  private static let tickDelay = 0.1
  /// Seconds between looks at whether the sound has begun.
  private static let startPoll = 0.0005
  /// Seconds after which a sound that has not begun will not.
  private static let startLimit = 5.0
  /// Seconds between looks at whether the player is still there.
  private static let playPoll = 0.02

  private let parts: Parts
  private let stimuli: ComparisonStimuli
  private let tracks: [NamedTrack]
  /// How many trials at most; nil for as many as the strategy asks.
  private let most: Int?
  public private(set) var strategy: any ComparisonStrategy
  private var streams: Streams
  private var loudness: RandomStream
  public private(set) var trials = 0
  /// What comes next, ready to be heard.
  private var upcoming: Upcoming?

  private struct Upcoming {
    var comparison: Comparison
    var pair: TonePair
    var sound: PreparedTrial
  }

  /// - Parameters:
  ///   - factory: Makes the strategy.
  ///   - streams: Its streams, those of a replicate in simulation.
  ///   - loudness: The stream of level offsets: one draw a trial, also where levels do not vary.
  public init(
    _ factory: StrategyFactory, streams: Streams, loudness: RandomStream, stimuli: ComparisonStimuli, most: Int?,
    _ parts: Parts
  ) {
    var streams = streams
    strategy = factory.make(using: &streams)
    self.streams = streams
    self.loudness = loudness
    self.stimuli = stimuli
    self.most = most
    self.parts = parts
    tracks = strategy.namedTracks
  }

  /// Runs until the strategy stops, the listener leaves or something is wrong; sound is off then.
  ///
  /// May be called again after the listener has looked at the settings: the comparison that was cut short comes again.
  /// - Throws: `SoundError` when sound cannot be made or played, and what the store throws: the session is over then.
  public func run() throws -> End {
    defer {
      parts.player.silence()
      if let upcoming { parts.display.show(.idle, of: upcoming.comparison) }
    }
    if upcoming == nil { try prepareNext() }
    while let upcoming {
      switch try present(upcoming) {
      case .answered(let answer):
        if let end = try conclude(upcoming, answer) { return end }
      case .again:
        self.upcoming?.sound = try parts.player.prepare(upcoming.pair)
      case .end(let end):
        return try cutShort(end)
      }
    }
    return .finished
  }

  // MARK: One trial

  private enum Outcome {
    case answered(Answer)
    /// The trial was interrupted and comes anew.
    case again
    case end(End)
  }

  private struct Answer {
    var isHigher: Bool
    /// From target onset.
    var seconds: Double
  }

  private func present(_ trial: Upcoming) throws -> Outcome {
    parts.display.show(.playingReferenceNote, of: trial.comparison)
    try parts.player.start()
    let called = parts.clock.now
    while try !parts.player.hasStarted() {
      if let event = wait(until: parts.clock.now + Self.startPoll) { return interrupted(event) }
      if parts.clock.now > called + Self.startLimit {
        throw SoundError("aplay has not begun to play within \(Int(Self.startLimit)) s", hint: "try another --device")
      }
    }
    let onset = parts.clock.now + trial.sound.targetStart + stimuli.onsetLatency
    if let event = try waitPlaying(until: onset) { return interrupted(event) }
    parts.display.show(.playingTargetNote, of: trial.comparison)
    return try takeAnswer(to: trial, onset: onset)
  }

  private func takeAnswer(to trial: Upcoming, onset: Double) throws -> Outcome {
    let targetEnd = onset + trial.sound.end - trial.sound.targetStart
    let question = Question(trial.comparison, targetEnd: targetEnd)
    var event = try waitPlaying(until: targetEnd, for: question)
    if event == nil {
      parts.display.show(.awaitingAnswer, of: trial.comparison)
      event = wait(until: .infinity, for: question)
    }
    guard case .answer(let isHigher, let moment)? = event else { return event.map(interrupted) ?? .again }
    if moment < targetEnd { parts.player.release() }
    // To the microsecond; more would be noise of the clock's digits.
    return .answered(Answer(isHigher: isHigher, seconds: ((moment - onset) * 1e6).rounded() / 1e6))
  }

  /// Stores an answer, tells the strategy, shows feedback, and makes the next sound ready meanwhile.
  private func conclude(_ trial: Upcoming, _ answer: Answer) throws -> End? {
    let isTimed = parts.clock.timestamp != nil
    let done = CompletedComparison(
      trial.comparison, isHigher: answer.isHigher, seconds: isTimed ? answer.seconds : 0)
    let before = strategy.reversals
    strategy.update(done, using: &streams)
    trials += 1
    let estimate = strategy.estimate(of: trial.comparison.level)
    var heard = stimuli.presentation(trial.sound)
    heard.onsetLatency = isTimed ? stimuli.onsetLatency : nil
    heard.responseTime = isTimed ? answer.seconds : nil
    heard.timestamp = parts.clock.timestamp
    let belief = TrackLog.Belief(
      isReversal: strategy.reversals > before, estimate: estimate?.status == .ok ? estimate : nil)
    try parts.store.store(
      TrialRecord(
        done, number: trials, in: stimuli.task, track: tracks.name(of: trial.comparison.level), belief: belief,
        heard: heard))
    upcoming = nil
    let shown = parts.clock.now
    parts.display.show(.showingFeedback(isCorrect: done.isCorrect), of: trial.comparison)
    try prepareNext()
    if done.isCorrect == false {
      parts.display.tick()
      if let tick = stimuli.tick {
        if let end = pause(until: shown + Self.tickDelay) { return end }
        try parts.player.play(tick)
      }
    }
    return pause(until: shown + Self.feedback)
  }

  /// Waits after an answer that is safe: nothing is discarded, and what was suspended goes on with the next trial.
  private func pause(until moment: Double) -> End? {
    while let event = wait(until: moment) {
      if case .end(let end) = interrupted(event) { return end }
    }
    return nil
  }

  private func prepareNext() throws(SoundError) {
    guard most.map({ trials < $0 }) ?? true, let comparison = strategy.next else { return }
    let pair = stimuli.pair(of: comparison, draw: loudness.unit())
    upcoming = Upcoming(comparison: comparison, pair: pair, sound: try parts.player.prepare(pair))
  }

  // MARK: Waiting and interruptions

  private func wait(until moment: Double, for question: Question? = nil) -> SessionEvent? {
    parts.responder.wait(until: moment, for: question)
  }

  /// Waits while sound plays, with an eye on the player.
  private func waitPlaying(until moment: Double, for question: Question? = nil) throws(SoundError) -> SessionEvent? {
    while parts.clock.now < moment {
      if let event = wait(until: min(moment, parts.clock.now + Self.playPoll), for: question) { return event }
      try parts.player.check()
    }
    return nil
  }

  /// Stops the sound and discards the trial, of which the strategy hears nothing.
  private func interrupted(_ event: SessionEvent) -> Outcome {
    parts.player.silence()
    switch event {
    case .leave: return .end(.left)
    case .settings: return .end(.settings)
    case .signal(let number): return .end(.signal(number))
    case .suspend:
      parts.responder.suspend()
      return .again
    case .resumed, .answer: return .again
    }
  }

  /// Ends, with the sound of the discarded trial ready in case the session goes on.
  private func cutShort(_ end: End) throws(SoundError) -> End {
    if end == .settings, let pair = upcoming?.pair { upcoming?.sound = try parts.player.prepare(pair) }
    return end
  }
}
