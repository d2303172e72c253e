import Foundation
import PeachTrials
import Testing

/// Signals that end the program in the middle of a session: the terminal is as it was before, and the wait status is that
/// of the signal.
@Suite struct FatalSignalTests {
  private let live: LiveWorkshop

  init() throws { live = try LiveWorkshop() }

  private func sit() throws -> LiveSessionRunner {
    let sitting = try live.sit("live")
    try sitting.see("What would you like to train?")
    return sitting
  }

  /// Whether a process has a handler for a signal.
  private func catches(_ number: Int32, _ id: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
    return caught.flatMap { UInt64($0, radix: 16) }.map { $0 >> UInt64(number - 1) & 1 == 1 } ?? false
  }

  /// Waits for the end by a signal and looks at the terminal.
  private func expectEnd(_ sitting: LiveSessionRunner, by number: Int32, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(try sitting.finish() == -number, sourceLocation: location)
    try sitting.wait("the cursor") { sitting.picture.isCursorShown }
    live.expectRestored(sitting, location)
    #expect(sitting.terminal.written.contains("\u{1b}[?25h\u{1b}[?1049l"), sourceLocation: location)
  }

  @Test(
    arguments: [
      SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGALRM, SIGUSR1, SIGXCPU, SIGILL, SIGTRAP, SIGUSR2, SIGVTALRM, SIGSYS, SIGPROF,
      SIGPOLL, SIGPWR, SIGSTKFLT, 40,
    ])
  func `a fatal signal restores the terminal and ends the program by that signal`(number: Int32) throws {
    let sitting = try sit()
    #expect(!sitting.terminal.mode.isByLine && !sitting.picture.isCursorShown)
    sitting.signal(number)
    try expectEnd(sitting, by: number)
  }

  @Test(arguments: [SIGSEGV, SIGUSR1])
  func `a fatal signal during a sound restores the terminal and keeps the answers`(
    number: Int32
  ) throws {
    try live.setPlayer(LiveWorkshop.slowPlayer)
    #expect(try live.peach("settings", "note-duration", "0.3").status == 0)
    let sitting = try live.sit("live", "comparison", "--seed", "5")
    try sitting.see("target note", "higher or lower?")
    try sitting.type("h")
    try sitting.see("right", "wrong")
    try sitting.see("reference note")
    sitting.signal(number)
    try expectEnd(sitting, by: number)
    #expect(try live.trials().map(\.answer) == ["higher"])
    try live.expectNothingLeft()
  }

  @Test func `a fatal signal after a suspension restores the terminal again`() throws {
    let sitting = try sit()
    try sitting.type("\u{1a}")
    try sitting.wait("a stop") { sitting.isStopped }
    sitting.signal(SIGCONT)
    try sitting.wait("keys one by one") { !sitting.terminal.mode.isByLine && sitting.picture.isAlternate }
    sitting.signal(SIGABRT)
    try expectEnd(sitting, by: SIGABRT)
  }

  @Test func `a signal that was ignored from the start ends nothing`() throws {
    let sitting = try live.sitInShell("trap '' USR1; exec $peach live")
    try sitting.see("What would you like to train?")
    sitting.signal(SIGUSR1)
    try sitting.type("q")
    #expect(try sitting.finish() == 0)
    live.expectRestored(sitting)
  }

  @Test func `the runtime's backtrace follows on a restored terminal if SWIFT_BACKTRACE asks for it`() throws {
    var asking = live.environment
    asking["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed"
    let sitting = try LiveSessionRunner(
      [Workshop.program, "live"], environment: asking, in: live.workshop.directory.path)
    try sitting.see("What would you like to train?")
    sitting.signal(SIGSEGV)
    #expect(try sitting.finish() == -SIGSEGV)
    #expect(sitting.terminal.mode == sitting.before)
    let after = sitting.terminal.written.components(separatedBy: "\u{1b}[?25h\u{1b}[?1049l").last ?? ""
    #expect(after.contains("*** Signal 11"), "\(after)")
  }

  @Test(.enabled(if: FaultLibrary.compiler != nil, "there is no C compiler to build a stack overflow with"))
  func `a stack overflow restores the terminal and ends by SIGSEGV`() throws {
    try live.workshop.write(
      "overflow.c",
      """
      #define _GNU_SOURCE
      #include <poll.h>
      #include <signal.h>
      #include <unistd.h>
      __attribute__((noinline)) static int deepen(volatile char *above) {
        volatile char here[4096];
        here[0] = above[0];
        return deepen(here) + here[0];
      }
      int ppoll(struct pollfd *watched, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
        volatile char here = 0;
        return isatty(0) && access("overflow.now", F_OK) == 0 ? deepen(&here) : (usleep(10000), poll(watched, count, 0));
      }
      """)
    let compiler = FaultLibrary.compiler ?? "cc"
    try #require(live.workshop.shell("\(compiler) -shared -fPIC -O0 -w -o overflow.so overflow.c").status == 0)
    var environment = live.environment
    environment["LD_PRELOAD"] = live.workshop.path("overflow.so")
    let sitting = try LiveSessionRunner(
      [Workshop.program, "live"], environment: environment, in: live.workshop.directory.path)
    try sitting.see("What would you like to train?")
    try live.workshop.write("overflow.now", "")
    try expectEnd(sitting, by: SIGSEGV)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a command that leaves nothing behind clears its line at once`(number: Int32, status: Int32) throws {
    try live.workshop.write("data.csv", "level,n,k\n1,400,210\n2,400,250\n4,400,330\n8,400,380\n16,400,400\n")
    let sitting = try live.sit("fit", "data.csv", "--alternatives", "2", "--bootstrap", "100000")
    try sitting.wait("a handler") { catches(number, sitting.id) }
    sitting.signal(number)
    #expect(try sitting.finish() == status)
    #expect(sitting.terminal.written.hasSuffix("\r\u{1b}[K"), "\(sitting.terminal.written.suffix(80))")
  }
}
