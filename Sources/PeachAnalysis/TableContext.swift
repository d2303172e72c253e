import PeachSimulation
package import PeachStorage
package import PeachSupport
package import PeachTrials

/// The context of the tables of one results file: names, units, and the columns of varied values.
package struct TableContext: Sendable {
  package let simulation: SimulationRecord
  package let cells: [CellRecord]
  package let axis: Axis
  /// `nil` if its trials have no composed sounds.
  let orders: SimulatedOrders?

  package init(_ results: ResultsFile) throws(RecordsError) {
    simulation = try results.simulation()
    cells = try results.cells()
    axis = simulation.axis
    orders = SimulatedOrders(simulation)
  }

  /// The context of results that are not stored in a file.
  package init(_ simulation: SimulationRecord, _ cells: [CellRecord]) {
    self.simulation = simulation
    self.cells = cells
    axis = simulation.axis
    orders = SimulatedOrders(simulation)
  }

  /// The columns as this file has them: units in their names, and one for each varied value instead of
  /// `Column.varied`.
  ///
  /// - Parameter varied: The texts of a row's varied values; empty if its cell does not vary one.
  package func columns<Row>(
    _ declared: [TableColumn<Row>], varied: @escaping @Sendable (Row) -> [String]
  ) -> [TableColumn<Row>] {
    declared.flatMap { declared -> [TableColumn<Row>] in
      if declared.column == TrialRow.order.column, orders == nil { return [] }
      guard declared.column == .varied else { return [declared.named(unit: axis.unit, error: axis.errorUnit)] }
      return simulation.varied.enumerated().map { place, path in
        var column = Column.varied
        column.name = VariedColumn.name(of: path)
        return TableColumn(column) { row in
          let text = varied(row)[place]
          // In JSON a number stays one; CSV has the same text of both.
          if let number = Double(text), number.isFinite, number.shortest == text { return .number(number) }
          return text.isEmpty ? nil : .text(text)
        }
      }
    }
  }

  /// `strategy/listener[/path=value…]/replicate`.
  package func run(_ cell: CellRecord, _ replicate: Int) -> String {
    let varied = zip(simulation.varied, cell.varied).filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    return ([cell.strategy, cell.listener] + varied + [String(replicate)]).joined(separator: "/")
  }
}

extension TableColumn {
  /// The place of the columns of varied values in a table.
  package static var varied: TableColumn { TableColumn(.varied) { _ in nil } }
}

extension SessionRecord {
  /// `strategy/listener/number`, as a run of a simulation is named.
  package var run: String { "\(strategy)/\(listener)/\(number)" }
}
