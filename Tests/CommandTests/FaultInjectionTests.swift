import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Every call of the system that writes, one after the other, fails: the end is 74 or without harm, what was acknowledged
/// is there, nothing else is left, and what was begun goes on.
@Suite(.enabled(if: FaultLibrary.compiler != nil, "there is no C compiler to build the faults with"))
struct FaultInjectionTests {
  /// With PEACH_TEST_LONG every call, without it some of each kind.
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  private static let mostOfAKind = isLong ? Int.max : 2

  private static let faults: [(call: FaultLibrary.Call, code: Int32, isLasting: Bool)] = [
    (.open, EMFILE, false), (.open, EIO, false), (.open, EINTR, false), (.write, ENOSPC, true), (.write, EIO, false),
    (.write, EINTR, false), (.sync, EIO, false), (.rename, EIO, false), (.spawn, EAGAIN, false),
  ]

  private let workshop: Workshop
  private let library: Workshop

  init() throws {
    workshop = try Workshop(Experiments.comparison(listeners: [Experiments.keen], replicates: 200))
    library = try Workshop()
    try FaultLibrary.build(in: library)
  }

  private func run(
    _ arguments: [String], _ fault: FaultLibrary.Fault, count: String? = nil, _ more: [String: String] = [:]
  ) throws -> Workshop.Outcome {
    let environment = FaultLibrary.environment(fault, library: library.path("faults.so"), count: count)
    return try workshop.run(arguments, environment: environment.merging(more) { $1 })
  }

  /// Runs the command with each fault, after `before`, and looks at what is left.
  ///
  /// - Parameter calls: The kinds that fail; all where it is nil.
  private func walk(
    _ arguments: [String], environment: [String: String] = [:], only calls: [FaultLibrary.Call]? = nil,
    before: () throws -> Void, after: (Workshop.Outcome, String) throws -> Void
  ) throws {
    var (runs, failures) = (0, 0)
    for (call, code, isLasting) in Self.faults where calls?.contains(call) ?? true {
      try before()
      var fault = FaultLibrary.Fault(call: call, number: 0, code: code, isLasting: isLasting)
      let whole = try run(arguments, fault, count: library.path("count"), environment)
      try after(whole, "without a fault")
      try #require(whole.status == 0)
      let count = Int(try library.text("count")) ?? 0
      let step = max(1, count / Self.mostOfAKind)
      for number in stride(from: 1 + runs % step, through: count, by: step) {
        try before()
        fault.number = number
        let outcome = try run(arguments, fault, environment)
        let place = "\(arguments[0]), \(fault) of \(count)"
        #expect(outcome.status == 0 || outcome.status == 74, "\(place): \(outcome)")
        #expect(outcome.status == 0 || !outcome.error.isEmpty, "\(place)")
        try after(outcome, place)
        runs += 1
        failures += outcome.status == 0 ? 0 : 1
      }
    }
    print("\(arguments[0]): \(runs) calls failed, \(failures) ended it with 74, \(runs - failures) did no harm")
    #expect(failures > 0)
  }

  private func isSound(_ path: String) throws -> Bool {
    try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"]
  }

  private func remove(_ names: String...) throws {
    for name in names { try? FileManager.default.removeItem(atPath: workshop.path(name)) }
  }

