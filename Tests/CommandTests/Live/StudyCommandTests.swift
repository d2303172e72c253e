import Foundation
import GRDB
import PeachStorage
import Testing

/// The experimenter's view of a study, places in its order, and the selection of its sessions.
@Suite struct StudyCommandTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 30, practice: 2))
  }

  private func run(_ arguments: String...) throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.environment)
  }

  private func day(_ listener: String, by responder: String = "gaussian jnd=12", _ more: String...) throws
    -> Workshop.Outcome
  {
    try live.workshop.run(live.day(of: listener, by: responder) + more, environment: live.environment)
  }

  /// Sets the last session of a listener back to the middle of a block.
  private func leave(_ listener: String, endReason: String?, answeredAt time: String?) throws {
    try live.database.queue.write { db in
      let id = try Int.fetchOne(
        db, sql: "SELECT id FROM session WHERE listener = ? ORDER BY number DESC", arguments: [listener])
      try db.execute(sql: "DELETE FROM comparison WHERE session = ? AND trial > 7", arguments: [id])
      try db.execute(sql: "UPDATE comparison SET timestamp = ? WHERE session = ?", arguments: [time, id])
      try db.execute(
        sql: "UPDATE session SET end_reason = ?, ended_at = NULL WHERE id = ?", arguments: [endReason, id])
    }
  }

  private func blocks() throws -> [[String: String]] { try run("study", "study.yaml", "--format", "csv").rows }

  // MARK: The page

  @Test func `every listener has a state, and every block its threshold and catch trials`() throws {
    for listener in ["P01", "P02", "P03", "P04"] { #expect(try day(listener).status == 0) }
    try leave("P02", endReason: nil, answeredAt: ISO8601DateFormatter().string(from: .now))
    try leave("P03", endReason: nil, answeredAt: "2026-01-02T03:04:05Z")
    for session in 2...4 {
      #expect(try run("listener", "exclude", "P04", "--session", "\(session)", "--note", "asleep").status == 0)
    }
    let rows = try blocks()
    #expect(rows.count == 16)
    let states = Dictionary(grouping: rows, by: { $0["listener"]! }).mapValues { $0.map { $0["status"]! } }
    #expect(states["P01"] == ["done", "done", "done", "done"])
    #expect(states["P02"] == ["done", "done", "done", "running"])
    #expect(states["P03"] == ["done", "done", "done", "unfinished"])
    #expect(states["P04"] == ["done", "excluded", "excluded", "excluded"])
    #expect(rows.map { $0["place"]! } == [1, 2, 3, 4].flatMap { [String](repeating: "\($0)", count: 4) })
    let page = try live.workshop.run(
      ["study", "study.yaml"], environment: live.environment.merging(["COLUMNS": "80"]) { $1 })
    #expect(page.status == 0)
    #expect(
      page.output.contains(" UTC: 4 listeners: 1 running, 1 unfinished, 1\n  done, 1 excluded\n"), "\(page.output)")
    #expect(page.lines.allSatisfy { $0.count <= 80 })
    #expect(page.output.contains(/P02 +2 +running +2 +1 +69 +\w+ after 7 +\d+ s ago/), "\(page.output)")
    #expect(page.output.contains("left after trial 7"))
    // The threshold and its interval are those of peach fit.
    let fit = try run(
      "fit", "--study", "study", "--block", "unison", "--listener", "P01", "--reading", "direction", "--lapse", "0.01",
      "--at", "0.75", "--format", "csv")
    let own = try #require(rows.first { $0["listener"] == "P01" && $0["block"] == "unison" })
    let fitted = try #require(fit.rows.first)
    for (column, quantity) in [
      ("threshold", "threshold"), ("threshold_low", "threshold_low"), ("threshold_high", "threshold_high"),
    ] {
      #expect(
        own[column]
          == fitted.first { $0.key.hasPrefix(quantity) && $0.key == quantity || $0.key == quantity + "_cents" }?.value,
        "\(column)")
    }
    // So are the catch trials those of the export.
    let trials = try run("export", "--study", "study", "--block", "unison", "--listener", "P01", "--table", "trials")
      .rows
    let catches = trials.filter { $0["trial_kind"] == "catch" }
    #expect(!catches.isEmpty)
    #expect(own["catch_trials"] == "\(catches.count)")
    #expect(own["catch_wrong"] == "\(catches.count { $0["correct"] == "0" })")
    let json = try run("study", "study.yaml", "--format", "json")
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(objects.count == 16)
  }

  @Test func `listeners who do not attend get a warning, and attentive ones none`() throws {
    #expect(try day("P01", by: "gaussian jnd=12").status == 0)
    #expect(try day("P02", by: "gaussian jnd=12 lapse=0.9").status == 0)
    let rows = try blocks()
    func warnings(_ listener: String) -> [String] {
      rows.filter { $0["listener"] == listener }.map { $0["warnings"]! }.filter { $0.contains("catch trials wrong") }
    }
    #expect(warnings("P01") == [])
    #expect(warnings("P02").count >= 1, "\(rows)")
  }

  @Test func `a study that nobody has begun, and a file that is no study`() throws {
    let none = try run("study", "study.yaml")
    #expect(none.status == 0 && none.output.hasSuffix(": no listener has begun\n"), "\(none)")
    #expect(try blocks() == [])
    let other = try run("study", "short.yaml")
    #expect(
      other
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            short.yaml: the file is not a study, because it has no section lab
              hint: peach new lab writes a study to start from

            """))
    #expect(try run("study", "study.yaml", "--watch", "--format", "csv").status == 64)
  }

  @Test func `matchings have a mean error with its interval`() throws {
    try live.workshop.write("tuning.yaml", LiveWorkshop.matchingStudy)
    let day = live.day("tuning.yaml", of: "P07", by: "tuner constant=4 spread=8")
    #expect(try live.workshop.run(day, environment: live.environment).status == 0)
    let rows = try run("study", "tuning.yaml", "--format", "csv").rows
    let errors = try run("export", "--study", "tuning", "--block", "prime", "--table", "matching").rows
      .compactMap { Double($0["error_cents"]!) }
    #expect(errors.count == 5)
    let mean = errors.reduce(0, +) / 5
    let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4
    // The 0.975 quantile of Student's t with 4 degrees of freedom: R, qt(0.975, 4).
    let half = 2.776445105 * (variance / 5).squareRoot()
    let prime = try #require(rows.first { $0["block"] == "prime" })
    for (column, value) in [("", mean), ("_low", mean - half), ("_high", mean + half)] {
      let shown = try #require(Double(prime["mean_error\(column)_cents"]!))
      #expect(abs(shown - value) < 1e-6)
    }
  }

  // MARK: Watching

  @Test func `watch without a terminal prints the page whenever it changes, and ends by a signal`() throws {
    #expect(try day("P01").status == 0)
    let watching = try live.workshop.begin(["study", "study.yaml", "--watch"], environment: live.environment)
    sleep(3)
    #expect(try day("P02").status == 0)
    sleep(4)
    watching.signal(SIGINT)
    let outcome = watching.finish()
    #expect(outcome.status == 130)
    let headings = outcome.lines.filter { $0.hasPrefix("study study, ") }
    #expect(headings.count >= 2 && headings.count <= 4, "\(outcome.output)")
    #expect(headings.first?.hasSuffix("1 listener: 1 done") == true)
    #expect(headings.last?.hasSuffix("2 listeners: 2 done") == true)
  }

  @Test func `watch on a terminal shows one screen that fits, and restores the terminal`() throws {
    for number in 1...6 { #expect(try day("P0\(number)").status == 0) }
    let sitting = try live.sit("study", "study.yaml", "--watch")
    try sitting.see("6 listeners: 6 done")
    #expect(sitting.picture.isAlternate)
    #expect(sitting.picture.text.contains("P06"))
    sitting.signal(SIGINT)
    #expect(try sitting.finish() == 130)
    live.expectRestored(sitting)
  }

  // MARK: Places

  @Test func `a place is chosen once, and a place that is taken is refused`() throws {
    #expect(try day("P01", "--place", "3").status == 0)
    #expect(try day("P02").status == 0)
    #expect(try live.database.participants(in: "study").map(\.place) == [3, 1])
    let taken = try day("P03", "--place", "3")
    #expect(taken.status == 64)
    #expect(
      taken.error == "number 3 in the study belongs to listener 'P01'\n  hint: the lowest free number is 2\n")
    #expect(try live.database.listener("P03") == nil)
    let moved = try day("P01", "--place", "2")
    #expect(
      moved.status == 64 && moved.error.hasPrefix("listener 'P01' is number 3 in the study, which cannot change\n"))
    #expect(try day("P01", "--place", "3").status == 0)
    // Place 3 has the third row of Williams' squares, whoever comes first.
    let orders = try blocks().filter { $0["listener"] == "P01" && $0["block"] != "practice" }.map { $0["block"]! }
    try live.workshop.write(
      "other.yaml", LiveWorkshop.study(trials: 30, practice: 2).replacing("name: study", with: "name: other"))
    for listener in ["P11", "P12", "P13"] {
      #expect(try live.workshop.run(live.day("other.yaml", of: listener), environment: live.environment).status == 0)
    }
    let third = try run("study", "other.yaml", "--format", "csv").rows
      .filter { $0["listener"] == "P13" && $0["block"] != "practice" }.map { $0["block"]! }
    #expect(orders == third)
    #expect(try run("live", "comparison", "--place", "1").status == 64)
    #expect(try day("P04", "--place", "0").status == 64)
  }

  // MARK: Selecting

  @Test func `export and fit take the sessions of a study and of a block`() throws {
    for listener in ["P01", "P02"] { #expect(try day(listener).status == 0) }
    #expect(
      try run("live", "short.yaml", "--listener", "P01", "--responder", "gaussian jnd=12", "--fast").status == 0)
    let all = try run("export", "--all-listeners", "--table", "trials").rows
    let study = try run("export", "--study", "study", "--table", "trials").rows
    #expect(study == all.filter { $0["experiment"] == "study" })
    let block = try run("export", "--study", "study", "--block", "fifth", "--table", "trials").rows
    #expect(block.count == 60 && block == all.filter { $0["block"] == "fifth" })
    let sessions = try run("export", "--study", "study", "--listener", "P02", "--table", "sessions").rows
    #expect(sessions.map { $0["listener"]! } == ["P02", "P02", "P02", "P02"])
    // A fit of the selection is the fit of the exported table.
    try live.workshop.write(
      "fifth.csv", run("export", "--study", "study", "--block", "fifth", "--table", "trials").output)
    let options = ["--by", "listener", "--reading", "direction", "--at", "0.75", "--format", "csv"]
    let fit = try live.workshop.run(
      ["fit", "--study", "study", "--block", "fifth"] + options, environment: live.environment)
    #expect(fit.rows.count == 2)
    #expect(try fit.output == live.workshop.run(["fit", "fifth.csv"] + options, environment: live.environment).output)
    let unknown = try run("export", "--study", "stady", "--table", "trials")
    #expect(unknown.status == 64 && unknown.error == "--study: no session belongs to 'stady'; expected study\n")
    let noBlock = try run("fit", "--study", "study", "--block", "sixth")
    #expect(
      noBlock.status == 64
        && noBlock.error == "--block: no session belongs to 'sixth'; expected practice, unison, fifth, trained\n")
    #expect(try run("fit", "short.csv", "--study", "study").status == 64)
    #expect(try run("export", "--study", "study", "--block", "fifth", "--dataset", "set").status == 64)
    #expect(try run("export", "--study", "study", "--notebook", "set").status == 64)
  }
}
