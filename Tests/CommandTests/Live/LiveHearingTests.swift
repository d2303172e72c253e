import Foundation
import PeachStorage
import Testing

/// The chain from a note to the ear, in a session as in a simulation.
@Suite struct LiveHearingTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private func experiment(_ listener: String, sound: String) -> String {
    """
    name: ear
    seed: 4711
    task: {kind: comparison, intervals: [perfect-fifth-up, major-third-down], tuning: just-intonation, notes: [C4, C5],
      note-duration: 0.3, signed: true, sound: "\(sound)"}
    listeners:
      - {name: model, kind: \(listener), jnd: 9, lapse: 0.03, bias: 4}
    strategies:
      - {name: constant, kind: constant-stimuli, levels: [-30, -20, -10, -5, 5, 10, 20, 30], repetitions: 16}
    replicates: 1

    """
  }

  /// Both draw the same: they differ where what is heard comes within 0.01 cent of zero, in one of 1500 sessions.
  @Test(arguments: ["sine", "complex:10"])
  func `the calibration of a hearing listener equals that of a Gaussian one with the same draws`(
    sound: String
  ) throws {
    // The streams are named by the listener: the same name for both.
    try live.workshop.write("hearing.yaml", experiment("hearing", sound: sound))
    try live.workshop.write("gaussian.yaml", experiment("gaussian", sound: sound))
    var fits: [String] = []
    for kind in ["hearing", "gaussian"] {
      let session = try live.peach(
        "live", "\(kind).yaml", "--listener", "model", "--fast", "--responder", "\(kind) jnd=9 lapse=0.03 bias=4")
      #expect(session.status == 0)
      fits.append(try live.peach("fit", "--listener", "model", "--reading", "direction", "--format", "csv").output)
      #expect(try live.sessions(of: "model").map(\.trials) == [128])
      #expect(try live.peach("listener", "delete", "model", "--yes").status == 0)
    }
    #expect(fits[0] == fits[1])
    #expect(fits[0].split(separator: "\n").count == 2)
  }

  @Test func `a session of one who hears visits the trials of a simulated replicate`() throws {
    try live.workshop.write("hearing.yaml", experiment("hearing", sound: "complex:10:3"))
    #expect(try live.peach("simulate", "hearing.yaml", "-o", "ear.sqlite").status == 0)
    let simulated = try live.peach("export", "ear.sqlite", "--table", "trials").output
    #expect(
      try live.peach(
        "live", "hearing.yaml", "--listener", "model", "--fast", "--responder", "hearing jnd=9 lapse=0.03 bias=4"
      ).status == 0)
    let sat = try live.peach("export", "--listener", "model", "--table", "trials").output
    func answers(_ csv: String) -> [[Substring]] {
      let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let places = ["trial", "reference_note", "interval", "offset_cents", "answer"].map { name in
        rows[0].firstIndex(of: Substring(name)) ?? 0
      }
      return rows.map { row in places.map { row[$0] } }
    }
    #expect(answers(simulated) == answers(sat))
    #expect(answers(sat).count == 129)
  }
}
