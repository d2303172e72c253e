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
    "Nothing can be said of a drift: the data are not trials in their order, too few (\(Drift.leastTrials) are needed), or "
    + "determine no curve."

  private static func words(_ drift: Drift?, _ quantity: String) -> String {
    guard let drift else { return "nothing can be said" }
    if !drift.isDrifting { return "no drift is found" }
    return "the \(quantity) is \(drift.isDown ? "lower" : "higher") in the second half"
  }

  private static func meaning(_ quantity: String, _ reading: Reading) -> String {
    "Each run is halved. The statistic is the squared score of a \(quantity) that differs between the halves. Above "
      + "\(Drift.critical(reading).shortest) Peach reports a drift. It reports one for a steady listener in at most 5 % of tracks, "
      + "adaptive tracks included, for which likelihood ratios would do so far more often."
  }

  /// Explains the column of powers and its procedure.
  private static func meaning(
    of powers: [DriftPower], _ quantity: String, _ change: DriftPower.Change, isCut: Bool
  ) -> String {
    let what =
      change == .halfWidth ? "the threshold falls by half the width" : "the \(quantity) halves"
    let levels =
      powers.allSatisfy(\.isOfProcedure)
      ? "The procedure of the data chose the levels of these tracks."
      : "The levels of these tracks are those of the data, because their procedure is not known here; one that follows the "
        + "listener would choose others after the change."
    return
      "A drift that is not found may be there. power is the share of \(tracks) simulated tracks like those of the group "
      + "in which the drift is found if \(what) midway, ± its Monte Carlo standard error. \(levels)"
      + (isCut ? " It is given for the first \(mostPowers) groups." : "")
  }
}
