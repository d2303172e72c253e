import Foundation
import PeachStorage
import PeachTrials
import Testing

/// Listeners, and what is exported and fitted of them.
@Suite struct LiveListenerTests {
  private let workshop: Workshop
  private let live: LiveDatabase

  init() throws {
    workshop = try Workshop()
    live = try LiveDatabase.open(at: workshop.path("home/peach.sqlite"))
  }

  private func peach(_ arguments: String...) throws -> Workshop.Outcome {
    try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
  }

  private func done(_ output: String) -> Workshop.Outcome { Workshop.Outcome(status: 0, output: output, error: "") }

  private func refused(_ error: String) -> Workshop.Outcome { Workshop.Outcome(status: 64, output: "", error: error) }

  private func session(_ listener: String, _ kind: SessionKind = .comparison, responder: String? = nil) -> SessionRecord
  {
    var session = SessionRecord(
      listener: listener, kind: kind, name: "fifths", strategy: "kazez", experiment: "{}", profile: "{}",
      seed: "000000000135ce1b", responder: responder, scale: "log", version: "0.1.0", build: "b")
    session.startedAt = "2026-11-21T08:00:00Z"
    return session
  }

  private var heard: Presentation {
    var heard = Presentation(tuning: "just-intonation", referencePitch: 442, noteDuration: 0.75, gap: 0.25)
    heard.sound = "complex:10"
    heard.referenceLevel = -12
    heard.targetLevel = -12.5
    heard.device = "hw:1,0"
    heard.responseTime = 1.5
    heard.timestamp = "2026-11-21T08:00:03Z"
    return heard
  }

  private func comparison(_ trial: Int, _ offset: Double, isHigher: Bool) -> TrialRecord {
    var record = TrialRecord(trial: trial, level: abs(offset), isReversal: trial % 2 == 0, heard: heard)
    record.reference = 60
    record.target = 67
    record.interval = "perfect-fifth-up"
    record.offset = offset
    record.answer = isHigher ? "higher" : "lower"
    record.isCorrect = offset == 0 ? nil : (offset > 0) == isHigher
    return record
  }

  /// A session each of comparison and matching, with two and one trials.
  private func listen(_ listener: String) throws {
    let first = try live.beginSession(session(listener))
    try live.append(comparison(1, 12.5, isHigher: true), to: first)
    try live.append(comparison(2, -8.25, isHigher: true), to: first)
    try live.endSession(first, reason: "quit", at: "2026-11-21T08:10:00Z")
    let second = try live.beginSession(session(listener, .matching))
    try live.append(
      MatchingRecord(
        trial: 1, reference: 60, target: 67, interval: "perfect-fifth-up", initialOffset: -50, error: 3.5,
        adjustments: 2, heard: heard), to: second)
  }

  // MARK: Listeners

