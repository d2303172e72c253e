import PeachSupport
import Synchronization

/// How long Peach waits for the lock of another program, and when it says so.
///
/// What follows within a second of having given up is tried once: the end of a session is not waited for as long as the
/// trial before it.
package final class LockTimeout: Sendable {
  /// In hundredths of a second.
  private let untilSaid: Int
  private let untilGivenUp: Int
  private let say: @Sendable (String) -> Void
  private let isInterrupted: @Sendable () -> Bool
  /// When it last ended, in hundredths of a second of the monotonic clock.
  private let gaveUp = Atomic(-1_000_000)

  /// Peach says so after two seconds and gives up after ten.
  ///
  /// - Parameters:
  ///   - say: Tells people what is waited for.
  ///   - isInterrupted: Whether somebody wants the program to end; then half a second is waited, for what ends a session.
  package convenience init(
    say: @escaping @Sendable (String) -> Void = { _ in }, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(untilSaid: 200, untilGivenUp: 1000, say: say, isInterrupted: isInterrupted)
  }

  package init(
    untilSaid: Int, untilGivenUp: Int, say: @escaping @Sendable (String) -> Void,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.untilSaid = untilSaid
    self.untilGivenUp = untilGivenUp
    self.say = say
    self.isInterrupted = isInterrupted
  }

  /// Waits a hundredth of a second.
  ///
  /// - Parameter tries: How often it was waited before.
  /// - Returns: Whether the caller should try again.
  func wait(_ tries: Int, for path: String) -> Bool {
    if tries == 0, LockTimeout.now - gaveUp.load(ordering: .relaxed) < 100 { return false }
    if tries >= untilGivenUp || (tries >= LockTimeout.untilEnd && isInterrupted()) {
      gaveUp.store(LockTimeout.now, ordering: .relaxed)
      return false
    }
    if tries == untilSaid { say("\(path): another program has locked it; waiting") }
    usleep(10_000)
    return true
  }

  /// The remaining wait of a program that is about to end, in milliseconds.
  private static let untilEnd = 50

  private static var now: Int { Int(MonotonicTime.now * 100) }
}
