import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// A day in the lab: what is refused, what is told, what is excluded, and lines on standard input.
@Suite struct LabDayTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 3, practice: 1))
  }

  private func run(_ arguments: [String]) throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.environment)
  }

  /// A person whose lines come from a file.
  private func lines(_ lines: String) throws -> Workshop.Outcome {
    try live.shell("printf '\(lines)' > lines.txt; $peach live study.yaml --listener P07 --device quiet < lines.txt")
  }

  // MARK: Lines

  @Test func `a day over lines shows every page, with feedback only in practice`() throws {
    let day = try lines("\\n\\n\\n\\nh\\n\\nh\\nl\\nh\\n\\nh\\nl\\nh\\n\\n\\nh\\nl\\nh\\n\\n")
    #expect(day.status == 0, "\(day.error)")
    #expect(
      day.error == """
        study, P07: 3 of 3 blocks done
          peach listener P07                       what is done and what is left
          peach trace --listener P07 --session 4   the last block, trial by trial
          peach report --listener P07 -o P07.html  all blocks, with figures

        """)
    let question = "higher or lower? "
    let goOn = "\nEnter  go on     q  leave\n"
    let rest = "\nBreak\n\n%@\n\nRest your ears.\n\(goOn)"
    let before = """

      Consent

      May we store your answers?

      Enter  I agree     n  I do not agree

      Instructions

      Which tone is higher?
      \(goOn)
      Instructions

      Guess if you have to.

      Enter  go on     b  back     q  leave

      Practice

      First, a few practice trials. They do not count.
      \(goOn)
      """
    #expect(day.output.hasPrefix(before), "\(day.output)")
    let after = String(day.output.dropFirst(before.count)).replacing(/(right|wrong)\n/, with: "FEEDBACK\n")
    func asked(_ block: Int, _ interval: String = "") -> String {
      (1...3).map { "Block \(block) of 3, trial \($0) of 3\n" + interval + question + "\n" }.joined()
    }
    #expect(
      after == "Practice, trial 1 of 1\n" + question + "FEEDBACK\n"
        + "\nNext block: block 1 of 3\n\nFrom now on, your answers count.\n" + goOn + asked(1)
        + rest.replacing("%@", with: "1 block is done, 2 are left.")
        + asked(2, "Perfect Fifth Up: ") + rest.replacing("%@", with: "2 blocks are done, 1 is left.")
        + "\nNext block: block 3 of 3\n\nNow for training.\n" + goOn + asked(3)
        + "\nDone\n\nThat was the last block. Thank you for taking part.\n\nEnter  leave\n")
    #expect(try live.sessions(of: "P07").map(\.block) == ["practice", "unison", "fifth", "trained"])
    #expect(try live.sessions(of: "P07").map(\.isInProfile) == [false, true, true, true])
  }

  @Test(arguments: ["n\\n", "q\\n", ""]) func `a listener who does not consent leaves no data`(said: String) throws {
    let day = try lines(said)
    #expect(day.status == 0)
    #expect(
      day.error == "study, P07: the listener "
        + (said == "n\\n"
          ? "did not agree to take part; only the refusal is counted\n"
          : "left before agreeing to take part; nothing is stored\n"))
    #expect(try live.database.listeners().isEmpty)
    #expect(try live.database.study("study") == nil)
  }

  @Test func `a listener who returns continues at the same trial, with a welcome and without instructions`() throws {
    let first = try lines("\\n\\n\\n\\nh\\n\\nh\\nl\\nq\\n")
    #expect(
      first.error == """
        study, P07: 0 of 3 blocks done; unison continues after trial 2
          peach live study.yaml --listener P07     continues the study
          peach listener P07                       what is done and what is left
          peach trace --listener P07 --session 2   the last block, trial by trial
          peach report --listener P07 -o P07.html  all blocks, with figures

        """)
    let second = try lines("\\nh\\n")
    #expect(
      second.output.hasPrefix(
        """

        Welcome back: block 1 of 3

        You continue where you stopped: after 2 trials of this block.

        Enter  go on     q  leave
        Block 1 of 3, trial 3 of 3
        higher or lower? \

        """), "\(second.output)")
    #expect(try live.sessions(of: "P07").map(\.trials) == [1, 3])
    // The same as without leaving.
    let whole = try LiveWorkshop()
    try whole.workshop.write("study.yaml", LiveWorkshop.study(trials: 3, practice: 1))
    let day = try whole.shell(
      "printf '\\n\\n\\n\\nh\\n\\nh\\nl\\nh\\n' > lines.txt; $peach live study.yaml --listener P07 --device quiet < lines.txt"
    )
    #expect(day.status == 0)
    #expect(try live.trials(of: "P07").map(\.offset) == whole.trials(of: "P07").map(\.offset))
    #expect(try live.trials(of: "P07").map(\.reference) == whole.trials(of: "P07").map(\.reference))
  }

  @Test func `after the stated time the instructions come again`() throws {
    _ = try lines("\\n\\n\\n\\nh\\n\\nh\\nq\\n")
    for (minutes, isAgain) in [(29, false), (31, true)] {
      let time = Date.now.addingTimeInterval(-60 * Double(minutes)).ISO8601Format()
      try live.database.queue.write { db in
        try db.execute(sql: "UPDATE participant SET instructed_at = ?", arguments: [time])
        try db.execute(sql: "UPDATE session SET started_at = ?1, ended_at = ?1", arguments: [time])
        try db.execute(sql: "UPDATE comparison SET timestamp = ?", arguments: [time])
      }
      let day = try lines("q\\n")
      #expect(day.output.hasPrefix(isAgain ? "\nInstructions\n" : "\nWelcome back"), "\(day.output)")
    }
  }

  // MARK: Refusals

  @Test func `a changed file is rejected with the difference`() throws {
    #expect(try run(live.day(of: "P01")).status == 0)
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 3, practice: 1).replacing("200}", with: "210}"))
    #expect(
      try run(live.day(of: "P02"))
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            study.yaml: the study 'study' was begun with another file: strategies.steps.catch.level is 210 in the \
            file, but 200 in the stored study
              hint: a study can continue if only limits and stop rules have changed; change this value back, or \
            give the file another name to begin a new study

            """))
    #expect(try live.database.listeners().map(\.id) == ["P01"])
    // Without its listeners it has not begun.
    #expect(try run(["listener", "delete", "P01", "--yes"]).status == 0)
    #expect(try run(live.day(of: "P02")).status == 0)
  }

  @Test func `a block continues with the same responder`() throws {
    #expect(try run(live.day(of: "P01")).status == 0)
    try live.database.queue.write { try $0.execute(sql: "UPDATE session SET end_reason = NULL WHERE number = 4") }
    let other = try run(live.day(of: "P01", by: "gaussian jnd=13"))
    #expect(other.status == 64)
    #expect(
      other.error.hasSuffix(
        "block 'trained' of listener 'P01' was begun with the responder 'gaussian jnd=12 lapse=0 guess-side=0.5 bias=0'\n"
          + "  hint: continue with the same responder\n"), "\(other.error)")
  }

  @Test(arguments: [("--strategy", "steps"), ("--trials", "5")])
  func `settings of the blocks are not allowed as options`(option: String, value: String) throws {
    let day = try run(live.day(of: "P01") + [option, value])
    #expect(day.status == 64)
    #expect(day.error.hasPrefix("Error: \(option): in a file with a section lab, each block states this itself\n"))
  }

  // MARK: What is done, and what is excluded

  @Test func `the page of a listener lists completed, remaining and excluded blocks`() throws {
    #expect(try run(live.day(of: "P01")).status == 0)
    #expect(try run(live.day(of: "P02")).status == 0)
    try live.database.queue.write { db in
      try db.execute(sql: "DELETE FROM session WHERE listener = 'P02' AND number > 3")
      try db.execute(sql: "UPDATE session SET end_reason = 'quit' WHERE listener = 'P02' AND number = 3")
    }
    let excluded = try run(["listener", "exclude", "P02", "--session", "2", "--note", "phone rang"])
    #expect(
      excluded
        == Workshop.Outcome(
          status: 0, output: "session 2 of P02, block fifth: excluded; its 3 trials stay stored, with the note\n",
          error: ""))
    func again(_ note: String) throws -> Workshop.Outcome {
      try run(["listener", "exclude", "P02", "--session", "2", "--note", note])
    }
    #expect(try again("phone").output.hasSuffix(", with the note, which replaces the earlier one, 'phone rang'\n"))
    let long = try again(String(repeating: "x", count: 1001))
    #expect(long.status == 64 && long.error.hasPrefix("Error: --note: expected at most 1000 characters, got 1001\n"))
    #expect(try again("phone rang").status == 0)
    #expect(
      try run(["listener", "P02"]).output == """
        listener P02: a simulated responder, 3 sessions, 7 answered trials, 1 excluded

        study study, listener number 2, order of blocks williams: 1 of 3 blocks done

        block     is     session  trials  began  excluded
        ────────  ─────  ───────  ──────  ─────  ──────────
        practice  done         1       1  –
        fifth     done         2       3  –      phone rang
        trained   begun        3       3  –
        unison    left

        """)
  }

  @Test func `an excluded block is kept with its note, and fits leave it out until it is included`() throws {
    #expect(try run(live.day(of: "P01")).status == 0)
    let before = try live.export("trials")
    #expect(try run(["listener", "exclude", "P01", "--session", "3", "--note", "fell asleep"]).status == 0)
    for table in ["trials", "sessions"] {
      let rows = try live.export(table).rows
      #expect(Set(rows.map { "\($0["session"]!) \($0["excluded"]!)" }) == ["1 practice", "2 ", "3 fell asleep", "4 "])
    }
    let fit = ["fit", "--listener", "P01", "--by", "session", "--reading", "direction", "--format", "csv"]
    #expect(try run(fit).rows.map { $0["session"]! } == ["2", "4"])
    #expect(try run(fit + ["--with-excluded"]).rows.map { $0["session"]! } == ["1", "2", "3", "4"])
    let told = try run(fit.dropLast(2) + ["--wide"])
    #expect(
      told.output.contains("note         1 practice trial is left out (--with-excluded includes them)"),
      "\(told.output)")
    #expect(told.output.contains("3 excluded trials are left out (--with-excluded includes them)"), "\(told.output)")
    #expect(
      try run(["listener", "include", "P01", "--session", "3"]).output
        == "session 3 of P01, block fifth: included again\n")
    #expect(try live.export("trials") == before)
    #expect(
      try run(["listener", "exclude", "P01", "--session", "9", "--note", "x"]).error
        == "listener 'P01' has no session 9\n  hint: there are 4 sessions\n")
  }

  @Test func `the profile is without excluded blocks and practice`() throws {
    let day = try lines("\\n\\n\\n\\nh\\n\\nh\\nl\\nh\\nq\\n")
    #expect(day.status == 0)
    func profiled() throws -> Int {
      var count = 0
      try live.database.forEachProfiledComparison(of: "P07") { _ in count += 1 }
      return count
    }
    #expect(try profiled() == 3)
    #expect(try run(["listener", "exclude", "P07", "--session", "2", "--note", "noise outside"]).status == 0)
    #expect(try profiled() == 0)
  }

  @Test func `an exported study is imported with its blocks and notes`() throws {
    #expect(try run(live.day(of: "P01")).status == 0)
    #expect(try run(["listener", "exclude", "P01", "--session", "2", "--note", "noise"]).status == 0)
    for table in ["trials", "sessions"] { try live.workshop.write("\(table).csv", live.export(table).output) }
    let read = try live.workshop.run(["import", "trials.csv", "sessions.csv"], environment: live.home("other"))
    #expect(read.status == 0, "\(read.error)")
    for table in ["trials", "sessions"] { #expect(try live.export(table) == live.export(table, from: "other")) }
  }
}
