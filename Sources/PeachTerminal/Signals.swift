import CProcess
import PeachSupport
import Synchronization

/// The pipe into which a handler writes the numbers of signals; -1 before it exists.
private let entrance = Atomic<Int32>(-1)

/// The last signal that asked the program to end, 0 while there is none.
private let lastEnding = Atomic<Int32>(0)

/// The signals that concern a live session, taken as events between other waiting.
package final class Signals {
  /// Readable while a signal is waiting.
  let exit: Int32
  private let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

  /// Takes the signals from their defaults; there is one of it in a program. Without a pipe, for want of descriptors,
  /// they keep them, and end the program.
  package init() {
    var pipe: [Int32] = [-1, -1]
    guard peach_pipe(&pipe, 0) == 0 else {
      exit = -1
      return
    }
    // A handler never waits for room.
    _ = fcntl(pipe[1], F_SETFL, O_NONBLOCK)
    exit = pipe[0]
    entrance.store(pipe[1], ordering: .relaxed)
    // Made here, before a handler can need it.
    lastEnding.store(0, ordering: .relaxed)
    for number in numbers where number != SIGHUP || !Signals.isIgnored(number) {
      signal(number) { @Sendable number in
        let before = errno
        if number != SIGTSTP, number != SIGCONT { lastEnding.store(number, ordering: .relaxed) }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(entrance.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
  }

  /// The signal that asked the program to end, whether or not it was told as an event; `nil` if none came.
  package static var ending: Int32? {
    let number = lastEnding.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether a signal was ignored when we were started, as nohup asks for hang-ups; it stays so.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  deinit {
    for number in numbers { signal(number, SIG_DFL) }
    close(entrance.exchange(-1, ordering: .relaxed))
    close(exit)
  }

  /// The next signal that came; `nil` if none did.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(exit, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
