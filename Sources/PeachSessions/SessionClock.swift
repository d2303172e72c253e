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

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  package var timestamp: String? { Timestamp.now() }
}

/// A clock that stands still until it is moved: sessions on it take no time.
package final class VirtualClock: SessionClock {
  package private(set) var now = 0.0
  package var timestamp: String? { nil }

  package init() {}

  package func move(to moment: Double) { now = max(now, moment) }
}

/// Times of day as they stand in records: ISO 8601, UTC, milliseconds.
package enum Timestamp {
  package static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return text(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// - Parameter seconds: Since 1970-01-01 UTC.
  package static func text(seconds: Int, nanoseconds: Int) -> String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let milliseconds = String(nanoseconds / 1_000_000)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) + "."
      + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds + "Z"
  }
}
