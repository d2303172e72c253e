import CProcess
import Glibc
import Synchronization
import Terminal

/// The signal that asked the process to end, 0 while there is none.
private let received = Atomic<Int32>(0)

/// Ends long work between two runs when the user asks for it; a second time ends the process at once.
enum Interruption {
  /// A hang-up is none where nohup asked for that.
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { $0 != SIGHUP || !Signals.isIgnored($0) }

  static func listen() {
    // Made here, before a handler can need it.
    _ = received.load(ordering: .relaxed)
    for number in numbers {
      signal(number) { number in
        if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }

  /// Ends the process at the first request, its line on the terminal cleared: for work that leaves nothing behind.
  static func endAtOnce() {
    for number in numbers { peach_exit_by(number, Standard.errorIsTerminal ? 1 : 0) }
  }

  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// 130 after Ctrl-C, 131 after SIGQUIT, 143 after a request to end, 129 after a hang-up.
  static var status: Int32 { 128 + received.load(ordering: .relaxed) }
}
