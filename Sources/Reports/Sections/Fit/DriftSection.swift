import Analysis
import Configuration
import Fitting
import Inference

/// Whether the threshold moved over the track: the first half of the trials against the second.
enum DriftSection {
  static func section(_ page: FitPage) -> PageSection? {
    let rows = page.report.fits.enumerated().map { place, fit in
      (
        fit,
        page.trials.indices.contains(place) ? Drift(page.trials[place], fit.result, fit.settings.makeFitter()) : nil
      )
    }
    guard rows.contains(where: { $0.1 != nil }) else {
      return PageSection("Drift", [.text(DriftSection.nothing)])
    }
    let isDirection = page.report.request.settings.reading == .direction
    let quantity = isDirection ? "JND" : "threshold"
    let unit = page.unit.map { " (\($0))" } ?? ""
    var table = PageTable(
      "First half of the trials against the second",
      PageTable.columns(
        ["group", "what is found"],
        numbers: ["statistic", "\(quantity), first half\(unit)", "\(quantity), second half\(unit)", "trials"]))
    for (fit, drift) in rows {
      let thresholds = drift?.thresholds
      table.add([
        page.name(of: fit) ?? "all", words(drift, quantity), drift.map { TextTable.fixed($0.statistic, 2) } ?? "",
        thresholds?.first.map { Precision.text($0) } ?? "", thresholds?.second.map { Precision.text($0) } ?? "",
        TextTable.grouped(drift?.trials ?? fit.trials),
      ])
    }
    return PageSection("Drift", [.text(meaning(quantity, page.report.request.settings.reading)), .table(table)])
  }

  private static let nothing =
    "Nothing can be said of a drift: the data are not trials in their order, too few (\(Drift.leastTrials) are needed), or "
    + "determine no curve."

  private static func words(_ drift: Drift?, _ quantity: String) -> String {
    guard let drift else { return "nothing can be said" }
    if !drift.isDrifting { return "no drift is found" }
    return "the \(quantity) is \(drift.isDown ? "lower" : "higher") in the second half"
  }

  private static func meaning(_ quantity: String, _ reading: Reading) -> String {
    "Each run is halved. The statistic is the squared score of a \(quantity) that differs between the halves; above "
      + "\(Drift.critical(reading).shortest) a drift is said to be found. A steady listener is said to drift in at most 5 % of tracks, "
      + "in adaptive ones too, where likelihood ratios would say so far more often. A drift that is not found may be there: of "
      + "tracks of 60, 120 and 400 trials in which the JND is halved midway, \(powers(reading)) are found."
  }

  /// Measured: `DriftTests`.
  private static func powers(_ reading: Reading) -> String {
    reading == .direction ? "6, 29 and 75 %" : "7, 16 and 54 %"
  }
}
