package import PeachSupport

/// The parameters of a strategy, a listener or an estimator as a table for people.
package struct ParameterTable {
  private static let headings = ["parameter", "unit", "expected", "default", "meaning", "source"]
  private static let columns = [
    TextColumn(headings[0]), TextColumn(headings[1], rank: 1), TextColumn(headings[2], .words, rank: 2),
    TextColumn(headings[3], .words), TextColumn(headings[4], .words), TextColumn(headings[5], .words, rank: 3),
  ]

  private let rows: [[String]]

  /// - Parameter source: The source of the whole, which its parameters do not repeat.
  package init(_ parameters: [Parameter], source: String = "") {
    let names = parameters.map(\.name)
    rows = parameters.filter { !ParameterTable.isRepeated($0.name, among: names) }.map { parameter in
      let isList = names.contains { $0.hasPrefix(parameter.name + "[].") }
      let stated = parameter.source ?? ""
      return [
        parameter.name, parameter.unit, isList ? "a list of mappings" : parameter.unitlessExpectation,
        parameter.fallback ?? "required", parameter.meaning, stated == source && !stated.isEmpty ? "as above" : stated,
      ]
    }
  }

  /// Whether a parameter of a list's items is also one next to the list, because conditions nest in conditions.
  private static func isRepeated(_ name: String, among names: [String]) -> Bool {
    name.ranges(of: "[].").contains { list in
      let around = name[..<list.lowerBound].split(separator: ".").dropLast() + [name[list.upperBound...]]
      return names.contains(around.joined(separator: "."))
    }
  }

  /// The columns that are not empty.
  private var shown: [Int] {
    ParameterTable.columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
  }

  /// Long cells are broken over lines.
  package func text(in page: PageWidth) -> String {
    let shown = shown
    var table = TextTable(shown.map { ParameterTable.columns[$0] })
    for row in rows { table.add(shown.map { row[$0] }) }
    return table.text(in: page)
  }

  package var markdown: String {
    Markdown.table(ParameterTable.headings, rows.map { ["`\($0[0])`"] + $0.dropFirst().map(Markdown.cell) })
  }
}
