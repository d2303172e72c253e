import Foundation
import Testing

/// Where `-o` and `--residuals` may lead, and what must never be lost there.
@Suite struct OutputTests {
  /// A workshop with results to export and counts to fit.
  private func simulated() throws -> Workshop {
    let workshop = try Workshop(Experiments.comparison())
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    try workshop.write("data.csv", "level,n,k\n1,40,21\n2,40,27\n4,40,33\n8,40,39\n")
    return workshop
  }

  private static let commands = [
    ["simulate", "experiment.yaml", "-o"], ["simulate", "experiment.yaml", "--force", "-o"],
    ["export", "small.sqlite", "--table", "runs", "-o"],
    ["export", "small.sqlite", "--table", "runs", "--force", "-o"],
    ["export", "--all-listeners", "--table", "trials", "-o"], ["fit", "data.csv", "--residuals"],
  ]

  @Test(arguments: commands) func `a folder that is missing is named, and nothing is made`(command: [String]) throws {
    let workshop = try simulated()
    let before = try workshop.files
    let outcome = try workshop.run(command + ["no/such/out"])
    #expect(
      outcome
        == Workshop.Outcome(
          status: 74, output: "",
          error: "no/such/out: cannot be written: this folder does not exist: no/such\n"
            + "  hint: create the folder first, or choose another file\n"))
    #expect(try workshop.files == before)
  }

  @Test(
    arguments: [
      (
        "runs.csv", ".csv",
        "expected a name such as 'runs.sqlite'; then peach export runs.sqlite --table runs -o runs.csv"
      ),
      ("experiment.yaml", ".yaml", "expected a name such as 'experiment.sqlite'"),
      ("out.JSON", ".json", "expected a name such as 'out.sqlite'"),
    ])
  func `results are not written into a table or an experiment`(name: String, ending: String, remedy: String) throws {
    let workshop = try Workshop(Experiments.comparison())
    let outcome = try workshop.peach("simulate", "experiment.yaml", "-o", name)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(
      outcome.error.hasPrefix(
        "Error: --output: results are an SQLite file and cannot be written as \(ending); \(remedy)\n"),
      "\(outcome.error)")
    #expect(try workshop.files == ["experiment.yaml"])
  }

  @Test func `every command recognises files of the wrong kind`() throws {
    let workshop = try simulated()
    func told(_ arguments: String...) throws -> Workshop.Outcome { try workshop.run(arguments) }
    func refused(_ message: String) -> Workshop.Outcome {
      Workshop.Outcome(status: 65, output: "", error: message + "\n")
    }
    #expect(
      try told("fit", "experiment.yaml")
        == refused(
          """
          experiment.yaml:1:1: expected data (CSV or a results file), got an experiment file (YAML)
            hint: peach simulate experiment.yaml runs it and writes a results file
          """))
    #expect(
      try told("export", "data.csv", "--table", "runs")
        == refused(
          """
          data.csv:1:1: expected a results file, got a table (CSV)
            hint: peach fit data.csv fits these data
          """))
    for command in [
      ["simulate"], ["check"], ["trace", "--responses", "11"], ["live", "--responder", "gaussian jnd=12", "--fast"],
    ] {
      #expect(
        try workshop.run(command + ["small.sqlite"])
          == refused(
            """
            small.sqlite:1:1: expected an experiment file (YAML), got a results file of Peach
              hint: peach fit small.sqlite fits its trials, peach export small.sqlite --table runs writes its runs
            """), "\(command)")
    }
    #expect(
      try told("trace", "experiment.yaml", "--strategy", "kazez", "--responses", "small.sqlite")
        == refused(
          """
          small.sqlite:1:1: expected answers such as 1101, or a CSV file of trials, got a results file of Peach
            hint: peach export small.sqlite --table trials writes its trials; then keep only the rows of one run
          """))
  }

  @Test(arguments: commands) func `a file without a name is refused`(command: [String]) throws {
    let workshop = try simulated()
    let outcome = try workshop.run(command + [""])
    #expect(outcome.status == 64 && outcome.output == "")
    let option = command.last == "-o" ? "--output" : "--residuals"
    #expect(outcome.error.hasPrefix("Error: \(option): expected a file, got ''\n"), "\(outcome.error)")
  }

  @Test(arguments: commands) func `a folder, a socket and a pipe without a reader hang nothing`(command: [String])
    throws
  {
    let workshop = try simulated()
    try FileManager.default.createDirectory(atPath: workshop.path("folder"), withIntermediateDirectories: false)
    try #require(mkfifo(workshop.path("pipe"), 0o600) == 0)
    let before = try workshop.files
    let folder = try workshop.run(command + ["folder"])
    #expect(folder.status == 74 && folder.output == "" && folder.error.hasPrefix("folder: cannot be "), "\(folder)")
    // Results are no stream; what is one waits for its reader, and ends when it is asked to.
    if command[0] == "simulate" {
      let pipe = try workshop.run(command + ["pipe"])
      #expect(
        pipe.status == 74 && pipe.error.hasPrefix("pipe: cannot be read: it is not an ordinary file\n"), "\(pipe)")
    } else {
      let read = try workshop.shell(
        "cat pipe > read & \"$peach\" \((command + ["pipe"]).joined(separator: " ")) > said; echo $?; wait")
      #expect(read.output == "0\n", "\(read)")
      #expect(try workshop.text("read").split(separator: "\n").count >= 1)
      let waiting = try workshop.shell(
        "timeout -s TERM 1 \"$peach\" \((command + ["pipe"]).joined(separator: " ")) > said; echo $?")
      #expect(["124\n", "143\n"].contains(waiting.output), "\(waiting)")
    }
    #expect(try workshop.files.filter { $0 != "said" && $0 != "read" } == before)
  }

  @Test func `a pipe in the place of a Scala file is refused, and not waited for`() throws {
    let workshop = try Workshop()
    try #require(mkfifo(workshop.path("pipe"), 0o600) == 0)
    let outcome = try workshop.run(
      ["settings", "tuning", "scala:pipe"], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(outcome.status == 64)
    #expect(
      outcome.error.hasSuffix("expected a Scala tuning file (.scl), got 'pipe', which cannot be read\n"), "\(outcome)")
  }

  @Test func `an export never replaces its input under any name`() throws {
    let workshop = try simulated()
    try FileManager.default.createSymbolicLink(atPath: workshop.path("soft"), withDestinationPath: "small.sqlite")
    try FileManager.default.linkItem(atPath: workshop.path("small.sqlite"), toPath: workshop.path("hard"))
    let before = try workshop.read("small.sqlite")
    for name in ["small.sqlite", "./small.sqlite", "soft", "hard"] {
      let outcome = try workshop.peach("export", "small.sqlite", "--table", "runs", "--force", "-o", name)
      #expect(outcome.status == 74 && outcome.output == "")
      #expect(
        outcome.error
          == "\(name): is both an input and the output of this command\n  hint: choose another output file with -o\n")
    }
    #expect(try workshop.read("small.sqlite") == before)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: workshop.path("soft")) == "small.sqlite")

    let home = ["PEACH_HOME": workshop.path("home")]
    #expect(try workshop.run(["listener", "add", "x"], environment: home).status == 0)
    // SQLite would remove what it finds there, or take it for its own.
    for (command, database) in [
      (["export", "small.sqlite", "--table", "runs", "--force", "-o"], "small.sqlite"),
      (["report", "small.sqlite", "--force", "-o"], "soft"), (["fit", "small.sqlite", "--residuals"], "small.sqlite"),
      (["merge", "small.sqlite", "--force", "-o"], "hard"), (["simulate", "experiment.yaml", "-o"], "small.sqlite"),
      (["export", "--listener", "x", "--table", "trials", "--force", "-o"], "home/peach.sqlite"),
    ] {
      for name in ["-journal", "-wal", "-shm"].map({ database + $0 }) {
        let outcome = try workshop.run(command + [name], environment: home)
        let message = "\(name): is reserved by SQLite for the database \(database)\n  hint: choose another file\n"
        #expect(outcome.status == 74 && outcome.error == message, "\(outcome)")
      }
    }
    let outcome = try workshop.run(
      ["export", "--listener", "x", "--table", "trials", "--force", "-o", "home/peach.sqlite"], environment: home)
    #expect(
      outcome.status == 74 && outcome.error.contains("is both an input and the output of this command"), "\(outcome)")
    #expect(try workshop.run(["listener", "list"], environment: home).output.contains("\nx "))
  }

  @Test func `a table or a page never takes the place of a database`() throws {
    let workshop = try simulated()
    try FileManager.default.copyItem(atPath: workshop.path("small.sqlite"), toPath: workshop.path("other.sqlite"))
    let before = try workshop.read("other.sqlite")
    for command in [
      ["export", "small.sqlite", "--table", "runs"], ["report", "small.sqlite"], ["report", "small.sqlite", "--force"],
    ] {
      let outcome = try workshop.run(command + ["-o", "other.sqlite"])
      #expect(outcome.status == 74)
      #expect(
        outcome.error
          == "other.sqlite: refusing to overwrite a database\n"
          + "  hint: choose another file with -o, or remove it first\n")
    }
    #expect(try workshop.read("other.sqlite") == before)
  }

  @Test func `results are not written through a link that leads to no file`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 5, replicates: 2))
    try FileManager.default.createSymbolicLink(atPath: workshop.path("small.sqlite"), withDestinationPath: "elsewhere")
    for option in [[], ["--force"]] {
      let outcome = try workshop.run(["simulate", "experiment.yaml"] + option)
      #expect(outcome.status == 74)
      let message =
        "small.sqlite: is a link to a file that does not exist\n  hint: remove the link, or choose another file\n"
      #expect(outcome.error.hasSuffix(message), "\(outcome.error)")
    }
    #expect(try !workshop.files.contains("elsewhere"))
  }

  @Test func `a link in the place of a file is not followed without --force, and replaced with it`() throws {
    let workshop = try simulated()
    try FileManager.default.createSymbolicLink(atPath: workshop.path("out"), withDestinationPath: "elsewhere")
    let export = ["export", "small.sqlite", "--table", "runs", "-o", "out"]
    #expect(try workshop.run(export).error == "out: exists already\n  hint: add --force to replace it\n")
    #expect(try workshop.run(export + ["--force"]).status == 0)
    #expect(try !workshop.files.contains("elsewhere"))
    #expect(try workshop.text("out").hasPrefix("experiment,run,"))
  }

  @Test func `a file that appears during an export stays without --force`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 5, replicates: 20_000))
    try #require(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let before = try workshop.files
    let running = try workshop.startPeach("export", "small.sqlite", "--table", "runs", "-o", "runs.csv")
    while running.isRunning, try workshop.files == before { usleep(500) }
    try workshop.write("runs.csv", "mine\n")
    #expect(running.finish().error == "runs.csv: exists already\n  hint: add --force to replace it\n")
    #expect(try workshop.text("runs.csv") == "mine\n")
    #expect(try workshop.files == (before + ["runs.csv"]).sorted())
  }

  @Test(arguments: [["simulate", "long.yaml"], ["export", "big.sqlite", "--table", "runs", "-o", "runs.csv"]])
  func `the next run removes the draft of a killed run but not of a running one`(command: [String]) throws {
    let workshop = try simulated()
    try workshop.write("long.yaml", Experiments.comparison(name: "big", trials: 5, replicates: 20_000))
    try #require(try workshop.peach("simulate", "long.yaml").status == 0)
    let before = try workshop.files
    // What looks like a draft and is none of ours.
    let strangers = [".peach-0123456789abcdef.new.txt", ".peach-x.new"]
    for name in strangers { try workshop.write(name, "") }
    func drafts() throws -> [String] {
      try workshop.files.filter { $0.hasPrefix(".peach-") && !strangers.contains($0) }
    }
    try workshop.write(".peach-00000000deadbeef.new", "half")
    if command[0] == "export" {
      let first = try workshop.startPeach("export", "big.sqlite", "--table", "runs", "-o", "a.csv")
      // What is written is locked as well.
      while first.isRunning, try drafts().allSatisfy({ try workshop.read($0).count < 10 }) { usleep(500) }
      first.signal(SIGSTOP)
      let running = try drafts().filter { !$0.contains("deadbeef") }
      #expect(running.count == 1)
      #expect(try workshop.run(command).status == 0)
      #expect(try drafts() == running)
      first.signal(SIGKILL)
      _ = first.finish()
      #expect(try drafts() == running)
      #expect(try workshop.run(command + ["--force"]).status == 0)
    } else {
      try FileManager.default.removeItem(atPath: workshop.path("big.sqlite"))
      #expect(try workshop.run(command).status == 0)
    }
    #expect(try drafts() == [])
    #expect(try workshop.files.filter { $0 != "runs.csv" } == (before + strangers).sorted())
  }
}
