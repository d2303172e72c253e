import Foundation
import Testing

/// Programs that an experiment names: shown, started with leave alone, known by what they are, gone with us.
@Suite struct ProcessCommandTests {
  private func workshop(replicates: Int = 20) throws -> Workshop {
    let workshop = try Workshop(
      """
      name: small
      seed: 7
      task: {kind: comparison, notes: [C4, C4]}
      listeners: [{name: ann, kind: gaussian, jnd: 12}]
      strategies:
        - {name: mine, kind: process, command: [python3, mine.py, "--quick"], target: 0.75,
           settings: {start: 100, target: 0.75, factor: 1.414}}
      stop: {trials: 20}
      replicates: \(replicates)
      """)
    try workshop.takeExperiment("process/strategy.py")
    try workshop.write("mine.py", try workshop.text("experiments/process/strategy.py"))
    return workshop
  }

  @Test func `eight jobs run eight programs at once`() throws {
    // Each program answers only once eight of them have started, and gives up after 20 s.
    let workshop = try Workshop(
      """
      name: small
      seed: 7
      task: {kind: comparison, notes: [C4, C4]}
      listeners: [\((1...8).map { "{name: l\($0), kind: gaussian, jnd: \(10 + $0)}" }.joined(separator: ", "))]
      strategies: [{name: mine, kind: process, command: [sh, meet.sh], estimate: false, timeout: 60}]
      stop: {trials: 3}
      replicates: 2
      """)
    try workshop.write(
      "meet.sh",
      """
      : > started.$$
      turn=0
      while [ $(ls started.* | wc -l) -lt 8 ]; do
        turn=$((turn + 1))
        [ $turn -lt 200 ] || exit 3
        sleep 0.1
      done
      id=0
      while read -r line; do
        id=$((id + 1))
        echo "{\\"id\\":$id,\\"level\\":10}"
      done

      """)
    let outcome = try workshop.run(["simulate", "experiment.yaml", "--allow-processes", "--jobs", "8"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try workshop.files.count { $0.hasPrefix("started.") } == 8)
  }

  @Test func `without permission a program is rejected with its command, and check only shows it`() throws {
    let workshop = try workshop()
    try workshop.write("mine.py", "open('started', 'w')\n")
    let refusal = """
      experiment.yaml: the experiment starts programs, and Peach needs your permission:
        strategies.mine: python3 mine.py --quick
        hint: if you trust them, add --allow-processes

      """
    for arguments in [
      ["simulate", "experiment.yaml"], ["trace", "experiment.yaml", "--strategy", "mine", "--responses", "11"],
      ["plan", "experiment.yaml", "--precision", "10%"],
      ["live", "experiment.yaml", "--listener", "P01", "--responder", "gaussian jnd=12", "--fast"],
      [
        "calibrate", "listener", "--listener", "P01", "--experiment", "experiment.yaml", "--fast", "--responder",
        "gaussian jnd=12",
      ],
    ] {
      let refused = try workshop.run(arguments, environment: ["PEACH_HOME": workshop.path("home")])
      #expect(refused == Workshop.Outcome(status: 65, output: "", error: refusal), "\(arguments[0])")
    }
    let check = try workshop.peach("check", "experiment.yaml")
    #expect(check.status == 0)
    let digest = try workshop.shell("sha256sum mine.py").output.prefix(64)
    #expect(
      check.output.hasSuffix(
        """

        programs that run only with --allow-processes:
          strategies.mine: python3 mine.py --quick
            mine.py: SHA-256 \(digest)

        """))
    #expect(try !workshop.files.contains("started"))
  }

  @Test func `published values are compared with programs only with permission`() throws {
    let workshop = try workshop()
    try workshop.write(
      "experiment.yaml",
      try workshop.text("experiment.yaml") + """

        published:
          source: "Levitt (1971), J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375"
          shows: A program.
          values:
            - {what: trials, column: trials_mean, value: 20, tolerance: 0, unlike: 21, from: the file, why: they are counted}

        """)
    let refusal = """
      experiment.yaml: the experiment starts programs, and Peach needs your permission:
        strategies.mine: python3 mine.py --quick
        hint: if you trust them, add --allow-processes

      """
    let refused = try workshop.peach("reproduce", "experiment.yaml")
    #expect(refused == Workshop.Outcome(status: 65, output: "", error: refusal))
    let reproduced = try workshop.peach("reproduce", "experiment.yaml", "--allow-processes")
    #expect(reproduced.status == 0, "\(reproduced.error)")
  }

