import PeachSessions
import PeachSupport

/// The clock of a session on a page. It stands still while the session waits for the page, whose own clock measures
/// sounds and answers: response times do not contain the network.
final class PageClock: SessionClock {
  private(set) var now = 0.0
  var timestamp: String? { Timestamp.now() }

  func move(to moment: Double) { now = max(now, moment) }
}
