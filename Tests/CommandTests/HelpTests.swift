import PeachStorage
import Testing

@Suite struct HelpTests {
  @Test func `version, commit and build are one line`() throws {
    let workshop = try Workshop()
    let outcome = try workshop.peach("--version")
    #expect(outcome.status == 0)
    let match = try #require(
      outcome.output.wholeMatch(
        of: /peach \d+\.\d+\.\d+ \(commit ([0-9a-f]{7,40}\+?|unknown), build ([0-9a-f]{32})\)\n/), "\(outcome.output)")
    #expect(outcome.error == "")
    // Results files store the same build.
    try workshop.write("one.yaml", Experiments.comparison())
    #expect(try workshop.peach("simulate", "one.yaml", "-o", "one.sqlite").status == 0)
    let record = try ResultsFile.open(workshop.path("one.sqlite")).simulation()
    #expect(record.build == match.output.2)
  }

  @Test func `without arguments the first steps are shown`() throws {
    let outcome = try Workshop().peach()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n  peach simulate experiments/strategy-comparison.yaml\n"))
    #expect(outcome.output.contains("\n  peach fit experiments/data/psignifit-demo.csv\n"))
    #expect(outcome.error == "")
  }

  @Test(
    arguments: [
      ("simulate", "peach simulate experiments/strategy-comparison.yaml"),
      ("reproduce", "peach reproduce experiments/published/levitt-1971.yaml"),
      ("check", "peach check experiments/strategy-comparison.yaml"),
      ("plan", "peach plan experiments/strategy-comparison.yaml --effect 20% --power 90%"),
      (
        "trace",
        "peach trace experiments/strategy-comparison.yaml --strategy kazez \\\n    --responses 1101110011"
      ),
      ("merge", "peach merge strategy-comparison-1-of-2.sqlite strategy-comparison-2-of-2.sqlite -o whole.sqlite"),
      ("status", "peach status shards/*.sqlite"),
      ("audit", "peach audit --listener P07"),
      ("fit", "peach fit experiments/data/psignifit-demo.csv"),
      ("export", "peach export strategy-comparison.sqlite --table runs -o runs.csv"),
      ("export", "peach export --listener P07 P08 --table trials -o trials.csv"),
      ("settings", "peach settings intervals perfect-fifth-up,major-third-down --listener P07"),
      ("listener", "peach listener list"),
      ("dprime", "peach dprime mafc --correct 61/80 --alternatives 3"),
      ("list", "peach list listeners gaussian --format json"),
    ])
  func `the help of a command has an example that can be copied`(command: String, example: String) throws {
    let workshop = try Workshop()
    let outcome = try workshop.peach("help", command)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n  \(example)\n"), "\(outcome.output)")
    #expect(outcome.error == "")
    #expect(try workshop.peach(command, "--help") == outcome)
    #expect(try workshop.peach().output.contains("\n  \(command) "))
  }

  @Test func `the help of every command has at least two examples`() throws {
    let workshop = try Workshop()
    func commands(_ help: String) -> [String] {
      help.split(separator: "\n").drop { !$0.contains("SUBCOMMANDS:") }.compactMap { line in
        line.wholeMatch(of: #/  ([a-z]+)(?: .*)?/#).map { String($0.output.1) }
      }
    }
    var all: [[String]] = []
    let top = try workshop.peach().output.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/  ([a-z]+)  .*/#).map { String($0.output.1) }
    }
    for command in Set(top).subtracting(["help", "peach"]) {
      all.append([command])
      all += commands(try workshop.run([command, "--help"]).output).filter { $0 != "help" }.map { [command, $0] }
    }
    #expect(all.count > 25)
    for path in all {
      let help = try workshop.run(path + ["--help"]).output
      let examples = help.split(separator: "\n").drop { !$0.hasPrefix("Examples:") }.prefix { !$0.hasPrefix("USAGE") }
      #expect(
        examples.count { $0.hasPrefix("  peach ") || $0.contains(" peach ") } >= 2,
        "peach \(path.joined(separator: " "))")
      #expect(help.firstMatch(of: /default [^()\n]*\(default:/) == nil, "peach \(path.joined(separator: " "))")
    }
  }

  @Test func `the help of export describes every table`() throws {
    let help = try Workshop().peach("help", "export").output
    for table in [
      "runs", "trials", "summary", "timing", "failures", "differences", "checkpoints", "criteria", "matching",
      "sessions",
    ] {
      #expect(help.contains("\n  \(table): "))
    }
  }
}
