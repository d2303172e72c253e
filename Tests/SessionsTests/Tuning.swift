import Glibc
import Pitch
import Sessions
import Sound
import Trials

/// A second kind of trial, minimal: a reference note, then a held note that follows the listener's turns until they are
/// content with it. It shows that a session carries a sound that changes while it is heard, without a word of its own.
struct Tuning: SessionTask {
  struct Trial: Sendable {
    var startOffset: Double
    var reference: RenderedSound
  }

  enum Input: Hashable, Sendable {
    /// Cents up or down.
    case turn(Double)
    case commit
  }

  enum State: Hashable, Sendable {
    case idle, playingReference, playingTunable
    case showingFeedback(error: Double)
  }

  struct Record: Hashable, Sendable {
    var number: Int
    var startOffset: Double
    var error: Double
    var seconds: Double
  }

  typealias Answer = (error: Double, seconds: Double)

  /// What plays a note for as long as it is wished.
  protocol HeldNotePlayer: TrialPlayer {
    /// Begins the held note; what is heard before it ends.
    func hold(at offset: Double)
    func tune(to offset: Double)
  }

  private let player: any HeldNotePlayer
  private var offsets: [Double]

  init(_ offsets: [Double], _ player: any HeldNotePlayer) {
    self.offsets = offsets
    self.player = player
  }

  static var idle: State { .idle }
  var status: Status { offsets.isEmpty ? .finished(.trials) : .running }
  var tick: RenderedSound? { nil }

  mutating func next() throws -> Trial? {
    guard !offsets.isEmpty else { return nil }
    let silence = [Float](repeating: 0, count: 44_100)
    return Trial(
      startOffset: offsets.removeFirst(),
      reference: RenderedSound(
        samples: silence, sampleRate: .hz44100, parts: [RenderedSound.Part(start: 0, level: try AmplitudeDB(-12))]))
  }

  func prepare(_ trial: Trial, for player: any TrialPlayer) throws(SoundError) { try player.prepare(trial.reference) }

  func present(_ trial: Trial, on stage: Stage<Tuning>) throws -> Answer {
    stage.show(.playingReference)
    let onset = try stage.start() + trial.reference.duration
    try stage.play(until: onset)
    var offset = trial.startOffset
    player.hold(at: offset)
    stage.show(.playingTunable)
    let question = stage.question(onset: onset, soundEnd: .infinity)
    while let (input, moment) = try stage.inputDuringSound(question) {
      switch input {
      case .turn(let cents):
        offset += cents
        player.tune(to: offset)
      case .commit:
        stage.release()
        return (offset, moment - onset)
      }
    }
    preconditionFailure("infinity has come")
  }

  mutating func conclude(_ trial: Trial, _ answer: Answer, as mark: TrialMark) -> Conclusion<Tuning> {
    Conclusion(
      record: Record(
        number: mark.number, startOffset: trial.startOffset, error: answer.error, seconds: answer.seconds),
      feedback: .showingFeedback(error: answer.error), isWrong: false)
  }
}
