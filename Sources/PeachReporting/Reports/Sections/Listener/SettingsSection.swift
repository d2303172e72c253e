import PeachAnalysis
import PeachSupport

/// The settings of the next training.
enum SettingsSection {
  /// `nil` for a listener of composed sounds, whose experiments have settings of their own.
  static func section(_ report: ListenerReport) -> PageSection? {
    guard report.summary.hasNotes else { return nil }
    var table = PageTable("Settings of the next training", PageTable.columns(["setting", "value", "meaning"]))
    for setting in report.settings { table.add([setting.key, setting.value, setting.meaning]) }
    let note = PageBlock.text(
      "These settings apply to the next training. Earlier sessions may have had other settings; the section on "
        + "what the listener heard shows them. An experiment file has settings of its own.")
    return PageSection("Settings", [note, .table(table)])
  }
}
