import Foundation
import GRDB
import Testing

/// What `peach export` wrote of a listener and `peach import` took in again says the same as the original, in every table, fit,
/// profile and report. Listener and copy have names of one length, so that nothing but the name differs.
@Suite struct ImportRoundTripTests {
  private let workshop: Workshop
  private static let tables = ["trials", "matching", "sessions"]

  init() throws { workshop = try Workshop() }

  @discardableResult
  private func peach(_ arguments: String...) throws -> Workshop.Outcome { try peach(arguments) }

  private func peach(_ arguments: [String]) throws -> Workshop.Outcome {
    let outcome = try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
    return outcome
  }

  private func play(_ task: String, _ responder: String, strategy: String? = "two-down") throws {
    let answering =
      strategy == nil
      ? "listeners: [{name: ear, kind: tuner, constant: 4, spread: 8}]"
      : """
      listeners: [{name: ear, kind: gaussian, jnd: 12}]
      strategies: [{name: two-down, kind: transformed-up-down, start: 100, down: 2, step: {factor: 1.414}}]
      """
    try workshop.write(
      "play.yaml",
      """
      name: play
      seed: 5
      task: {\(task), notes: [C3, C5]}
      \(answering)
      stop: {trials: 30}
      replicates: 2

      """)
    for _ in 1...2 { try peach("live", "play.yaml", "--listener", "origin", "--responder", responder, "--fast") }
  }

  /// Takes responders out of the records, so that a person seems to have answered and sessions enter the profile.
  private func makePerson() throws {
    let database = try DatabaseQueue(path: workshop.path("home/peach.sqlite"))
    try database.write { db in try db.execute(sql: "UPDATE session SET responder = NULL, is_in_profile = 1") }
    try database.close()
  }

  private func export(_ listener: String) throws -> [String] {
    try Self.tables.map { table in
      try peach("export", "--listener", listener, "--table", table, "-o", "\(listener)-\(table).csv")
      return try workshop.text("\(listener)-\(table).csv")
    }
  }

  private func report(_ listener: String) throws -> String {
    try peach("report", "--listener", listener, "--force")
    return try workshop.text("\(listener).html")
  }

  /// Imports the tables of the original as the copy's, and compares all that is told of both.
  private func checkRoundTrip(hasFit: Bool) throws {
    let tables = try export("origin")
    _ = try peach(["import"] + Self.tables.map { "origin-\($0).csv" } + ["--listener", "copied"])
    func same(_ original: String, _ copy: String, _ what: String) {
      let copy = copy.replacing("copied", with: "origin")
      #expect(copy == original, "\(what)")
    }
    for (table, (original, copy)) in zip(Self.tables, zip(tables, try export("copied"))) { same(original, copy, table) }
    same(try peach("profile", "origin").output, try peach("profile", "copied").output, "profile")
    same(
      try peach("profile", "origin", "--format", "json").output,
      try peach("profile", "copied", "--format", "json").output,
      "profile as JSON")
    same(try report("origin"), try report("copied"), "report")
    guard hasFit else { return }
    for options in [["--format", "csv"], ["--by", "session", "--bootstrap", "200"], ["--with-excluded"]] {
      same(
        try peach(["fit", "--listener", "origin"] + options).output,
        try peach(["fit", "--listener", "copied"] + options).output, "fit \(options)")
    }
  }

  @Test(arguments: ["comparison, intervals: [prime, perfect-fifth-up]", "oddity", "axb", "same-different"])
  func `comparisons and choices return with every value that an analysis uses`(task: String) throws {
    try play("kind: \(task)", "gaussian jnd=12 lapse=0.02")
    if task.hasPrefix("comparison") { try makePerson() }
    try checkRoundTrip(hasFit: true)
  }

  @Test func `practice, blocks and exclusions return with a study`() throws {
    try peach("new", "lab", "-o", "lab.yaml")
    try peach("live", "lab.yaml", "--listener", "origin", "--responder", "gaussian jnd=12", "--fast")
    try peach("listener", "exclude", "origin", "--session", "3", "--note", "noise, \"outside\"")
    // Places and consents do not come with tables of sessions.
    let database = try DatabaseQueue(path: workshop.path("home/peach.sqlite"))
    try database.write { db in try db.execute(sql: "DELETE FROM participant") }
    try database.close()
    try checkRoundTrip(hasFit: true)
  }

  // MARK: Matchings

  private static let far = "tuner constant=145 spread=20"

  /// The table of constant and variable errors in a report.
  private func errors(of listener: String) throws -> String {
    let page = try report(listener)
    let start = try #require(page.firstRange(of: "Components of the errors")?.lowerBound)
    let end = try #require(page[start...].firstRange(of: "</table>")?.lowerBound)
    return String(page[start..<end])
  }

  @Test func `matchings with the control at its end return with its range`() throws {
    try play("kind: matching, intervals: [perfect-fifth-up], offset: 100", Self.far, strategy: nil)
    try checkRoundTrip(hasFit: false)
    // Without the table of sessions too.
    try peach("import", "origin-matching.csv", "--listener", "lonely")
    #expect(try errors(of: "lonely") == errors(of: "origin"))
    let rows = try workshop.text("origin-matching.csv").split(separator: "\n")
    #expect(
      rows[0].hasSuffix(
        ",control_range_cents,note_duration_s,gap_s,reference_level_db,target_level_db,device,confidence,confidence_time_s,"
          + "repeats"))
    #expect(rows.count > 1 && rows.dropFirst().allSatisfy { $0.hasSuffix(",100,1,0,-12,-12,,,,") })
  }

  @Test func `an older table of matchings is imported with a note, and completed by a newer one`() throws {
    try play("kind: matching, intervals: [perfect-fifth-up], offset: 100", Self.far, strategy: nil)
    _ = try export("origin")
    let rows = try workshop.text("origin-matching.csv").split(separator: "\n")
    // Without the range, and what was heard behind it.
    let old = rows.map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).dropLast(9).joined(separator: ",") + "\n"
    }
    try workshop.write("old.csv", old.joined())
    let told = try peach("import", "old.csv", "--listener", "former")
    #expect(
      told.error
        == "old.csv: column control_range_cents is empty, so Peach does not know how far the control could tune: a "
        + "note left at an end of the control counts as tuned, and constant and variable error may differ from "
        + "those in the original records\n"
        + "no table of sessions was given (peach export --table sessions): for 2 sessions, Peach does not know "
        + "experiment, device and times, and assumes that a person answered\n")
    #expect(try errors(of: "former") != errors(of: "origin"))
    #expect(
      try peach("import", "origin-matching.csv", "--listener", "former").output.hasPrefix("former: nothing new\n"))
    #expect(try errors(of: "former") == errors(of: "origin"))
  }

  @Test(arguments: [
    (
      ",100,1,0,", ",-5,1,0,",
      "origin-matching.csv:2:131: column 'control_range_cents': expected a number (cents) > 0, got -5"
    ),
    (
      ",100,1,0,", ",99,1,0,",
      "origin-matching.csv:3:130: column 'control_range_cents': expected 99 as in the session's first trial, got 100"
    ),
  ])
  func `an impossible range is reported, and nothing is stored`(
    old: String, new: String, message: String
  ) throws {
    try play("kind: matching, intervals: [perfect-fifth-up], offset: 100", Self.far, strategy: nil)
    _ = try export("origin")
    let text = try workshop.text("origin-matching.csv")
    try workshop.write("origin-matching.csv", text.replacing(old, with: new, maxReplacements: 1))
    let outcome = try workshop.run(
      ["import", "origin-matching.csv", "--listener", "copied"], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix(message), "\(outcome.error)")
  }
}
