import Foundation
import GRDB
import Testing

/// `peach verify` runs again what made a results file, and finds one changed digit.
@Suite struct VerifyTests {
  private static let experiment = """
    name: fixture
    question: which?
    seed: 11
    task: {kind: comparison, intervals: [prime, perfect-fifth-up], tuning: just-intonation, gap: 0.5}
    listeners: [{name: a, kind: gaussian, jnd: {vary: [5, 20]}, lapse: 0.02}]
    strategies:
      - {name: s, kind: transformed-up-down, start: 50, down: 2, up: 1, step: {factor: 2}}
      - {name: p, kind: psi-marginal, levels: {from: 1, to: 100, count: 8, spacing: log}, threshold: {from: 2, to: 80, count: 9, spacing: log}, slope: [1, 2], lapse: [0.01, 0.05], log-level: true}
    stop: {trials: 12}
    replicates: 6
    keep-trials: 2

    """

  private func made() throws -> Workshop {
    let workshop = try Workshop(VerifyTests.experiment)
    let made = try workshop.peach("simulate", "experiment.yaml", "-o", "whole.sqlite")
    #expect(made.status == 0, "\(made.error)")
    return workshop
  }

  @Test func `verification passes for all runs and for a sample`() throws {
    let workshop = try made()
    #expect(
      try workshop.peach("verify", "whole.sqlite")
        == Workshop.Outcome(
          status: 0, output: "whole.sqlite: 24 of 24 runs repeated: every number is the same\n", error: ""))
    #expect(
      try workshop.peach("verify", "whole.sqlite", "--sample", "5")
        == Workshop.Outcome(
          status: 0, output: "whole.sqlite: 5 of 24 runs repeated: every number is the same\n", error: ""))
  }

  @Test func `a notebook's fits are made again with its tables`() throws {
    let workshop = try made()
    #expect(try workshop.peach("export", "whole.sqlite", "--notebook", "set").status == 0)
    #expect(
      try workshop.peach("verify", "set")
        == Workshop.Outcome(
          status: 0, output: "set: 24 of 24 runs repeated: every file is identical when written again\n", error: ""))
  }

  @Test func `a change is reported with its place`() throws {
    let workshop = try made()
    let database = try DatabaseQueue(path: workshop.path("whole.sqlite"))
    try database.write { db in
      try db.execute(
        sql: "UPDATE estimate SET threshold = 25 WHERE cell = 1 AND replicate = 4 AND estimator = 0")
      try db.execute(sql: "UPDATE trial SET level = 17.5 WHERE cell = 0 AND replicate = 2 AND trial = 3")
    }
    let again = try database.read { db in
      try Double.fetchAll(db, sql: "SELECT level FROM trial WHERE cell = 0 AND replicate = 1 AND trial = 1")
    }
    #expect(again == [50])
    try database.close()
    let told = try workshop.peach("verify", "whole.sqlite")
    #expect(told.status == 65)
    #expect(told.lines.first == "whole.sqlite: 24 of 24 runs repeated: 2 differ from those stored")
    let rows = told.lines.dropFirst(4).map { $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(
      rows.filter { !$0.isEmpty }.map { Array($0.prefix(3)) } == [
        ["s/a/listeners.a.jnd=5/2", "trial 3 level_cents", "17.5"],
        ["s/a/listeners.a.jnd=20/4", "own threshold_cents", "25"],
      ])
  }

  /// Wall times, and who made the file, are not made again; how many replicates there are to be is not what there is.
  private static let free: Set<String> = [
    "batch.wall_s", "simulation.version", "simulation.build", "simulation.replicates", "simulation.id",
  ]

  @Test func `one changed digit of any column is found`() throws {
    let workshop = try made()
    let columns = try DatabaseQueue(path: workshop.path("whole.sqlite")).read { db in
      try ["simulation", "varied", "cell", "cell_varied", "estimator", "batch", "run", "estimate", "trial"].flatMap {
        table in try db.columns(in: table).map { (table, $0.name) }
      }
    }
    #expect(columns.count > 60)
    var changed = 0
    for (table, column) in columns where !VerifyTests.free.contains("\(table).\(column)") {
      let copy = workshop.directory.appending(path: "copy.sqlite")
      try? FileManager.default.removeItem(at: copy)
      try FileManager.default.copyItem(at: workshop.directory.appending(path: "whole.sqlite"), to: copy)
      let queue = try DatabaseQueue(
        path: copy.path,
        configuration: {
          var configuration = Configuration()
          configuration.foreignKeysEnabled = false
          return configuration
        }())
      let count = try queue.write { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
        // The last value that is there, so that no key becomes another's.
        try db.execute(
          sql: """
            UPDATE \(table) SET \(column) = CASE typeof(\(column))
              WHEN 'integer' THEN \(column) + 1 WHEN 'real' THEN \(column) * (1 + 1e-13) + 1e-300 ELSE
              substr(\(column), 1, length(\(column)) - 1) || CASE substr(\(column), -1) WHEN '5' THEN '6' ELSE '5' END END
            WHERE \(column) = (SELECT max(\(column)) FROM \(table)) 
            """)
        return db.changesCount
      }
      try queue.close()
      guard count > 0 else { continue }
      changed += 1
      let told = try workshop.peach("verify", "copy.sqlite")
      #expect(told.status == 65, "\(table).\(column): \(told.output)\(told.error)")
    }
    #expect(changed > 55)
  }

  @Test func `another build is reported, and its numbers are compared`() throws {
    let workshop = try made()
    let database = try DatabaseQueue(path: workshop.path("whole.sqlite"))
    try database.write { try $0.execute(sql: "UPDATE simulation SET version = '0.0.9', build = 'abc'") }
    try database.close()
    let told = try workshop.peach("verify", "whole.sqlite")
    #expect(told.status == 0)
    #expect(told.output == "whole.sqlite: 24 of 24 runs repeated: every number is the same\n")
    #expect(
      told.error.hasPrefix(
        "whole.sqlite: another build of Peach made it: version 0.0.9, build abc; this is version "))
  }

  @Test func `a file that is not a results file is reported`() throws {
    let workshop = try made()
    let told = try workshop.peach("verify", "experiment.yaml")
    #expect(told.status == 65)
    #expect(try workshop.peach("verify", "whole.sqlite", "--sample", "0").status == 64)
  }
}