  @Test func `a simulation with failing system calls resumes to the same bytes`() throws {
    let export = ["export", "small.sqlite", "--table", "runs"]
    let simulate = ["simulate", "experiment.yaml", "--jobs", "1"]
    try #require(try workshop.run(simulate).status == 0)
    let whole = try workshop.run(export)
    try walk(
      simulate, before: { try remove("small.sqlite", "small.sqlite-journal") },
      after: { outcome, place in
        let left = try workshop.files
        #expect(
          left.allSatisfy { ["experiment.yaml", "small.sqlite", "small.sqlite-journal"].contains($0) },
          "\(place): \(left)")
        if left.contains("small.sqlite") { #expect(try isSound(workshop.path("small.sqlite")), "\(place)") }
        if outcome.status != 0 { #expect(try workshop.run(simulate).status == 0, "\(place)") }
        #expect(try workshop.run(export) == whole, "\(place)")
        #expect(try workshop.files == ["experiment.yaml", "small.sqlite"], "\(place)")
      })
  }

  @Test func `an export whose calls fail is whole or not there`() throws {
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let export = ["export", "small.sqlite", "--table", "runs"]
    let whole = try workshop.run(export).output
    let files = try workshop.files
    for output in [["-o", "runs.csv"], ["-o", "runs.csv", "--force"]] {
      try walk(
        export + output,
        before: { if output.count == 2 { try remove("runs.csv") } else { try workshop.write("runs.csv", "old\n") } },
        after: { outcome, place in
          let left = try workshop.files
          if outcome.status == 0 {
            #expect(left == (files + ["runs.csv"]).sorted(), "\(place)")
            #expect(try workshop.text("runs.csv") == whole, "\(place)")
          } else if output.count == 2 {
            #expect(left == files, "\(place): \(left)")
          } else {
            #expect(left == (files + ["runs.csv"]).sorted(), "\(place)")
            #expect(try workshop.text("runs.csv") == "old\n", "\(place)")
          }
        })
    }
    try walk(
      export, before: {},
      after: { outcome, place in
        let left = try workshop.files.filter { $0 != "runs.csv" }
        #expect(outcome.status != 0 || outcome.output == whole, "\(place)")
        #expect(whole.hasPrefix(outcome.output), "\(place)")
        #expect(left == files, "\(place)")
      })
  }

  @Test func `figures with failing system calls are written completely or not at all`() throws {
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    try #require(try workshop.peach("report", "small.sqlite", "-o", "r.html", "--figures", "drawn").status == 0)
    // Drawn once and for all, so that only the writing takes time.
    let bin = try Workshop()
    for format in ["pdf", "png"] {
      try bin.write("picture.\(format)", "")
      try FileManager.default.removeItem(atPath: bin.path("picture.\(format)"))
      try FileManager.default.copyItem(
        atPath: workshop.path("drawn/comparison.\(format)"), toPath: bin.path("picture.\(format)"))
    }
    try bin.write(
      "gnuplot",
      """
      #!/bin/sh
      script=$(cat)
      case $script in
        *pdfcairo*) cat "\(bin.path("picture.pdf"))" ;;
        *pngcairo*) cat "\(bin.path("picture.png"))" ;;
      esac

      """)
    chmod(bin.path("gnuplot"), 0o755)
    let names = try FileManager.default.contentsOfDirectory(atPath: workshop.path("drawn")).sorted()
    #expect(names.count == 9)
    try remove("drawn")
    try FileManager.default.createDirectory(
      at: workshop.directory.appending(path: "mine"), withIntermediateDirectories: false)
    try workshop.write("mine/mine.txt", "mine")
    for folder in ["pictures", "mine"] {
      let before = folder == "mine" ? ["mine.txt"] : nil
      try walk(
        ["report", "small.sqlite", "-o", "r.html", "--force", "--figures", folder],
        environment: ["PATH": "\(bin.directory.path):/usr/bin:/bin"], only: [.write, .sync, .rename],
        before: {
          if before == nil { try remove(folder) }
          for name in names { try? FileManager.default.removeItem(atPath: workshop.path("\(folder)/\(name)")) }
        },
        after: { outcome, place in
          let left = try? FileManager.default.contentsOfDirectory(atPath: workshop.path(folder)).sorted()
          let whole = ((before ?? []) + names).sorted()
          // A line on standard output may fail after all is written.
          #expect(left == whole || outcome.status != 0 && left == before, "\(place)")
        })
    }
  }

  /// The trials of the session, told by what no clock has a part in.
  private func trials() throws -> [String] {
    let path = workshop.path("home/peach.sqlite")
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    #expect(try isSound(path))
    let database = try LiveDatabase.open(at: path)
    var trials: [String] = []
    for session in try database.sessions(of: "m") {
      try database.forEachComparison(of: session) {
        trials.append("\($0.trial) \($0.offset ?? 0) \($0.level) \($0.answer ?? "")")
      }
    }
    return trials
  }

  @Test func `a session whose calls fail keeps every answer before`() throws {
    let home = ["PEACH_HOME": workshop.path("home"), "TMPDIR": workshop.path("tmp")]
    try FileManager.default.createDirectory(atPath: workshop.path("tmp"), withIntermediateDirectories: false)
    let session = [
      "live", "experiment.yaml", "--strategy", "kazez", "--fast", "--listener", "m", "--responder", "gaussian jnd=5",
    ]
    try #require(try workshop.run(session, environment: home).status == 0)
    let whole = try trials()
    #expect(whole.count == 20)
    try walk(
      session, environment: home, before: { try remove("home") },
      after: { outcome, place in
        let stored = try trials()
        #expect(stored == Array(whole.prefix(stored.count)), "\(place): \(stored)")
        if outcome.status == 0 { #expect(stored == whole, "\(place)") }
        // The answer that is told is the one that is missing.
        if let told = outcome.error.firstMatch(of: /trial (\d+) could not be stored/)?.output.1 {
          #expect(Int(told) == stored.count + 1, "\(place): \(outcome)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.path("tmp")) == [], "\(place)")
        let left = try workshop.files.filter { $0 != "home" }
        #expect(left == ["experiment.yaml", "tmp"], "\(place)")
        #expect(try workshop.run(session, environment: home).status == 0, "\(place)")
      })
  }

  @Test func `a copy and its restoring leave whole files, whatever call fails`() throws {
    let home = ["PEACH_HOME": workshop.path("home")]
    let session = [
      "live", "experiment.yaml", "--strategy", "kazez", "--fast", "--listener", "m", "--responder", "gaussian jnd=5",
    ]
    try #require(try workshop.run(session, environment: home).status == 0)
    let whole = try trials()
    try #require(try workshop.run(["backup", "copy.sqlite"], environment: home).status == 0)
    func expectWhole(_ place: String) throws {
      let copy = workshop.path("copy.sqlite")
      if FileManager.default.fileExists(atPath: copy) { #expect(try isSound(copy), "\(place)") }
      #expect(try trials() == whole, "\(place)")
      let left = try workshop.files.filter { $0 != "copy.sqlite" }
      #expect(left == ["experiment.yaml", "home"], "\(place): \(left)")
    }
    for options in [[], ["--force"]] {
      try walk(
        ["backup", "copy.sqlite"] + options, environment: home,
        before: { if options.isEmpty { try remove("copy.sqlite") } },
        after: { outcome, place in
          try expectWhole(place)
          let isThere = FileManager.default.fileExists(atPath: workshop.path("copy.sqlite"))
          #expect(isThere || outcome.status != 0 && options.isEmpty, "\(place)")
        })
    }
    // The records have newer trials each time, which are kept next to the restored ones.
    try walk(
      ["restore", "copy.sqlite", "--force"], environment: home,
      before: {
        try remove("home")
        try #require(try workshop.run(session, environment: home).status == 0)
        try #require(try workshop.run(session, environment: home).status == 0)
      },
      after: { outcome, place in
        #expect(try isSound(workshop.path("copy.sqlite")), "\(place)")
        let stored = try trials()
        #expect(outcome.status == 0 ? stored == whole : stored.count >= whole.count, "\(place)")
        let files = try FileManager.default.contentsOfDirectory(atPath: workshop.path("home"))
        #expect(!files.contains { $0.hasPrefix(".peach") }, "\(place): \(files)")
        let kept = files.filter { $0.contains("-before-") }
        #expect(outcome.status != 0 || kept.count == 1, "\(place): \(files)")
        if stored == whole { #expect(try kept.allSatisfy { try isSound(workshop.path("home/\($0)")) }, "\(place)") }
      })
  }

  @Test func `a session with a player whose calls fail keeps every answer before`() throws {
    let live = try LiveWorkshop()
    try live.setPlayer("cat > /dev/null")
    try live.workshop.write("experiment.yaml", LiveWorkshop.short)
    let session = [
      "live", "experiment.yaml", "--listener", "m", "--trials", "2", "--device", "quiet", "--responder",
      "gaussian jnd=5",
    ]
    var told = 0
    for (call, code, isLasting) in Self.faults where Self.isLong || call == .spawn {
      let home = try Workshop()
      var environment = live.environment.merging(["PEACH_HOME": home.path("home")]) { $1 }
      func run(_ number: Int) throws -> Workshop.Outcome {
        let fault = FaultLibrary.Fault(call: call, number: number, code: code, isLasting: isLasting)
        environment.merge(
          FaultLibrary.environment(fault, library: library.path("faults.so"), count: library.path("count"))
        ) { $1 }
        return try live.workshop.run(session, environment: environment)
      }
      try #require(try run(0).status == 0)
      let count = Int(try library.text("count")) ?? 0
      for number in stride(from: 1, through: count, by: max(1, count / 40)) {
        try? FileManager.default.removeItem(atPath: home.path("home"))
        let outcome = try run(number)
        let place = "\(call) \(number) of \(count): \(outcome)"
        #expect([0, 74].contains(outcome.status), "\(place)")
        let acknowledged = outcome.output.matches(of: /(right|wrong)\n/).count
        let path = home.path("home/peach.sqlite")
        let stored =
          FileManager.default.fileExists(atPath: path)
          ? try LiveDatabase.open(at: path).listeners().first?.comparisons ?? 0 : 0
        #expect(stored >= acknowledged && stored <= acknowledged + 1, "\(place)")
        if outcome.status == 0 { #expect(stored == 2, "\(place)") }
        if FileManager.default.fileExists(atPath: path) { #expect(try isSound(path), "\(place)") }
        try live.expectNothingLeft()
        told += 1
      }
    }
    print("live with a player: \(told) calls failed")
    #expect(told > 0)
  }
}
