import Foundation
import PeachStorage
import PeachTrials
import Testing

/// A listener measured, their twin, and an audit of the procedure, by the program.
@Suite struct CalibrateTests {
  private let workshop: Workshop
  private let environment: [String: String]

  init() throws {
    workshop = try Workshop()
    environment = ["PEACH_HOME": workshop.path("home")]
  }

  private func run(_ arguments: String...) throws -> Workshop.Outcome {
    try workshop.run(arguments, environment: environment)
  }

  private func calibrate(_ seed: Int, _ responder: String = "gaussian jnd=12 lapse=0.02 bias=4") throws
    -> Workshop.Outcome
  {
    try workshop.run(
      ["calibrate", "listener", "--listener", "model", "--responder", responder, "--fast", "--seed", String(seed)],
      environment: environment)
  }

  /// A session of 80 trials, whose procedure is audited in a second: that of a calibration takes a minute.
  private func playStairs() throws {
    try workshop.write(
      "stairs.yaml",
      """
      name: stairs
      seed: 1
      task: {kind: comparison}
      listeners: [{name: any, kind: gaussian, jnd: 12}]
      strategies: [{name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}]
      stop: {trials: 80}
      replicates: 1
      """)
    let played = try run(
      "live", "stairs.yaml", "--listener", "model", "--responder", "gaussian jnd=12 lapse=0.02", "--fast")
    #expect(played.status == 0)
  }

  private func records() throws -> [CalibrationRecord] {
    try LiveDatabase.open(at: workshop.path("home/peach.sqlite")).calibrations(of: "model")
  }

  /// With these seeds the look that ended the run was at 24.9 %, and 25.1 to 25.3 % were reported.
  @Test(arguments: [18, 32, 37]) func `the interval that ends a calibration is the reported one`(seed: Int) throws {
    let outcome = try calibrate(seed, "gaussian jnd=12 lapse=0.02")
    #expect(outcome.status == 0)
    let stored = try #require(try records().last)
    #expect(stored.trials == 300 || stored.reachedPrecision.map { $0 <= 0.25 } == true)
    #expect(stored.trials == 300 || outcome.output.contains("is reached"), "\(outcome.output)")
  }

