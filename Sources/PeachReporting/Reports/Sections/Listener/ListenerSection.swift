import PeachAnalysis
import PeachStorage
import PeachSupport

/// The listener, the sounds and the devices.
enum ListenerSection {
  static func section(_ report: ListenerReport) -> PageSection {
    let summary = report.summary
    let responders = summary.sessions.compactMap(\.responder).distinct
    var facts: [PageFact] = []
    facts.add(
      "answers of",
      responders.isEmpty ? "a person" : "a simulated responder, no person: \(responders.joined(separator: " | "))")
    facts.add("sessions", TextTable.grouped(summary.sessions.count))
    facts.add("intervals", summary.intervals.map(SafeText.cut).joined(separator: ", "))
    facts.add("tunings", summary.tunings.map(SafeText.cut).joined(separator: ", "))
    facts.add("sounds", list(summary.sounds, otherwise: "none: no sound was played"))
    facts.add("devices", list(summary.sessions.compactMap(\.device), otherwise: "none: no sound was played"))
    facts.add("levels", levels(summary))
    return PageSection("Listener", [.facts(facts)])
  }

  private static func list(_ names: [String], otherwise: String) -> String {
    names.isEmpty ? otherwise : names.distinct.map(SafeText.cut).joined(separator: ", ")
  }

  private static func levels(_ summary: ListenerSummary) -> String? {
    let scales = summary.sessions.compactMap(\.levelScale).distinct
    return scales.isEmpty
      ? nil
      : scales.map { $0 == "dB FS" ? "dB FS: relative to full scale, not calibrated to sound pressure" : $0 }
        .joined(separator: ", ")
  }
}
