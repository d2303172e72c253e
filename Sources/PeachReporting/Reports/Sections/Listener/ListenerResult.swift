import PeachAnalysis
import PeachFitting
import PeachStorage
import PeachSupport
import PeachTrials

/// The top of a listener's page: the threshold of the listener and of each session.
enum ListenerResult {
  // MARK: The answer

  static func answer(_ report: ListenerReport) -> [[PageSpan]] {
    guard let all = report.summary.overall?.fits.first else {
      return (choice(report) ?? matchings(report)).map { [$0] } ?? []
    }
    if report.fittedTasks.count > 1 { return [byTask(report)] }
    let size = "over \(TextTable.counted(all.trials, "trial"))."
    guard all.result.status.hasThreshold, let text = SingleFitText.estimate(all, .threshold) else {
      return [[PageSpan("The answers give no threshold", .warning), PageSpan(" \(size)")]]
    }
    return [
      [
        PageSpan("Threshold "), PageSpan("\(text.value) cents", .best),
        PageSpan((text.interval.isEmpty ? "" : " (95 % interval \(text.interval))") + " with 75 % correct, \(size)"),
      ] + trend(report)
    ]
  }

  /// The newest threshold of each task, because thresholds of different tasks are different quantities.
  private static func byTask(_ report: ListenerReport) -> [PageSpan] {
    let fits = report.summary.bySession?.fits ?? []
    var spans = [PageSpan("The sessions have \(report.fittedTasks.count) different tasks; Peach does not pool them.")]
    for task in report.fittedTasks.prefix(mostTasks) {
      let own = fits.filter { fit in
        Int(fit.key[0]).map { report.tasks[$0] == task } ?? false && fit.result.status.hasThreshold
      }
      guard let last = own.last, let text = SingleFitText.estimate(last, .threshold) else { continue }
      spans += [
        PageSpan(" \(task.prefix(1).uppercased() + task.dropFirst()), session \(last.key[0]): threshold "),
        PageSpan("\(text.value) cents", .best), PageSpan(text.interval.isEmpty ? "." : " (\(text.interval))."),
      ]
    }
    return spans
  }

  private static let mostTasks = 3

  /// The newest threshold of a session of choices.
  private static func choice(_ report: ListenerReport) -> [PageSpan]? {
    let fits = report.summary.choices.flatMap { report in report.fits.map { (row: $0, unit: report.unit ?? "") } }
    guard let last = fits.max(by: { (Int($0.row.key[0]) ?? 0) < (Int($1.row.key[0]) ?? 0) }) else { return nil }
    let session = "session \(last.row.key[0]), \(TextTable.counted(last.row.trials, "trial"))."
    guard last.row.result.status.hasThreshold, let text = SingleFitText.estimate(last.row, .threshold) else {
      return [PageSpan("The answers give no threshold", .warning), PageSpan(" in \(session)")]
    }
    let interval = text.interval.isEmpty ? "" : " (95 % interval \(text.interval))"
    return [
      PageSpan("Threshold "), PageSpan("\(text.value) \(SafeText.cut(last.unit))", .best),
      PageSpan("\(interval) at 75 %, \(session)"),
    ]
  }

  private static func trend(_ report: ListenerReport) -> [PageSpan] {
    guard let trend = report.profile.trend else { return [] }
    return [PageSpan(" Over all trials it is \(trend.direction.rawValue).")]
  }

  private static func matchings(_ report: ListenerReport) -> [PageSpan]? {
    let records = report.summary.matchings.flatMap(\.records)
    guard !records.isEmpty else { return nil }
    let mean = records.reduce(0) { $0 + $1.error } / Double(records.count)
    return [
      PageSpan("Mean error of pitch matching "), PageSpan("\(TextTable.fixed(mean, 2, signed: true)) cents", .best),
      PageSpan(" over \(TextTable.counted(records.count, "matching")); positive is sharp."),
    ]
  }

  // MARK: Figure and table

  static func blocks(_ report: ListenerReport) -> [PageBlock] {
    let figure = report.progress.map { PageBlock.figure($0, caption: $0.caption(of: "")) }
    guard let bySession = report.summary.bySession, !bySession.fits.isEmpty else {
      return figure.map { [$0] } ?? []
    }
    let tasks = report.fittedTasks.count > 1 ? report.tasks : nil
    return FitResultPart.sideBySide(figure, table(bySession, unit: "cents", tasks: tasks))
  }

  /// The threshold of each session.
  ///
  /// - Parameters:
  ///   - bySession: A fit for each session.
  ///   - unit: Of the levels; `nil` if it is not known.
  ///   - tasks: The task of each session by its number; `nil` for a table without tasks.
  static func table(_ bySession: FitReport, unit: String?, tasks: [Int: String]?) -> PageTable {
    let text = FitOverview(bySession.fits, by: ["session"]).table
    let unit = unit.map { " (\(SafeText.cut($0)))" } ?? ""
    var table = PageTable("Threshold of each session\(unit)", columnsOf: text)
    if tasks != nil { table = PageTable(table.caption, table.columns + [PageTable.Column("task")]) }
    for (row, cells) in zip(bySession.fits, text.rows) {
      let task = tasks.map { tasks in [Int(row.key[0]).flatMap { tasks[$0] } ?? ""] } ?? []
      table.add(cells + task, row.result.status.hasThreshold ? nil : .caution)
    }
    return table
  }
}
