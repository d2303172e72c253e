import PeachSupport
import PeachTrials

extension DayDistance {
  /// The moment from which a day of a study may begin.
  ///
  /// - Parameter last: The time of the last answer of the days before, as it stands in records.
  /// - Returns: The moment as in records, and in words; `nil` if `last` is no time.
  func due(after last: String) -> (timestamp: String, text: String)? {
    guard let last = Timestamp.seconds(of: last) else { return nil }
    switch self {
    case .hours(let hours):
      let timestamp = Timestamp.text(seconds: last + Int((hours * 3600).rounded(.up)), nanoseconds: 0)
      return (timestamp, timestamp.prefix(16).replacing("T", with: " ") + " UTC")
    case .days(let days):
      var time = time_t(last)
      var parts = tm()
      localtime_r(&time, &parts)
      (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
      parts.tm_mday += Int32(days)
      let midnight = mktime(&parts)
      func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let date = "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
      return (Timestamp.text(seconds: midnight, nanoseconds: 0), date)
    }
  }
}
