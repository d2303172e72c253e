import Foundation
import Glibc
import PeachAudio
import PeachPitch
import PeachReporting

/// A held note that is tuned while it sounds, timed on a recording of what was heard.
enum HeldTiming {
  private static let low = 440.0
  private static let high = 440 * exp2(100.0 / 1200)
  private static let gestures = 300

  /// A change of the frequency, by a semitone up and down in turns.
  private struct Gesture {
    var moment: Double
    var handedOver: Double
    var isUp: Bool
  }

  static func measure(_ sink: NullSink) throws {
    let player = try started()
    var made: [Gesture] = []
    for index in 0..<gestures {
      usleep(UInt32(150_000 + (index * 7919) % 20_000))
      made.append(try gesture(player, isUp: index % 2 == 0))
    }
    player.release()
    player.finish()
    sleep(2)
    let recording = try sink.recorded()
    LiveTiming.line("gesture to first changed sample handed over", made.map { $0.handedOver - $0.moment })
    LiveTiming.line("gesture to changed frequency in the recording", made.compactMap { heard($0, recording) })
    let first = recording.frame(at: made[0].moment)
    let last = recording.frame(at: made[made.count - 1].moment)
    let level = recording.samples[first..<last].reduce(0) { max($0, abs(Double($1))) }
    let turn = 2 * level * (1 - cos(2 * .pi * high / NullSink.rate))
    let largest = secondDifference(recording.samples, first..<last) / turn
    print(
      "  second difference in glides of 100 cents, of the tone's own: largest \(TextTable.fixed(largest, 3)) (n \(made.count))"
    )
  }

  /// Holds a note for long, and says of every tenth of the time what has become of it.
  static func hold(seconds: Double) throws {
    guard let sink = try NullSink() else {
      print("  PulseAudio is not installed: sudo apt-get install pulseaudio pulseaudio-utils libasound2-plugins")
      return
    }
    defer { sink.close() }
    try measure(sink)
    let player = try started()
    let begun = NullSink.now
    var made: [Gesture] = []
    var memory: [Int] = []
    while NullSink.now < begun + seconds {
      usleep(UInt32(1_990_000 + (made.count * 7919) % 20_000))
      made.append(try gesture(player, isUp: made.count % 2 == 0))
      if NullSink.now - begun >= seconds / 10 * Double(memory.count + 1) { memory.append(resident) }
    }
    player.release()
    player.finish()
    sleep(2)
    let recording = try sink.recorded()
    let heard = made.map { Self.heard($0, recording) ?? .nan }
    for tenth in 0..<10 {
      let range = made.count * tenth / 10..<made.count * (tenth + 1) / 10
      let handed = range.map { made[$0].handedOver - made[$0].moment }.max() ?? 0
      let delays = heard[range].sorted()
      print(
        "  tenth \(tenth + 1): handed over within \(TextTable.fixed(1000 * handed, 1)) ms, heard after a median of "
          + "\(TextTable.fixed(1000 * delays[delays.count / 2], 1)) ms; \(memory[min(tenth, memory.count - 1)]) kB")
    }
    tell("the held note", recording, from: made[0].moment, to: made[made.count - 1].moment)
    try playFile(sink)
  }

  /// The same of a file of two notes of a minute: what the sink and the recorder break by themselves.
  private static func playFile(_ sink: NullSink) throws {
    let tone = Tone(frequency: try Frequency(low), level: try AmplitudeDB(-12), key: try MIDINote(69))
    let player = try AplayPlayer(device: SoundDevice("sink"))
    try player.prepare(
      TonePair(
        reference: tone, target: tone, noteDuration: 60, gap: 0, ramp: try Ramp(0.01), timbre: Sine(),
        sampleRate: .hz44100
      ).rendered())
    try player.start()
    while try !player.hasStarted() { usleep(500) }
    usleep(500_000)
    let begun = NullSink.now
    player.finish()
    sleep(2)
    tell("a file", try sink.recorded(), from: begun, to: begun + 119)
  }

