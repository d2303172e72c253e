import Foundation
import Testing

/// Signals outside sessions and simulations.
@Suite struct SignalTests {
  @Test(arguments: [
    ("QUIT", 131), ("TERM", 143), ("INT", 130), ("ABRT", 134), ("SEGV", 139), ("ILL", 132), ("TRAP", 133),
  ])
  func `a signal ends the program at once, without a word of the runtime`(name: String, status: Int) throws {
    let workshop = try Workshop()
    let outcome = try workshop.shell(
      "sleep 1 | { timeout --preserve-status -s \(name) 0.2 \"$peach\" fit - > said 2>&1; echo $?; }")
    #expect(outcome.output == "\(status)\n")
    #expect(try workshop.text("said") == "")
  }

  @Test func `SIGQUIT is heard from the first moment on`() throws {
    let workshop = try Workshop()
    for moment in 1...30 {
      let running = try workshop.begin(["list", "strategies", "--format", "json"], environment: [:])
      usleep(UInt32(400 * moment))
      running.signal(SIGQUIT)
      let outcome = running.finish()
      #expect([0, SIGQUIT].contains(outcome.status))
      #expect(outcome.error == "")
    }
  }

  @Test func `SIGQUIT at a terminal asks nothing`() throws {
    let live = try LiveWorkshop()
    let sitting = try live.sitInShell("exec $peach fit -")
    usleep(200_000)
    sitting.signal(SIGQUIT)
    #expect(try sitting.finish() == -SIGQUIT)
    #expect(sitting.terminal.written == "")
  }

  @Test func `a simulation under nohup ignores a hang-up`() throws {
    let workshop = try Workshop(Experiments.comparison(trials: 100, replicates: 2000))
    let outcome = try workshop.shell(
      "trap '' HUP; \"$peach\" simulate experiment.yaml > said & sleep 0.2; kill -HUP $!; wait $!; echo $?")
    #expect(outcome.output == "0\n")
    #expect(try workshop.text("said").contains("\nnext "))
  }
}
