import Foundation
import PeachStorage
import Testing

/// Players that stop reading in the middle of a sound.
@Suite struct LiveStallTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write(
      "short.yaml", LiveWorkshop.short.replacing("note-duration: 0.05", with: "note-duration: 0.3"))
  }

  private func run(home: String, _ file: String = "short.yaml", by responder: String = "gaussian jnd=5") throws
    -> Workshop.Outcome
  {
    try live.workshop.run(
      ["live", file, "--listener", "m", "--trials", "2", "--device", "quiet", "--responder", responder],
      environment: live.home(home))
  }

  /// The trials without what a clock has a part in.
  private func trials(_ home: String) throws -> [String] {
    try live.export("trials", from: home).rows.map { row in
      ["trial", "reference_note", "offset_cents", "level", "answer", "correct"].map { row[$0] ?? "" }
        .joined(separator: " ")
    }
  }

  private func stalls(_ home: String) throws -> [Int] { try live.database(home).sessions(of: "m").map(\.stalls) }

  @Test(arguments: [
    "dd bs=1024 count=8 of=/dev/null 2> /dev/null; sleep 0.5",
    "dd bs=1024 count=8 of=/dev/null 2> /dev/null; echo 'underrun!!! (at least 61.310 ms long)' >&2; sleep 0.04",
  ])
  func `a player that pauses once costs no trial, and the session counts it`(pause: String) throws {
    try live.setPlayer("cat > /dev/null")
    #expect(try run(home: "calm").status == 0)
    try live.setPlayer("[ -e paused ] || { touch paused; \(pause); }; cat > /dev/null")
    let disturbed = try run(home: "home")
    #expect(disturbed.status == 0, "\(disturbed.error)")
    #expect(try stalls("calm") == [0])
    #expect(try stalls("home") == [1])
    #expect(try trials("home") == trials("calm"))
    #expect(try trials("home").count == 2)
    try live.expectNothingLeft()
  }

  @Test func `a player that always pauses ends the session with a remedy, and nothing is stored`() throws {
    try live.setPlayer("dd bs=1024 count=8 of=/dev/null 2> /dev/null; sleep 5; cat > /dev/null")
    let outcome = try run(home: "home")
    #expect(outcome.status == 74)
    #expect(
      outcome.error == """
        the sound of trial 1 stalled 5 times
          hint: end other programs that use the processor or the sound device, or try another --device

        """)
    #expect(try live.database.listener("m")?.sessions == 0)
    try live.expectNothingLeft()
  }

  @Test func `a held note that stalls comes again`() throws {
    try live.workshop.write(
      "matching.yaml", LiveWorkshop.shortMatching.replacing("note-duration: 0.05", with: "note-duration: 0.3"))
    try live.setPlayer(
      "[ -e paused ] || { touch paused; dd bs=1024 count=8 of=/dev/null 2> /dev/null; sleep 0.5; }; cat > /dev/null")
    let outcome = try run(home: "home", "matching.yaml", by: "tuner constant=4 spread=8 delay=0.2")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try stalls("home") == [1])
    #expect(try live.export("matching").rows.count == 2)
  }
}