  private static func tell(_ what: String, _ recording: NullSink.Recording, from start: Double, to end: Double) {
    let first = recording.frame(at: start)
    let breaks = breaks(recording.samples, first..<recording.frame(at: end))
    let moments = breaks.prefix(20).map { TextTable.fixed(Double($0 - first) / NullSink.rate, 1) }
    print(
      "  \(what): \(breaks.count) breaks in \(Int(end - start)) s"
        + (breaks.isEmpty ? "" : ", after \(moments.joined(separator: ", ")) s"))
  }

  private static func started() throws -> AplayPlayer {
    let player = try AplayPlayer(device: SoundDevice("sink"))
    let tone = Tone(frequency: try Frequency(low), level: try AmplitudeDB(-12), key: try MIDINote(69))
    try player.prepare(
      HeldSound(
        reference: tone, held: tone, highest: try Frequency(high), noteDuration: 0.1, gap: 0, ramp: try Ramp(0.01),
        timbre: Sine(), sampleRate: .hz44100))
    try player.start()
    while try !player.hasStarted() { usleep(500) }
    usleep(500_000)
    return player
  }

  private static func gesture(_ player: AplayPlayer, isUp: Bool) throws -> Gesture {
    let moment = NullSink.now
    player.tune(to: try Frequency(isUp ? high : low))
    while true {
      if let tuned = player.tuned { return Gesture(moment: moment, handedOver: tuned, isUp: isUp) }
      try player.check()
      usleep(500)
    }
  }

  /// Seconds from a gesture to the moment at which the frequency is more than half of the way; nil where it is not within
  /// 140 ms.
  private static func heard(_ gesture: Gesture, _ recording: NullSink.Recording) -> Double? {
    let start = recording.frame(at: gesture.moment)
    let half = sqrt(low * high)
    for offset in 0..<Int(0.14 * NullSink.rate) {
      let frame = start + offset
      guard let frequency = frequency(recording.samples, around: frame) else { return nil }
      if (frequency > half) == gesture.isUp { return Double(offset) / NullSink.rate }
    }
    return nil
  }

  /// Of a sine, in Hz, over 65 samples around a frame: x[n+1] + x[n−1] = 2 cos(2πf/rate)·x[n].
  private static func frequency(_ samples: [Float], around frame: Int) -> Double? {
    guard frame > 33, frame + 33 < samples.count else { return nil }
    var (numerator, denominator) = (0.0, 0.0)
    for n in frame - 32...frame + 32 {
      let x = Double(samples[n])
      numerator += (Double(samples[n + 1]) + Double(samples[n - 1])) * x
      denominator += 2 * x * x
    }
    return denominator > 0 ? acos(min(1, max(-1, numerator / denominator))) / (2 * .pi) * NullSink.rate : nil
  }

  private static func secondDifference(_ samples: [Float], _ range: Range<Int>) -> Double {
    range.reduce(0) { largest, n in
      max(largest, abs(Double(samples[n + 1]) - 2 * Double(samples[n]) + Double(samples[n - 1])))
    }
  }

  /// Where the sound is not the sine that goes on: a sample is more than a hundredth of its peak away from what the two
  /// before it and the highest and lowest frequency allow.
  private static func breaks(_ samples: [Float], _ range: Range<Int>) -> [Int] {
    let (low, high) = (2 * cos(2 * .pi * Self.low / NullSink.rate), 2 * cos(2 * .pi * Self.high / NullSink.rate))
    var found: [Int] = []
    for n in range where n - (found.last ?? -1000) > 500 {
      let (x, y) = (Double(samples[n]), Double(samples[n + 1]) + Double(samples[n - 1]))
      let bounds = (min(low * x, high * x), max(low * x, high * x))
      if y < bounds.0 - 0.0025 || y > bounds.1 + 0.0025 { found.append(n) }
    }
    return found
  }

  /// Kilobytes of memory that this process has.
  private static var resident: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
