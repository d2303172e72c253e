import PeachAnalysis
import PeachFitting
import PeachSimulation
import PeachSupport
import PeachTrials

/// Tests whether the threshold moved over the track: the first half of the trials against the second.
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
        numbers: [
          "statistic", "\(quantity), first half\(unit)", "\(quantity), second half\(unit)", "trials", "power (%)",
        ]))
    let change = DriftPower.change(of: page.report.request.settings.reading, on: axis(of: page))
    var powers: [DriftPower] = []
    for (place, (fit, drift)) in rows.enumerated() {
      let thresholds = drift?.thresholds
      let power = drift != nil && place < mostPowers ? power(page, place, fit, change) : nil
      if let power { powers.append(power) }
      table.add([
        page.name(of: fit) ?? "all", words(drift, quantity), drift.map { TextTable.fixed($0.statistic, 2) } ?? "",
        thresholds?.first.map { Precision.text($0) } ?? "", thresholds?.second.map { Precision.text($0) } ?? "",
        TextTable.grouped(drift?.trials ?? fit.trials),
        power.map { "\(TextTable.fixed(100 * $0.share, 0)) ±\(TextTable.fixed(100 * $0.standardError, 0))" } ?? "",
      ])
    }
    return PageSection(
      "Drift",
      [
        .text(meaning(quantity, page.report.request.settings.reading)), .table(table),
        .text(meaning(of: powers, quantity, change, isCut: rows.count > mostPowers)),
      ])
  }

  /// Power is simulated for no more groups than this.
  private static let mostPowers = 12
  /// The number of tracks for each power.
  private static let tracks = 100

  private static func axis(of page: FitPage) -> Axis? {
    page.plans.first?.cells.first?.task.axis
      ?? page.report.unit.map { Axis(unit: $0, scale: page.isLogAxis ? .log : .linear, isSigned: false) }
  }

  private static func power(_ page: FitPage, _ place: Int, _ fit: FitRow, _ change: DriftPower.Change) -> DriftPower? {
    DriftPower(
      page.trials[place], fit.result, fit.settings.makeFitter(), change, seed: page.report.seed, tracks: tracks
    ) { cell(of: $0, page) }
  }

  /// The procedure of a run, whose name is strategy/listener/replicate, or the only procedure of the data. Peach does
  /// not start a program of the user for it.
  private static func cell(of run: String, _ page: FitPage) -> Cell? {
    let cells = page.plans.flatMap(\.cells)
    let parts = run.split(separator: "/").map(String.init)
    let names = Set(page.background.strategies.compactMap { $0["name"]?.word })
    let name = cells.contains { $0.strategy == parts.first } ? parts.first : names.count == 1 ? names.first : nil
    let own = cells.filter { $0.strategy == name }
    let programs = page.background.strategies.filter { $0["kind"]?.word == "process" }
    guard programs.isEmpty else { return nil }
    return own.first { parts.count > 1 && $0.listener == parts[1] } ?? own.first
  }

  private static let nothing =
    "Peach cannot test for a drift: the data are not trials in their order, are too few (\(Drift.leastTrials) "
    + "are needed), or do not determine a curve."

  private static func words(_ drift: Drift?, _ quantity: String) -> String {
    guard let drift else { return "not testable" }
    if !drift.isDrifting { return "no drift found" }
    return "the \(quantity) is \(drift.isDown ? "lower" : "higher") in the second half"
  }

  private static func meaning(_ quantity: String, _ reading: Reading) -> String {
    "Peach tests whether the \(quantity) differs between the first and the second half of each run. The "
      + "statistic is that of a score test; above \(Drift.critical(reading).shortest) Peach reports a drift. For a "
      + "listener who does not change it does so in at most 5 % of tracks, also of adaptive ones, for which a "
      + "likelihood-ratio test would do so far more often."
  }

  /// Explains the column of powers and its procedure.
  private static func meaning(
    of powers: [DriftPower], _ quantity: String, _ change: DriftPower.Change, isCut: Bool
  ) -> String {
    let what =
      change == .halfWidth
      ? "the threshold falls by half the width of the curve (F from 0.05 to 0.95)" : "the \(quantity) halves"
    let levels =
      powers.allSatisfy(\.isOfProcedure)
      ? "In these simulated tracks, the procedure that collected the data chose the levels."
      : "The procedure is unknown, so these simulated tracks use the levels of the data. After a change of the "
        + "listener, an adaptive procedure would choose other levels."
    return
      "A drift can exist although the test does not find it. power is the share of \(tracks) simulated tracks, "
      + "like those of the group, in which the test finds a drift if \(what) in the middle of the track; ±: "
      + "Monte Carlo standard error. \(levels)"
      + (isCut ? " The table has the power for the first \(mostPowers) groups." : "")
  }
}
