import Foundation
import PeachSupport
import Synchronization

/// Whether the work has seen the request and ends by itself.
private let isEnding = Atomic<Bool>(false)

extension Interruption {
  /// Seconds that work has to end by itself after a request: a grid that is being made or a long fit does not ask.
  private static let patience = 0.8

  /// Ends the process where the work goes on after a request: for work whose files are whole at every moment.
  ///
  /// - Parameters:
  ///   - message: What is told then.
  ///   - cleanUp: What is done before.
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

  /// The work has seen the request and says so itself.
  static func workEnds() { _ = isEnding.exchange(true, ordering: .relaxed) }
}
