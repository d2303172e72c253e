package import PeachAnalysis
import PeachFitting
package import PeachPitch
import PeachSupport
import PeachTrials

/// Writes a listener's profile for programs. A missing value is null.
package enum ProfileJSON {
  private typealias Fields = [(key: String, value: String)]

  /// - Parameter notes: The reference notes of training, among which weak spots are.
  package static func text(_ profile: ListenerProfile, notes: ClosedRange<MIDINote>) -> String {
    let statistics = profile.statistics
    let matching = statistics.matching
    let spots = profile.weakSpots(in: notes.lowerBound.number...notes.upperBound.number)
    let hasData = profile.overall != nil
    let fields: Fields =
      [
        ("listener", Escaping.json(profile.listener)), ("trials", String(profile.overall?.trials ?? 0)),
        ("mean_cents", number(statistics.mean)), ("sd_cents", number(statistics.standardDeviation)),
      ] + threshold(profile.overall) + [
        (
          "trend",
          profile.trend.map { trend in
            object([
              ("direction", Escaping.json(trend.direction.rawValue)), ("score", number(trend.score)),
              ("trials", String(trend.trials)),
            ])
          } ?? "null"
        ),
        (
          "original_trend",
          profile.originalTrend.map { trend in
            object([("direction", Escaping.json(trend.direction.rawValue)), ("change", number(trend.change))])
          } ?? "null"
        ),
        ("weak_spots", "[\(hasData ? spots.map(String.init).joined(separator: ", ") : "")]"),
        (
          "matching",
          object(
            [
              ("matchings", String(matching.count)),
              ("mean_error_cents", number(matching.count > 0 ? matching.mean : nil)),
              ("sd_cents", number(matching.standardDeviation)),
            ] + figures(profile.matching.all))
        ),
        (
          "matching_notes",
          list(
            profile.matching.notes.map { note in
              [("note", String(note.note)), ("matchings", String(note.fit.trials))] + figures(note.fit)
            })
        ), ("notes", list(noteRows(profile))), ("timeline", list(profile.timeline.map(row))),
      ]
    return "{\n" + fields.map { "  \(Escaping.json($0.key)): \($0.value)" }.joined(separator: ",\n") + "\n}\n"
  }

  private static func noteRows(_ profile: ListenerProfile) -> [Fields] {
    profile.statistics.notes.enumerated().filter { $0.element.count > 0 }.map { note, statistics in
      [
        ("note", String(note)), ("trials", String(statistics.count)), ("mean_cents", number(statistics.mean)),
        ("sd_cents", number(statistics.standardDeviation)),
      ] + threshold(profile.notes[note])
    }
  }

  private static func row(_ stretch: ListenerProfile.Stretch) -> Fields {
    [
      ("first_session", String(stretch.sessions.lowerBound)), ("last_session", String(stretch.sessions.upperBound)),
      ("timestamp", stretch.startedAt.map(Escaping.json) ?? "null"), ("trials", String(stretch.threshold.trials)),
    ] + threshold(stretch.threshold)
  }

  private static func threshold(_ fit: ProfileThreshold?) -> Fields {
    [
      ("threshold_cents", number(fit?.threshold)), ("threshold_low_cents", number(fit?.interval.low)),
      ("threshold_high_cents", number(fit?.interval.high)),
      ("status", fit.map { Escaping.json($0.status.rawValue) } ?? "null"),
    ]
  }

  private static func figures(_ fit: MatchingFit) -> Fields {
    figure("constant_error", "_cents", fit.constantError) + figure("variable_error", "_cents", fit.variableError)
      + figure("under_adjustment", "", fit.underAdjustment)
  }

  private static func figure(_ name: String, _ unit: String, _ figure: MatchingFit.Figure?) -> Fields {
    [
      (name + unit, number(figure?.value)), (name + "_low" + unit, number(figure?.interval.low)),
      (name + "_high" + unit, number(figure?.interval.high)),
    ]
  }

  private static func number(_ value: Double?) -> String { value.field?.json() ?? "null" }

  private static func object(_ fields: Fields) -> String {
    "{" + fields.map { "\(Escaping.json($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  private static func list(_ rows: [Fields]) -> String {
    rows.isEmpty ? "[]" : "[\n" + rows.map { "    " + object($0) }.joined(separator: ",\n") + "\n  ]"
  }
}
