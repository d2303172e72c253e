import Foundation
import Testing

/// How commands fail: the number, nothing on stdout, a message that names what is wrong, and no file left behind.
@Suite struct FailureTests {
  private func expectFailure(
    _ status: Int32, _ message: String, leaving files: [String], in workshop: Workshop, _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try workshop.run(arguments)
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(outcome.error.contains(message), "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(try workshop.files == files, sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      (["simulate", "experiment.yaml", "--jobs", "0"], "--jobs: expected a whole number from 1 to 1024, got 0"),
      (["simulate", "experiment.yaml", "--jobs", "two"], "--jobs"),
      (
        ["simulate", "experiment.yaml", "--replicates", "0"], "--replicates: expected a whole number from 1 to 10000000"
      ),
      (["simulate", "experiment.yaml", "--seed", "-1"], "--seed"),
      (["simulate", "experiment.yaml", "--seed", "18446744073709551616"], "--seed"),
      (["simulate", "experiment.yaml", "--format", "xml"], "--format"),
      (["simulate", "experiment.yaml", "--colour"], "--colour"),
      (["simulate"], "<experiment>"),
      (["export", "results.sqlite"], "--table"),
      (
        ["export", "results.sqlite", "--table", "rums"],
        "--table: expected one of runs, trials, matching, summary, timing, failures, "
          + "differences, checkpoints, criteria, got 'rums'"
      ),
      (
        ["trace", "experiment.yaml", "--strategy", "two-dwn", "--responses", "1"],
        "has no strategy 'two-dwn'; did you mean 'two-down'?"
      ),
      (["list", "fruits"], "fruits"),
      (["list", "strategies", "kazes"], "no strategies named 'kazes'; did you mean 'kazez'?"),
    ])
  func `a wrong command line is 64`(arguments: [String], message: String) throws {
    let workshop = try Workshop(Experiments.comparison())
    try expectFailure(64, message, leaving: ["experiment.yaml"], in: workshop, arguments)
  }

  @Test(arguments: ["simulate", "check"]) func `wrong content is 65, with every problem in its place`(
    command: String
  ) throws {
    let text = Experiments.comparison(
      listeners: ["  - {name: keen, kind: gausian, jnd: 5}"],
      strategies: [Experiments.kazez, "  - {name: down, kind: transformed-up-down, start: x, down: 2, up: 1}"])
    let workshop = try Workshop(text)
    let outcome = try workshop.peach(command, "experiment.yaml")
    #expect(outcome.status == 65)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("experiment.yaml:5:24: listeners.keen.kind: "), "\(outcome.error)")
    #expect(outcome.error.contains("did you mean 'gaussian'?"))
    #expect(outcome.error.contains("experiment.yaml:8:52: strategies.down.start: "))
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test(arguments: [["simulate"], ["check"], ["trace", "--strategy", "kazez", "--responses", "1"]])
  func `an experiment file that cannot be read is 74`(command: [String]) throws {
    let workshop = try Workshop()
    func call(_ path: String) -> [String] { [command[0], path] + command.dropFirst() }
    try expectFailure(
      74, "missing.yaml: cannot be read: No such file or directory", leaving: [], in: workshop, call("missing.yaml"))
    try expectFailure(74, ".: cannot be read: it is a directory", leaving: [], in: workshop, call("."))
  }

  @Test(arguments: ["no/such/results.sqlite", "/proc/results.sqlite", "."])
  func `a results file that cannot be written is 74`(path: String) throws {
    let workshop = try Workshop(Experiments.comparison())
    try expectFailure(
      74, "\(path): cannot be", leaving: ["experiment.yaml"], in: workshop, ["simulate", "experiment.yaml", "-o", path])
  }

  @Test(arguments: [[], ["--force"]]) func `a file that is no results file is never replaced`(flags: [String]) throws {
    let workshop = try Workshop(Experiments.comparison())
    try workshop.write("notes.txt", "mine\n")
    try expectFailure(
      65, "notes.txt: not a results file of Peach", leaving: ["experiment.yaml", "notes.txt"], in: workshop,
      ["simulate", "experiment.yaml", "-o", "notes.txt"] + flags)
    #expect(try workshop.text("notes.txt") == "mine\n")
  }

  @Test func `an export without a results file fails with the reason`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let files = ["experiment.yaml"]
    for output in [[], ["-o", "runs.csv"]] {
      func call(_ path: String) -> [String] { ["export", path, "--table", "runs"] + output }
      try expectFailure(
        74, "missing.sqlite: cannot be read: No such file or directory", leaving: files, in: workshop,
        call("missing.sqlite"))
      try expectFailure(74, ".: cannot be read: it is not an ordinary file", leaving: files, in: workshop, call("."))
      try expectFailure(
        65, "experiment.yaml:1:1: expected a results file, got an experiment file (YAML)", leaving: files, in: workshop,
        call("experiment.yaml"))
    }
  }

  @Test func `a foreign database is 65`() throws {
    let workshop = try Workshop()
    // The first page of an empty SQLite file: its magic, and an application's mark that is not ours.
    var page = Data("SQLite format 3\0".utf8) + Data(count: 4080)
    page.replaceSubrange(68..<72, with: [1, 2, 3, 4])
    try page.write(to: workshop.directory.appending(path: "other.sqlite"))
    try expectFailure(
      65, "other.sqlite: not a results file of Peach", leaving: ["other.sqlite"], in: workshop,
      ["export", "other.sqlite", "--table", "runs"])
  }

  @Test func `a damaged results file is 65 and leaves no half export`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 300))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    var bytes = try workshop.read("small.sqlite")
    bytes.replaceSubrange(8192..<bytes.count, with: Data(repeating: 0xa5, count: bytes.count - 8192))
    try bytes.write(to: workshop.directory.appending(path: "small.sqlite"))
    try expectFailure(
      65, "small.sqlite: ", leaving: ["experiment.yaml", "small.sqlite"], in: workshop,
      ["export", "small.sqlite", "--table", "runs", "-o", "runs.csv"])
  }

  @Test func `an export that cannot be written is 74`() throws {
    let path = "/proc/runs.csv"
    let workshop = try Workshop(Experiments.comparison())
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    try expectFailure(
      74, "\(path): cannot be written: No such file or directory", leaving: ["experiment.yaml", "small.sqlite"],
      in: workshop, ["export", "small.sqlite", "--table", "runs", "-o", path])
  }

  @Test func `a full disk is 74, not silence`() throws {
    let workshop = try Workshop(Experiments.comparison())
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    for line in [
      "$peach export small.sqlite --table runs > /dev/full", "$peach export small.sqlite --table runs -o /dev/full",
      "$peach check experiment.yaml > /dev/full",
    ] {
      let outcome = try workshop.shell(line)
      #expect(outcome.status == 74)
      #expect(outcome.error.contains("cannot be written: No space left on device"), "\(outcome.error)")
    }
  }
}
