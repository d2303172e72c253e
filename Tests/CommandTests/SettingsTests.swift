import Foundation
import Testing

@Suite struct SettingsTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func settings(_ arguments: String...) throws -> Workshop.Outcome {
    try workshop.run(["settings"] + arguments, environment: ["PEACH_HOME": workshop.path("home")])
  }

  private func done(_ output: String) -> Workshop.Outcome { Workshop.Outcome(status: 0, output: output, error: "") }

  @Test func `without a key all are shown, and nothing is made`() throws {
    let outcome = try settings()
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(outcome.lines[0].wholeMatch(of: /key +value +unit +expected +meaning/) != nil)
    #expect(outcome.lines.contains { $0.wholeMatch(of: /gap +0 +s +a number in \[0, 5\] +Silence.*/) != nil })
    #expect(try workshop.files.isEmpty)
  }

  @Test func `a key shows its value, and is set, and goes back`() throws {
    #expect(try settings("gap") == done("0\n"))
    #expect(try settings("gap", "2.50") == done("gap: 0 → 2.5 s\n"))
    #expect(try settings("gap") == done("2.5\n"))
    #expect(try settings("notes", "36-96") == done("notes: C2-C6 → C2-C7\n"))
    #expect(try settings("level", "-20") == done("level: -12 → -20 dB FS\n"))
    #expect(try settings("gap", "default") == done("gap: 2.5 → 0 s (default)\n"))
    #expect(try settings("gap") == done("0\n"))
    #expect(try settings().lines.contains { $0.wholeMatch(of: /notes +C2-C7 .*/) != nil })
    #expect(try workshop.files == ["home"])
  }

  @Test func `each listener has their own`() throws {
    #expect(try settings("--listener", "P07", "tuning", "just-intonation").status == 0)
    #expect(try settings("tuning") == done("equal-temperament\n"))
    #expect(try settings("tuning", "--listener", "P07") == done("just-intonation\n"))
  }

  @Test func `a setting of another strategy is reported as such`() throws {
    let outcome = try settings("natural-mechanical", "0.7")
    #expect(outcome.output == "natural-mechanical: 0.5 → 0.7\n")
    #expect(outcome.error == "this setting takes effect only with: peach settings strategy adaptive\n")
    #expect(try settings("strategy", "adaptive") == done("strategy: kazez → adaptive\n"))
    #expect(try settings("natural-mechanical", "0.2") == done("natural-mechanical: 0.7 → 0.2\n"))
  }

  @Test(
    arguments: [
      (["gap", "9"], "gap: expected a number (s) in [0, 5], got '9'\n"),
      (
        ["strategy", "adaptve"],
        "strategy: expected one of kazez, adaptive, got 'adaptve'\n  hint: did you mean 'adaptive'?\n"
      ),
      (["gapp"], "no setting named 'gapp'\n  hint: did you mean 'gap'?\n"),
      (["gapp", "default"], "no setting named 'gapp'\n  hint: did you mean 'gap'?\n"),
      (
        ["sound", "complx:10"],
        "sound: no sound named 'complx:10'; sounds are sine, complex:N[:R]\n  hint: did you mean 'complex:10'?\n"
      ),
    ])
  func `a wrong value is refused and nothing is stored`(arguments: [String], message: String) throws {
    let outcome = try workshop.run(["settings"] + arguments, environment: ["PEACH_HOME": workshop.path("home")])
    #expect(outcome == Workshop.Outcome(status: 64, output: "", error: message))
    #expect(try settings("gap") == done("0\n"))
  }

  @Test func `words that are no setting are refused`() throws {
    let usage = """
      Usage: peach settings [--listener <ID>] [--wide] [<key> [<value>]]
        See 'peach settings --help' for more information.

      """
    for (arguments, message) in [
      (["--listner", "P07"], "unknown option '--listner'"),
      (["gap", "1", "2"], "expected at most a setting and its value, got 3 words"),
      (
        ["--listener", "a b"],
        "--listener: expected a name, got 'a b'\n  hint: a name starts with a letter or digit and continues with "
          + "letters, digits, '+', '.', '_', '-'"
      ),
    ] {
      let outcome = try workshop.run(["settings"] + arguments)
      #expect(outcome == Workshop.Outcome(status: 64, output: "", error: "Error: \(message)\n\(usage)"))
    }
  }

  @Test func `many processes at once store all their settings`() throws {
    let keys = ["gap 1", "ramp 20", "level -20", "notes C3-C5", "strategy adaptive", "language de"]
    let line = keys.map { "$peach settings \($0) >> log & " }.joined()
    let outcome = try workshop.shell("export PEACH_HOME=home; \(line)wait; cat log | wc -l")
    #expect(outcome == done("6\n"))
    for (key, value) in [("gap", "1"), ("ramp", "20"), ("level", "-20"), ("notes", "C3-C5"), ("language", "de")] {
      #expect(try settings(key) == done(value + "\n"))
    }
  }

  @Test func `a disk without room and a folder that cannot be made are 74`() throws {
    #expect(try settings("gap", "1").status == 0)
    // No process can write past 512 bytes of a file.
    let full = try workshop.shell("export PEACH_HOME=home; trap '' XFSZ; ulimit -f 1; $peach settings gap 2")
    #expect(full.status == 74)
    #expect(full.output == "")
    #expect(full.error == "home/peach.sqlite: cannot be used as a database of live listeners: disk I/O error\n")
    #expect(try settings("gap") == done("1\n"))
    let nowhere = try workshop.shell("PEACH_HOME=/proc/peach $peach settings gap 2")
    #expect(nowhere.status == 74)
    #expect(nowhere.error == "/proc/peach: cannot be made: No such file or directory\n")
  }

  @Test func `a database that is something else is 65`() throws {
    try workshop.write("peach.sqlite", String(repeating: "no database ", count: 100))
    let outcome = try workshop.shell("PEACH_HOME=. $peach settings gap 2")
    #expect(outcome.status == 65)
    #expect(
      outcome.error == "./peach.sqlite: cannot be used as a database of live listeners: file is not a database\n")
  }
}
