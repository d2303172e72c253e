import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// The answer of a fit, its main figure and table: threshold, interval and curve, or the thresholds of all groups.
enum FitResultPart {
  /// The main quantity: the PSE in the direction reading, unless a proportion of correct answers is asked for.
  static func quantity(_ page: FitPage) -> Quantity { page.report.request.settings.mainQuantity }

  private static func word(_ page: FitPage) -> String { quantity(page) == .pse ? "PSE" : "threshold" }

  // MARK: The answer

  static func answer(_ page: FitPage) -> [[PageSpan]] {
    let fits = page.report.fits
    if fits.count == 1 { return [single(fits[0], page)] }
    return fits.isEmpty ? [] : [several(page)]
  }

  private static func single(_ row: FitRow, _ page: FitPage) -> [PageSpan] {
    let size = " \(TextTable.counted(row.trials, "trial")) at \(TextTable.counted(row.levels, "level"))."
    let status = row.result.status
    let words = StatusWords(settings: row.settings, unit: page.unit, row: row)
    let warning =
      status == .ok
      ? [] : [PageSpan(" "), PageSpan("Status \(status.rawValue)", .warning), PageSpan(": \(words.text(status)).")]
    guard let text = estimate(row, page) else {
      return [PageSpan("The data give no \(word(page)).", .warning)] + warning + [PageSpan(size)]
    }
    let name = word(page).prefix(1).uppercased() + word(page).dropFirst()
    return [PageSpan("\(name) "), PageSpan(text.value + unit(page), isKnown(row, page) ? .best : .warning)]
      + [PageSpan((text.interval.isEmpty ? "" : " (95 % interval \(text.interval))") + ", \(meaning(row, page)).")]
      + warning
      + [PageSpan(size)]
  }

  private static func unit(_ page: FitPage) -> String { page.unit.map { " \($0)" } ?? "" }

  /// `where ψ is 0.75`, or `with 75 % correct, mean of both signs`.
  private static func meaning(_ row: FitRow, _ page: FitPage) -> String {
    let words = FitText(page.report).words
    let text = quantity(page) == .pse ? "\(words.level) where F is ½" : words.threshold(row.result)
    return text.hasPrefix(words.level + " ") ? "the level " + text.dropFirst(words.level.count + 1) : text
  }

  private static func several(_ page: FitPage) -> [PageSpan] {
    let sorted = sorted(page.report.fits, page)
    let known = sorted.filter { isKnown($0, page) }
    var spans: [PageSpan] = []
    if let low = known.first, let high = known.last, let least = estimate(low, page), let most = estimate(high, page) {
      spans += [
        PageSpan("The \(word(page))s of \(known.count) groups lie between "),
        PageSpan(least.value + unit(page), .best), PageSpan(" (\(SafeText.cut(low.name))) and "),
        PageSpan(most.value + unit(page), .best), PageSpan(" (\(SafeText.cut(high.name)))."),
      ]
    }
    let others = sorted.filter { !isKnown($0, page) }
    if !others.isEmpty {
      let names = others.prefix(3).map { SafeText.cut($0.name) }
      spans += [
        PageSpan(spans.isEmpty ? "" : " "),
        PageSpan(
          "\(TextTable.counted(others.count, "group")) \(others.count == 1 ? "has" : "have") no reliable \(word(page))",
          .warning),
        PageSpan(": \(MethodsText.listed(names))\(others.count > 3 ? " and others" : "")."),
      ]
    }
    return spans
  }

  /// The value and its 95 % interval in the digits of the tables; `nil` if there is no value.
  private static func estimate(_ row: FitRow, _ page: FitPage) -> (value: String, interval: String)? {
    SingleFitText.estimate(row, quantity(page))
  }

  /// `P07: 4.63 cents (2.94 … 6.23)`.
  static func summary(_ row: FitRow, _ page: FitPage) -> String {
    let name = page.name(of: row) ?? "all"
    guard isKnown(row, page), let text = estimate(row, page) else { return "\(name): no reliable \(word(page))" }
    return "\(name): \(text.value)\(unit(page))" + (text.interval.isEmpty ? "" : " (\(text.interval))")
  }

