import PeachAudio
import PeachPitch
import PeachSessions
import PeachStrategies
import PeachTrials
import Synchronization

/// A session on a virtual clock whose events are scripted, and a journal of all that was done and shown.
final class ScriptedSession {
  /// What happens at a moment after a state was shown for the so-many-th time.
  struct Script {
    var state: ComparisonState
    /// From 1.
    var occurrence = 1
    /// Seconds after the state was shown.
    var after: Double
    var event: SessionEvent<ComparisonAnswer>
  }

  private let told = Told()
  var updates: Int { told.counts.withLock { $0.updates } }
  var passes: Int { told.counts.withLock { $0.passes } }
  let clock = VirtualClock()
  var journal: [String] = []
  var stored: [TrialRecord] = []
  private(set) var prepared: [RenderedSound] = []
  var suspensions = 0
  private(set) var session: Session<ComparisonTask>!
  private var script: [Script]
  private var shown: [ComparisonState: Int] = [:]
  private var due: [(moment: Double, event: SessionEvent<ComparisonAnswer>)] = []
  /// Seconds between the start of a sound and its first sample.
  let startDelay = 0.012
  private var started: Double?
  /// Thrown by `check` from then on.
  var death: (moment: Double, error: SoundError)?
  var storeError: SoundError?
  /// The moments at which the sound stalls, each once.
  var stallMoments: [Double] = []
  /// Until then the player has samples to read.
  var readingUntil = 0.0
  /// How many stalls the store has counted.
  private(set) var stalls = 0
  private(set) var timeouts = 0
  /// Ratings of confidence, each given 0.3 s after it is asked for.
  var ratings: [Int] = []

  init(
    intervals: [DirectedInterval] = [.prime], form: ChoiceForm? = nil, interTrialInterval: Double = 0, most: Int?,
    timed: Bool = false, loudness: Double = 0, givesFeedback: Bool = true,
    responses: SessionResponses = SessionResponses(), _ script: [Script]
  ) throws {
    self.script = script
    let notes = try MIDINote(48)...MIDINote(72)
    let made =
      if let form {
        TrialTask.choice(
          form, notes: notes, tuning: EqualTemperament(), referencePitch: try Frequency(440), noteDuration: 1, gap: 0.25
        )
      } else {
        TrialTask.comparison(
          intervals: intervals, notes: notes, tuning: EqualTemperament(), referencePitch: try Frequency(440),
          noteDuration: 1, gap: 0.25)
      }
    guard var task = made else { throw SoundError("no task") }
    task.interTrialInterval = interTrialInterval
    let told = told
    let factory = StrategyFactory { [task] streams in
      Roving(FixedLevel(told: told), in: task, using: &streams)
    }
    let names = StreamNames(seed: 7, listener: "me", strategy: "fixed")
    let comparisons = ComparisonTask(
      factory, streams: names.streams(replicate: 1),
      sounds: NoteSounds(
        ComparisonStimuli(
          NoteStimuli(
            task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01),
            device: "test", onsetLatency: 0.005), loudness: try LoudnessVariation(loudness)),
        loudness: StreamFamily(seed: 7, path: ["loudness", "me"]).stream(replicate: 1)))
    session = Session(
      comparisons, most: most, givesFeedback: givesFeedback, responses: responses,
      Session.Parts(clock: clock, player: self, responder: self, store: self, display: self))
  }

  /// How often the strategy learnt of a trial, and how often one passed it by. Sounds ahead are told to copies, which share it.
  final class Told: Sendable {
    let counts = Mutex((updates: 0, passes: 0))
  }

  /// Ten cents for ever.
  struct FixedLevel: LevelStrategy {
    var told = Told()
    var next: Level? { Level(10) }
    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
      told.counts.withLock { $0.updates += 1 }
    }
    mutating func pass(_ response: Response) { told.counts.withLock { $0.passes += 1 } }
    var estimates: [Estimate] { [] }
    var status: Status { .running }
    var reversals: Int { 0 }
  }

  private func note(_ text: String) { journal.append("\(milliseconds) \(text)") }

  private var milliseconds: Int { Int((clock.now * 1000).rounded()) }
}

extension ScriptedSession: Responder {
  typealias Task = ComparisonTask

  func wait(until moment: Double, for question: Question<ComparisonTask>?) -> SessionEvent<ComparisonAnswer>? {
    let next = due.indices.min { due[$0].moment < due[$1].moment }
    if let next, due[next].moment <= moment {
      let (at, event) = due.remove(at: next)
      clock.move(to: at)
      guard case .input(let answer, _) = event else { return event }
      // A key that is pressed while answers are refused is gone.
      guard question != nil else { return wait(until: moment, for: question) }
      return .input(answer, at: clock.now)
    }
    guard moment < .infinity else { return .interruption(.leave) }
    clock.move(to: moment)
    return nil
  }

  func suspend() {
    suspensions += 1
    note("suspended")
  }
}

extension ScriptedSession: TrialPlayer {
  func prepare(_ sound: RenderedSound) {
    prepared.append(sound)
    note("prepare")
  }
  func prepare(_ sound: HeldSound) { note("prepare a held note") }
  func tune(to frequency: Frequency) { note("tune") }

  func start() {
    note("start")
    started = clock.now
  }

  func hasStarted() throws(SoundError) -> Bool { clock.now >= (started ?? .infinity) + startDelay }
  func delayed(by seconds: Double) -> SoundError { SoundError("nothing began") }

  func check() throws(SoundError) {
    if let death, clock.now >= death.moment { throw death.error }
  }

  var isReading: Bool { clock.now < readingUntil }

  func hasStalled(at now: Double) -> Bool {
    guard let next = stallMoments.first, now >= next else { return false }
    stallMoments.removeFirst()
    return true
  }

  func play(_ sound: RenderedSound) { note("tick sound") }
  func release() { note("release") }
  func silence() { note("silence") }
}

extension ScriptedSession: TrialStore {
  func store(_ trial: TrialRecord) throws {
    if let storeError { throw storeError }
    note("store")
    stored.append(trial)
  }

  func countStall() { stalls += 1 }
  func countTimeout() { timeouts += 1 }
}

extension ScriptedSession: SessionDisplay {
  func show(_ state: ComparisonState, of trial: ComparisonTask.Trial) {
    note("\(state)")
    let count = shown[state, default: 0] + 1
    shown[state] = count
    for entry in script where entry.state == state && entry.occurrence == count {
      due.append((clock.now + entry.after, entry.event))
    }
  }

  func tick() { note("tick") }

  func askConfidence(_ scale: ConfidenceScale) {
    note("confidence?")
    if !ratings.isEmpty { due.append((clock.now + 0.3, .confidence(ratings.removeFirst(), at: clock.now + 0.3))) }
  }

  func showTimeout() { note("too late") }
}

extension TrialRecord {
  /// The comparison and its answer, of the first track.
  var done: CompletedComparison? { completed(skipsMissing: false) }

  /// The same, in a session whose rules may skip trials without an answer in time.
  func completed(skipsMissing: Bool) -> CompletedComparison? {
    let task = try? TrialTask.comparison(
      intervals: [.prime], notes: MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
      referencePitch: Frequency(440), noteDuration: 1, gap: 0)
    return task.flatMap { $0 }.flatMap { try? completed(track: 0, in: $0, skipsMissing: skipsMissing) }
  }
}
