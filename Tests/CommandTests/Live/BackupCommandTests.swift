import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// `peach backup` and `peach restore` as programs: during sessions, on full disks, killed, and where calls fail.
@Suite struct BackupCommandTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("study.yaml", LiveWorkshop.study(trials: 30, practice: 2))
  }

  private func run(_ arguments: String...) throws -> Workshop.Outcome {
    try live.workshop.run(arguments, environment: live.environment)
  }

  /// The trials in a file of records, as text that no clock has a part in.
  private func trials(_ file: String, of listener: String) throws -> [String] {
    let database = try #require(try LiveDatabase.existing(at: live.workshop.path(file), isWritable: false))
    var trials: [String] = []
    for session in try database.sessions(of: listener) {
      try database.forEachComparison(of: session) {
        trials.append("\(session.number) \($0.trial) \($0.level) \($0.answer ?? "")")
      }
    }
    return trials
  }

  private func isSound(_ file: String) throws -> Bool {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: live.workshop.path(file), configuration: configuration).read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check")
    } == ["ok"]
  }

  // MARK: Copies

  @Test func `copies of a running session open, and each holds the trials that were stored before it`() throws {
    let session = try live.workshop.begin(
      ["live", "study.yaml", "--listener", "P01", "--responder", "gaussian jnd=12", "--fast"],
      environment: live.environment)
    // A study of a hundred trials may be over soon; another listener's follows.
    var copies = 0
    var stored: [Int] = []
    while session.isRunning || copies == 0 {
      let before = (try? live.database.listener("P01")?.comparisons) ?? 0
      let outcome = try run("backup", "copy-\(copies).sqlite")
      if outcome.status == 64, outcome.error == "no listener has any records yet\n" { continue }
      try #require(outcome.status == 0, "\(outcome)")
      #expect(try isSound("copy-\(copies).sqlite"))
      let count = try trials("copy-\(copies).sqlite", of: "P01").count
      #expect(count >= before)
      stored.append(count)
      copies += 1
    }
    #expect(session.finish().status == 0)
    #expect(stored == stored.sorted())
    let whole = try trials("home/peach.sqlite", of: "P01")
    #expect(whole.count == 92)
    for number in 0..<copies {
      let copied = try trials("copy-\(number).sqlite", of: "P01")
      #expect(copied == Array(whole.prefix(copied.count)))
    }
  }

  @Test func `a copy says what it holds, and the records come back from it`() throws {
    #expect(
      try run("backup", "none.sqlite")
        == Workshop.Outcome(status: 64, output: "", error: "no listener has any records yet\n"))
    for listener in ["P01", "P02"] {
      #expect(try live.workshop.run(live.day(of: listener), environment: live.environment).status == 0)
    }
    #expect(
      try run("backup", "copy.sqlite")
        == Workshop.Outcome(status: 0, output: "copy.sqlite: 2 listeners, 8 sessions, 184 trials\n", error: ""))
    let again = try run("backup", "copy.sqlite")
    #expect(again.status == 74 && again.error == "copy.sqlite: exists already\n  hint: add --force to replace it\n")
    #expect(try run("backup", "copy.sqlite", "--force").status == 0)
    let export = try live.export("trials")
    try live.database.queue.write { try $0.execute(sql: "DELETE FROM comparison WHERE trial > 3") }
    let home = live.workshop.path("home/peach.sqlite")
    #expect(
      try run("restore", "copy.sqlite")
        == Workshop.Outcome(
          status: 0, output: "\(home): restored 2 listeners, 8 sessions, 184 trials\n", error: ""))
    #expect(try live.export("trials") == export)
  }

  @Test func `a restored copy never replaces newer records unless forced`() throws {
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    #expect(try run("backup", "copy.sqlite").status == 0)
    #expect(try live.workshop.run(live.day(of: "P02"), environment: live.environment).status == 0)
    let before = try live.export("trials")
    let home = live.workshop.path("home/peach.sqlite")
    let refused = try run("restore", "copy.sqlite")
    #expect(refused.status == 64 && refused.output == "")
    #expect(
      refused.error == """
        \(home): has records that copy.sqlite lacks; Peach changed nothing
          P02: session 1 (2 trials), session 2 (30 trials), session 3 (30 trials), session 4 (30 trials)
          other records: consent (1), participant (1)
          hint: peach restore copy.sqlite --force restores the copy and keeps the old file in the same folder

        """)
    #expect(try live.export("trials") == before)
    let forced = try run("restore", "copy.sqlite", "--force")
    #expect(forced.status == 0)
    #expect(forced.output == "\(home): restored 1 listener, 4 sessions, 92 trials\n")
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: live.workshop.path("home")).first { $0.contains("-before-") })
    #expect(forced.error == "\(home): the old file is kept as \(live.workshop.path("home/\(kept)"))\n")
    #expect(try trials("home/\(kept)", of: "P02").count == 92)
  }

  @Test func `files that are no copies are refused with place and remedy`() throws {
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    try live.workshop.write("table.csv", "level,correct\n1,1\n")
    let table = try run("restore", "table.csv")
    #expect(
      table
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            table.csv: not a copy of listeners' records
              hint: peach backup FILE writes one; peach import reads CSV files

            """))
    #expect(try run("restore", "missing.sqlite").error == "missing.sqlite: cannot be read: No such file or directory\n")
    #expect(try run("backup", "table.csv", "--force").status == 74)
    #expect(try live.workshop.text("table.csv") == "level,correct\n1,1\n")
    #expect(try run("restore", "home/peach.sqlite").status == 64)
  }

  @Test func `records that another program has locked are not copied`() throws {
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    let holder = try DatabaseQueue(path: live.workshop.path("home/peach.sqlite"))
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
      let outcome = try run("backup", "copy.sqlite")
      try db.execute(sql: "ROLLBACK")
      #expect(outcome.status == 74)
      #expect(
        outcome.error.hasSuffix(
          "home/peach.sqlite: another program has locked it\n  hint: end that program, or try again later\n"),
        "\(outcome.error)")
    }
    #expect(try !live.workshop.files.contains { $0.contains("copy") || $0.hasPrefix(".peach") })
  }

  // MARK: Automatic copies

  @Test func `a study with a folder for copies makes one after each block, and continues from it`() throws {
    let file = LiveWorkshop.study(trials: 8, practice: 2).replacing(
      "  order: williams", with: "  backup: copies\n  order: williams")
    try live.workshop.write("study.yaml", file)
    let missing = try live.workshop.run(live.day(of: "P01"), environment: live.environment)
    #expect(missing.status == 74)
    #expect(
      missing.error == """
        study.yaml: lab.backup: copies is not a folder that can be written
          hint: create the folder or connect its disk, or take backup out of section lab

        """)
    #expect(try live.database.listeners().isEmpty)
    try FileManager.default.createDirectory(atPath: live.workshop.path("copies"), withIntermediateDirectories: false)
    let day = try live.workshop.run(live.day(of: "P01"), environment: live.environment)
    #expect(
      day.status == 0 && day.error.contains("\ncopied the records to copies/study-P01-4.sqlite\n"), "\(day.error)")
    let copies = try FileManager.default.contentsOfDirectory(atPath: live.workshop.path("copies")).sorted()
    #expect(copies == (1...4).map { "study-P01-\($0).sqlite" })
    for (copy, count) in zip(copies, [2, 10, 18, 26]) {
      #expect(try trials("copies/\(copy)", of: "P01").count == count)
    }
    // The folder belongs to the machine, not to the study: it may change, and the stored experiment does not have it.
    #expect(try live.database.study("study")?.experiment.contains("copies") == false)
    try live.workshop.write("study.yaml", file.replacing("  backup: copies\n", with: ""))
    #expect(try live.workshop.run(live.day(of: "P02"), environment: live.environment).status == 0)
    // On another machine the day goes on where the copy has it.
    try FileManager.default.createDirectory(atPath: live.workshop.path("other"), withIntermediateDirectories: false)
    let other = live.home("other")
    #expect(try live.workshop.run(["restore", "copies/study-P01-2.sqlite"], environment: other).status == 0)
    #expect(try live.workshop.run(live.day(of: "P01"), environment: other).status == 0)
    #expect(try trials("other/peach.sqlite", of: "P01") == trials("home/peach.sqlite", of: "P01"))
  }

  @Test func `a copy that cannot be made is reported at the end, and the study goes on`() throws {
    try FileManager.default.createDirectory(
      atPath: live.workshop.path("copies/study-P01-2.sqlite"), withIntermediateDirectories: true)
    try live.workshop.write(
      "study.yaml",
      LiveWorkshop.study(trials: 8, practice: 2).replacing(
        "  order: williams", with: "  backup: copies\n  order: stated"))
    let day = try live.workshop.run(live.day(of: "P01"), environment: live.environment)
    #expect(day.status == 0 && day.error.contains("copied the records to copies/study-P01-4.sqlite"), "\(day.error)")
    #expect(try live.sessions(of: "P01").map(\.trials) == [2, 8, 8, 8])
    try FileManager.default.createDirectory(
      atPath: live.workshop.path("copies/study-P02-4.sqlite"), withIntermediateDirectories: true)
    let other = try live.workshop.run(live.day(of: "P02"), environment: live.environment)
    #expect(
      other.error.contains(
        "all answers are stored, but the records could not be copied after the last block: copies/study-P02-4.sqlite: "),
      "\(other.error)")
    #expect(try live.sessions(of: "P02").map(\.trials) == [2, 8, 8, 8])
  }

  // MARK: Kills

  @Test func `a copy that is killed leaves the earlier one whole, and no rest stays for long`() throws {
    #expect(try live.workshop.run(live.day(of: "P01"), environment: live.environment).status == 0)
    #expect(try run("backup", "copy.sqlite").status == 0)
    let whole = try trials("copy.sqlite", of: "P01")
    var random = StreamFamily(seed: 20_261_128, path: ["backup"]).stream(replicate: 1)
    var (kills, tries) = (0, 0)
    while kills < 20, tries < 300 {
      tries += 1
      let command = tries % 2 == 0 ? ["backup", "copy.sqlite", "--force"] : ["restore", "copy.sqlite", "--force"]
      let running = try live.workshop.begin(command, environment: live.environment)
      usleep(UInt32(1e6 * 0.15 * random.unit()))
      running.signal(SIGKILL)
      if running.finish().status == 9 { kills += 1 }
      #expect(try trials("copy.sqlite", of: "P01") == whole)
      #expect(try trials("home/peach.sqlite", of: "P01") == whole)
    }
    #expect(kills == 20)
    #expect(try run("backup", "copy.sqlite", "--force").status == 0)
    #expect(try run("restore", "copy.sqlite").status == 0)
    #expect(try live.workshop.files.filter { $0.hasPrefix(".peach") } == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: live.workshop.path("home")).filter { $0.hasPrefix(".peach") }
        == [])
  }
}