  /// Whether the data determine the main quantity. They do if only a lapse or guess rate is at its bound.
  static func isKnown(_ row: FitRow, _ page: FitPage) -> Bool {
    row.result.status.hasThreshold && row.result.value(of: quantity(page)) != nil
  }

  /// The fits from the lowest to the highest. Those that the data do not determine come last.
  static func sorted(_ fits: [FitRow], _ page: FitPage) -> [FitRow] {
    func key(_ row: FitRow) -> Double {
      isKnown(row, page) ? row.result.value(of: quantity(page)) ?? .infinity : .infinity
    }
    return fits.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }

  // MARK: Figure and table

  static func blocks(_ page: FitPage) -> [PageBlock] {
    let fits = page.report.fits
    if fits.count > 1 { return groups(page) }
    guard let row = fits.first else { return [] }
    return sideBySide(mainFigure(of: 0, page), estimates(row, page))
  }

  private static func groups(_ page: FitPage) -> [PageBlock] {
    let sorted = sorted(page.report.fits, page)
    var table = PageTable("The fit of each group", columnsOf: overview(sorted, page), subjects: page.report.by.count)
    for (row, cells) in zip(sorted, overview(sorted, page).rows) {
      let isKnown = isKnown(row, page)
      table.add(isKnown ? cells : ["(\(cells[0]))"] + cells.dropFirst(), isKnown ? nil : .caution)
    }
    let figure = page.forest.map { figure in
      PageBlock.figure(figure, caption: figure.caption(of: "\(sorted.count) groups"))
    }
    return sideBySide(figure, table)
  }

  /// A figure with its table next to it, unless the table has too many columns.
  static func sideBySide(_ figure: PageBlock?, _ table: PageTable?) -> [PageBlock] {
    let isWide = (table?.columns.count ?? 0) > 8
    let blocks = [figure, table.map(PageBlock.table)].compactMap(\.self)
    return isWide || blocks.count < 2 ? blocks : [.row(blocks)]
  }

  private static func overview(_ fits: [FitRow], _ page: FitPage) -> TextTable {
    FitOverview(fits, by: page.report.by).table
  }

  static func estimates(_ row: FitRow, _ page: FitPage) -> PageTable? {
    SingleFitText(row, FitText(page.report).words).table.map { text in
      var table = PageTable("Estimates", text)
      table.columns[3].heading = "meaning"
      return table
    }
  }

  /// The first figure of a group, its curve.
  static func mainFigure(of place: Int, _ page: FitPage) -> PageBlock? {
    page.figuresOfGroups[place].first.map { figure($0, of: page.report.fits[place]) }
  }

  static func figure(_ figure: Figure, of row: FitRow) -> PageBlock {
    .panels(figure, caption: figure.caption(of: TextTable.counted(row.trials, "trial")))
  }

  // MARK: Forest

  /// The thresholds of all groups in the order of the table.
  ///
  /// - Returns: `nil` for a single group, too many, or without a threshold.
  static func forest(_ page: FitPage) -> Figure? {
    guard page.report.fits.count > 1 else { return nil }
    let sorted = sorted(page.report.fits, page)
    let quantity = quantity(page)
    let known = sorted.filter { isKnown($0, page) }
    let values = known.compactMap { $0.result.value(of: quantity) }
    let isLog = quantity == .threshold && page.isLogAxis && (values.min() ?? 0) > 0
    let rows = sorted.map { row in
      ForestRow(
        row.name, value: isKnown(row, page) ? row.result.value(of: quantity) : nil, low: row.intervals[quantity]?.low,
        high: row.intervals[quantity]?.high)
    }
    let words = known.compactMap { row in
      estimate(row, page).map {
        "\(row.name) \($0.value)\(unit(page))\($0.interval.isEmpty ? "" : " (\($0.interval))")"
      }
    }
    let without = sorted.count - known.count
    return Figure.forest(
      rows, axis: FigureAxis(word(page), unit: page.report.unit, scale: isLog ? .log : .linear),
      title: "\(word(page).prefix(1).uppercased() + word(page).dropFirst()) of each group",
      description: words.joined(separator: ", ") + "."
        + (without > 0
          ? " \(TextTable.counted(without, "group")) \(without == 1 ? "has" : "have") no reliable \(word(page))." : ""),
      hasNumbers: false)
  }
}
