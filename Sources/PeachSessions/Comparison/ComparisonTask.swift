package import PeachAudio
package import PeachTrials

/// Comparisons in a session: a reference note, a target note, higher or lower. Unison and interval are one; so are
/// choices among several such notes.
package struct ComparisonTask: SessionTask {
  package typealias Input = ComparisonAnswer
  package typealias State = ComparisonState
  package typealias Record = TrialRecord

  /// A comparison with its sound.
  package struct Trial: Sendable {
    package var comparison: Comparison
    /// The sound, with a part for the reference and one for the target, or one for each note of a choice.
    package var sound: RenderedSound

    package init(_ comparison: Comparison, sound: RenderedSound) {
      self.comparison = comparison
      self.sound = sound
    }
  }

  /// The answer that ends a trial.
  package struct Answer: Hashable, Sendable {
    /// "Higher"; in a choice among notes whether it is right.
    package var isHigher: Bool
    /// The choice among notes.
    package var choice: Int?
    /// From the onset of the target, or of the last note.
    package var seconds: Double
  }

  package private(set) var strategy: any ComparisonStrategy
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
  package init(_ factory: StrategyFactory, streams: Streams, loudness: RandomStream, stimuli: ComparisonStimuli) {
    var streams = streams
    strategy = factory.make(using: &streams)
    self.streams = streams
    self.loudness = loudness
    self.stimuli = stimuli
    tracks = factory.facts.tracks
  }

  /// Follows the trials that a session has stored, so that the next one is what it would have been.
  ///
  /// - Parameter stored: In order, each the one that the strategy asked for. A strategy with other limits or another
  ///   stop rule than before learns from them all the same, until its stop rule ends it.
  package mutating func follow(_ stored: [CompletedComparison]) {
    for done in stored {
      for _ in 0..<(form?.notes ?? 1) { _ = loudness.unit() }
      if strategy.next != nil { strategy.update(done, using: &streams) }
    }
    trials += stored.count
  }

  package static var idle: ComparisonState { .idle }
  package var status: Status { strategy.status }
  package var tick: RenderedSound? { stimuli.tick }
  package var interTrialInterval: Double { stimuli.notes.task.interTrialInterval }

  package mutating func next() throws -> Trial? {
    guard let comparison = try strategy.ask(after: trials) else { return nil }
    return Trial(comparison, sound: try stimuli.sound(of: comparison, using: &loudness))
  }

  package func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError) {
    try player.prepare(trial.sound)
  }

  package func present(_ trial: Trial, on stage: Stage<ComparisonTask>) throws -> Answer {
    stage.show(playing(0))
    let start = try stage.start() + stimuli.notes.onsetLatency
    let last = trial.sound.parts.count - 1
    for note in 1...last {
      try stage.play(until: start + trial.sound.onset(of: note))
      stage.show(playing(note))
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
      return Answer(isHigher: choice == rightAnswer(to: trial.comparison), choice: choice, seconds: seconds)
    }
  }

  private var form: ChoiceForm? { stimuli.notes.task.kind.form }

  private func playing(_ note: Int) -> ComparisonState {
    form != nil ? .playingNote(note) : note == 0 ? .playingReferenceNote : .playingTargetNote
  }

  private func rightAnswer(to comparison: Comparison) -> Int? {
    form.map { $0.rightAnswer(to: comparison) }
  }

  package mutating func conclude(
    _ trial: Trial, _ answer: Answer, as mark: TrialMark
  ) -> Conclusion<ComparisonTask> {
    let done = CompletedComparison(
      trial.comparison, isHigher: answer.isHigher, seconds: mark.isTimed ? answer.seconds : 0)
    let belief = strategy.tell(done, of: tracks, using: &streams)
    trials = mark.number
    let order = form?.order(of: trial.comparison) ?? [false, true]
    let parts = trial.sound.parts
    let heard = stimuli.notes.presentation(
      of: trial.comparison.reference, parts[order.firstIndex(of: false) ?? 0].level, trial.comparison.interval,
      parts[order.firstIndex(of: true) ?? 0].level, seconds: mark.isTimed ? answer.seconds : nil, mark)
    var record = TrialRecord(
      done, number: mark.number, in: stimuli.notes.task, track: tracks.name(of: trial.comparison.level), belief: belief,
      heard: heard)
    if let form, let choice = answer.choice {
      record.answer = form.answers[choice]
      record.order = ChoiceForm.text(order)
    }
    let isCorrect = record.isCorrect
    return Conclusion(record: record, feedback: .showingFeedback(isCorrect: isCorrect), isWrong: isCorrect == false)
  }
}
