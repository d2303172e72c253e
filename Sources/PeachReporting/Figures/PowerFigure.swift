package import PeachSimulation
import PeachStorage
import PeachSupport

extension Figure {
  /// Lines of equal power over trials and listeners by the common fit, with a panel for each cell.
  ///
  /// Source: Baker et al. (2021), Psychol. Methods 26:295–314, doi:10.1037/met0000337.
  ///
  /// - Parameters:
  ///   - rows: The rows of a plan, in its order.
  ///   - varied: The paths of the values that its cells vary.
  /// - Returns: `nil` if the plan did not reach the power of any line, or has too many cells.
  package static func power(_ rows: [PowerRow], of study: Study, varied: [String]) -> Figure? {
    let fits = rows.filter { $0.estimator.name == "fit" }
    let cells = Set(fits.map(\.cell.id)).sorted()
    guard cells.count <= FigureSummary.mostPanels else { return nil }
    let powers = Set(PowerPlan.contours + [study.power]).sorted()
    var told: [String] = []
    let panels = cells.compactMap { cell -> Panel? in
      let rows = fits.filter { $0.cell.id == cell }
      var layers = powers.enumerated().flatMap { number, power -> [Layer] in
        let line = rows.contour(at: power).map { Datum($0.trials, $0.listeners) }
        let name = "\((100 * power).brief) % power"
        let colour: Colour = power == study.power ? .series(0) : .series(number == 0 ? 6 : number)
        return line.isEmpty
          ? []
          : [
            Layer(name, .line, colour, naming: .direct, line), Layer(name, .disc, colour, naming: .direct, line),
          ]
      }
      guard !layers.isEmpty, let first = rows.first else { return nil }
      let values = zip(VariedColumn.short(varied), first.cell.varied).filter { !$0.1.isEmpty }.map { "\($0) = \($1)" }
      let title = ([first.cell.strategy, first.cell.listener] + values).joined(separator: ", ")
      let enough = rows.filter(\.isFewest)
      let cheapest = rows.cheapest.first
      if let cheapest {
        layers.append(
          Layer("recommended", .ring, .caution, naming: .none, [Datum(cheapest.trials, Double(cheapest.listeners))]))
      }
      told.append(
        "\(title): "
          + (enough.isEmpty
            ? "never enough."
            : enough.map { "\($0.trials.brief) trials × \($0.listeners)" }.joined(separator: ", ") + "."))
      return Panel(
        title: cells.count > 1 ? title : "", x: FigureAxis("trials in each condition", scale: .log),
        y: FigureAxis(study.design == .within ? "listeners" : "listeners in each group"), layers: layers,
        remarks: cheapest.map { row in
          [
            Remark(
              ["recommended:", "\(row.trials.brief) trials", "× \(row.listeners) listeners"], .caution, .corner)
          ]
        } ?? [])
    }
    guard !panels.isEmpty else { return nil }
    // Panels of a grid are too small for their lines and the recommendation, so two panels have one column.
    let isColumn = panels.count == 2
    let most = panels.flatMap(\.layers).flatMap(\.data).compactMap(\.y).max() ?? 1
    return Figure(
      name: "power", title: "Trials and listeners for a difference of \((100 * study.effect).brief) %",
      description:
        "Lines of equal power, \(study.design.rawValue) listeners. For \((100 * study.power).brief) % there are "
        + "enough: " + told.joined(separator: " "),
      panels: isColumn ? panels.map { $0.reaching(most) } : panels,
      arrangement: isColumn ? .joined : panels.count > 2 ? .grid : .separate)
  }
}

extension Figure.Panel {
  /// The panel with an axis of listeners from 0 to a little above this number.
  fileprivate func reaching(_ listeners: Double) -> Figure.Panel {
    var panel = self
    panel.y.range = .init(from: 0, to: 1.05 * listeners)
    return panel
  }
}
