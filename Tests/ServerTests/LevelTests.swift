import HTTPTypes
import PeachCommands
import PeachExperiments
import PeachServer
import PeachStorage
import Testing

/// Headphone screening and levels of the listener's own, on the page.
@Suite struct LevelTests {
  private static let file = """
    name: page-levels
    seed: 20261128
    task:
      kind: forced-choice
      unit: dB
      scale: linear
      alternatives: 2
      sounds:
        levels: dB re comfort
        standard: {tone: 1000, duration: 0.2, ramp: 20, level: -6}
        target: {level: +x}
    listeners: [{name: rehearsal, kind: psychometric, function: normal, threshold: 1, slope: 1}]
    strategies: [{name: steps, kind: transformed-up-down, start: 6, limits: [0.2, 12], down: 2, step: {linear: 1}}]
    stop: {trials: 2}
    replicates: 1
    lab:
      screening: {test: huggins, exclude: EXCLUDES}
      comfort: {sound: {tone: 1000, duration: 0.5, ramp: 20}, start: -50, highest: -46}
      blocks: [{name: loudness}]
    """

  private func server(excludes: Bool) throws -> PageServer {
    try PageServer(.study(Self.file.replacing("EXCLUDES", with: "\(excludes)")))
  }

  /// The peak of a sound of 24 bits.
  private func peak(_ page: PageServer.Client, _ shown: PageServer.Client.Answer, _ path: String) async throws -> Double
  {
    let id = try #require(shown.text(path))
    let bytes = try await page.call(.get, "/api/sounds/\(id)").bytes
    let samples = stride(from: 0, to: bytes.count - 2, by: 3).map { place in
      Int32(bitPattern: UInt32(bytes[place]) << 8 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 24)
    }
    return samples.map { abs(Double($0)) }.max().map { $0 / 2_147_483_648 } ?? 0
  }

  @Test func `a listener passes the screening, sets a level and hears the block relative to it`() async throws {
    let server = try server(excludes: false)
    try await server.test { page in
      var shown = try await page.begin()
      #expect(shown.text("next.page.kind") == "screening")
      #expect(shown.text("next.page.sound.id") != nil)
      #expect(shown.int("next.page.sound.channels") == 2, "the test needs both ears")
      shown = try await page.turn(shown)
      for _ in 0..<6 { shown = try await page.answer(shown, "first") }
      #expect(shown.text("next.page.kind") == "comfort")
      #expect(shown["next.page.playsAtOnce"] as? Bool == true)
      let first = try await peak(page, shown, "next.page.sound.id")
      #expect(abs(first / 0.0031622776601683794 - 1) < 1e-3, "−50 dB FS")
      shown = try await page.turn(shown, "louder")
      #expect(abs(try await peak(page, shown, "next.page.sound.id") / first - 1.2589254117941673) < 1e-3, "+2 dB")
      shown = try await page.turn(shown, "louder")
      let turns = (shown["next.page.buttons"] as? [[String: Any]] ?? []).map { $0["turn"] as? String }
      #expect(turns == ["next", "softer"], "−46 dB FS is the highest level")
      let before = shown.int("next.sequence")
      #expect(try await page.turn(shown, "louder").int("next.sequence") == before)
      shown = try await page.turn(shown, "softer")
      shown = try await page.turn(shown)
      shown = try await page.turn(shown)
      // The target is 6 dB above the standard, and so at the comfortable level of −48 dB FS.
      #expect(abs(try await peak(page, shown, "next.trial.sound.id") / 0.003981071705534973 - 1) < 1e-3)
      for _ in 0..<2 { shown = try await page.answer(shown, "first") }
      #expect(shown.text("next.page.kind") == "thanks")
    }
    let participant = try #require(try server.database.participations(of: "P01").first)
    let comfort = try #require(try server.database.comforts(of: participant).first)
    #expect(comfort.level == -48)
    #expect(comfort.device == PageRoom.device)
    #expect(comfort.source == .listener)
    let sessions = try server.database.sessions(of: "P01")
    #expect(sessions.map(\.block) == ["screening-huggins", "loudness"])
    #expect(sessions.map(\.isPractice) == [true, false])
    #expect(try server.database.correctAnswers(of: sessions[0]) < 6)
  }

  @Test func `the study ends for a listener who fails, if it says so`() async throws {
    let server = try server(excludes: true)
    try await server.test { page in
      var shown = try await page.turn(try await page.begin())
      for _ in 0..<6 { shown = try await page.answer(shown, "first") }
      #expect(shown.text("next.page.title") == "Done")
      #expect(shown.text("next.page.text")?.contains("headphones") == true)
      shown = try await page.turn(shown)
      #expect(shown.text("next.end.reason") == "finished")
    }
    #expect(try server.database.sessions(of: "P01").map(\.block) == ["screening-huggins"])
  }
}
