import Configuration

/// What the listener has set for training.
enum SettingsSection {
  static func section(_ report: ListenerReport) -> PageSection {
    var table = PageTable("Settings in force now", PageTable.columns(["setting", "value", "meaning"]))
    for setting in report.settings { table.add([setting.key, setting.value, setting.meaning]) }
    return PageSection("Settings", [.table(table)])
  }
}
