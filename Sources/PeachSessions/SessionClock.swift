import PeachSupport

/// The clock that a session's states follow, in seconds from some beginning.
package protocol SessionClock: AnyObject {
  var now: Double { get }
  /// The time of day of an answer, as it is stored; `nil` if there is none.
  var timestamp: String? { get }
}

/// The clock of the machine, which no one sets.
package final class MonotonicClock: SessionClock {
  package init() {}

  package var now: Double { MonotonicTime.now }

  package var timestamp: String? { Timestamp.now() }
}

/// A clock that stands still until it is moved: sessions on it take no time.
package final class VirtualClock: SessionClock {
  package private(set) var now = 0.0
  package var timestamp: String? { nil }

  package init() {}

  package func move(to moment: Double) { now = max(now, moment) }
}
