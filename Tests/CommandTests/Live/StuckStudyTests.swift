import Foundation
import GRDB
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Nobody gets stuck in a study, however they answer, and nothing is presented that cannot sound.
@Suite struct StuckStudyTests {
  /// With PEACH_TEST_LONG 60 listeners of each kind, else one.
  private static let listeners = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? 1 : 60

  /// Listeners who do not do what the study expects, as a responder of it.
  enum Answers: String, CaseIterable {
    case random, higher, wrong, alternating

    var responder: String {
      switch self {
      case .random: "gaussian jnd=1e9"
      case .higher: "gaussian jnd=1 bias=1e9"
      case .alternating: "history answers=[-1e9] jnd=1"
      case .wrong: "process command=[python3,wrong.py]"
      }
    }
  }

  private static let wrong = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        print(json.dumps({"id": message["id"], "correct": False}), flush=True)

    """

  /// The files that people are asked to answer, with and without the limits that they state.
  enum Study: String, CaseIterable {
    case comparison, live, lab, day
    case labWithoutLimits, dayWithoutLimits

    func text() throws -> String {
      switch self {
      case .comparison: ExperimentTemplate.comparison.text(file: "study.yaml")
      case .live: ExperimentTemplate.live.text(file: "study.yaml")
      case .lab: ExperimentTemplate.lab.text(file: "study.yaml")
      case .day: try TextFile.read(Study.example)
      case .labWithoutLimits: Study.withoutLimits(try Study.lab.text())
      case .dayWithoutLimits: Study.withoutLimits(try Study.day.text())
      }
    }

    /// Nil if the file has one alone, or blocks that say theirs.
    var strategies: [String?] { self == .comparison ? ["two-down", "psi"] : [nil] }

    private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../experiments/lab-day.yaml").standardized.path

    private static func withoutLimits(_ text: String) -> String {
      text.replacing(/\ +limits: \[[^\]]*\],?( *#[^\n]*)?/, with: "")
    }
  }

  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("wrong.py", Self.wrong)
  }

  private func sit(_ listener: String, _ answers: Answers, strategy: String? = nil) throws -> Workshop.Outcome {
    try live.workshop.run(
      ["live", "study.yaml", "--listener", listener, "--responder", answers.responder, "--fast", "--allow-processes"]
        + (strategy.map { ["--strategy", $0] } ?? []), environment: live.environment)
  }

  @Test(arguments: Study.allCases, Answers.allCases)
  func `every study ends for everyone, and nothing is presented that cannot sound`(
    study: Study, answers: Answers
  ) throws {
    try live.workshop.write("study.yaml", study.text())
    let experiment = try Experiment.read(live.workshop.path("study.yaml"))
    #expect(study.rawValue.hasSuffix("Limits") == !experiment.advice.isEmpty)
    var (sessions, ceilings, trials, largest) = (0, 0, 0, 0.0)
    for number in 1...Self.listeners {
      let listener = "P\(number)"
      for strategy in study.strategies {
        let outcome = try sit(listener, answers, strategy: strategy)
        try #require(outcome.status == 0, "\(listener): \(outcome.error)")
      }
      for session in try live.sessions(of: listener) {
        sessions += 1
        if session.endReason == "ceiling" { ceilings += 1 }
        #expect(
          ["ceiling", "trials"].contains(session.endReason),
          "\(listener), session \(session.number): \(session.endReason ?? "no end")")
      }
      let presented = try live.trials(of: listener)
      trials += presented.count
      for trial in presented {
        let key = Double(trial.target ?? 0) + (trial.offset ?? 0) / 100
        #expect((-0.5...127.5).contains(key), "\(listener), trial \(trial.trial): \(trial.offset ?? 0) cents")
        largest = max(largest, abs(trial.offset ?? 0))
      }
      if let lab = experiment.lab {
        let blocks = Set(try live.sessions(of: listener).compactMap(\.block))
        #expect(blocks == Set(lab.plans.keys.map(\.block)))
        let again = try sit(listener, answers)
        #expect(again.status == 0, "\(again.error)")
      }
    }
    if answers == .wrong { #expect(ceilings > 0) }
    print(
      "\(study), \(answers): \(Self.listeners) listeners, \(sessions) sessions, \(trials) trials, "
        + "\(ceilings) ceilings, at most \(largest.brief) cents, none stuck")
  }

  @Test(arguments: [Study.live, .labWithoutLimits])
  func `a session at the limit of what can sound equals the simulation of the same listener`(study: Study) throws {
    let text = try study.text().replacing(/- \{name: rehearsal, [^}]*\}/, with: "- {name: rehearsal, LISTENER}")
      .replacing(/\nlab:[\s\S]*/, with: "\n")
    for (responder, listener) in [
      ("process command=[python3,wrong.py]", "kind: process, command: [python3, wrong.py]"),
      ("gaussian jnd=1e9", "kind: gaussian, jnd: 1e9"),
    ] {
      let other = try LiveWorkshop()
      try other.workshop.write("wrong.py", Self.wrong)
      try other.workshop.write(
        "study.yaml", text.replacing("LISTENER", with: listener).replacing(/replicates: 200/, with: "replicates: 3"))
      let simulated = try other.peach("simulate", "study.yaml", "-o", "r.sqlite", "--allow-processes")
      try #require(simulated.status == 0, "\(simulated.error)")
      for _ in 1...3 {
        let session = try other.peach(
          "live", "study.yaml", "--listener", "rehearsal", "--responder", responder, "--fast", "--allow-processes")
        try #require(session.status == 0, "\(session.error)")
      }
      let columns = ["replicate", "trial", "reference_note", "offset_cents", "level_cents", "answer", "reversal"]
      func rows(_ outcome: Workshop.Outcome) -> [[String?]] {
        outcome.rows.map { row in columns.map { row[$0] ?? ($0 == "level_cents" ? row["level"] : nil) } }
      }
      let expected = rows(try other.peach("export", "r.sqlite", "--table", "trials"))
      #expect(rows(try other.peach("export", "--listener", "rehearsal", "--table", "trials")) == expected)
      #expect(expected.count >= 30)
      for number in 1...3 {
        let trace = try other.peach("trace", "--listener", "rehearsal", "--session", "\(number)", "--allow-processes")
        #expect(trace.status == 0, "\(trace.error)")
      }
    }
  }

  /// Peach presented any flat level before, and failed at the first sharp one that could not sound.
  @Test func `a session that was stuck at a level continues`() throws {
    try live.workshop.write(
      "study.yaml",
      """
      name: stuck
      seed: 5
      task: {kind: comparison, notes: [C3, C5], note-duration: 0.05}
      listeners: [{name: keen, kind: gaussian, jnd: 12}]
      strategies: [{name: steps, kind: weighted-up-down, start: 100, target: 0.75, step: {factor: 1.68}}]
      stop: {trials: 20}
      replicates: 10
      lab: {blocks: [{name: unison}]}

