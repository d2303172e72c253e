import PeachAnalysis
import PeachFitting
import PeachSupport

/// The threshold of the fit next to the procedure's own, such as the mean of reversals. They differ.
///
/// Source: Manning, Jones, Dekker & Pellicano (2018), Atten. Percept. Psychophys. 80, doi:10.3758/s13414-018-1510-2.
enum ReversalsSection {
  static func section(_ page: FitPage) -> PageSection? {
    let rows = rows(of: page)
    guard !rows.isEmpty else {
      return PageSection(
        "The fit and the procedure's own estimate",
        [.text("The data hold no estimates of the procedure to compare with the fit.")])
    }
    let unit = page.unit.map { " (\($0))" } ?? ""
    var table = PageTable(
      "Threshold by the fit, and by the procedure's own estimator",
      PageTable.columns(
        ["group"],
        numbers: [
          "refit\(isJND(page) ? ", JND" : "")\(unit)", "own, \(page.isLogAxis ? "geometric mean" : "mean")\(unit)",
          "own, least\(unit)", "own, most\(unit)", "runs",
        ]))
    for row in rows { table.add(row) }
    return PageSection(
      "The fit and the procedure's own estimate",
      [
        .text(
          "own: the procedure's own estimate at the end of each run, for a staircase the mean of its reversals. "
            + "It is an estimate at the procedure's target, whereas the fit uses the target stated above. "
            + "Inattention biases means of reversals more than fits (Manning et al. 2018)."), .table(table),
      ])
  }

  /// In the direction reading the threshold is a bias unless it is asked at a proportion of correct answers.
  private static func isJND(_ page: FitPage) -> Bool {
    page.report.request.settings.mainQuantity == .pse
  }

  /// One row for each group whose procedure estimated a threshold.
  private static func rows(of page: FitPage) -> [[String]] {
    page.report.fits.enumerated().compactMap { place, fit in
      page.trials.indices.contains(place) ? row(fit, page.trials[place], page) : nil
    }
  }

  private static func row(_ fit: FitRow, _ trials: [ObservedTrial], _ page: FitPage) -> [String]? {
    var last: [String: Double] = [:]
    for trial in trials { if let estimate = trial.estimate { last[trial.run] = estimate } }
    let own = last.values.sorted()
    guard let least = own.first, let most = own.last else { return nil }
    let mean =
      page.isLogAxis && least > 0
      ? exp(own.reduce(0) { $0 + log($1) } / Double(own.count)) : own.reduce(0, +) / Double(own.count)
    let threshold = isJND(page) ? fit.result.jnd : fit.result.threshold
    return [page.name(of: fit) ?? "all"]
      + [threshold, mean, least, most].map { $0.map { Precision.text($0) } ?? "" } + [TextTable.grouped(own.count)]
  }
}
