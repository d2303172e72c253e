import Foundation
import Glibc
import PeachAudio
import PeachPitch
import Testing

/// Held notes through the real aplay, into a file: it takes all at once, so that our own clock sets the pace.
@Suite struct HeldStreamTests {
  private let folder: URL
  private let device: SoundDevice

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "peach-held-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    device = SoundDevice("file:FILE=\(folder.path)/out,FORMAT=raw")
  }

  private func sound(duration: Double = 0.1, gap: Double = 0.05) throws -> HeldSound {
    HeldSound(
      reference: try tone(311.1, -9), held: try tone(440, -9), highest: try Frequency(500), noteDuration: duration,
      gap: gap, ramp: try Ramp(0.015), timbre: try HarmonicComplex(3), sampleRate: .hz48000)
  }

  /// The samples that aplay handed on, last first removed where they are silence.
  private var recorded: [Int32] {
    get throws {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "out")))
      return stride(from: 0, to: bytes.count - 2, by: 3).map { at in
        Int32(bitPattern: UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 24) >> 8
      }
    }
  }

  /// The same of the samples that are made, and the ramp after so many of them.
  private func expected(_ sound: HeldSound, endingAt frame: Int) throws -> [Int32] {
    var samples = try HeldSamples(sound)
    var all = [Float](repeating: 0, count: frame + 480)
    try all.withUnsafeMutableBufferPointer { all in
      samples.write(to: UnsafeMutableBufferPointer(rebasing: all[..<frame]))
      samples.end(by: try Ramp(0.01), rate: .hz48000, to: UnsafeMutableBufferPointer(rebasing: all[frame...]))
    }
    return all.map { Int32((Double($0) * 8_388_607).rounded(.toNearestOrEven)) }
  }

  private func started(_ sound: HeldSound) throws -> AplayPlayer {
    let player = try AplayPlayer(device: device)
    try player.prepare(sound)
    try player.start()
    let limit = Date.now.addingTimeInterval(20)
    while try !player.hasStarted() {
      try #require(Date.now < limit)
      usleep(500)
    }
    return player
  }

  /// The aplay that plays to our file.
  private var player: pid_t? {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.first { id in
      guard let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else { return false }
      return String(decoding: words, as: UTF8.self).contains(folder.lastPathComponent)
    }
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func `reference, gap, note and ramp arrive bit for bit, in their time`() throws {
    defer { remove() }
    let sound = try sound()
    let player = try started(sound)
    let begun = Date.now
    usleep(400_000)
    player.release()
    player.release()
    player.finish()
    let seconds = Date.now.timeIntervalSince(begun)
    let recorded = try recorded
    let count = (recorded.lastIndex { $0 != 0 } ?? 0) + 2
    // The lead, 0.4 s, a chunk; no more than the clock allows.
    #expect(Double(count) / 48_000 > 0.4)
    #expect(Double(count) / 48_000 < 0.08 + 1.01 * seconds)
    // The last sample of the ramp is not 0 but may be rounded to it.
    let isExpected = try (count - 484...count - 478).contains { end in
      let expected = try expected(sound, endingAt: end)
      return expected[...] == recorded.prefix(expected.count)
        && recorded.dropFirst(expected.count).allSatisfy { $0 == 0 }
    }
    #expect(isExpected)
  }

  @Test func `it follows what it is tuned to, never above its highest`() throws {
    defer { remove() }
    let player = try started(try sound(duration: 0.03, gap: 0))
    #expect(player.tuned == nil)
    let tuned = now
    player.tune(to: try Frequency(450))
    usleep(300_000)
    let handedOver = try #require(player.tuned)
    #expect(handedOver >= tuned)
    player.tune(to: try Frequency(10_000))
    usleep(300_000)
    player.release()
    player.finish()
    let samples = try recorded.map { Double($0) / 8_388_607 }
    let found = Measuring.frequency(samples[4800..<13_000], near: 450, rate: 48_000)
    #expect(abs(Measuring.cents(found, over: 450)) < 0.01)
    let end = (samples.lastIndex { $0 != 0 } ?? 0) - 500
    let limited = Measuring.frequency(samples[end - 8192..<end], near: 500, rate: 48_000)
    #expect(abs(Measuring.cents(limited, over: 500)) < 0.01)
  }

  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  @Test func `everything may be said as often as one likes, at any time`() throws {
    defer { remove() }
    let player = try AplayPlayer(device: device)
    for _ in 0..<2 {
      player.release()
      player.silence()
      player.finish()
      player.tune(to: try Frequency(450))
    }
    try player.prepare(try sound())
    // What is only ready has not begun, and stays ready.
    player.release()
    player.silence()
    player.tune(to: try Frequency(450))
    #expect(try !player.hasStarted())
    try player.start()
    for _ in 0..<3 { player.release() }
    player.silence()
    player.silence()
    player.release()
    try player.check()
    #expect(self.player == nil)
    #expect(message { try player.start() } == "there is no sound to play")
  }

  @Test func `a new sound ends it, and its end does not end the new one`() throws {
    defer { remove() }
    let player = try started(try sound())
    let first = try #require(self.player)
    try player.prepare(try sound())
    player.release()
    try player.start()
    // The thread of the first has looked at what is wished of it by now, and the second goes on.
    usleep(50_000)
    let second = try #require(self.player)
    #expect(first != second)
    usleep(200_000)
    try player.check()
    #expect(try player.hasStarted())
    #expect(self.player == second)
    let tick = try RenderedSound.tick(below: try AmplitudeDB(-12), sampleRate: .hz48000)
    try player.play(tick)
    #expect(self.player != second)
    player.finish()
    #expect(try recorded.count < 48_000 / 10)
    try player.check()
  }

  @Test func `a killed player is reported`() throws {
    defer { remove() }
    let player = try started(try sound())
    kill(try #require(self.player), SIGKILL)
    usleep(50_000)
    #expect(
      message { try player.check() }
        == "aplay, which plays the sounds, was ended from outside (system signal 9)")
    // It is over: nothing more is said of it.
    try player.check()
    player.release()
    player.finish()
  }

  @Test func `an unknown device is reported`() throws {
    defer { remove() }
    let player = try AplayPlayer(device: SoundDevice("nonsense"))
    try player.prepare(try sound())
    try player.start()
    let said = message { while try !player.hasStarted() { usleep(500) } }
    #expect(
      said.hasPrefix("the sound device 'nonsense' cannot be played: audio open error: No such file or directory\n"))
  }

  @Test func `a stopped player continues where it was, with only the samples in the pipe`() throws {
    defer { remove() }
    let sound = try sound()
    let player = try started(sound)
    let id = try #require(self.player)
    kill(id, SIGSTOP)
    usleep(600_000)
    kill(id, SIGCONT)
    usleep(100_000)
    try player.check()
    player.release()
    player.finish()
    let recorded = try recorded
    let count = (recorded.lastIndex { $0 != 0 } ?? 0) + 2
    #expect(Double(count) / 48_000 < 0.35)
    let expected = try expected(sound, endingAt: count)
    #expect(recorded[..<(count - 500)] == expected[..<(count - 500)])
  }

  @Test func `a player that is let go ends its sound`() throws {
    defer { remove() }
    try { _ = try started(try sound()) }()
    #expect(player == nil)
  }
}
