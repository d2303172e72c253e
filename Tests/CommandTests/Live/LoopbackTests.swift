import Foundation
import Testing

/// The delay of a device, measured on a sink without hardware: with PEACH_TEST_LONG, where pulseaudio is installed.
@Suite(.enabled(if: PulseServer.isWanted), .serialized) struct LoopbackTests {
  private let live: LiveWorkshop
  private let server: PulseServer

  init() throws {
    live = try LiveWorkshop()
    server = try PulseServer(in: live.workshop.path("sound"))
    live.environment.merge(server.environment) { $1 }
    try live.workshop.write(
      "asound.conf",
      "pcm.sink { type plug slave.pcm { type pulse } }\npcm.monitor { type pulse device test.monitor }\n")
  }

  /// The sink hands its samples to the monitor as it takes them from aplay's buffer: sessions' onsets, recorded by parec
  /// through the same sink, come 5.1 ms before what is stated, SD 0.2 (VALIDATION.md), and so do the bursts.
  @Test func `a null sink's latency is found within 3 ms, and counts as none where the recording is ahead`() throws {
    let outcome = try live.peach("calibrate", "level", "--device", "sink", "--loopback", "--capture", "monitor")
    #expect(outcome.status == 0)
    let found = try #require(outcome.error.firstMatch(of: /7 of 7 bursts: median (-?[\d.]+) ms/), "\(outcome.error)")
    let median = try #require(Double(found.1))
    #expect(abs(median + 5.1) < 3, "\(median) ms")
    #expect(outcome.output.firstMatch(of: /onset latency +0 ms/) != nil, "\(outcome.output)")
    #expect(outcome.error.hasSuffix("the recording began before the playback, so Peach stores a delay of 0\n"))
  }

  @Test func `a recording without the device's sound is reported`() throws {
    try live.workshop.write(
      "asound.conf", "pcm.sink { type null }\npcm.monitor { type pulse device test.monitor }\n")
    let outcome = try live.peach("calibrate", "level", "--device", "sink", "--loopback", "--capture", "monitor")
    #expect(outcome.status == 74)
    #expect(
      outcome.error == """
        playing bursts on sink, recording monitor
        0 of 7 bursts were found in the recording from 'monitor'
          hint: connect the device's output to its input, or choose another input with --capture

        """)
  }
}
