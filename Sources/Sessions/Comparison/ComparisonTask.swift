public import Sound
public import Stimuli
public import Trials

/// Comparisons in a session: a reference note, a target note, higher or lower. Unison and interval are one.
public struct ComparisonTask: SessionTask {
  public typealias Input = ComparisonAnswer
  public typealias State = ComparisonState
  public typealias Record = TrialRecord

  /// A comparison with its sound.
  public struct Trial: Sendable {
    public var comparison: Comparison
    /// Of two parts, reference and target.
    public var sound: RenderedSound

    public init(_ comparison: Comparison, sound: RenderedSound) {
      self.comparison = comparison
      self.sound = sound
    }
  }

  /// What ends a trial.
  public struct Answer: Hashable, Sendable {
    public var isHigher: Bool
    /// From target onset.
    public var seconds: Double
  }

  public private(set) var strategy: any ComparisonStrategy
  private let stimuli: ComparisonStimuli
  private let tracks: [NamedTrack]
  private var streams: Streams
  private var loudness: RandomStream
  /// How many were answered.
  private var trials = 0

  /// - Parameters:
  ///   - factory: Makes the strategy.
  ///   - streams: Its streams, those of a replicate in simulation.
  ///   - loudness: The stream of level offsets: one draw a trial, also where levels do not vary.
  public init(_ factory: StrategyFactory, streams: Streams, loudness: RandomStream, stimuli: ComparisonStimuli) {
    var streams = streams
    strategy = factory.make(using: &streams)
    self.streams = streams
    self.loudness = loudness
    self.stimuli = stimuli
    tracks = factory.facts.tracks
  }

  public static var idle: ComparisonState { .idle }
  public var status: Status { strategy.status }
  public var tick: RenderedSound? { stimuli.tick }

  public mutating func next() throws -> Trial? {
    guard let comparison = try strategy.ask(after: trials) else { return nil }
    let pair = try stimuli.pair(of: comparison, draw: loudness.unit())
    return Trial(comparison, sound: try pair.rendered())
  }

  public func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError) {
    try player.prepare(trial.sound)
  }

  public func present(_ trial: Trial, on stage: Stage<ComparisonTask>) throws -> Answer {
    stage.show(.playingReferenceNote)
    let onset = try stage.start() + trial.sound.onset(of: 1) + stimuli.notes.onsetLatency
    try stage.play(until: onset)
    stage.show(.playingTargetNote)
    let end = onset + trial.sound.duration - trial.sound.onset(of: 1)
    let question = stage.question(onset: onset, soundEnd: end)
    var given = try stage.inputDuringSound(question)
    if given == nil { stage.show(.awaitingAnswer) }
    let (answer, moment) = try given.take() ?? stage.inputAfterSound(question)
    if moment < end { stage.release() }
    // To the microsecond; more would be noise of the clock's digits.
    return Answer(isHigher: answer == .higher, seconds: ((moment - onset) * 1e6).rounded() / 1e6)
  }

  public mutating func conclude(
    _ trial: Trial, _ answer: Answer, as mark: TrialMark
  ) -> Conclusion<ComparisonTask> {
    let done = CompletedComparison(
      trial.comparison, isHigher: answer.isHigher, seconds: mark.isTimed ? answer.seconds : 0)
    let belief = strategy.tell(done, of: tracks, using: &streams)
    trials = mark.number
    let heard = stimuli.notes.presentation(
      of: trial.comparison.reference, trial.sound.parts[0].level, trial.comparison.interval,
      trial.sound.parts[1].level, seconds: mark.isTimed ? answer.seconds : nil, mark)
    let record = TrialRecord(
      done, number: mark.number, in: stimuli.notes.task, track: tracks.name(of: trial.comparison.level), belief: belief,
      heard: heard)
    return Conclusion(
      record: record, feedback: .showingFeedback(isCorrect: done.isCorrect), isWrong: done.isCorrect == false)
  }
}
