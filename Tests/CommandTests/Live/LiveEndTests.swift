import Foundation
import Testing

/// What is said before the first key and after the last one.
@Suite struct LiveEndTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private static let told = """
    session 1 of P07, kazez: 2 trials are stored. To see them:
      peach trace --listener P07 --session 1
          the session, trial by trial
      peach fit --listener P07 --reading direction --at 0.75
          the threshold of all answers
      peach export --listener P07 --table trials
          every trial, as CSV

    """

  /// The commands that are printed run as they stand.
  private func expectCommands(in text: String) throws {
    let commands = text.split(separator: "\n").compactMap { line -> String? in
      let words = line.drop { $0 == " " }
      guard line.hasPrefix("  peach ") else { return nil }
      return words.firstRange(of: "  ").map { String(words[..<$0.lowerBound]) } ?? String(words)
    }
    #expect(commands.count == 3)
    for command in commands {
      let outcome = try live.shell(command.replacing("peach ", with: "$peach ", maxReplacements: 1))
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
      #expect(outcome.output.contains("\n"), "\(command)")
    }
  }

  @Test func `after a session of an experiment, Peach lists the stored data and commands to show them`() throws {
    let outcome = try live.shell(
      "printf 'h\\nl\\n' > lines.txt; $peach live short.yaml --listener P07 --trials 2 --device quiet < lines.txt")
    #expect(outcome.status == 0)
    #expect(outcome.error == Self.told)
    try expectCommands(in: outcome.error)
  }

  @Test func `so it is at a terminal, on the shell's screen, and after a simulated listener`() throws {
    let sitting = try live.sit("live", "short.yaml", "--listener", "P07", "--device", "quiet")
    try sitting.see("higher or lower?")
    try sitting.type("h")
    try sitting.wait("an answer", until: { (try? live.trials(of: "P07").count) == 1 })
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    #expect(sitting.terminal.written.contains("session 1 of P07, kazez: 1 trial is stored. To see it:\r\n"))
    let simulated = try live.peach(
      "live", "short.yaml", "--listener", "P08", "--responder", "gaussian jnd=9", "--trials", "30", "--fast")
    #expect(simulated.status == 0)
    #expect(simulated.error.hasPrefix("session 1 of P08, kazez: 30 trials are stored. To see them:\n"))
    try expectCommands(in: simulated.error)
  }

  @Test func `without an answer nothing is promised`() throws {
    let outcome = try live.shell("$peach live short.yaml --listener P07 --device quiet < /dev/null")
    #expect(outcome.status == 0)
    #expect(outcome.error == "session 1 of P07, kazez: no trial was answered\n")
  }

  @Test func `the list of modes reports a device error before the first key`() throws {
    for (device, message) in [
      ("nonsense", "no sound can be played yet; press s and choose another device"),
      ("null", "this device makes no sound: answers do not count for the profile"),
    ] {
      let sitting = try live.sit("live", "--device", device)
      try sitting.see("> 1  Comparison")
      try sitting.see(message)
      if device == "nonsense" { try sitting.see("the sound device 'nonsense' cannot be played: ") }
      try sitting.type("q")
      #expect(try sitting.finish() == 0)
      live.expectRestored(sitting)
    }
    let sound = try live.sit("live", "--device", "quiet")
    try sound.see("> 1  Comparison")
    #expect(!sound.terminal.written.contains("no sound"))
    try sound.type("q")
    #expect(try sound.finish() == 0)
  }

  @Test func `without a player, the list of modes says how to install it`() throws {
    live.environment["PATH"] = live.workshop.path("bin")
    let sitting = try live.sit("live")
    try sitting.see("> 1  Comparison")
    try sitting.see("the program aplay, which plays the sounds, is not installed")
    try sitting.see("sudo apt-get install alsa-utils")
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
  }
}
