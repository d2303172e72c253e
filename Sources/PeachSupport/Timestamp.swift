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

  /// Seconds since 1970 of a time in a record; `nil` if it is no such time. Parts of a second are left out.
  package static func seconds(of time: String) -> Int? {
    let numbers = time.prefix(19).split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return timegm(&parts)
  }
}
