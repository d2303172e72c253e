import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachTrials

/// Player, responder, store and display of one session of matchings on a virtual clock, and a journal of it all. Whoever
/// tunes turns by a third of what is left until less than a cent is, a tenth of a second each.
final class ScriptedMatching: Responder, TrialStore, SessionDisplay {
  typealias Task = MatchingTask

  let clock = VirtualClock()
  var journal: [String] = []
  var stored: [MatchingRecord] = []
  /// What was heard of the held note, in hertz.
  var heard: [Double] = []
  /// What comes in place of the so-many-th input.
  var interruption: (place: Int, event: SessionInterruption)?
  /// What is done in place of tuning until it is right, trial by trial.
  var inputs: [MatchingInput]?
  let task: TrialTask
  private var count = 0
  private var started: Double?
  private var next = 0.0
  private var error = 0.0

  init(_ intervals: [DirectedInterval] = [.prime], offset: Double = 100) throws {
    guard
      let task = TrialTask.matching(
        intervals: intervals, notes: try MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 1, gap: 0.25, initialOffset: offset)
    else { throw SoundError("no task") }
    self.task = task
  }

  func session(most: Int?, count: Int = 1000) throws -> Session<MatchingTask> {
    let stimuli = NoteStimuli(
      task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01),
      device: "test", onsetLatency: 0.005)
    return Session(
      MatchingTask(draws, until: .trials(count), stimuli: stimuli), most: most,
      Session.Parts(clock: clock, player: self, responder: self, store: self, display: self))
  }

  /// What the session draws.
  var draws: MatchingDraws {
    MatchingDraws(
      task, using: StreamNames(seed: 7, listener: "me", strategy: "uniform").task.stream(replicate: 1))
  }

  func wait(until moment: Double, for question: Question<MatchingTask>?) -> SessionEvent<MatchingInput>? {
    // Not before 0.1 s after the last one; the loop looks at the player in between.
    guard let question, moment >= next else {
      clock.move(to: moment)
      return nil
    }
    clock.move(to: next)
    count += 1
    next = clock.now + 0.1
    if let (place, event) = interruption, place == count {
      interruption = nil
      return .interruption(event)
    }
    if inputs?.isEmpty == false, let input = inputs?.removeFirst() { return .input(input, at: clock.now) }
    if journal.last == "playingTunableNote" { error = question.trial.matching.initialOffset.value }
    guard inputs == nil, abs(error) >= 1 else { return .input(.commit, at: clock.now) }
    let turn = -error / 3
    error += turn
    return .input(.turn(cents: turn), at: clock.now)
  }

  func suspend() { journal.append("suspended") }
  func store(_ record: MatchingRecord) { stored.append(record) }

  func show(_ state: MatchingState, of trial: MatchingTask.Trial) {
    journal.append("\(state)")
    if state == .playingTunableNote { next = clock.now + 0.1 }
  }

  func tick() { journal.append("wrong") }
}

extension ScriptedMatching: TrialPlayer {
  func prepare(_ sound: RenderedSound) { journal.append("prepare a file") }

  func prepare(_ sound: HeldSound) {
    journal.append("prepare")
    heard.append(sound.held.frequency.hertz)
  }

  func tune(to frequency: Frequency) {
    journal.append("tune")
    heard.append(frequency.hertz)
  }

  func start() { started = clock.now }
  func hasStarted() -> Bool { clock.now >= (started ?? .infinity) + 0.002 }
  func delayed(by seconds: Double) -> SoundError { SoundError("nothing began") }
  func check() {}
  func play(_ sound: RenderedSound) { journal.append("tick") }
  func release() { journal.append("release") }
  func silence() { journal.append("silence") }
}
