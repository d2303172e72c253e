package import PeachAudio
package import PeachTrials

/// Comparisons in a session: a reference note, a target note, higher or lower; or a choice among notes or composed sounds.
package struct ComparisonTask: SessionTask {
  package typealias Input = ComparisonAnswer
  package typealias State = ComparisonState
  package typealias Record = TrialRecord

  /// A comparison with its sound.
  package struct Trial: Sendable {
    package var comparison: Comparison
    /// The sound, with a part for the reference and one for the target, or one for each note or interval of a choice.
    package var sound: RenderedSound

    package init(_ comparison: Comparison, sound: RenderedSound) {
      self.comparison = comparison
      self.sound = sound
    }
  }

  /// The answer that ends a trial.
  package struct Answer: Hashable, Sendable {
    /// "Higher", or in a choice what a strategy hears as positive.
    package var isHigher: Bool
    /// The index of the choice.
    package var choice: Int?
    /// From the onset of the target, or of the last note or interval.
    package var seconds: Double
    /// Whether no answer came in time, so that this one stands for it.
    package var isMissing = false
    /// Whether the strategy does not learn of it.
    package var isSkipped = false
  }

  package private(set) var strategy: any ComparisonStrategy
  private var sounds: any SessionSounds
  private let tracks: [NamedTrack]
  private var streams: Streams
  /// How many were answered.
  private var trials = 0

  /// - Parameters:
  ///   - factory: Makes the strategy.
  ///   - streams: Its streams, those of a replicate in simulation.
  package init(_ factory: StrategyFactory, streams: Streams, sounds: any SessionSounds) {
    var streams = streams
    strategy = factory.make(using: &streams)
    self.streams = streams
    self.sounds = sounds
    tracks = factory.facts.tracks
  }

  /// Follows the trials that a session has stored, so that the next one is what it would have been.
  ///
  /// - Parameter stored: In order, each the one that the strategy asked for. A strategy with other limits or another
  ///   stop rule than before learns from them all the same, until its stop rule ends it.
  package mutating func follow(_ stored: [CompletedComparison]) {
    sounds.follow(stored.count)
    for done in stored {
      if strategy.next != nil { strategy.update(done, using: &streams) }
    }
    trials += stored.count
  }

  package static var idle: ComparisonState { .idle }
  package var status: Status { strategy.status }
  package var tick: RenderedSound? { sounds.tick }
  package var interTrialInterval: Double { sounds.task.interTrialInterval }

  package mutating func next() throws -> Trial? {
    guard let comparison = try strategy.ask(after: trials) else { return nil }
    return Trial(comparison, sound: try sounds.sound(of: comparison, trial: trials + 1))
  }

  package func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError) {
    try player.prepare(trial.sound)
  }

  package func present(_ trial: Trial, on stage: Stage<ComparisonTask>) throws -> Answer {
    // Composed sounds may begin with silence, or with a background alone.
    let isAtOnce = trial.sound.onset(of: 0) == 0
    if isAtOnce { stage.show(playing(0)) }
    let start = try stage.start() + sounds.onsetLatency
    let last = trial.sound.parts.count - 1
    for part in trial.sound.parts.indices.dropFirst(isAtOnce ? 1 : 0) {
      try stage.play(until: start + trial.sound.onset(of: part))
      stage.show(playing(part))
    }
    let onset = start + trial.sound.onset(of: last)
    let end = onset + trial.sound.duration - trial.sound.onset(of: last)
    let question = stage.question(onset: onset, soundEnd: end)
    var given = try stage.inputDuringSound(question)
    if given == nil { stage.show(.awaitingAnswer) }
    let (answer, moment) = try given.take() ?? stage.inputAfterSound(question)
    if moment < end { stage.release() }
    // To the microsecond; more would be noise of the clock's digits.
    let seconds = ((moment - onset) * 1e6).rounded() / 1e6
    switch answer {
    case .higher, .lower: return Answer(isHigher: answer == .higher, seconds: seconds)
    case .choice(let choice):
      return Answer(
        isHigher: form?.isPositive(choice, to: trial.comparison) ?? false, choice: choice, seconds: seconds)
    }
  }

  package func answer(missing trial: Trial, isSkipped: Bool) -> Answer? {
    Answer(
      isHigher: sounds.task.isHigher(missing: trial.comparison), seconds: 0, isMissing: true, isSkipped: isSkipped)
  }

  /// A strategy is a value: a copy of it hears of each answer. An answer that cannot be given, or a sound that cannot be made,
  /// has none.
  package func soundsAhead(after trial: Trial, as mark: TrialMark) -> [RenderedSound] {
    [true, false].compactMap { isHigher in
      var copy = self
      let choice = form?.answer(isPositive: isHigher, to: trial.comparison)
      _ = copy.conclude(trial, Answer(isHigher: isHigher, choice: choice, seconds: 0), as: mark)
      return try? copy.next()?.sound
    }
  }

  private var form: ChoiceForm? { sounds.task.form }

  private func playing(_ note: Int) -> ComparisonState {
    form != nil ? .playingNote(note) : note == 0 ? .playingReferenceNote : .playingTargetNote
  }

  package mutating func conclude(
    _ trial: Trial, _ answer: Answer, as mark: TrialMark
  ) -> Conclusion<ComparisonTask> {
    var done = CompletedComparison(
      trial.comparison, isHigher: answer.isHigher, seconds: mark.isTimed ? answer.seconds : 0)
    done.isSkipped = answer.isSkipped
    let belief = strategy.tell(done, of: tracks, using: &streams)
    trials = mark.number
    let heard = mark.timed(
      sounds.presentation(of: trial.comparison, as: trial.sound), latency: sounds.onsetLatency,
      seconds: mark.isTimed && !answer.isMissing ? answer.seconds : nil)
    var record = TrialRecord(
      done, number: mark.number, in: sounds.task, track: tracks.name(of: trial.comparison.level), belief: belief,
      heard: heard)
    if let form {
      record.answer = answer.choice.map { form.answers[$0] }
      record.order = ChoiceForm.text(form.order(of: trial.comparison))
    }
    if mark.hasDeadline { record.isTimedOut = answer.isMissing }
    if answer.isMissing { record.answer = nil }
    if answer.isSkipped { record.isCorrect = nil }
    let isCorrect = sounds.judgesAnswers ? record.isCorrect : nil
    let isWrong = isCorrect == false
    let right = isWrong && sounds.namesRightAnswer ? form?.rightAnswer(to: trial.comparison) : nil
    return Conclusion(
      record: record,
      feedback: right.map(ComparisonState.showingRight) ?? .showingFeedback(isCorrect: isCorrect),
      isWrong: isWrong)
  }
}

/// The state of a comparison: idle → reference note → target note → awaiting answer → feedback → next. In a choice
/// the notes or intervals are numbered, because the listener must find which is which.
package enum ComparisonState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  /// From 0: a note or interval of a choice.
  case playingNote(Int)
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
  /// After a wrong answer in a study that names the right one: its index.
  case showingRight(Int)
}

/// A listener's answer about the target; in a choice the index of the answer, from 0.
package enum ComparisonAnswer: Hashable, Sendable {
  case higher, lower
  case choice(Int)
}
