import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// A study whose program is killed at random moments, again and again: nothing is lost, nothing is doubled, and the trials are
/// those of a study that nobody disturbed.
@Suite struct LabKillTests {
  /// With PEACH_TEST_LONG 24 listeners and 30 kills; else one design of Williams' squares.
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let seed: UInt64 = 20_261_123
  private static let listeners = (1...(isLong ? 24 : 6)).map { $0 < 10 ? "P0\($0)" : "P\($0)" }
  private static let kills = isLong ? 30 : 8
  private static let trials = isLong ? 40 : 8

  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: Self.trials, practice: 4))
  }

  /// Everyone's day without a disturbance, and how long one takes.
  private func undisturbed() throws -> Double {
    let begun = ContinuousClock.now
    for listener in Self.listeners {
      let day = try live.workshop.run(live.day(of: listener), environment: live.home("calm"))
      try #require(day.status == 0, "\(day.error)")
    }
    return begun.duration(to: .now) / .seconds(1) / Double(Self.listeners.count)
  }

  @Test func `a study that is killed again and again is complete, balanced, and the same trial by trial`() throws {
    let seconds = try undisturbed()
    var random = StreamFamily(seed: Self.seed, path: ["study"]).stream(replicate: 1)
    var (kills, late) = (0, 0)
    for (index, listener) in Self.listeners.enumerated() {
      var isDone = false
      let isLast = index + 1 == Self.listeners.count
      while !isDone, kills < Self.kills * (index + 1) / Self.listeners.count {
        let running = try live.workshop.begin(live.day(of: listener), environment: live.home("home"))
        // The last one makes up for those that came too late.
        usleep(UInt32(1e6 * random.unit() * seconds * (isLast ? 0.3 : 0.8)))
        running.signal(SIGKILL)
        isDone = running.finish().status == 0
        if isDone { late += 1 } else { kills += 1 }
      }
      let day = try live.workshop.run(live.day(of: listener), environment: live.home("home"))
      try #require(day.status == 0, "seed \(Self.seed), \(listener): \(day.error)")
    }
    print("lab: \(kills) kills, \(late) too late, seed \(Self.seed)")
    #expect(kills == Self.kills)
    for table in ["trials", "sessions"] {
      #expect(try live.export(table) == live.export(table, from: "calm"), "seed \(Self.seed), \(table)")
    }
    try expectComplete()
    try expectBalanced()
    try expectFitted()
    try live.expectNothingLeft()
  }

  private func expectComplete() throws {
    let rows = try live.export("trials").rows
    let asked = 4 + 3 * Self.trials
    #expect(rows.count == Self.listeners.count * asked)
    #expect(Set(rows.map { "\($0["listener"]!) \($0["block"]!) \($0["trial"]!)" }).count == rows.count)
    #expect(Set(rows.map { $0["block"]! }) == ["practice", "unison", "fifth", "trained"])
    #expect(rows.allSatisfy { ($0["excluded"] == "practice") == ($0["block"] == "practice") })
    #expect(rows.count { $0["trial_kind"] == "catch" } > 0)
  }

  /// Every block as often at every place, and as often after every other.
  private func expectBalanced() throws {
    let sessions = try live.export("sessions").rows.filter { $0["block"] != "practice" }
    let orders = Self.listeners.map { listener in
      sessions.filter { $0["listener"] == listener }.map { $0["block"]! }
    }
    let count = Self.listeners.count / 6
    #expect(Set(orders.map { $0.joined(separator: " ") }).count == 6)
    for order in Set(orders) { #expect(orders.count { $0 == order } == count) }
    let pairs = orders.flatMap { zip($0, $0.dropFirst()).map { "\($0) \($1)" } }
    #expect(Set(pairs).count == 6)
    #expect(Set(pairs).allSatisfy { pair in pairs.count { $0 == pair } == 2 * count })
  }

  private func expectFitted() throws {
    try live.workshop.write("trials.csv", live.export("trials").output)
    let options = ["--reading", "direction", "--lapse", "0.01", "--at", "0.75", "--format", "csv"]
    let fit = try live.workshop.run(["fit", "trials.csv", "--by", "listener,block"] + options)
    #expect(fit.status == 0, "\(fit.error)")
    #expect(fit.rows.map { "\($0["listener"]!) \($0["block"]!)" }.count == 3 * Self.listeners.count)
    #expect(!fit.output.contains("practice"))
    #expect(try live.workshop.run(["fit", "trials.csv"] + options + ["--by", "listener", "block"]) == fit)
  }

  /// What is left of a day that was cut anywhere goes on as the whole one.
  @Test(arguments: [
    ("study.yaml", "gaussian jnd=12 lapse=0.1"), ("tuning.yaml", "tuner constant=4 spread=8 delay=2.5"),
  ])
  func `a block that was interrupted after any trial continues unchanged`(file: String, responder: String) throws {
    try live.workshop.write("tuning.yaml", LiveWorkshop.matchingStudy)
    let isMatching = file == "tuning.yaml"
    let (table, name) = isMatching ? ("matching", "matching") : ("comparison", "trials")
    let day = live.day(file, of: "P07", by: responder)
    try #require(try live.workshop.run(day, environment: live.environment).status == 0)
    let whole = try live.export(name)
    for kept in isMatching ? [1, 4] : [1, 3, 5, 7] {
      try live.database.queue.write { db in
        let cut = isMatching ? 2 : 3
        try db.execute(sql: "DELETE FROM session WHERE number > \(cut)")
        try db.execute(
          sql: "DELETE FROM \(table) WHERE trial > \(kept) AND session = (SELECT id FROM session WHERE number = \(cut))"
        )
        try db.execute(sql: "UPDATE session SET end_reason = NULL WHERE number = \(cut)")
      }
      let rest = try live.workshop.run(day, environment: live.environment)
      #expect(rest.status == 0, "\(rest.error)")
      #expect(try live.export(name) == whole, "after \(kept)")
    }
  }
}
