import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Levels relative to a listener's own: a comfortable level set by keys or lines, and a threshold in quiet.
@Suite struct OwnLevelTests {
  private let live: LiveWorkshop

  private static let study = """
    name: own
    seed: 20261128
    task:
      kind: forced-choice
      unit: dB
      scale: linear
      alternatives: 2
      sounds:
        levels: dB SL
        threshold-block: quiet
        standard: {tone: 1000, duration: 0.02, ramp: 5, level: 20}
        target: {level: +x}
        between: 0.01
    listeners:
      - {name: rehearsal, kind: psychometric, function: normal, threshold: 1, slope: 1}
    strategies:
      - {name: steps, kind: transformed-up-down, start: 6, limits: [0.2, 12], down: 2, step: {linear: 1}}
    stop: {trials: 4}
    replicates: 10
    lab:
      comfort: {sound: {tone: 500, duration: 0.05, ramp: 5}, start: -50, step: 5, highest: -40}
      order: williams
      blocks:
        - name: loud
          task: {sounds: {levels: dB re comfort, standard: {level: -10}}}
        - name: quiet
          trials: 30
          strategy: {name: quiet, kind: transformed-up-down, start: -50, limits: [-110, -40], down: 2, step: {linear: 4}}
          task:
            sounds: {levels: dB FS, standard: {level: -150}, target: {level: x}}
        - {name: soft}

    """

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", Self.study)
  }

  private let responder = "psychometric function=normal threshold=-70 slope=0.3"

  private func run(_ arguments: [String], home: String = "home") throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.home(home))
  }

  private func comforts() throws -> [[String: String]] {
    try run(["export", "--study", "own", "--table", "comfort"]).rows
  }

  /// The level of one interval that `peach render` states, in dB FS.
  private func rendered(_ session: Int, interval: Int) throws -> Double {
    let outcome = try run([
      "render", "--listener", "A", "--session", "\(session)", "--trial", "1", "-o", "a.wav", "--force",
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("\(interval)") })
    let text = try #require(line.split(separator: " ").last).replacing("−", with: "-")
    return try #require(Double(text))
  }

  @Test func `the threshold in quiet comes first, and is 0 dB SL`() throws {
    let day = try run(live.day(of: "A", by: responder))
    #expect(day.status == 0, "\(day.error)")
    let sessions = try live.sessions(of: "A")
    #expect(sessions.first?.block == "quiet" && Set(sessions.compactMap(\.block)) == ["quiet", "loud", "soft"])
    #expect(sessions.map(\.levelScale).first == .some(nil))
    let soft = try #require(sessions.first { $0.block == "soft" })
    #expect(soft.levelScale == "dB SL")
    let threshold = -(try #require(soft.levelOffset))
    // The mean of the reversals of a 2-down 1-up track near −70 + 0.545/0.3 dB.
    let trace = try run(["trace", "--listener", "A", "--session", "\(sessions[0].number)"])
    #expect(abs(threshold - -68.2) < 12 && trace.status == 0, "\(threshold)")
    let trials = try live.export("trials").rows.filter { $0["session"] == "\(sessions[0].number)" }
    let reversals = trials.filter { $0["reversal"] == "1" }.map { Double($0["level"]!)! }
    // An even number of the last reversals (definitions of the default estimator).
    let used = reversals.suffix(reversals.count / 2 * 2)
    #expect(abs(threshold - used.reduce(0, +) / Double(used.count)) < 1e-9, "\(threshold), \(reversals)")
    // A tone of 20 ms with ramps of 5 ms is 1.7 dB below its full height; levels are printed to 0.1 dB.
    let heard = try (1...2).map { try rendered(soft.number, interval: $0) }.min() ?? 0
    #expect(abs(heard - (threshold + 20) - 10 * log10(1 - 10.0 / 20 * 5 / 8)) < 0.11, "\(heard), \(threshold)")
  }

  @Test func `a person sets the comfortable level over lines, never above the highest`() throws {
    let day = try live.shell(
      "printf '+\\n-\\n+\\n+\\n+\\n+\\n\\nq\\n' > lines.txt; $peach live study.yaml --listener P07 --device quiet < lines.txt"
    )
    #expect(day.status == 0, "\(day.error)")
    #expect(day.output.contains("This is the highest level."), "\(day.output)")
    let comfort = try #require(try comforts().first)
    #expect(comfort["level_db"] == "-40" && comfort["level_scale"] == "dB FS" && comfort["source"] == "listener")
    #expect(comfort["set_at"]!.hasPrefix("20") && comfort["device"] == "quiet")
  }

  @Test func `levels relative to comfort are those above or below it, and the level stays after a kill`() throws {
    var random = StreamFamily(seed: 6, path: ["comfort kills"]).stream(replicate: 1)
    for _ in 0..<6 {
      let running = try live.workshop.begin(live.day(of: "A", by: responder), environment: live.environment)
      usleep(UInt32(120_000 * random.unit()))
      running.signal(SIGKILL)
      _ = running.finish()
    }
    try #require(run(live.day(of: "A", by: responder)).status == 0)
    #expect(try comforts().map { $0["level_db"] } == ["-50"])
    let loud = try #require(try live.sessions(of: "A").first { $0.block == "loud" })
    #expect(loud.levelScale == "dB re comfort" && loud.levelOffset == 50)
    let heard = try (1...2).map { try rendered(loud.number, interval: $0) }.min() ?? 0
    #expect(abs(heard - -60 - 10 * log10(1 - 10.0 / 20 * 5 / 8)) < 0.11, "\(heard)")
    // A copy of the records restores the level too.
    try #require(run(["backup", "copy.sqlite"]).status == 0)
    #expect(try run(["export", "--study", "own", "--table", "comfort"]).output.contains("-50"))
  }

  @Test(arguments: [
    ("threshold-block: quiet", "threshold-block: noisy", "threshold-block: expected a block without conditions"),
    ("levels: dB SL\n    threshold-block: quiet", "levels: dB SL", "threshold-block: missing"),
    ("comfort: {sound", "comforts: {sound", "comforts"),
    (
      "start: -50, step: 5, highest: -40", "start: -30, step: 5, highest: -40", "expected at most highest, -40, got -30"
    ),
    (
      "{tone: 500, duration: 0.05, ramp: 5}", "{tone: 500, duration: 0.05, level: -3}", "expected a sound without level"
    ),
  ])
  func `levels that nobody measures are refused`(old: String, new: String, message: String) throws {
    try live.workshop.write("study.yaml", Self.study.replacing(old, with: new, maxReplacements: 1))
    let check = try run(["check", "study.yaml"])
    #expect(check.status == 65 && check.error.contains(message), "\(check.error)")
  }

  @Test func `a threshold that was not reached asks the experimenter to repeat the block`() throws {
    let day = try run(live.day(of: "A", by: "psychometric function=normal threshold=30 slope=0.3 guess=0"))
    #expect(day.status == 65)
    #expect(
      day.error.contains("block quiet gave no threshold of listener 'A', so 0 dB SL is not known")
        && day.error.contains("peach listener restart A --block quiet"), "\(day.error)")
  }

  @Test func `outside a study there is no level of the listener's own`() throws {
    let file = Self.study.components(separatedBy: "lab:")[0]
    try live.workshop.write("alone.yaml", file)
    let session = try run(["live", "alone.yaml", "--listener", "A", "--fast", "--responder", responder])
    #expect(session.status == 65 && session.error.contains("dB SL needs a study"), "\(session.error)")
  }
}
