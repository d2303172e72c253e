import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Disks without room, and folders that take no file.
@Suite struct LiveStorageTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    // aplay itself may want to write a long file of its own.
    try live.setPlayer("cat > /dev/null")
  }

  @Test func `a sound that cannot be written ends the session with one message`() throws {
    #expect(try live.peach("settings", "gap", "0").status == 0)
    // 1 s + 1 s of 24 bits at 44.1 kHz are 265 kB; no file may be longer than 100 kB.
    let outcome = try live.shell("ulimit -f 200; sleep 1 | $peach live comparison --device quiet")
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "", error: "the sound could not be written: File too large\n"))
    #expect(try live.sessions().isEmpty)
    try live.expectNothingLeft()
  }

  @Test func `a folder for temporary files that is not there`() throws {
    live.environment["TMPDIR"] = live.workshop.path("nowhere")
    let outcome = try live.shell("sleep 1 | $peach live short.yaml --device quiet")
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "",
          error: """
            \(live.workshop.path("nowhere")): cannot create a temporary file there: No such file or directory
              hint: set TMPDIR to a folder that you can write: export TMPDIR=FOLDER

            """))
  }

  /// The log of the database grows with each answer until it may grow no further.
  @Test func `an answer that cannot be stored ends the session; those before it are there`() throws {
    #expect(try live.peach("settings", "gap", "0").status == 0)
    let sitting = try live.sitInShell("ulimit -f 100; exec $peach live short.yaml --device quiet")
    var told = 0
    try sitting.wait("the first question") { sitting.picture.text.contains("higher or lower?") }
    while !sitting.hasEnded, told < 40 {
      try sitting.type("h")
      try sitting.wait("feedback or the end") { sitting.picture.text.contains(/right|wrong/) || sitting.hasEnded }
      guard !sitting.hasEnded else { break }
      told += 1
      try sitting.wait("a question or the end") {
        sitting.picture.text.contains("higher or lower?") || sitting.hasEnded
      }
    }
    #expect(try sitting.finish() == 74)
    live.expectRestored(sitting)
    // The terminal breaks lines where it likes.
    let message = sitting.picture.text.filter { !$0.isWhitespace }
    let expected =
      "\(live.workshop.path("home"))/peach.sqlite: trial \(told + 1) could not be stored: disk I/O error\n"
      + "  hint: the answers before it are stored"
    #expect(message == expected.filter { !$0.isWhitespace })
    #expect(told > 0)
    #expect(try live.trials().count == told)
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
    try live.expectNothingLeft()
  }

  @Test func `a database that cannot be created is reported before anything is drawn`() throws {
    live.environment["PEACH_HOME"] = "/proc/peach"
    let sitting = try live.sit("live", "comparison", "--device", "quiet")
    #expect(try sitting.finish() == 74)
    #expect(sitting.terminal.written == "/proc/peach: cannot be made: No such file or directory\r\n")
    #expect(sitting.terminal.mode == sitting.before)
  }

  @Test func `a file in the place of the folder`() throws {
    try live.workshop.write("home", "")
    let outcome = try live.peach("live", "short.yaml", "--device", "quiet")
    #expect(outcome.status == 74)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix(live.workshop.path("home") + "/peach.sqlite: cannot be "), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func `a lock that is waited for leaves the screen as it is`() throws {
    let sitting = try live.sit("live", "short.yaml", "--device", "quiet")
    try sitting.see("higher or lower?")
    let holder = try DatabaseQueue(path: live.workshop.path("home/peach.sqlite"))
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      try sitting.type("h")
      // After two seconds a program without a screen reports the lock.
      sleep(4)
      #expect(!sitting.terminal.written.contains("locked"))
      #expect(sitting.picture.scrolls == 0)
    }
    try sitting.see("right", "wrong")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(try live.trials().count == 1)
  }
}