  @Test func `a calibration is printed, stored, compared and listed, and gives a twin`() throws {
    let first = try calibrate(3)
    #expect(first.status == 0)
    #expect(
      first.error == "about 240 trials, about 11 minutes; at most 300 trials, 13 minutes; breaks are not counted\n")
    let stored = try #require(try records().first)
    let threshold = try #require(stored.threshold)
    #expect(stored.status == .ok && stored.reachedPrecision.map { $0 <= 0.25 } == true)
    // 13.1 cents are the truth.
    #expect(threshold.low < 13.1 && threshold.high > 13.1)
    #expect(first.lines[0] == "model, calibration 1 (session 1): \(stored.trials) trials")
    func shown(_ value: Double) -> String { String(format: "%.2f", value) }
    let interval = "\(shown(threshold.value)) (\(shown(threshold.low)) … \(shown(threshold.high)))"
    #expect(
      first.lines[1...2] == [
        "  threshold  \(interval) cents: 75 % correct, averaged over differences upwards and",
        "             downwards",
      ])
    for word in ["precision", "JND", "bias", "lapse", "slope", "intervals"] {
      #expect(first.lines.contains { $0.hasPrefix("  \(word) ") }, "\(word)")
    }
    #expect(first.output.contains("●") && first.output.contains("○"))
    #expect(first.lines.allSatisfy { $0.count <= 100 && !$0.hasSuffix(" ") })
    let second = try calibrate(4)
    #expect(second.lines[0].hasPrefix("model, calibration 2 (session 2): "))
    #expect(second.lines.contains { $0.hasPrefix("  than 1 ") && $0.contains(" times that threshold") })
    let list = try run("calibrate", "listener", "--listener", "model", "--list")
    #expect(list.output.hasSuffix(second.output))
    #expect(list.lines.dropFirst(2).prefix(2).allSatisfy { $0.contains("ok") })

    try workshop.write(
      "twin.yaml",
      """
      name: twin
      seed: 1
      task: {kind: comparison}
      listeners: [{kind: twin, of: model}]
      strategies: [{name: s, kind: transformed-up-down, start: 100, down: 2, step: {factor: 2}}]
      stop: {trials: 40}
      replicates: 20
      """)
    let check = try run("check", "twin.yaml")
    #expect(check.status == 0 && check.output.contains("twin-of-model"))
    let responder = try run(
      "live", "twin.yaml", "--listener", "like-model", "--responder", "twin of=model", "--fast", "--seed", "1")
    #expect(responder.status == 0, "\(responder.error)")
    let jnd = try #require(try records().last).jnd.value
    let played = try LiveDatabase.open(at: workshop.path("home/peach.sqlite")).sessions(of: "like-model")
    #expect(played.first?.responder?.contains("jnd=\(jnd)") == true)
  }

  @Test func `an audit reports bias, spread and coverage in words and numbers`() throws {
    try playStairs()
    let outcome = try run("audit", "--listener", "model", "--twins", "20", "--format", "json")
    #expect(outcome.status == 0 && outcome.error == "")
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(
      rows.map { "\($0["estimator"] ?? "") \($0["twins"] ?? "")" } == [
        "own same", "fit same", "own drawn", "fit drawn",
      ])
    #expect(rows.allSatisfy { $0["replicates"] as? Int == 20 && $0["trials_mean"] as? Double == 80 })
    #expect(rows[1]["coverage"] as? Double ?? 0 > 0.5)
    let text = try run("audit", "--listener", "model", "--twins", "20")
    let words = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("fitted to 80 comparisons, because the listener has no calibration"))
    #expect(text.lines.contains { $0.hasPrefix("For a listener like model, fit is ") })
    #expect(text.lines.allSatisfy { $0.count <= 100 })
    let more =
      /with 20 twins the standard error of coverage is (\d+\.\d) %; with 200 it would be (\d+\.\d) %, and the audit would take about \d+ (s|min):/
    let found = try #require(words.firstMatch(of: more), "\(text.output)")
    let (now, then) = (try #require(Double(found.1)), try #require(Double(found.2)))
    // A tenth of the variance, after rounding to a tenth of a percent.
    #expect(abs(now / then - 10.0.squareRoot()) < 0.2)
    let command = text.lines.dropLast().last ?? ""
    #expect(command == "  peach audit --listener model --twins 200")
    let larger = try workshop.shell("$peach\(command.dropFirst(7)) --format csv", environment: environment)
    #expect(larger.status == 0 && larger.output.contains("fit,drawn,200,"), "\(larger)")
  }

  @Test func `an interrupted audit continues with the printed command and ends the same`() throws {
    try playStairs()
    let arguments = ["audit", "--listener", "model", "--twins", "100", "--format", "csv"]
    let whole = try workshop.run(arguments + ["--jobs", "1"], environment: environment)
    #expect(whole.status == 0)
    #expect(whole.error == "")
    let first = try workshop.interrupt(arguments + ["--jobs", "1"], environment: environment)
    #expect(first.status == 130)
    #expect(
      first.error
        == "interrupted; finished work is kept. To continue:\n  peach \(arguments.joined(separator: " ")) --jobs 1\n")
    let again = try workshop.run(arguments, environment: environment)
    #expect(again.error == "continuing an interrupted audit; --fresh starts over\n")
    #expect(again.output == whole.output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.path("home/work")) == [])
  }

  @Test(
    arguments: [
      (
        ["calibrate", "listener", "--fast"],
        "--fast: requires --responder"
      ),
      (["calibrate", "listener", "--list", "--seed", "3"], "--seed: --list measures nothing"),
      (["calibrate", "listener", "--strategy", "s"], "--strategy: needs --experiment"),
      (
        ["audit", "--twins", "3"],
        "--twins: expected a whole number from 10 to 1000000, got 3"
      ),
    ])
  func `impossible requests are rejected`(arguments: [String], message: String) throws {
    let outcome = try workshop.run(arguments, environment: environment)
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
  }

  @Test func `an audit says that a listener who is always correct has no threshold`() throws {
    let outcome = try calibrate(1, "gaussian jnd=0.001")
    #expect(outcome.status == 0)
    #expect(try records().map(\.status) == [.allCorrect])
    #expect(outcome.lines[1].hasPrefix("  threshold  none: every answer was right, down to "))
    let audit = try run("audit", "--listener", "model")
    #expect(audit.status == 65)
  }
}
