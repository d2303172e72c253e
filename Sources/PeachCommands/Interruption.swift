import CProcess
import Foundation
import PeachSupport
import PeachTerminal
import Synchronization

/// The signal that asked the process to end, 0 while there is none.
private let received = Atomic<Int32>(0)

/// Ends long work between two runs when the user asks for it; a second time ends the process at once.
enum Interruption {
  /// A hang-up does not count if nohup asked for that.
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

  /// The command that was given, ready for a shell, without one of its flags: it continues where the work was interrupted.
  static func command(without flag: String) -> String {
    (["peach"] + CommandLine.arguments.dropFirst().filter { $0 != flag }).map(SafeText.forShell).joined(separator: " ")
  }

  /// The command that was given, ready for a shell, with another value of an option.
  ///
  /// - Parameter others: Other names of the option.
  static func command(setting option: String, to value: String, also others: [String] = []) -> String {
    var words: [String] = []
    var isValue = false
    for word in CommandLine.arguments.dropFirst() {
      let name = String(word.prefix { $0 != "=" })
      if !isValue, !([option] + others).contains(name) { words.append(word) }
      isValue = !isValue && ([option] + others).contains(word)
    }
    return (["peach"] + words + [option, value]).map(SafeText.forShell).joined(separator: " ")
  }

  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// 130 after Ctrl-C, 131 after SIGQUIT, 143 after a request to end, 129 after a hang-up.
  static var status: Int32 { 128 + received.load(ordering: .relaxed) }
}

/// Whether the work has noticed the request and ends by itself.
private let isEnding = Atomic<Bool>(false)

extension Interruption {
  /// Seconds in which the work can end by itself. It does not notice a request while it makes a grid or a long fit.
  private static let patience = 0.8

  /// Ends the process if the work goes on after a request. Use it for work whose files are complete at every moment.
  ///
  /// - Parameters:
  ///   - message: Printed before the process ends.
  ///   - cleanUp: Called before the message.
  static func endSoon(saying message: String, after cleanUp: @escaping @Sendable () -> Void = {}) {
    _ = Standard.errorIsTerminal
    Thread.detachNewThread {
      while !isRequested { Thread.sleep(forTimeInterval: 0.05) }
      Thread.sleep(forTimeInterval: patience)
      if isEnding.exchange(true, ordering: .relaxed) { return }
      cleanUp()
      Standard.error((Standard.errorIsTerminal ? "\r\u{1b}[K" : "") + message)
      _exit(status)
    }
  }

  /// Call it when the work has noticed the request and prints its own message.
  static func workEnds() { _ = isEnding.exchange(true, ordering: .relaxed) }
}
