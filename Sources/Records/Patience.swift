import Glibc

/// How long the lock of another program is waited for, and when that is said.
public struct Patience: Sendable {
  /// In hundredths of a second.
  private let untilSaid: Int
  private let untilGivenUp: Int
  private let say: @Sendable (String) -> Void

  /// Two seconds until it is said, ten until it is given up.
  ///
  /// - Parameter say: Tells people what is waited for.
  public init(say: @escaping @Sendable (String) -> Void = { _ in }) {
    self.init(untilSaid: 200, untilGivenUp: 1000, say: say)
  }

  package init(untilSaid: Int, untilGivenUp: Int, say: @escaping @Sendable (String) -> Void) {
    self.untilSaid = untilSaid
    self.untilGivenUp = untilGivenUp
    self.say = say
  }

  /// Waits a hundredth of a second.
  ///
  /// - Parameter tries: How often it was waited before.
  /// - Returns: Whether it is to be tried again.
  func wait(_ tries: Int, for path: String) -> Bool {
    if tries >= untilGivenUp { return false }
    if tries == untilSaid { say("\(path): another program has locked it; waiting") }
    usleep(10_000)
    return true
  }
}
