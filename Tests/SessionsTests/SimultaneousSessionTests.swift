import Foundation
import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachStrategies
import PeachTrials
import Synchronization
import Testing

/// Several sessions in one process, each with a listener elsewhere who plays, answers and looks: a page in a browser.
@Suite struct SimultaneousSessionTests {
  /// What one session and its page tell each other. The page runs on a thread of its own.
  private final class Wire: @unchecked Sendable {
    private let condition = NSCondition()
    private var soundsToPlay: [Int] = []
    private var begun = 0
    private var answers: [ComparisonAnswer] = []
    private var isOver = false

    private func locked<T>(_ body: () -> T) -> T {
      condition.lock()
      defer { condition.unlock() }
      let result = body()
      condition.broadcast()
      return result
    }

    func play(_ sound: Int) { locked { soundsToPlay.append(sound) } }
    func begin() { locked { begun += 1 } }
    var begunCount: Int { locked { begun } }
    func answer(_ answer: ComparisonAnswer) { locked { answers.append(answer) } }
    func close() { locked { isOver = true } }

    /// The page waits for a sound; nil once the session is over.
    func nextSound() -> Int? {
      condition.lock()
      defer { condition.unlock() }
      while soundsToPlay.isEmpty, !isOver { condition.wait() }
      return soundsToPlay.isEmpty ? nil : soundsToPlay.removeFirst()
    }

    /// The session waits for an answer up to a moment.
    func nextAnswer(before limit: Date) -> ComparisonAnswer? {
      condition.lock()
      defer { condition.unlock() }
      while answers.isEmpty { if !condition.wait(until: limit) { return nil } }
      return answers.removeFirst()
    }
  }

  /// The session's end of the wire.
  private final class Page: TrialPlayer, Responder, SessionDisplay {
    typealias Task = ComparisonTask

    private let wire: Wire
    private let clock = MonotonicClock()
    private var sounds = 0
    private(set) var shown = 0

    init(_ wire: Wire) { self.wire = wire }

    func prepare(_ sound: HeldSound) {}
    func tune(to frequency: Frequency) {}
    func prepare(_ sound: RenderedSound) {}
    func start() {
      sounds += 1
      wire.play(sounds)
    }
    func hasStarted() -> Bool { wire.begunCount >= sounds }
    func delayed(by seconds: Double) -> SoundError { SoundError("nothing began") }
    func check() {}
    func play(_ sound: RenderedSound) {}
    func release() {}
    func silence() {}
    func suspend() {}
    func tick() {}
    func show(_ state: ComparisonState, of trial: ComparisonTask.Trial) { shown += 1 }

    func wait(until moment: Double, for question: Question<ComparisonTask>?) -> SessionEvent<ComparisonAnswer>? {
      let left = min(moment - clock.now, 20)
      guard left > 0 else { return nil }
      guard question != nil else {
        Thread.sleep(forTimeInterval: left)
        return nil
      }
      let answer = wire.nextAnswer(before: Date(timeIntervalSinceNow: left))
      return answer.map { .input($0, at: clock.now) } ?? (moment == .infinity ? .interruption(.leave) : nil)
    }
  }

  private static func run(_ listener: String, most: Int, _ wire: Wire, _ database: LiveDatabase) throws -> SessionEnd {
    let task = try #require(
      TrialTask.comparison(
        intervals: [.prime], notes: try MIDINote(48)...MIDINote(72), tuning: EqualTemperament(),
        referencePitch: try Frequency(440), noteDuration: 0.03, gap: 0))
    let record = try database.beginSession(
      SessionRecord(
        listener: listener, kind: .comparison, name: "pages", strategy: "fixed", experiment: "{}", profile: "{}",
        seed: "0000000000000007", responder: nil, scale: "log", version: "1", build: "b"))
    let names = StreamNames(seed: 7, listener: listener, strategy: "fixed")
    let page = Page(wire)
    let comparisons = ComparisonTask(
      StrategyFactory { streams in Roving(ScriptedSession.FixedLevel(), in: task, using: &streams) },
      streams: names.streams(replicate: 1),
      sounds: NoteSounds(
        ComparisonStimuli(
          NoteStimuli(
            task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.005),
            device: "page"), loudness: try LoudnessVariation(0)),
        loudness: names.listener.stream(replicate: 1)))
    let session = Session(
      comparisons, most: most,
      Session.Parts(
        clock: MonotonicClock(), player: page, responder: page, store: SessionStore(database, record), display: page))
    return try session.run()
  }

  @Test(.timeLimit(.minutes(5))) func `six pages answer six sessions at once, each its own`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try LiveDatabase.open(at: folder.appending(path: "peach.sqlite").path)
    let ends = Mutex<[SessionEnd]>([])
    let group = DispatchGroup()
    for place in 1...6 {
      let wire = Wire()
      let page = Thread {
        // A page of its own pace; who has an even number finds every target higher.
        while wire.nextSound() != nil {
          Thread.sleep(forTimeInterval: 0.001 * Double(place))
          wire.begin()
          Thread.sleep(forTimeInterval: 0.04)
          wire.answer(place.isMultiple(of: 2) ? .higher : .lower)
        }
      }
      page.start()
      group.enter()
      Thread {
        let end = try? Self.run("page-\(place)", most: place, wire, database)
        wire.close()
        if let end { ends.withLock { $0.append(end) } }
        group.leave()
      }.start()
    }
    group.wait()
    #expect(ends.withLock { $0 } == [SessionEnd](repeating: .finished, count: 6))
    for place in 1...6 {
      let session = try #require(try database.session(1, of: "page-\(place)"))
      var answers: [String?] = []
      try database.forEachComparison(of: session) { answers.append($0.answer) }
      #expect(answers == [String?](repeating: place.isMultiple(of: 2) ? "higher" : "lower", count: place))
    }
  }
}
