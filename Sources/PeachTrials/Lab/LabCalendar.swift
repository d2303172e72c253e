import PeachSupport

/// One day of a study, such as a test before training.
package struct LabCalendarDay: Hashable, Sendable {
  /// The name in records and tables.
  package var name: String
  /// Shortest distance from the day before; `nil` if there is none.
  package var distance: DayDistance?
}

/// The shortest distance between two days of a study.
package enum DayDistance: Hashable, Sendable {
  /// Midnights in the machine's time zone.
  case days(Int)
  /// Hours since the last answer.
  case hours(Double)
}

extension LabCalendarDay {
  /// Reads the days of a study; empty if it has one day without a name.
  static func list(_ reader: Reader) -> [LabCalendarDay] {
    let key = "days"
    var names: [(String, Place)] = []
    let days =
      reader.list(
        key, required: false,
        "Days of the study, in their order; a session ends with its day, and the next peach live begins the next day"
      ) { (inner: Reader) -> LabCalendarDay in
        let name = inner.name("name", "Name of the day, as in the column day")
        if names.isEmpty, inner.has("after") {
          inner.report(
            "expected no key after on the first day, because no day comes before it", at: "after",
            hint: "leave after out")
        }
        names.append((name, inner.place))
        return LabCalendarDay(name: name, distance: distance(inner))
      } ?? []
    UniqueNames.check(names, at: "\(reader.path).\(key)", reader.diagnostics)
    return days
  }

  private static func distance(_ reader: Reader) -> DayDistance? {
    let read = reader.section("after", "Shortest distance from the day before: {days: 7} or {hours: 20}") { inner in
      let days = inner.optionalInteger(
        "days", unit: "days", in: 1...3650, "Calendar days in the time zone of the machine; 1 is the next day")
      let hours = inner.optionalNumber(
        "hours", unit: "h", in: .within(0...87_600), "Hours since the last answer of the day before")
      inner.requireOne(of: ["days", "hours"])
      return days.map(DayDistance.days) ?? hours.map(DayDistance.hours)
    }
    return read ?? nil
  }
}
