import PeachSupport

/// A table of parameters in a methods section.
package struct MethodsTable: Hashable, Sendable {
  /// A sentence without the number: `Parameters of the procedures.`
  package var caption: String
  package var headings: [String]
  package var rows: [[String]] = []

  init(_ caption: String, _ headings: [String], _ rows: [[String]] = []) {
    self.caption = caption
    self.headings = headings
    self.rows = rows
  }

  /// One row for each parameter. The subject stands only in its first row.
  init(_ caption: String, of subjects: [(name: String, settings: [SettingsProse.Setting])], heading: String) {
    self.init(caption, [heading, "parameter", "value"])
    for subject in subjects {
      for (place, setting) in subject.settings.enumerated() {
        rows.append([place == 0 ? subject.name : "", setting.name, setting.text])
      }
    }
  }

  /// One row for each subject and one column for each parameter.
  init(_ caption: String, across subjects: [(name: String, settings: [SettingsProse.Setting])], heading: String) {
    let names = subjects.flatMap { $0.settings.map(\.name) }.distinct
    self.init(
      caption, [heading] + names,
      subjects.map { subject in
        [subject.name] + names.map { name in subject.settings.first { $0.name == name }?.text ?? "" }
      })
  }

  func text(in width: PageWidth) -> String {
    var table = TextTable(headings.enumerated().map { TextColumn($1, $0 == 0 ? .name : .words) })
    for row in rows { table.add(row) }
    return table.text(in: width)
  }

  /// The same table in an HTML report.
  func pageTable(number: Int) -> PageTable {
    var table = PageTable("Table \(number). \(caption)", PageTable.columns(headings))
    for row in rows { table.add(row) }
    return table
  }
}
