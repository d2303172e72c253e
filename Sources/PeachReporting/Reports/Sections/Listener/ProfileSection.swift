import PeachAnalysis
import PeachPitch
import PeachSupport
import PeachTrials

/// The offsets that training presented at each note.
enum ProfileSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let notes = report.profile.statistics.notes.enumerated().filter { $0.element.count > 0 }
    guard !notes.isEmpty else { return nil }
    var table = PageTable(
      "Mean size of the offsets presented, by reference note (cents)",
      PageTable.columns(["note"], numbers: ["trials", "mean |offset|", "sd"]))
    for (number, statistics) in notes {
      table.add([
        MIDINote(unchecked: number).name, TextTable.grouped(statistics.count), TextTable.fixed(statistics.mean, 2),
        statistics.standardDeviation.map { TextTable.fixed($0, 2) } ?? "",
      ])
    }
    return PageSection(
      "Profile",
      [
        .text(
          "The mean offset of the trials at a note, answered correctly or not, shows how difficult the procedure "
            + "made them; it is not a threshold."),
        table.rows.count > 12
          ? .folded("All \(TextTable.counted(table.count, "note"))", [.table(table)]) : .table(table),
      ])
  }
}
