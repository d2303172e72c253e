import Foundation
import PeachStorage
import PeachTrials
import Testing

/// A study of two groups and two days that mixes conditions within a block and tasks within a day, with consent, a headphone
/// screening, questions, and swapped keys for half of the listeners.
@Suite struct StudyDesignTests {
  private static let seed: UInt64 = 20_261_128
  /// One of each order. Tests/study.py has more listeners, kills, and persons.
  private static let listeners = (1...4).map { "P0\($0)" }
  private static let kills = 8
  private static let days = ["before", "after"]
  /// The trials of each condition.
  private static let trials = 6

  private static func study(trials: Int) -> String {
    """
    name: design
    seed: 20261128
    task:
      kind: forced-choice
      unit: dB
      scale: linear
      alternatives: 3
      sounds:
        levels: dB FS
        standard: {tone: 1000, duration: 0.02, ramp: 5, level: -30}
        target: {level: +x}
        between: 0.01
    listeners:
      - {name: rehearsal, kind: psychometric, function: weibull, threshold: 2, slope: 2}
    strategies:
      - {name: steps, kind: transformed-up-down, start: 8, limits: [0.1, 20], down: 2, step: {linear: 1}}
    stop: {trials: \(trials)}
    replicates: 10
    lab:
      consent: {en: May we store your answers?, de: Dürfen wir Ihre Antworten speichern?}
      screening: {test: both, prior: 0.7}
      groups: [trained, control]
      days:
        - {name: before}
        - {name: after, after: {days: 7}}
      practice: {trials: 2}
      keys: {first: [j], second: [k], third: [l], sharper: [up], flatter: [down], much-sharper: [page-up],
        much-flatter: [page-down], done: [enter]}
      swap: by-place
      blocks:
        - name: levels
          conditions:
            - {name: low, task: {sounds: {standard: {tone: 250}}}}
            - {name: mid}
            - {name: high, task: {sounds: {standard: {tone: 4000}}}}
        - name: tune
          trials: 3
          task: {kind: matching, notes: [C4, C5], note-duration: 0.05, offset: 50}
        - {name: drill, groups: [trained], days: [before], trials: 4}
      order: williams
      questions:
        - {name: age, about: listener, ask: {en: How old?, de: Wie alt?}, kind: number, unit: years, range: [18, 99], whole: true}
        - name: effort
          when: between
          ask: {en: How hard?, de: Wie schwer?}
          kind: scale
          from: 1
          to: 5
          labels: {1: {en: easy, de: leicht}, 5: {en: hard, de: schwer}}
        - {name: remark, when: after, ask: {en: Anything?, de: Noch etwas?}, kind: text, longest: 40}

    """
  }

  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    let study = Self.study(trials: Self.trials)
    try live.workshop.write("study.yaml", study)
    // A screening takes a minute in real time.
    let screening = "  screening: {test: both, prior: 0.7}\n"
    try live.workshop.write("unscreened.yaml", study.replacing(screening, with: ""))
  }

  /// One day of a listener who answers and tunes.
  private func day(_ file: String = "study.yaml", of listener: String) -> [String] {
    let isOdd = listener.last.map { "13579".contains($0) } ?? false
    return live.day(file, of: listener, by: "psychometric function=weibull threshold=2 slope=2") + [
      "--responder", "tuner spread=8", "--responder", "headphones worn=\(isOdd)",
    ]
  }

  @Test func `a design that is killed again and again is complete, balanced, and the same trial by trial`() throws {
    let begun = ContinuousClock.now
    for listener in Self.listeners {
      for _ in Self.days {
        let day = try live.workshop.run(day(of: listener), environment: live.home("calm"))
        try #require(day.status == 0, "\(day.error)")
      }
    }
    let seconds = begun.duration(to: .now) / .seconds(1) / Double(2 * Self.listeners.count)
    var random = StreamFamily(seed: Self.seed, path: ["design"]).stream(replicate: 1)
    var kills = 0
    for (index, listener) in Self.listeners.enumerated() {
      let share = Self.kills * (index + 1) / Self.listeners.count
      while kills < share {
        let running = try live.workshop.begin(day(of: listener), environment: live.home("home"))
        usleep(UInt32(1e6 * random.unit() * seconds * 0.8))
        running.signal(SIGKILL)
        if running.finish().status != 0 { kills += 1 } else if try isComplete(listener) { break }
      }
      while try !isComplete(listener) {
        let day = try live.workshop.run(day(of: listener), environment: live.home("home"))
        try #require(day.status == 0, "seed \(Self.seed), \(listener): \(day.error)")
      }
    }
    print("design: \(kills) kills, seed \(Self.seed)")
    #expect(kills > Self.kills / 2)
    for table in ["trials", "matching", "sessions", "participants", "answers", "consents", "screenings"] {
      #expect(try live.export(table) == live.export(table, from: "calm"), "seed \(Self.seed), \(table)")
    }
    try expectDesign()
    try expectPeople()
    try expectFitted()
    try live.expectNothingLeft()
  }

  private func isComplete(_ listener: String) throws -> Bool {
    let study = try live.workshop.run(
      ["study", "study.yaml", "--format", "csv"], environment: live.home("home"))
    let own = study.rows.filter { $0["listener"] == listener }
    return !own.isEmpty && own.allSatisfy { $0["status"] == "done" }
  }

  private func expectDesign() throws {
    let sessions = try live.export("sessions").rows
    for (index, listener) in Self.listeners.enumerated() {
      let own = sessions.filter { $0["listener"] == listener }
      let group = index % 2 == 0 ? "trained" : "control"
      #expect(own.allSatisfy { $0["group"] == group })
      let parts = own.map { "\($0["day"]!) \($0["block"]!) \($0["condition"]!)" }
      let mixed = Self.days.flatMap { day in ["low", "mid", "high"].map { "\(day) levels \($0)" } }
      let expected =
        mixed
        + [
          "before screening-antiphase ", "before screening-huggins ", "before practice ", "before tune ", "after tune ",
        ] + (group == "trained" ? ["before drill "] : [])
      #expect(parts.sorted() == expected.sorted(), "\(listener)")
    }
    // The tuning comes first for half of each group on the second day.
    let tuning = Self.listeners.filter { listener in
      sessions.first { $0["listener"] == listener && $0["day"] == "after" }?["block"] == "tune"
    }
    #expect(tuning.count * 2 == Self.listeners.count)
  }

  /// Half of each group has swapped keys, and everybody has a consent, a screening and all answers.
  private func expectPeople() throws {
    let database = try live.database("home")
    for group in ["trained", "control"] {
      let own = try Self.listeners.flatMap { try database.sessions(of: $0) }.filter {
        $0.group == group && $0.block == "levels"
      }
      let swapped = Set(own.filter { $0.hasSwappedKeys == true }.map(\.listener))
      let usual = Set(own.filter { $0.hasSwappedKeys == false }.map(\.listener))
      #expect(swapped.count * 4 == Self.listeners.count && usual.count == swapped.count, "\(group): \(swapped)")
      #expect(swapped.isDisjoint(with: usual))
    }
    func rows(_ table: String) throws -> [[String: String]] { try live.export(table).rows }
    #expect(try rows("consents").count == Self.listeners.count)
    let screenings = try rows("screenings")
    #expect(screenings.map { $0["listener"]! } == Self.listeners)
    #expect(screenings.allSatisfy { $0["probability"]! != "" && $0["prior"] == "0.7" })
    let answers = try rows("answers")
    // Two blocks a day have a question each, and the drill of the trained group one.
    for (index, listener) in Self.listeners.enumerated() {
      let own = answers.filter { $0["listener"] == listener }.map { $0["question"]! }
      #expect(own.count { $0 == "effort" } == (index % 2 == 0 ? 5 : 4), "\(listener): \(own)")
      #expect(own.filter { $0 != "effort" }.sorted() == ["age", "remark"])
    }
  }

  /// One command each fits by group, by day and by frequency, and one by all of them.
  private func expectFitted() throws {
    for (columns, count) in [("group", 2), ("day", 2), ("condition", 3), ("group,day,condition", 12)] {
      let options = ["--study", "design", "--block", "levels", "--by", columns, "--format", "csv"]
      let fit = try live.workshop.run(["fit"] + options, environment: live.home("home"))
      #expect(fit.status == 0, "\(fit.error)")
      let keys = columns.split(separator: ",").map(String.init)
      #expect(Set(fit.rows.map { row in keys.map { row[$0]! }.joined(separator: " ") }).count == count, "\(columns)")
    }
  }

  @Test func `the conditions of a block take turns as they were answered`() throws {
    let listener = "P01"
    let session = try live.workshop.run(
      day("unscreened.yaml", of: listener).filter { $0 != "--fast" } + ["--device", "quiet"],
      environment: live.environment)
    try #require(session.status == 0, "\(session.error)")
    let mixed = try live.export("trials").rows.filter { $0["block"] == "levels" }
    let order = mixed.sorted { $0["timestamp"]! < $1["timestamp"]! }.map { $0["condition"]! }
    #expect(order.count == 3 * Self.trials)
    // Shuffled rounds: each has every condition once.
    for round in stride(from: 0, to: order.count, by: 3) {
      #expect(Set(order[round..<(round + 3)]) == ["low", "mid", "high"])
    }
    for session in Set(mixed.map { $0["session"]! }) {
      let trace = try live.peach("trace", "--listener", listener, "--session", session)
      #expect(trace.status == 0, "\(trace.error)")
      let render = try live.peach(
        "render", "--listener", listener, "--session", session, "--trial", "2", "-o", "\(session).wav")
      #expect(render.status == 0, "\(render.error)")
    }
  }

  @Test func `a day cannot begin before its time, unless the experimenter says so`() throws {
    let person = day("unscreened.yaml", of: "P01").filter { $0 != "--fast" } + ["--device", "quiet"]
    try #require(try live.workshop.run(person, environment: live.environment).status == 0)
    let soon = try live.workshop.run(person, environment: live.environment)
    #expect(soon.status == 64)
    #expect(soon.error.contains("day 'after' of listener 'P01' begins 20"), "\(soon.error)")
    #expect(try live.sessions(of: "P01").allSatisfy { $0.day == "before" })
    let early = try live.workshop.run(person + ["--early"], environment: live.environment)
    #expect(early.status == 0, "\(early.error)")
    #expect(try live.sessions(of: "P01").contains { $0.day == "after" })
  }

  @Test func `a group can be asked for, and keeps to its places`() throws {
    func run(_ listener: String, _ options: String...) throws -> Workshop.Outcome {
      try live.workshop.run(day(of: listener) + options, environment: live.environment)
    }
    #expect(try run("A", "--group", "control").status == 0)
    #expect(try run("B", "--group", "control").status == 0)
    #expect(try run("C").status == 0)
    let places = try live.database("home").participants(in: "design").map {
      "\($0.listener) \($0.place) \($0.group ?? "")"
    }
    #expect(places == ["A 2 control", "B 4 control", "C 1 trained"])
    for (listener, options, message) in [
      ("A", ["--group", "trained"], "--group: listener 'A' is in group control, which cannot change"),
      ("D", ["--group", "novice"], "--group: study.yaml has no group 'novice'; expected one of trained, control"),
      ("D", ["--group", "trained", "--place", "6"], "--group: place 6 belongs to group control"),
    ] {
      let refused = try live.workshop.run(day(of: listener) + options, environment: live.environment)
      #expect(refused.status == 64 && refused.error.contains(message), "\(refused.error)")
    }
  }

  @Test func `a block with conditions is skipped and restarted as one`() throws {
    try #require(try live.workshop.run(day(of: "P01"), environment: live.environment).status == 0)
    let unclear = try live.peach("listener", "restart", "P01", "--block", "levels", "--note", "noise")
    #expect(unclear.status == 64 && unclear.error.contains("--day before"), "\(unclear.error)")
    let restarted = try live.peach(
      "listener", "restart", "P01", "--block", "levels", "--day", "before", "--note", "noise")
    #expect(restarted.status == 0, "\(restarted.error)")
    #expect(restarted.output.contains("with \(3 * Self.trials) trials stay stored"), "\(restarted.output)")
    try #require(try live.workshop.run(day(of: "P01"), environment: live.environment).status == 0)
    let sessions = try live.sessions(of: "P01").filter { $0.block == "levels" && $0.day == "before" }
    #expect(sessions.map(\.note) == Array(repeating: "restarted: noise", count: 3) + [nil, nil, nil])
  }
}
