import Foundation
import Glibc
import PeachAudio
import PeachPitch
import PeachReporting
import PeachSessions
import PeachStorage
import PeachStrategies
import PeachTrials

/// The live loop in real time through a sink without hardware, timed on a recording of what was heard.
enum LiveTiming {
  private static let trials = 200
  private static let releases = 60

  static func measure() throws {
    guard let sink = try NullSink() else {
      print("  PulseAudio is not installed: sudo apt-get install pulseaudio pulseaudio-utils libasound2-plugins")
      return
    }
    defer { sink.close() }
    let late = try session(sink, answersEarly: false)
    let early = try session(sink, answersEarly: true)
    // What was heard last is still on its way to the recording.
    sleep(2)
    let stretches = try sink.recorded().stretches()
    line("feedback end to next onset", late.nextOnsets(stretches) + early.nextOnsets(stretches))
    line("target onset, heard − stated", late.targetErrors(stretches) + early.targetErrors(stretches))
    line("key to silence, early answer", early.silences(stretches))
    let clicks = try (0..<releases).map { try click(sink, $0) }.sorted()
    print(
      "  second difference at a release, of the tone's own: median \(TextTable.fixed(clicks[clicks.count / 2], 2)), "
        + "largest \(TextTable.fixed(clicks[clicks.count - 1], 2)) (n \(clicks.count))")
    try HeldTiming.measure(sink)
  }

  static func line(_ what: String, _ seconds: [Double]) {
    let sorted = seconds.map { $0 * 1000 }.sorted()
    guard !sorted.isEmpty else { return print("  \(what): nothing was recorded") }
    func at(_ share: Double) -> String { TextTable.fixed(sorted[Int(share * Double(sorted.count - 1))], 1) }
    let mean = sorted.reduce(0, +) / Double(sorted.count)
    let deviation = (sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sorted.count - 1)).squareRoot()
    print(
      "  \(what): median \(at(0.5)) ms, p1 \(at(0.01)), p99 \(at(0.99)), SD \(TextTable.fixed(deviation, 1)) "
        + "(n \(sorted.count))")
  }

  private static func session(_ sink: NullSink, answersEarly: Bool) throws -> LiveJournal {
    let notes = try MIDINote(48)...MIDINote(72)
    guard
      let task = TrialTask.comparison(
        intervals: [.prime], notes: notes, tuning: EqualTemperament(), referencePitch: try Frequency(440),
        noteDuration: 0.3, gap: 0.1)
    else { fatalError("no task") }
    let journal = LiveJournal(answersEarly: answersEarly, noteDuration: task.noteDuration)
    let database = try LiveDatabase.open(at: sink.folder.appendingPathComponent("\(answersEarly).sqlite").path)
    let record = try database.beginSession(
      SessionRecord(
        listener: "bench", kind: .comparison, name: "bench", strategy: "steps", experiment: "{}", profile: "{}",
        seed: "0000000000000007", responder: "bench", scale: "log", version: "", build: ""))
    let names = StreamNames(seed: 7, listener: "bench", strategy: "steps")
    let factory = StrategyFactory { streams in Roving(TenCents(), in: task, using: &streams) }
    let comparisons = ComparisonTask(
      factory, streams: names.streams(replicate: 1),
      sounds: NoteSounds(
        ComparisonStimuli(
          NoteStimuli(
            task: task, timbre: Sine(), sampleRate: .hz44100, level: try AmplitudeDB(-12), ramp: try Ramp(0.01),
            device: "sink"), loudness: try LoudnessVariation(0)),
        loudness: names.listener.stream(replicate: 1)))
    let session = Session(
      comparisons, most: trials,
      Session.Parts(
        clock: MonotonicClock(), player: try AplayPlayer(device: SoundDevice("sink")), responder: journal,
        store: SessionStore(database, record), display: journal))
    _ = try session.run()
    return journal
  }

  private struct TenCents: LevelStrategy {
    var next: Level? { Level(10) }
    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {}
    var estimates: [Estimate] { [] }
    var status: Status { .running }
    var reversals: Int { 0 }
  }

  /// The largest second difference of the samples handed over after a release began, by that of the tone before it.
  private static func click(_ sink: NullSink, _ index: Int) throws -> Double {
    let played = sink.folder.appendingPathComponent("played.raw")
    try? FileManager.default.removeItem(at: played)
    let player = try AplayPlayer(device: SoundDevice("capture"))
    let tone = Tone(
      frequency: try Frequency(300 + 7 * Double(index)), level: try AmplitudeDB(-12), key: try MIDINote(60))
    let pair = try TonePair(
      reference: tone, target: tone, noteDuration: 0.5, gap: 0, ramp: Ramp(0.01), timbre: Sine(), sampleRate: .hz44100
    ).rendered()
    try player.prepare(pair)
    try player.start()
    while try !player.hasStarted() { usleep(500) }
    usleep(UInt32(550_000 + (index * 7919) % 300_000))
    player.release()
    player.finish()
    let bytes = [UInt8](try Data(contentsOf: played))
    let samples = stride(from: 0, to: bytes.count - 2, by: 3).map { at in
      Double(Int32(bitPattern: UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 24) >> 8)
    }
    func largest(_ range: Range<Int>) -> Double {
      range.map { abs(samples[$0 + 1] - 2 * samples[$0] + samples[$0 - 1]) }.max() ?? 0
    }
    let end = (samples.lastIndex { $0 != 0 } ?? 0) + 1
    return largest((end - 900)..<min(end + 2, samples.count - 1)) / largest((end - 4900)..<(end - 900))
  }
}
