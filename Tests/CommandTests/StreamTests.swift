import Foundation
import GRDB
import PeachStorage
import Testing

/// The standard streams at their worst: gone, and full for now.
@Suite struct StreamTests {
  /// Runs a shell line of bash, which can tie a stream to a process that has ended.
  private func bash(_ workshop: Workshop, _ line: String) throws -> Workshop.Outcome {
    try workshop.shell("exec bash -c '\(line)'")
  }

  @Test func `a closed stderr does not change the exit code`() throws {
    let workshop = try Workshop("name: bad\n", as: "bad.yaml")
    for (command, status) in [
      ("check bad.yaml", Int32(65)), ("simulate bad.yaml", 65), ("check missing.yaml", 74), ("check --colour", 64),
      ("fit missing.csv", 74), ("export missing.sqlite --table runs", 74), ("list fruits", 64),
      ("live bad.yaml --listener x", 65), ("settings nothing 1", 64), ("listener delete nobody --yes", 64),
    ] {
      let heard = try bash(workshop, "$peach \(command)")
      #expect(heard.status == status, "\(command): \(heard)")
      for dead in ["2> >(exec true)", "2>&-", "2> /dev/full"] {
        let outcome = try bash(workshop, "exec 2>/dev/null; sleep 0.01; PEACH_HOME=$PWD/home $peach \(command) \(dead)")
        #expect(outcome.status == status && outcome.output == heard.output, "\(command) \(dead): \(outcome)")
      }
    }
  }

  @Test func `a session with a warning that nobody hears is held and stored`() throws {
    let live = try LiveWorkshop()
    let session = "live warned.yaml --listener model --responder \"gaussian jnd=5\" --trials 3"
    try live.workshop.write(
      "warned.yaml", LiveWorkshop.short.replacing("replicates: 1", with: "replicates: 1\nkeep-trials: 1"))
    // `null` plays nothing, which is said first.
    for (number, dead) in ["", "2> >(exec true)", "2>&-"].enumerated() {
      let outcome = try live.shell("exec bash -c '$peach \(session) --device null \(dead)' 2>/dev/null")
      #expect(outcome.status == 0, "\(dead): \(outcome)")
      #expect(try live.sessions(of: "model").map(\.trials) == Array(repeating: 3, count: number + 1), "\(dead)")
    }
  }

  @Test func `a closed stdout ends a command quietly, and files are still written`()
    throws
  {
    let workshop = try Workshop(Experiments.comparison(replicates: 500))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    let export = "$peach export small.sqlite --table runs"
    #expect(try bash(workshop, "set -o pipefail; \(export) | exec true").status == 0)
    #expect(try bash(workshop, "set -o pipefail; $peach --help | exec true").status == 0)
    #expect(try workshop.shell("$peach --help > /dev/full").status == 74)
    let piped = try bash(workshop, "\(export) -o >(exec true)")
    #expect(piped.status == 74)
    #expect(piped.error.hasSuffix(": cannot be written: Broken pipe\n"), "\(piped.error)")
  }

  @Test func `a closed stdout does not change the verdict`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 2))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    try DatabaseQueue(path: workshop.path("small.sqlite")).write {
      try $0.execute(
        sql: """
          UPDATE run SET reversals = reversals + 1, stop_reason = 'error', failure = 'no level'
          WHERE cell = 0 AND replicate = 1
          """)
    }
    for (command, status) in [("verify small.sqlite", Int32(65)), ("simulate experiment.yaml", 1)] {
      let heard = try workshop.shell("$peach \(command)")
      #expect(heard.status == status, "\(command): \(heard)")
      let outcome = try bash(workshop, "set -o pipefail; $peach \(command) | exec true")
      #expect(outcome == Workshop.Outcome(status: status, output: "", error: heard.error), "\(command)")
    }
  }

  @Test func `a stream that takes no more for now is waited for, and written whole`() throws {
    let workshop = try Workshop(Experiments.comparison(replicates: 3000))
    #expect(try workshop.peach("simulate", "experiment.yaml").status == 0)
    try workshop.write(
      "slow.py",
      """
      import fcntl, os, subprocess, sys, time
      reading, writing = os.pipe()
      fcntl.fcntl(writing, fcntl.F_SETFL, fcntl.fcntl(writing, fcntl.F_GETFL) | os.O_NONBLOCK)
      child = subprocess.Popen([os.environ["peach"]] + sys.argv[1:], stdout=writing)
      os.close(writing)
      time.sleep(0.3)
      while piece := os.read(reading, 1 << 16): sys.stdout.buffer.write(piece)
      sys.exit(child.wait())
      """)
    let arguments = ["export", "small.sqlite", "--table", "runs"]
    let whole = try workshop.run(arguments)
    #expect(whole.output.utf8.count > 200_000)
    #expect(try workshop.shell("python3 slow.py \(arguments.joined(separator: " "))") == whole)
  }
}
