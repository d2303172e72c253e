import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Studies that could not go on: blocks are skipped and restarted, and limits and stop rules change.
@Suite struct StudyRepairTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 6, practice: 2))
  }

  private func run(_ arguments: [String]) throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.environment)
  }

  private func day(_ listener: String = "P01") throws -> Workshop.Outcome { try run(live.day(of: listener)) }

  /// A study left in the middle of its second block: practice and unison are done, fifth has two trials.
  private func leaveInSecondBlock(_ listener: String = "P01") throws {
    #expect(try day(listener).status == 0)
    try live.database.queue.write { db in
      try db.execute(sql: "DELETE FROM session WHERE listener = ? AND number > 3", arguments: [listener])
      try db.execute(
        sql: """
          DELETE FROM comparison WHERE trial > 2
            AND session = (SELECT id FROM session WHERE listener = ? AND number = 3)
          """, arguments: [listener])
      try db.execute(
        sql: "UPDATE session SET end_reason = 'quit' WHERE listener = ? AND number = 3", arguments: [listener])
    }
    #expect(try live.sessions(of: listener).map(\.trials) == [2, 6, 2])
  }

  private func repair(_ action: String, _ block: String, _ more: String...) throws -> Workshop.Outcome {
    try run(["listener", action, "P01", "--block", block, "--note", "phone rang"] + more)
  }

  // MARK: Skipping

  @Test func `a skipped block keeps its trials, excluded with the note, and the study continues`() throws {
    try leaveInSecondBlock()
    let skipped = try repair("skip", "fifth")
    #expect(
      skipped
        == Workshop.Outcome(
          status: 0,
          output: "block 'fifth' of listener 'P01', study 'study', skipped; session 3 with 2 trials stays stored, "
            + "excluded with the note; 'trained' comes next\n", error: ""))
    let rest = try day()
    #expect(rest.status == 0)
    #expect(rest.error.hasPrefix("study, P01: 2 of 3 blocks done, 1 skipped\n"), "\(rest.error)")
    let sessions = try live.sessions(of: "P01")
    #expect(sessions.map(\.block) == ["practice", "unison", "fifth", "trained"])
    #expect(sessions.map(\.trials) == [2, 6, 2, 6])
    #expect(sessions.map(\.number) == [1, 2, 3, 4])
    for table in ["trials", "sessions"] {
      let rows = try live.export(table).rows
      #expect(
        Set(rows.map { "\($0["session"]!) \($0["excluded"]!)" }) == ["1 practice", "2 ", "3 skipped: phone rang", "4 "])
    }
    let page = try run(["listener", "P01"]).output
    #expect(page.contains("2 of 3 blocks done, 1 skipped\n"))
    #expect(page.contains(/fifth +skipped/))
    #expect(page.contains(/fifth +skipped +20..-..-.. ..:.. +3 +2 +phone rang/), "\(page)")
    #expect(!page.contains("Other sessions"))
  }

  @Test func `a block that never began and the practice can be skipped too`() throws {
    #expect(try run(["listener", "add", "P01"]).status == 0)
    let none = try repair("skip", "fifth")
    #expect(none.status == 64 && none.error.hasPrefix("listener 'P01' does not take part in any study\n"))
    try leaveInSecondBlock()
    #expect(try repair("skip", "trained").status == 0)
    let rest = try day()
    #expect(rest.error.hasPrefix("study, P01: 2 of 3 blocks done, 1 skipped\n"), "\(rest.error)")
    // By its place in the listener's order too.
    #expect(try repair("restart", "3").output.contains("block 'trained'"))
    #expect(try day().error.hasPrefix("study, P01: 3 of 3 blocks done\n"))
    #expect(try live.sessions(of: "P01").map(\.number) == [1, 2, 3, 4])
  }

  // MARK: Restarting

  @Test func `a restarted block runs again in a new session with new random streams`() throws {
    try leaveInSecondBlock()
    let before = try live.trials(of: "P01").filter { $0.interval == "perfect-fifth-up" }.map(\.offset)
    let restarted = try repair("restart", "fifth")
    #expect(restarted.status == 0)
    #expect(restarted.output.hasSuffix("excluded with the note; 'fifth' comes next\n"), "\(restarted.output)")
    #expect(try day().error.hasPrefix("study, P01: 3 of 3 blocks done\n"))
    let sessions = try live.sessions(of: "P01")
    #expect(sessions.map(\.block) == ["practice", "unison", "fifth", "fifth", "trained"])
    #expect(sessions.map(\.trials) == [2, 6, 2, 6, 6])
    #expect(sessions.map(\.note) == [nil, nil, "restarted: phone rang", nil, nil])
    // Every session is followed from the streams of its own number.
    for number in 1...5 { #expect(try run(["trace", "--listener", "P01", "--session", "\(number)"]).status == 0) }
    let after = try live.trials(of: "P01").filter { $0.interval == "perfect-fifth-up" }.map(\.offset)
    #expect(after.count == 8 && Array(after.prefix(2)) == before)
    // Done blocks can be restarted as well, again and again.
    #expect(try repair("restart", "fifth").status == 0)
    #expect(try day().status == 0)
    #expect(try live.sessions(of: "P01").map(\.number) == [1, 2, 3, 4, 5, 6])
    let fit = ["fit", "--listener", "P01", "--by", "session", "--reading", "direction", "--format", "csv"]
    #expect(try run(fit).rows.map { $0["session"]! } == ["2", "5", "6"])
  }

  @Test func `a block that cannot be skipped or restarted is rejected with a hint`() throws {
    try leaveInSecondBlock()
    let done = try repair("skip", "unison")
    #expect(done.status == 64)
    #expect(
      done.error == """
        block 'unison' of listener 'P01', study 'study', is done
          hint: peach listener exclude P01 --session 2 --note 'phone rang' leaves it out of fits

        """)
    #expect(
      try repair("restart", "trained").error.hasPrefix("block 'trained' of listener 'P01', study 'study', has not"))
    #expect(
      try repair("skip", "fith").error
        == "--block: no block 'fith' in study; expected practice, unison, fifth, trained, or a position from 1\n")
    #expect(try repair("skip", "9").status == 64)
    #expect(try repair("skip", "fifth", "--study", "other").error.hasPrefix("--study: listener 'P01' takes part in no"))
    #expect(try repair("skip", "fifth", "--study", "study").status == 0)
    let again = try repair("skip", "fifth")
    #expect(
      again.error.contains("is skipped already\n  hint: peach listener restart P01 --block fifth --note 'phone rang'"))
    let blank = try run(["listener", "skip", "P01", "--block", "fifth", "--note", " "])
    #expect(blank.status == 64 && blank.error.hasPrefix("Error: --note: expected a reason, got nothing\n"))
  }

  @Test func `a block name in two studies requires the study`() throws {
    try leaveInSecondBlock()
    try live.workshop.write(
      "other.yaml", LiveWorkshop.study(trials: 3, practice: 1).replacing("name: study", with: "name: other"))
    #expect(try run(live.day("other.yaml", of: "P01")).status == 0)
    let both = try repair("restart", "fifth")
    #expect(both.status == 64)
    #expect(
      both.error.contains("2 studies of listener 'P01' have a block 'fifth': other, study\n  hint: say which: --study"))
    #expect(try repair("restart", "fifth", "--study", "study").status == 0)
    #expect(try day().error.hasPrefix("study, P01: 3 of 3 blocks done\n"))
    #expect(try run(live.day("other.yaml", of: "P01")).error.hasPrefix("other, P01: the study is complete, "))
  }

  // MARK: A file that changed

  @Test func `a study continues with changed limits and stop rules, and records the change`() throws {
    try leaveInSecondBlock()
    let file = LiveWorkshop.study(trials: 9, practice: 2)
      .replacing("start: 100, target", with: "start: 100, limits: [0.5, 80], at-limit: 5, target")
      .replacing("start: 100", with: "start: 80")
    try live.workshop.write("study.yaml", file)
    // The start is no limit.
    let refused = try day()
    #expect(refused.status == 65)
    #expect(
      refused.error == """
        study.yaml: the study 'study' was begun with another file: strategies.steps.start is 80 in the file, but \
        100 in the stored study
          hint: a study can continue if only limits and stop rules have changed; change this value back, or give \
        the file another name to begin a new study

        """)
    try live.workshop.write(
      "study.yaml",
      LiveWorkshop.study(trials: 9, practice: 2)
        .replacing("start: 100, target", with: "start: 100, limits: [0.5, 100], at-limit: 5, target"))
    let rest = try day()
    #expect(rest.status == 0, "\(rest.error)")
    #expect(
      rest.error.contains(
        "study: the file has changed since the study began; the study continues with the change, which is "
          + "stored: strategies.steps.limits is now [0.5, 100]; the file did not state it before\n"))
    #expect(
      rest.error.contains(
        "study: the file has changed since the study began; the study continues with the change, which is stored: stop was "
      ))
    #expect(try live.sessions(of: "P01").map(\.trials) == [2, 6, 9, 9])
    let page = try run(["listener", "P01"]).output
    #expect(page.contains("Changes to the study's file since it began\n"))
    #expect(page.contains(/strategies\.steps\.at-limit +8 +5/), "\(page)")
    // Every session is followed, the one that changed midway in two stages.
    for number in 1...4 {
      let trace = try run(["trace", "--listener", "P01", "--session", "\(number)", "--format", "csv"])
      #expect(trace.status == 0, "\(trace.error)")
      #expect(trace.rows.map { $0["trial"]! } == (1...trace.rows.count).map(String.init))
      #expect(trace.error.hasPrefix(number == 3 ? "session 3 of P01: from trial 3 on: " : ""), "\(trace.error)")
    }
    // Nothing is recorded twice.
    #expect(try !day().error.contains("recorded"))
  }

  @Test func `limits below levels that were presented: the rest of the block keeps to them, and is followed`() throws {
    try leaveInSecondBlock()
    let presented = try live.trials(of: "P01").filter { $0.interval == "perfect-fifth-up" }.map(\.level)
    #expect(presented.contains { $0 > 55 })
    // A start inside the limits, as an old file may have had it.
    let old = LiveWorkshop.study(trials: 6, practice: 2).replacing("start: 100", with: "start: 50")
    let other = try LiveWorkshop()
    try other.workshop.write("study.yaml", old)
    func run(_ arguments: [String]) throws -> Workshop.Outcome {
      try other.workshop.run(arguments, environment: other.environment)
    }
    // Always wrong: levels rise.
    let rising = try other.shell(
      "printf '\\n\\n\\n\\nh\\nh\\n\\nh\\nh\\nh\\nh\\nq\\n' > lines.txt; $peach live study.yaml --listener P01 --device quiet < lines.txt"
    )
    #expect(rising.status == 0)
    let before = try other.trials(of: "P01").filter { $0.trial <= 4 }
    #expect(before.contains { $0.level > 55 && $0.kind == .test }, "\(before.map(\.level))")
    try other.workshop.write("study.yaml", old.replacing("start: 50,", with: "start: 50, limits: [1, 55],"))
    let rest = try other.shell(
      "printf '\\nh\\nh\\n\\nq\\n' > lines.txt; $peach live study.yaml --listener P01 --device quiet < lines.txt")
    #expect(rest.status == 0, "\(rest.error)")
    let session = try #require(try other.database.session(2, of: "P01"))
    #expect(session.trials == 6)
    var levels: [Double] = []
    try other.database.forEachComparison(of: session) { if $0.kind == .test { levels.append($0.level) } }
    #expect(levels.last.map { $0 <= 55 } == true, "\(levels)")
    let trace = try run(["trace", "--listener", "P01", "--session", "2"])
    #expect(trace.status == 0, "\(trace.error)")
    #expect(trace.error.contains("strategies.steps.limits is now [1, 55]; the file did not state it before"))
  }

  @Test func `a stop rule that a begun block has met already ends it without another trial`() throws {
    try leaveInSecondBlock()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 2, practice: 2))
    #expect(try day().status == 0)
    #expect(try live.sessions(of: "P01").map(\.trials) == [2, 6, 2, 2])
    #expect(try run(["listener", "P01"]).output.contains("3 of 3 blocks done\n"))
  }

  @Test func `the report names repairs and changes, and practice is not called excluded`() throws {
    try leaveInSecondBlock()
    #expect(try repair("restart", "fifth").status == 0)
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 7, practice: 2))
    #expect(try day().status == 0)
    #expect(try run(["report", "--listener", "P01"]).status == 0)
    let html = try live.workshop.text("P01.html")
    #expect(html.contains("Blocks that were skipped or restarted") && html.contains("phone rang"))
    #expect(
      html.contains("Changes of a study&#39;s file after it had begun") || html.contains("file after it had begun"))
    #expect(html.contains("no, practice"))
    #expect(html.contains("no, excluded: restarted: phone rang"))
    #expect(html.contains("Analyses leave out practice and excluded sessions."))
    let fit = try run(["fit", "--listener", "P01", "--reading", "direction", "--wide"])
    #expect(fit.output.contains("2 practice trials are left out (--with-excluded includes them)"), "\(fit.output)")
    #expect(fit.output.contains("2 excluded trials are left out (--with-excluded includes them)"), "\(fit.output)")
  }
}