      """)
    #expect(try sit("P1", .wrong).status == 0)
    let database = try DatabaseQueue(path: live.workshop.path("home/peach.sqlite"))
    let stored = try #require(try live.sessions(of: "P1").first)
    let experiment = try Experiment.parse(stored.experiment, file: "stored").plan
    let factory = try #require(experiment.cells[0].factory)
    // What an earlier version stored: the levels that the strategy asked for, up to the first that failed.
    var streams = StreamNames(seed: experiment.seed, listener: "P1", strategy: "steps").streams(replicate: 1)
    var strategy = factory.make(using: &streams)
    var earlier: [Comparison] = []
    while let asked = strategy.unlimitedNext, asked.offset < 8000 || asked.level.value < 5000 {
      earlier.append(asked)
      strategy.update(CompletedComparison(asked, isHigher: asked.offset < 0, seconds: 0), using: &streams)
    }
    try #require(earlier.contains { $0.offset < -5000 }, "no flat level beyond what can sound; choose another seed")
    try database.write { db in
      try db.execute(sql: "DELETE FROM comparison WHERE trial > ?", arguments: [earlier.count])
      for (index, asked) in earlier.enumerated() {
        try db.execute(
          sql: "UPDATE comparison SET offset_cents = ?, level = ? WHERE trial = ?",
          arguments: [asked.offset, asked.level.value, index + 1])
      }
      try db.execute(sql: "UPDATE session SET end_reason = 'error'")
    }
    let again = try sit("P1", .wrong)
    #expect(again.status == 0, "\(again.error)")
    let trials = try live.trials(of: "P1")
    #expect(trials.prefix(earlier.count).map(\.offset) == earlier.map(\.offset))
    #expect(trials.count == earlier.count + 8)
    #expect(trials.dropFirst(earlier.count).allSatisfy { abs($0.offset ?? 0) <= 7950 })
    #expect(try live.sessions(of: "P1").map(\.endReason) == ["ceiling"])
    #expect(try live.peach("trace", "--listener", "P1", "--session", "1").status == 0)
  }

  @Test func `a file whose notes cannot sound is refused before a trial`() throws {
    try live.workshop.write(
      "study.yaml",
      """
      name: high
      seed: 5
      task: {kind: matching, notes: [C9, G9], note-duration: 0.05, offset: 1200}
      listeners: [{name: keen, kind: tuner, spread: 5}]
      stop: {trials: 20}
      replicates: 10

      """)
    let refused = try live.peach(
      "live", "study.yaml", "--listener", "P1", "--responder", "tuner spread=5", "--fast")
    #expect(refused.status == 65)
    #expect(refused.error.hasPrefix("study.yaml: task: the reference note is 19912"), "\(refused.error)")
    #expect(refused.error.contains("above 0.45 of the sample rate (19845 Hz at 44100 Hz)"), "\(refused.error)")
    #expect(try live.sessions(of: "P1").isEmpty)
  }
}
