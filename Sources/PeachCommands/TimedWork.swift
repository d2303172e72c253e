import Foundation
import PeachSupport
import Synchronization

/// Work that a command waits for until its time is over. On a terminal it shows how far the work is.
struct TimedWork {
  /// Shorter work shows nothing.
  private static let delay = Duration.seconds(1)
  private static let interval = 0.1
  /// Threads other than the first have small stacks, and experiment files may nest deeply.
  private static let stackSize = 1 << 24

  private let start = ContinuousClock.now
  private let limit: Double

  /// Starts the clock now. All the work shares this time.
  init(seconds: Double) { limit = seconds }

  /// The result of the work; `nil` if the time is over, and then the work goes on until the program ends.
  ///
  /// - Parameters:
  ///   - progress: How far it is, in words.
  ///   - work: Runs on a thread of its own.
  func result<T: Sendable>(_ progress: () -> String, of work: @escaping @Sendable () throws -> T) -> Result<
    T, any Error
  >? {
    let outcome = Outcome<T>()
    // A thread does not inherit task-local values.
    let kinds = Peach.kinds
    let thread = Thread { Peach.$kinds.withValue(kinds) { outcome.finish(Result { try work() }) } }
    thread.stackSize = TimedWork.stackSize
    thread.start()
    var isShown = false
    defer { if isShown { Standard.status("") } }
    while true {
      let passed = start.duration(to: .now)
      let left = limit - passed / .seconds(1)
      if let result = outcome.result(waiting: min(max(left, 0), TimedWork.interval)) { return result }
      if left <= 0 { return nil }
      guard Standard.errorIsTerminal, passed >= TimedWork.delay else { continue }
      isShown = true
      let line = "\(progress()): \(Int(passed / .seconds(1))) s of at most \(limit.shortest) s"
      Standard.status(String(line.prefix(max(0, Standard.errorWidth - 1))))
    }
  }

  /// Passes the result from the worker thread to the waiting thread.
  private final class Outcome<T: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    /// Guarded by the condition.
    private var result: Result<T, any Error>?

    func finish(_ result: Result<T, any Error>) {
      condition.withLock {
        self.result = result
        condition.signal()
      }
    }

    /// Waits for the result; `nil` if there is none after this many seconds.
    func result(waiting seconds: Double) -> Result<T, any Error>? {
      condition.withLock {
        if result == nil { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
        return result
      }
    }
  }
}

/// Values that one thread adds while another one looks.
final class GrowingList<Element: Sendable>: Sendable {
  private let values = Mutex<[Element]>([])

  func append(_ value: Element) { values.withLock { $0.append(value) } }

  var all: [Element] { values.withLock(\.self) }

  var count: Int { values.withLock(\.count) }
}
