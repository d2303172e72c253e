import Foundation
import Testing

/// Every command and every page, in terminals of several widths: no line is longer than the terminal. What is said on
/// standard error may be: commands in it are to be copied whole.
@Suite struct WidthTests {
  /// Every table that a command prints, and every page of help and lists.
  private static let commands = """
    simulate experiment.yaml
    simulate experiment.yaml --own
    simulate sweep.yaml
    reproduce published.yaml
    check experiment.yaml
    check sweep.yaml
    plan experiment.yaml --precision 60%
    plan sweep.yaml --precision 60%
    trace experiment.yaml --strategy two-down --responses 110111
    fit data.csv
    fit data.csv --guess free --bootstrap 100 --simulate 100
    fit trials.csv --by strategy listener --reading direction --share width --simulate 100
    fit constant.csv
    dprime yes-no --hits 43/50 --false-alarms 12/50
    dprime same-different --hits 38/50 --false-alarms 9/50 --correction loglinear
    dprime oddity --correct 0.62
    profile
    settings
    calibrate level --list
    listener list
    check study.yaml
    listener taker
    list
    list task
    list experiment
    help
    help new
    help simulate
    help reproduce
    help check
    help plan
    help audit
    help merge
    help status
    help calibrate listener
    help trace
    help live
    help fit
    help report
    help export
    help import
    help dprime
    help profile
    help settings
    help calibrate
    help calibrate level
    help listener
    help listener list
    help listener add
    help listener show
    help listener exclude
    help listener include
    help listener reset
    help listener delete
    help list
    """

  private static let kinds = [
    "strategies", "listeners", "functions", "tunings", "intervals", "sounds", "estimators", "columns",
  ]

  /// With an experiment, a sweep and data, simulated where they can be.
  private static func made() throws -> Workshop {
    let workshop = try Workshop(Experiments.comparison())
    try workshop.write("sweep.yaml", Experiments.sweep)
    try workshop.write("published.yaml", Experiments.published)
    try workshop.write("data.csv", "level,n,k\n1,40,21\n2,40,25\n4,40,33\n8,40,38\n16,40,40\n")
    try workshop.write("constant.csv", "level,n,k\n1,40,30\n2,40,30\n4,40,30\n8,40,30\n")
    for name in ["experiment", "sweep"] {
      let outcome = try workshop.peach("simulate", "\(name).yaml")
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(try workshop.peach("export", "small.sqlite", "--table", "trials", "-o", "trials.csv").status == 0)
    let live = try workshop.run(
      [
        "live", "comparison", "--listener", "listener-with-a-long-name", "--responder", "gaussian jnd=9", "--trials",
        "5",
        "--fast",
      ], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(live.status == 0, "\(live.error)")
    try workshop.write("study.yaml", LiveWorkshop.study(trials: 2, practice: 1))
    let home = ["PEACH_HOME": workshop.path("home")]
    let day = ["live", "study.yaml", "--listener", "taker", "--responder", "gaussian jnd=9", "--fast"]
    #expect(try workshop.run(day, environment: home).status == 0)
    let note = "heard the people next door all the while, and then left for a telephone call of half an hour"
    let excluded = ["listener", "exclude", "taker", "--session", "3", "--note", note]
    #expect(try workshop.run(excluded, environment: home).status == 0)
    return workshop
  }

  private static func script(_ width: Int) -> String {
    let lines = commands.split(separator: "\n").map { "run \($0)" }
    return """
      export COLUMNS=\(width) PEACH_HOME=home
      run() { echo "@ $*"; $peach "$@" 2>errors || echo "@ failed: $* $(cat errors)"; }
      \(lines.joined(separator: "\n"))
      for kind in \(kinds.joined(separator: " ")); do
        run list $kind
        for name in $($peach list $kind --format json | grep -o '"name": *"[^"]*"' | cut -d '"' -f 4); do
          run list $kind "$name"
        done
      done
      """
  }

  /// With PEACH_TEST_LONG at widths between and beyond too.
  private static let widths =
    ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? [60, 100] : [60, 80, 100, 200]

  @Test(arguments: widths) func `no line of any command or page is longer`(width: Int) throws {
    let outcome = try Self.made().shell(Self.script(width))
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    var command = ""
    var pages = 0
    for line in outcome.lines {
      if line.hasPrefix("@ ") {
        #expect(!line.hasPrefix("@ failed: "), "\(line)")
        command = line
        pages += 1
      } else {
        #expect(line.count <= width, "\(command): \(line)")
      }
    }
    #expect(pages > 100)
  }

  @Test func `a terminal's own width rules over COLUMNS`() throws {
    let live = try LiveWorkshop()
    live.environment["COLUMNS"] = "200"
    let sitting = try live.sit("list", "strategies")
    #expect(try sitting.finish() == 0)
    let lines = sitting.terminal.written.split(separator: "\r\n")
    #expect(lines.count > 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `off a terminal the width is 100, and COLUMNS that is no width changes nothing`() throws {
    let workshop = try Workshop()
    let usual = try workshop.run(["list", "strategies"], environment: ["COLUMNS": ""])
    #expect(usual.lines.map(\.count).max() ?? 0 > 90)
    #expect(usual.lines.allSatisfy { $0.count <= 100 })
    for columns in ["0", "-5", "wide"] {
      #expect(try workshop.run(["list", "strategies"], environment: ["COLUMNS": columns]) == usual)
    }
  }

  @Test func `wide tables show every column, and data are the same at every width`() throws {
    let workshop = try Workshop(Experiments.comparison())
    let narrow = try workshop.run(["simulate", "experiment.yaml"], environment: ["COLUMNS": "60"])
    #expect(narrow.lines.contains { $0.hasPrefix("strategy  ") && $0.contains("  no threshold  ") }, "\(narrow.output)")
    #expect(narrow.output.contains("\nnot shown: within 10 %; all with --wide"), "\(narrow.output)")
    let wide = try workshop.run(["simulate", "experiment.yaml", "--wide"], environment: ["COLUMNS": "60"])
    #expect(wide.lines.contains { $0.hasSuffix("  efficiency  percent_correct") })
    #expect(!wide.output.contains("not shown"))
    for format in ["csv", "json"] {
      let few = try workshop.run(["simulate", "experiment.yaml", "--format", format], environment: ["COLUMNS": "60"])
      let many = try workshop.run(["simulate", "experiment.yaml", "--format", format], environment: ["COLUMNS": "200"])
      #expect(few == many)
    }
  }
}
