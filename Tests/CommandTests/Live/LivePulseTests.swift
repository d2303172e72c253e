import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Sessions whose sounds take their time: with PEACH_TEST_LONG, where pulseaudio is installed.
@Suite(.enabled(if: PulseServer.isWanted), .serialized) struct LivePulseTests {
  private let live: LiveWorkshop
  private let server: PulseServer

  init() throws {
    live = try LiveWorkshop()
    server = try PulseServer(in: live.workshop.path("sound"))
    live.environment.merge(server.environment) { $1 }
  }

  /// The players that run.
  private var players: [String] {
    live.survivors.filter { (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "aplay\n" }
  }

  private func sit(notes seconds: String, until words: String = "target note") throws -> LiveSessionRunner {
    #expect(try live.peach("settings", "note-duration", seconds).status == 0)
    let sitting = try live.sit("live", "comparison", "--device", "pulse", "--seed", "5")
    try sitting.see(words)
    #expect(players.count == 1)
    return sitting
  }

  @Test func `an answer during the target is stored, and the sound is over`() throws {
    let sitting = try sit(notes: "3")
    try sitting.type("h")
    try sitting.see("right", "wrong")
    // The release takes 10 ms and the buffers of aplay and server; the next sound begins 0.4 s after the answer.
    try sitting.see("reference note")
    #expect(players.count <= 1)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    let time = try #require(try live.trials()[0].heard.responseTime)
    #expect(time < 2, "\(time)")
    try live.expectNothingLeft()
  }

  @Test(arguments: [("\u{3}", 130), ("q", 0), ("\u{4}", 0)] as [(String, Int32)])
  func `an interruption stops the sound at once`(key: String, status: Int32) throws {
    let sitting = try sit(notes: "3")
    let pressed = Date.now
    try sitting.type(key)
    #expect(try sitting.finish() == status)
    #expect(Date.now.timeIntervalSince(pressed) < 1.5)
    #expect(players == [])
    live.expectRestored(sitting)
    #expect(try live.trials().isEmpty)
    try live.expectNothingLeft()
  }

  @Test func `a suspended session is silent and repeats the trial`() throws {
    let sitting = try sit(notes: "3")
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    #expect(players == [])
    sitting.signal(SIGCONT)
    try sitting.see("reference note")
    try sitting.see("target note")
    #expect(players.count == 1)
    try sitting.type("h")
    try sitting.see("right", "wrong")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
    try live.expectNothingLeft()
  }

  @Test func `SIGKILL in the middle of a sound ends the sound`() throws {
    let sitting = try sit(notes: "3")
    sitting.signal(SIGKILL)
    #expect(try sitting.finish() == -SIGKILL)
    try live.expectNothingLeft()
  }

  @Test(arguments: [0.1, 0.3, 1.0], ["reference note", "gap", "target note"])
  func `aplay that stands still in any part of a trial costs the trial, and nothing is stored of it`(
    seconds: Double, part: String
  ) throws {
    #expect(try live.peach("settings", "gap", "1").status == 0)
    let sitting = try sit(notes: "1", until: part == "target note" ? part : "reference note")
    usleep(part == "gap" ? 1_400_000 : 300_000)
    let player = try #require(players.first.flatMap { pid_t($0) })
    kill(player, SIGSTOP)
    usleep(UInt32(1e6 * seconds))
    kill(player, SIGCONT)
    // Peach plays the trial again from its start.
    try sitting.see("target note")
    try sitting.wait("another player") { players.first.map { $0 != "\(player)" } ?? false }
    try sitting.see("higher or lower?")
    try sitting.type("h")
    try sitting.see("right", "wrong")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().count == 1)
    #expect(try live.sessions().map(\.stalls) == [1])
    try live.expectNothingLeft()
  }

  @Test func `no trial stalls on an idle server`() throws {
    try live.workshop.write("short.yaml", LiveWorkshop.short.replacing("trials: 40", with: "trials: 60"))
    let outcome = try live.peach(
      "live", "short.yaml", "--listener", "m", "--device", "pulse", "--responder", "gaussian jnd=5")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try live.trials(of: "m").count == 60)
    #expect(try live.sessions(of: "m").map(\.stalls) == [0])
  }
}
