import PeachSupport

extension PageTable {
  /// The data of a figure, for readers who cannot see it.
  init(_ figure: Figure) {
    let table = figure.table
    let isNumber = table.columns.map { $0.kind != .text }
    let subjects = isNumber.firstIndex(of: true) ?? isNumber.count
    self.init(
      "Data: \(figure.title)",
      zip(table.columns, isNumber).map { column, isNumber in
        Column(column.unit.isEmpty ? column.name : "\(column.name) (\(column.unit))", isNumber: isNumber)
      }, subjects: subjects)
    for row in table.rows { add(row.map(PageTable.text)) }
  }

  private static func text(_ value: Value?) -> String {
    switch value {
    case nil: ""
    case .number(let number)?:
      number == number.rounded() && abs(number) < 1e6 ? number.shortest : Precision.text(number)
    case .text(let text)?: text
    case let other?: other.json()
    }
  }
}