  @Test(arguments: [["live", "comparison", "--trials", "3"], ["calibrate", "listener"]])
  func `a responder that is a program needs leave before its session begins`(command: [String]) throws {
    let workshop = try workshop()
    let refused = try workshop.run(
      command + ["--listener", "P01", "--fast", "--responder", "process command=[python3,mine.py]"],
      environment: ["PEACH_HOME": workshop.path("home")])
    let refusal = """
      --responder: the experiment starts programs, and Peach needs your permission:
        responder: python3 mine.py
        hint: if you trust them, add --allow-processes

      """
    #expect(refused == Workshop.Outcome(status: 65, output: "", error: refusal))
    #expect(try !workshop.files.contains("home"))
  }

  @Test func `a program is found next to the experiment or in the current folder`() throws {
    let workshop = try workshop()
    #expect(try workshop.shell("mkdir study && mv experiment.yaml study/").status == 0)
    let digest = try workshop.shell("sha256sum mine.py").output.prefix(64)
    let check = try workshop.peach("check", "study/experiment.yaml")
    #expect(check.output.hasSuffix("\n    mine.py: SHA-256 \(digest)\n"), "\(check.output)")
  }

  @Test func `results know their program, and a changed one is refused by name`() throws {
    let workshop = try workshop()
    let simulate = ["simulate", "experiment.yaml", "--allow-processes"]
    #expect(try workshop.run(simulate).status == 0)
    let verify = ["verify", "small.sqlite", "--allow-processes"]
    #expect(try workshop.run(verify).status == 0)
    let before = try workshop.shell("sha256sum mine.py").output.prefix(12)
    try workshop.write("mine.py", try workshop.text("mine.py") + "# changed\n")
    let after = try workshop.shell("sha256sum mine.py").output.prefix(12)
    let verified = try workshop.run(verify)
    #expect(
      verified
        == Workshop.Outcome(
          status: 65, output: "",
          error: """
            small.sqlite: strategies.mine: mine.py has changed: its SHA-256 checksum was \(before)… and is now \(after)…
              hint: restore the file, or simulate again

            """))
    let resumed = try workshop.run(simulate + ["--replicates", "30"])
    #expect(resumed.status == 65)
    #expect(
      resumed.error.hasPrefix(
        "small.sqlite: holds results of another experiment: strategies.mine.sha256.mine.py is \(after)"),
      "\(resumed.error)")
  }

  @Test func `a data set is verified with the programs next to its experiment`() throws {
    let workshop = try workshop()
    #expect(try workshop.run(["simulate", "experiment.yaml", "--allow-processes"]).status == 0)
    #expect(try workshop.peach("export", "small.sqlite", "--dataset", "set").status == 0)
    let verified = try workshop.shell(
      "mv mine.py set/materials/ && mkdir away && cd away && $peach verify ../set --allow-processes")
    #expect(verified.status == 0, "\(verified.error)\(verified.output)")
  }

  /// What has ended and is nobody's child yet has no command line.
  private func isGone(_ id: Substring) -> Bool {
    (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8))?.isEmpty ?? true
  }

  @Test(arguments: [("exec python3 mine.py", 0), ("exit 3", 1)])
  func `processes that a program has started end with it`(rest: String, status: Int32) throws {
    let workshop = try workshop(replicates: 3)
    try workshop.write("start.sh", "sleep 600 </dev/null >/dev/null 2>&1 &\necho $! >> left\n\(rest)\n")
    try workshop.write(
      "experiment.yaml",
      try workshop.text("experiment.yaml").replacing("python3, mine.py, \"--quick\"", with: "sh, start.sh"))
    let outcome = try workshop.run(["simulate", "experiment.yaml", "--allow-processes"])
    #expect(outcome.status == status, "\(outcome.error)")
    let left = try workshop.text("left").split(separator: "\n")
    #expect(!left.isEmpty)
    // A signal takes effect when its process runs next.
    for _ in 0..<200 where !left.allSatisfy(isGone) { usleep(10_000) }
    #expect(left.allSatisfy(isGone))
  }

  @Test(arguments: [["--precision", "10%"], ["--effect", "20%"]])
  func `a plan whose every run an error stops ends at once, with the reason`(options: [String]) throws {
    let workshop = try workshop()
    try workshop.write(
      "experiment.yaml", try workshop.text("experiment.yaml").replacing("mine.py", with: "nosuch.py"))
    let outcome = try workshop.run(["plan", "experiment.yaml", "--allow-processes"] + options)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.error.contains(#/mine with .+: errors stopped every run: ./#), "\(outcome.error)")
  }

  @Test func `a program meets a live listener as it meets a simulated one`() throws {
    let workshop = try workshop(replicates: 1)
    let home = ["PEACH_HOME": workshop.path("home")]
    let live = try workshop.run(
      [
        "live", "experiment.yaml", "--listener", "ann", "--responder", "gaussian jnd=12", "--fast", "--allow-processes",
      ], environment: home)
    #expect(live.status == 0, "\(live.error)")
    #expect(try workshop.run(["simulate", "experiment.yaml", "--allow-processes"]).status == 0)
    func levels(_ arguments: [String]) throws -> [Substring] {
      let table = try workshop.run(["export"] + arguments + ["--table", "trials"], environment: home).output
      let rows = table.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let place = try #require(rows[0].firstIndex { ["level", "level_cents"].contains($0) })
      return rows.dropFirst().map { $0[place] }
    }
    #expect(try levels(["--listener", "ann"]) == levels(["small.sqlite"]))
    let trace = ["trace", "--listener", "ann", "--session", "1"]
    #expect(try workshop.run(trace, environment: home).status == 65)
    #expect(try workshop.run(trace + ["--allow-processes"], environment: home).status == 0)
  }

  @Test func `a live session whose program fails ends with its reason`() throws {
    let workshop = try workshop()
    try workshop.write("mine.py", "raise SystemExit('no licence')\n")
    let live = try workshop.run(
      [
        "live", "experiment.yaml", "--listener", "ann", "--responder", "gaussian jnd=12", "--fast", "--allow-processes",
      ], environment: ["PEACH_HOME": workshop.path("home")])
    #expect(
      live
        == Workshop.Outcome(
          status: 1, output: "",
          error: "session 1 of ann: trial 1: mine.py ended with status 1 instead of an answer to 'start'; on stderr: "
            + "no licence\n"))
  }

  @Test func `a trace with a failing program shows its rows and the error`() throws {
    let workshop = try workshop()
    try workshop.write(
      "mine.py",
      "import sys\nfor trial in range(3):\n    sys.stdin.readline()\n    print('{\"id\": %d, \"level\": 10}' % (2 * trial + 1), flush=True)\n"
        + "    sys.stdin.readline()\n    print('{\"id\": %d, \"threshold\": null}' % (2 * trial + 2), flush=True)\n")
    let trace = try workshop.peach(
      "trace", "experiment.yaml", "--strategy", "mine", "--responses", "1101", "--format", "csv", "--allow-processes")
    #expect(trace.status == 1)
    #expect(trace.error.hasPrefix("experiment.yaml: trial "), "\(trace.error)")
    #expect(trace.error.contains(": mine.py "), "\(trace.error)")
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM]) func `no program outlives peach`(number: Int32) throws {
    let workshop = try workshop(replicates: 10_000_000)
    try workshop.write(
      "mine.py", "import os\nopen(f'{os.getpid()}.pid', 'w').close()\n" + (try workshop.text("mine.py")))
    let running = try workshop.startPeach("simulate", "experiment.yaml", "--allow-processes")
    func started() throws -> [Int32] {
      try workshop.files.filter { $0.hasSuffix(".pid") }.compactMap { Int32($0.dropLast(4)) }
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while try started().isEmpty, .now < deadline { usleep(20_000) }
    usleep(200_000)
    running.signal(number)
    _ = running.finish()
    let programs = try started()
    #expect(!programs.isEmpty)
    func isAlive(_ id: Int32) -> Bool { !["Z", nil].contains(statusFields(of: id).first) }
    while programs.contains(where: isAlive), .now < deadline { usleep(20_000) }
    #expect(programs.filter(isAlive) == [])
  }
}