  @Test func `listeners are listed with their stored data`() throws {
    try listen("P07")
    _ = try live.beginSession(session("robot", responder: "gaussian jnd=12"))
    #expect(try peach("listener", "add", "zoe") == done("added listener zoe\n"))
    #expect(
      try peach("listener", "list")
        == done(
          """
          listener  answers    sessions  comparisons  matchings  last session
          ────────  ─────────  ────────  ───────────  ─────────  ────────────────────
          P07       person            2            2          1  2026-11-21T08:00:00Z
          robot     responder         1            0          0  2026-11-21T08:00:00Z
          zoe       –                 0            0          0  –

          """))
    #expect(try peach("listener", "add", "zoe") == refused("listener 'zoe' exists already\n"))
  }

  @Test func `a reset lists what it removes from the profile and keeps the records`() throws {
    try listen("P07")
    let before = try peach("export", "--listener", "P07", "--table", "trials")
    #expect(
      try peach("listener", "reset", "P07", "--matching")
        == done("listener P07: 1 matching session no longer count in the profile; the records stay stored\n"))
    #expect(
      try peach("listener", "reset", "P07")
        == done(
          "listener P07: 1 comparison session and 0 matching sessions no longer count in the profile; the "
            + "records stay stored\n"
        ))
    #expect(try live.sessions(of: "P07").map(\.isInProfile) == [false, false])
    #expect(try peach("export", "--listener", "P07", "--table", "trials") == before)
    #expect(
      try peach("listener", "reset", "P08") == refused("no listener 'P08'\n  hint: did you mean 'P07'?\n"))
  }

  @Test func `deleting off a terminal needs --yes`() throws {
    try listen("P07")
    try listen("P08")
    let what = "listener P07: 2 sessions, 2 comparisons, 1 pitch matching and the settings"
    #expect(
      try peach("listener", "delete", "P07")
        == refused("\(what) would be deleted\n  hint: add --yes to delete without asking\n"))
    #expect(try live.listeners().map(\.id) == ["P07", "P08"])
    #expect(try peach("listener", "delete", "P07", "--yes") == done("deleted \(what)\n"))
    #expect(try live.listeners().map(\.id) == ["P08"])
    #expect(
      try peach("listener", "delete", "P07", "--yes") == refused("no listener 'P07'\n  hint: did you mean 'P08'?\n"))
  }

  @Test(arguments: [("y\\n", true), ("n\\n", false), ("\\n", false), ("", false)])
  func `on a terminal deleting is asked`(answer: String, isDeleted: Bool) throws {
    try listen("P07")
    let outcome = try workshop.shell(
      "export PEACH_HOME=home; printf '\(answer)' | script -qec \"$peach listener delete P07\" /dev/null")
    #expect(outcome.output.contains("This cannot be undone. [y/N] "), "\(outcome)")
    #expect(outcome.output.contains(isDeleted ? "deleted listener P07" : "nothing was deleted"), "\(outcome)")
    #expect(try live.listeners().isEmpty == isDeleted)
  }

  // MARK: Export

  @Test func `trials have the columns of a results file, block and excluded`() throws {
    try listen("P07")
    let lines = try peach("export", "--listener", "P07", "--table", "trials").lines
    #expect(
      lines == [
        Columns.liveTrials,
        "fifths,kazez/P07/1,1,comparison,P07,kazez,1,1,60,67,perfect-fifth-up,just-intonation,12.5,12.5,cents,higher,1,0,,,,"
          + "442,0.75,0.25,complex:10,-12,-12.5,\"hw:1,0\",1.5,2026-11-21T08:00:03Z,test,,2,,,,,,,,,,",
        "fifths,kazez/P07/1,1,comparison,P07,kazez,1,2,60,67,perfect-fifth-up,just-intonation,-8.25,8.25,cents,higher,0,1,,,,"
          + "442,0.75,0.25,complex:10,-12,-12.5,\"hw:1,0\",1.5,2026-11-21T08:00:03Z,test,,2,,,,,,,,,,", "",
      ])
  }

  @Test func `pitch matchings and sessions have their columns`() throws {
    try listen("P07")
    #expect(
      try peach("export", "--listener", "P07", "--table", "matching").lines == [
        "experiment,run,session,listener,trial,reference_note,target_note,interval,tuning,reference_pitch_hz,sound,"
          + "initial_offset_cents,error_cents,adjustments,response_time_s,timestamp,group,day,block,condition,excluded,"
          + "control_range_cents,note_duration_s,gap_s,reference_level_db,target_level_db,device,confidence,"
          + "confidence_time_s,repeats",
        "fifths,kazez/P07/2,2,P07,1,60,67,perfect-fifth-up,just-intonation,442,complex:10,-50,3.5,2,1.5,"
          + "2026-11-21T08:00:03Z,,,,,,,0.75,0.25,-12,-12.5,\"hw:1,0\",,,", "",
      ])
    #expect(
      try peach("export", "--listener", "P07", "--table", "sessions").lines == [
        "experiment,run,session,task,listener,strategy,responder,trials,seed,device,sample_rate_hz,level_scale,version,"
          + "build,started_at,ended_at,end_reason,in_profile,origin,group,day,block,condition,excluded,sample_format,"
          + "channel,level_offset_db,experiment_json,stalls,keys_swapped,timeouts,responses_json",
        "fifths,kazez/P07/1,1,comparison,P07,kazez,,2,000000000135ce1b,,,,0.1.0,b,2026-11-21T08:00:00Z,"
          + "2026-11-21T08:10:00Z,quit,1,,,,,,,,,,{},0,,0,",
        "fifths,kazez/P07/2,2,matching,P07,kazez,,1,000000000135ce1b,,,,0.1.0,b,2026-11-21T08:00:00Z,,,1,,,,,,,,,,{},0,,0,",
        "",
      ])
  }

  @Test func `several listeners are exported in the order asked for, all of them by ID`() throws {
    for id in ["b", "c", "a"] { _ = try live.beginSession(session(id)) }
    func listeners(_ outcome: Workshop.Outcome) -> [String] {
      outcome.lines.dropFirst().dropLast().map { String($0.split(separator: ",")[4]) }
    }
    #expect(listeners(try peach("export", "--listener", "b", "a", "b", "--table", "sessions")) == ["b", "a"])
    #expect(listeners(try peach("export", "--all-listeners", "--table", "sessions")) == ["a", "b", "c"])
  }

  @Test func `an export without a listener to export`() throws {
    let empty = try workshop.shell("PEACH_HOME=nowhere $peach export --all-listeners --table trials")
    #expect(empty == done(Columns.liveTrials + "\n"))
    let unknown = try workshop.shell("PEACH_HOME=nowhere $peach export --listener me --table trials -o trials.csv")
    #expect(unknown == refused("no listener 'me'\n  hint: no listener has any records yet\n"))
    #expect(try workshop.files == ["home"])
  }

  @Test(
    arguments: [
      ([], "expected a results file, --listener ID, --all-listeners or --study NAME, got none"),
      (
        ["r.sqlite", "--listener", "me"],
        "expected a results file, --listener ID, --all-listeners or --study NAME, got 'r.sqlite' and --listener"
      ),
      (
        ["--all-listeners", "--listener", "me"],
        "expected a results file, --listener ID, --all-listeners or --study NAME, got --listener and --all-listeners"
      ),
      (
        ["--all-listeners", "--table", "runs"],
        "--table: expected one of trials, matching, sessions, pages, participants, answers, consents, questions, screenings, comfort, got 'runs'"
      ),
      (
        ["r.sqlite", "--table", "sessions"],
        "--table: expected one of runs, trials, matching, summary, timing, failures, "
          + "differences, checkpoints, criteria, got 'sessions'"
      ),
    ] as [([String], String)])
  func `an export of nothing, of two things, or of a table of another kind`(
    arguments: [String], message: String
  ) throws {
    let table = arguments.contains("--table") ? [] : ["--table", "trials"]
    let outcome = try workshop.run(["export"] + arguments + table)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: \(message)\nUsage: "), "\(outcome.error)")
  }

  // MARK: Fit

  @Test func `a listener is fitted as their exported trials are`() throws {
    let first = try live.beginSession(session("P07"))
    let second = try live.beginSession(session("P07"))
    // Two errors at each of the levels 4 and 8, one at 16, none at 32, of 8 trials a level and side.
    var trial = 0
    for (level, errors) in [(4.0, 3), (8, 2), (16, 1), (32, 0)] {
      for sign in [-1.0, 1] {
        for index in 0..<8 {
          trial += 1
          let row = comparison((trial + 1) / 2, sign * level, isHigher: (sign > 0) == (index >= errors))
          try live.append(row, to: trial % 2 == 0 ? first : second)
        }
      }
    }
    try workshop.write("trials.csv", peach("export", "--listener", "P07", "--table", "trials").output)
    for options in [["--reading", "direction"], ["--by", "session"], ["--log-level"]] {
      let fit = ["--format", "csv"] + options
      let environment = ["PEACH_HOME": workshop.path("home")]
      let stored = try workshop.run(["fit", "--listener", "P07"] + fit, environment: environment)
      let exported = try workshop.run(["fit", "trials.csv"] + fit)
      #expect(stored.status == 0)
      #expect(stored == exported)
      #expect(stored.lines.count == (options[0] == "--by" ? 4 : 3))
    }
    #expect(try peach("fit", "--listener", "P07").output.contains("listener P07"))
  }

  @Test func `a fit of no listener, of one without trials, or of two things`() throws {
    try live.addListener("zoe")
    #expect(try peach("fit", "--listener", "zoe") == refused("listener 'zoe' has not answered any comparison yet\n"))
    #expect(try peach("fit", "--listener", "zo") == refused("no listener 'zo'\n  hint: did you mean 'zoe'?\n"))
    let both = try peach("fit", "data.csv", "--listener", "zoe")
    #expect(both.status == 64)
    #expect(both.error.hasPrefix("Error: expected DATA or --listener, got 'data.csv' and --listener\n"))
  }
}
