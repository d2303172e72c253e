import Foundation
import Testing

/// A program with a terminal of its own to control it, as a shell starts one.
final class LiveSessionRunner {
  let terminal: PseudoTerminal
  let id: pid_t
  /// How the terminal was before the program had it.
  let before: PseudoTerminal.Mode
  private var status: Int32?

  /// - Parameters:
  ///   - words: A path and arguments.
  ///   - folder: Where it runs.
  init(_ words: [String], environment: [String: String], in folder: String) throws {
    terminal = try PseudoTerminal()
    before = terminal.mode
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // A session's first process that opens a terminal is controlled by it.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))
    // env(1) changes the folder and becomes the program.
    let words = ["/usr/bin/env", "-C", folder] + words
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for word in arguments + variables { free(word) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var id: pid_t = 0
    try #require(posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables) == 0)
    self.id = id
  }

  deinit {
    guard status == nil else { return }
    kill(id, SIGKILL)
    kill(id, SIGCONT)
    waitpid(id, &status0, 0)
  }

  private var status0: Int32 = 0

  func signal(_ number: Int32) {
    // One that has ended has given its ID back.
    if status == nil { kill(id, number) }
  }

  func type(_ text: String) throws { try terminal.type(text) }

  var picture: TerminalPicture { terminal.picture }

  /// Waits until something is true of what is shown. Twenty seconds are enough for a machine with much else to do.
  func wait(_ what: String, until isTrue: () -> Bool) throws {
    let limit = Date.now.addingTimeInterval(20)
    while !isTrue() {
      terminal.read()
      try #require(Date.now < limit, "\(what) was not seen; shown is:\n\(picture.text)")
    }
    // A screen is written at once, and may come in parts.
    for _ in 0..<2 { terminal.read() }
  }

  /// Waits for one of several texts.
  func see(_ texts: String...) throws {
    try wait(texts.joined(separator: " or ")) { texts.contains { picture.text.contains($0) } }
  }

  /// Waits for the end: the exit status, or minus the signal.
  func finish() throws -> Int32 {
    try wait("the end") { hasEnded }
    terminal.read()
    return status ?? 0
  }

  var hasEnded: Bool {
    guard status == nil, waitpid(id, &status0, WNOHANG) == id else { return status != nil }
    status = status0 & 0x7f == 0 ? status0 >> 8 & 0xff : -(status0 & 0x7f)
    return true
  }

  /// Whether it stands still, stopped by a signal.
  var isStopped: Bool { statusFields(of: id).first == "T" }
}
