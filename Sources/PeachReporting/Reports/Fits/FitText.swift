package import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// Fits for people: a single fit in full, or a table with one row for each.
package struct FitText {
  let report: FitReport
  let words: FitWords
  private let isPlain: Bool

  /// - Parameter isPlain: Whether the curve is drawn in ASCII.
  package init(_ report: FitReport, isPlain: Bool = false) {
    self.report = report
    self.isPlain = isPlain
    words = FitWords(settings: report.request.settings, unit: report.unit.map(SafeText.cut))
  }

  /// - Returns: The text. No line is longer than the page, and only tables are wider than 80 columns.
  package func text(in page: PageWidth) -> String { styled(in: page).plain }

  /// The text with a styled heading, and with a warning if a fit is not ok.
  package func styled(in page: PageWidth) -> StyledText {
    let width = page.text(atMost: FitText.widest)
    var text = StyledText(TextTable.paragraph(heading, to: width), .heading)
    text.add("\n")
    if report.fits.count == 1 {
      let row = report.fits[0]
      text.add(SingleFitText(row, words).text(in: page))
      let isYesNo = report.request.alternatives == 1
      let drawing = CurveText(row, unit: report.unit.map(SafeText.cut), isYesNo: isYesNo, isPlain: isPlain)
      let curve = drawing.text(to: width)
      if !curve.isEmpty { text.add(curve + "\n") }
      // The status is the first fact.
      let facts = facts(of: row).text(to: width).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      text.add(facts[0] + "\n", row.result.status == .ok ? .plain : .warning)
      text.add(facts.count > 1 ? String(facts[1]) : "")
    } else {
      text.add(overview(in: page))
    }
    text.add("\n" + next(width))
    return text
  }

  static let widest = 80

  // MARK: One fit

  func facts(of row: FitRow) -> FactList {
    let status = row.result.status
    let meaning = StatusWords(settings: words.settings, unit: words.unit, row: row).text(status)
    var facts = FactList()
    facts.add("status", status == .ok ? "ok" : "\(status.rawValue): \(meaning)")
    facts.add("method", method)
    facts.add("function", words.function(row.result))
    if row.result.guess == nil { addAsymptotes(to: &facts) }
    if row.result.gap != nil {
      facts.add("interval", "95 %, by profile likelihood, which includes curves as steep as a step")
    } else if !row.intervals.isEmpty {
      facts.add("intervals", intervals(failed: row.resamples?.failed))
    }
    if let belief = row.belief {
      facts.add("prior", words.prior(belief.prior))
      facts.add("posterior", SingleFitText.means(belief))
    }
    facts.add("deviance", deviance(row))
    facts.add("likelihood", SingleFitText.likelihood(row))
    facts.add("residuals", SingleFitText.residuals(row))
    for note in report.notes { facts.add("note", note) }
    return facts
  }

  private func deviance(_ row: FitRow) -> String? {
    guard let deviance = row.deviance else { return nil }
    let free = row.result.parameters
    let size = "\(TextTable.counted(row.levels, "level")), \(TextTable.counted(free, "free parameter"))"
    let freedom = row.levels > free ? " with \(TextTable.counted(row.levels - free, "degree")) of freedom" : ""
    let what = "\(TextTable.fixed(deviance, 2))\(freedom) (\(size))"
    guard let p = row.devianceP else { return what }
    return what
      + "; p = \(Precision(of: p, digits: 2).text(p)) from \(TextTable.grouped(report.request.simulations)) data "
      + "sets simulated with the fit, \(seed)"
  }

  // MARK: Several

  private func overview(in page: PageWidth) -> String {
    FitOverview(report.fits, by: report.by).text(in: page) + "\n" + omission
      + overviewFacts.text(to: page.text(atMost: FitText.widest)) + comparisons(in: page)
  }

  /// Says that not every group has a row; empty if all have.
  private var omission: String {
    let (kept, all) = (TextTable.grouped(report.fits.count), TextTable.grouped(report.tally.fits))
    return report.fits.count < report.tally.fits
      ? "the first \(kept) of \(all) groups; --format csv has a row for each\n\n" : ""
  }

  /// The facts that all fits share.
  var overviewFacts: FactList {
    var facts = FactList()
    for (status, count) in report.tally.statuses where status != .ok {
      let words = StatusWords(settings: words.settings, unit: words.unit, row: nil).text(status)
      facts.add(status.rawValue, "\(count) of \(report.tally.fits): \(words)")
    }
    facts.add("method", method)
    facts.add("function", words.function())
    facts.add(words.settings.mainQuantity == .pse ? "pse" : "threshold", words.threshold())
    addAsymptotes(to: &facts)
    facts.add("intervals", intervals(failed: report.tally.failedResamples))
    if let belief = report.fits.lazy.compactMap(\.belief).first {
      facts.add("prior", words.prior(report.request.prior.text(of: belief.free)))
    }
    if let simulations = report.request.simulations > 0 ? report.request.simulations : nil {
      facts.add(
        "p",
        "p value of the deviance, from \(TextTable.grouped(simulations)) data sets simulated with each fit, "
          + "\(seed)")
    }
    for note in report.notes { facts.add("note", note) }
    return facts
  }

  private func comparisons(in page: PageWidth) -> String {
    var text = ""
    if !report.sharedFits.isEmpty {
      text +=
        "\n"
        + TextTable.paragraph(
          "one model of all groups, with \(words.listed(report.shared)) in common:",
          to: page.text(atMost: FitText.widest))
        + "\n" + FitOverview(report.sharedFits, by: report.by).text(in: page)
    }
    guard !report.comparisons.isEmpty else { return text }
    return text + "\n" + ComparisonText(report, words).text(in: page)
  }

  // MARK: Both

  var heading: String {
    let only = report.fits.count == 1 ? report.fits.first : nil
    let key =
      only.map { row in zip(report.by, row.key).map { ", \(SafeText.cut($0)) \(SafeText.cut($1))" }.joined() } ?? ""
    return "\(SafeText.line(report.source))\(key): \(size)"
  }

  /// The data and their size.
  var size: String {
    let only = report.fits.count == 1 ? report.fits.first : nil
    let what =
      switch report.request.reading {
      case .direction: "proportion of \"higher\" answers at each signed level"
      case .accuracy where report.request.alternatives == 1: "proportion of \"yes\" answers at each level"
      case .accuracy: "proportion correct at each level"
      }
    let size = only.map { TextTable.counted($0.levels, "level") } ?? "\(report.tally.fits) groups"
    let trials = TextTable.counted(report.tally.trials, "trial")
    return "\(what), \(size), \(trials)"
  }

  private var method: String {
    switch report.request.method {
    case .ml: "maximum likelihood"
    case .reduced: "penalised likelihood: ln L + \(words.penalty) (I: Fisher information)"
    case .bayes: "Bayesian: the mode of the posterior distribution"
    }
  }

  private func addAsymptotes(to facts: inout FactList) {
    facts.add("guess", report.hasOneGuess ? words.guess() : "1/alternatives, as the data of each group state")
    facts.add("lapse", words.lapse())
  }

  /// - Parameter failed: The number of resamples without a threshold or width.
  private func intervals(failed: Int?) -> String {
    let request = report.request
    let how =
      switch request.intervalKind {
      case .profile: request.method == .reduced ? "profile of the penalised likelihood" : "profile likelihood"
      case .wald: "Wald, ± 1.96 standard errors"
      case .percentile: "percentiles of the bootstrap"
      case .bca: "BCa bootstrap"
      case .posterior: "equal tails of the posterior"
      }
    guard report.plan.resamples > 0 else { return "95 %, \(how)" }
    let each = report.fits.count > 1 ? " for each fit" : ""
    let lost = failed.map { ", \(TextTable.grouped($0)) without a threshold or width" } ?? ""
    return "95 %, \(how); \(TextTable.grouped(report.plan.resamples)) \(request.bootstrap.rawValue) resamples"
      + "\(each)\(lost), \(seed)"
  }

  private var seed: String { "seed \(report.seed)" }

  // MARK: What next

  private func next(_ width: Int) -> String {
    var facts = FactList()
    if report.request.simulations == 0 { facts.add("--simulate 2000", "adds a p value of the deviance, by simulation") }
    if report.request.resamples == nil, report.request.method != .bayes {
      facts.add("--bootstrap 2000", "computes the intervals from resampled answers")
    }
    if report.residuals == nil {
      facts.add("--residuals FILE.csv", "writes each level's residual and its influence on the fit")
    }
    if report.fits.count > 1, report.comparisons.isEmpty, report.request.method != .bayes {
      facts.add("--compare", "adds the differences of thresholds for all pairs of groups")
    }
    if report.fits.count > 1, report.shared.isEmpty, report.request.method != .bayes {
      facts.add(
        "--share width",
        "fits a model in which all groups have the same width, and compares it with separate fits")
    }
    facts.add("--format csv", "prints all numbers at full precision, one row for each fit")
    let written = report.residuals.map { "residuals: \(SafeText.line($0))\n" } ?? ""
    return written + "options that you can add:\n" + facts.text(to: width)
  }
}
