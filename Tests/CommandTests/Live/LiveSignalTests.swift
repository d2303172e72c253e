import Foundation
import PeachStorage
import PeachTrials
import Testing

/// What interrupts a session: it stops the sound, discards the unfinished trial, and leaves the terminal as it was.
@Suite struct LiveSignalTests {
  private let live: LiveWorkshop

  init() throws {
    live = try LiveWorkshop()
    // A player that goes on for a minute unless it is stopped.
    try live.setPlayer(LiveWorkshop.slowPlayer)
    #expect(try live.peach("settings", "note-duration", "0.3").status == 0)
  }

  /// A session with one answered trial, in the middle of the second.
  private func sit(_ arguments: String...) throws -> LiveSessionRunner {
    let sitting = try LiveSessionRunner(
      [Workshop.program, "live", "comparison", "--seed", "5"] + arguments, environment: live.environment,
      in: live.workshop.directory.path)
    try answer("h", in: sitting)
    try sitting.see("target note", "higher or lower?")
    return sitting
  }

  private func answer(_ key: String, in sitting: LiveSessionRunner) throws {
    try sitting.see("target note", "higher or lower?")
    try sitting.type(key)
    try sitting.see("right", "wrong")
    try sitting.see("reference note")
  }

  enum Ending: CaseIterable {
    case controlC, terminate, hangUp, interrupt, quit

    var status: Int32 {
      switch self {
      case .controlC, .interrupt: 130
      case .terminate: 143
      case .hangUp: 129
      case .quit: 131
      }
    }

    func end(_ sitting: LiveSessionRunner) throws {
      switch self {
      case .controlC: try sitting.type("\u{3}")
      case .terminate: sitting.signal(SIGTERM)
      case .interrupt: sitting.signal(SIGINT)
      case .quit: sitting.signal(SIGQUIT)
      case .hangUp: sitting.terminal.hangUp()
      }
    }
  }

  @Test(arguments: Ending.allCases)
  func `a signal sets the exit status, and the answers are kept`(ending: Ending) throws {
    let sitting = try sit()
    try ending.end(sitting)
    #expect(try sitting.finish() == ending.status)
    if ending != .hangUp {
      live.expectRestored(sitting)
      live.expectFarewell(1, "peach live comparison", on: sitting)
    }
    #expect(try live.trials().map(\.answer) == ["higher"])
    #expect(try live.sessions().map(\.endReason) == ["signal \(ending.status - 128)"])
    try live.expectNothingLeft()
  }

  @Test(arguments: Ending.allCases)
  func `so is an end at the modes and at the settings`(ending: Ending) throws {
    for isAtSettings in [false, true] {
      let sitting = try live.sit("live")
      try sitting.see("What would you like to train?")
      if isAtSettings {
        try sitting.type("s")
        try sitting.see("> notes")
      }
      try ending.end(sitting)
      #expect(try sitting.finish() == ending.status)
      if ending != .hangUp { live.expectRestored(sitting) }
    }
    #expect(try live.sessions().isEmpty)
  }

  @Test func `a signal at the settings of a session ends it`() throws {
    let sitting = try sit()
    try sitting.type("s")
    try sitting.see("> notes")
    sitting.signal(SIGTERM)
    #expect(try sitting.finish() == 143)
    live.expectRestored(sitting)
    #expect(try live.trials().count == 1)
    #expect(try live.sessions().map(\.endReason) == ["signal 15"])
    try live.expectNothingLeft()
  }

  @Test func `Ctrl-Z stops the sound and gives the terminal back; the same comparison comes again`() throws {
    let sitting = try sit()
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    sitting.terminal.read()
    live.expectRestored(sitting)
    #expect(live.survivors == ["\(sitting.id)"])
    #expect(try live.trials().count == 1)
    sitting.signal(SIGCONT)
    try sitting.see("reference note")
    #expect(sitting.picture.isAlternate)
    #expect(!sitting.terminal.mode.isByLine)
    try answer("l", in: sitting)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(try live.trials().map(\.answer) == ["higher", "lower"])
    // Every trial is the one that the strategy asks for.
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
    try live.expectNothingLeft()
  }

  @Test func `after a stop from outside, the terminal is restored and the trial is repeated`() throws {
    let sitting = try sit()
    sitting.signal(SIGSTOP)
    try sitting.wait("a stop") { sitting.isStopped }
    sitting.terminal.makeOrdinary()
    sitting.signal(SIGCONT)
    try sitting.see("reference note")
    #expect(!sitting.terminal.mode.isByLine)
    #expect(!sitting.terminal.mode.echoes)
    try answer("l", in: sitting)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
    #expect(try live.trials().map(\.answer) == ["higher", "lower"])
    #expect(try live.peach("trace", "--listener", "me", "--session", "1").status == 0)
    try live.expectNothingLeft()
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
  func `a signal that ends a suspended session takes effect when it resumes`(signal: Int32, status: Int32) throws {
    let sitting = try sit()
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    sitting.signal(signal)
    sitting.signal(SIGCONT)
    #expect(try sitting.finish() == status)
    live.expectRestored(sitting)
    #expect(try live.trials().count == 1)
    try live.expectNothingLeft()
  }

  @Test func `a settings screen that was left is not drawn after a suspension`() throws {
    let sitting = try sit()
    try sitting.type("s")
    try sitting.see("> notes")
    try sitting.type("q")
    try sitting.see("target note", "higher or lower?")
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    let count = sitting.terminal.written.count
    sitting.signal(SIGCONT)
    try sitting.see("reference note")
    #expect(!sitting.terminal.written.dropFirst(count).contains("note-duration"))
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
  }

  @Test func `a simulated listener's session is suspended and ended like a person's`() throws {
    let sitting = try live.sit("live", "short.yaml", "--listener", "model", "--responder", "gaussian jnd=5")
    try sitting.see("right", "wrong")
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    #expect(live.survivors == ["\(sitting.id)"])
    sitting.signal(SIGCONT)
    let count = try live.trials(of: "model").count
    try sitting.wait("another trial") { (try? live.trials(of: "model").count) ?? 0 > count }
    try sitting.type("\u{3}")
    #expect(try sitting.finish() == 130)
    live.expectRestored(sitting)
    #expect(try live.peach("trace", "--listener", "model", "--session", "1").status == 0)
    try live.expectNothingLeft()
  }

  @Test func `a reader of the output that goes away leaves the terminal as it was`() throws {
    // The keys come from the terminal; the lines go to a pipe that is closed.
    let sitting = try live.sitInShell("$peach live comparison | head -c 5 > /dev/null; stty -a > after")
    try sitting.wait("keys one by one") { !sitting.terminal.mode.isByLine }
    try sitting.wait("the end") {
      try? sitting.type("h")
      return sitting.hasEnded
    }
    #expect(try live.workshop.text("after").contains(" icanon "))
    try live.expectNothingLeft()
  }
}
