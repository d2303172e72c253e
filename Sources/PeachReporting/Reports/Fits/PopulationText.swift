package import PeachAnalysis
import PeachFitting
import PeachMath
import PeachSupport

/// A population fit for people: the answer, the population, each listener, and how it was found.
package struct PopulationText {
  private let report: PopulationReport
  private let unit: String

  package init(_ report: PopulationReport) {
    self.report = report
    unit = report.unit.map { " " + $0 } ?? ""
  }

  package func styled(in page: PageWidth) -> StyledText {
    let width = page.text(atMost: FitText.widest)
    var text = StyledText()
    for sentence in answer { text.add(TextTable.paragraph(sentence, to: width), .heading) }
    if report.status != .ok {
      text.add(TextTable.paragraph("\(report.status.name): \(statusWords)", to: width), .warning)
    }
    if report.fit.status.hasEstimates {
      text.add("\n")
      text += population.styled(in: page)
    }
    text.add("\n")
    text += listeners.styled(in: page)
    text.add("\n" + facts.text(to: width), .faint)
    for note in report.notes { text.add(TextTable.paragraph("note: \(SafeText.line(note))", to: width)) }
    return text
  }

  // MARK: Answer

  var answer: [String] {
    let count = TextTable.counted(report.fit.listeners.count, "listener")
    let trials = TextTable.counted(Int(report.fit.listeners.reduce(0) { $0 + $1.trials }), "trial")
    guard report.fit.status.hasEstimates else { return ["\(count), \(trials): no population can be estimated"] }
    let quantity = report.name(of: 0)
    let means = report.rows.filter { $0.kind == .mean && $0.quantity == quantity }.map { row in
      "\(cell(row).map { "\($0): " } ?? "")\(number(row))\(unitText(row)) (95 % \(interval(row)))"
    }
    let spread = report.rows.first { $0.kind == .sd && $0.quantity == quantity }.map {
      "; listeners differ with an SD of \(number($0))\(unitText($0))"
    }
    var sentences = ["\(count), \(trials). Mean \(quantity) \(means.joined(separator: "; "))\(spread ?? "")"]
    sentences += report.rows.filter { $0.kind == .contrast && $0.quantity == quantity }.prefix(3).map { row in
      let effect = row.effect.map { ", effect size \(TextTable.fixed($0, 2))" } ?? ""
      let p = row.p.map { ", p \($0 < 0.001 ? "" : "= ")\(ComparisonText.p($0))" } ?? ""
      let ratio = row.unit == "ratio" ? "ratio " : ""
      return "\(cell(row) ?? "contrast"): \(ratio)\(number(row))\(row.unit == "ratio" ? "" : unitText(row)) "
        + "(95 % \(interval(row)))\(effect)\(p)"
    }
    return sentences
  }

  private func unitText(_ row: PopulationReport.Row) -> String {
    row.unit.isEmpty || (report.unit == nil && row.unit == "level") ? "" : " " + row.unit
  }

  private func cell(_ row: PopulationReport.Row) -> String? {
    let parts = [row.group, row.condition].compactMap(\.self)
    return parts.isEmpty ? nil : parts.map(SafeText.cut).joined(separator: ", ")
  }

  private func number(_ row: PopulationReport.Row) -> String {
    row.estimate.map { Precision(of: $0, error: error(row)).text($0) } ?? ""
  }

  private func interval(_ row: PopulationReport.Row) -> String {
    SingleFitText.text(row.interval, of: row.estimate, error: error(row))
  }

  private func error(_ row: PopulationReport.Row) -> Double? { row.error ?? row.interval?.approximateError }

  var statusWords: String {
    switch report.status {
    case .ok: ""
    case .tooFewListeners:
      "a population needs at least \(PopulationFitter.leastListeners) listeners; without --population Peach fits "
        + "each one separately"
    case .tooFewTrials:
      "no listener has \(Int(PopulationFitter.leastTrials)) trials, so widths and differences between listeners cannot be "
        + "told apart; measure more trials"
    case .data(let status):
      "the answers of all listeners together: "
        + StatusWords(settings: report.model.settings, unit: report.unit, row: nil).text(status)
    case .singular:
      "the data do not determine how listeners vary: the likelihood is highest if listeners do not differ in one "
        + "of the two numbers of their curves, or if both are perfectly correlated. --method reduced avoids this"
    case .noLapses:
      "the likelihood is highest at a lapse rate of 0, so the standard errors treat the lapse rate as known"
    case .noGuesses:
      "the likelihood is highest at a guess rate of 0, so the standard errors treat the guess rate as known"
    case .duplicates: "some listeners have exactly the same data; the population counts them twice (see the notes)"
    case .missingCondition:
      "a group has no trials in some condition (see the notes); contrasts do not use this group in this condition"
    case .notConverged where report.lacksPosterior:
      "the chains cannot start, because the posterior density is 0 at the fit, so do not use these numbers (see the notes)"
    case .notConverged:
      "the search found no clear maximum, so do not use these numbers; fix --lapse, or use fewer conditions"
    case .chainsDisagree:
      "the chains have not found the same distribution, or have too few independent draws, so do not use these numbers; "
        + "a larger --draws or a fixed --lapse may help"
    case .divergent:
      "more than 1 % of the transitions of the chains diverged, so the posterior may lack a region; fix --lapse, or "
        + "measure at closer levels"
    }
  }

  // MARK: Tables

  var population: TextTable {
    var table = TextTable([
      TextColumn("population"), TextColumn("of"), TextColumn("estimate", .number), TextColumn("95 % interval"),
      TextColumn("effect_size", .number, rank: 1), TextColumn("p", .number, rank: 1), TextColumn("unit", rank: 2),
    ])
    for row in report.rows where row.listener == nil {
      table.add([
        "\(row.kind.rawValue) \(row.quantity)", cell(row) ?? "", number(row), interval(row),
        row.effect.map { TextTable.fixed($0, 2) } ?? "", row.p.map(ComparisonText.p) ?? "", row.unit,
      ])
    }
    return table
  }

  var listeners: TextTable {
    let (first, second) = (report.name(of: 0), report.name(of: 1))
    var table = TextTable([
      TextColumn("listener"), TextColumn("of"), TextColumn("trials", .number, rank: 2),
      TextColumn("separate", .number), TextColumn("95 % interval"), TextColumn("status", rank: 1),
      TextColumn("shrunken_\(first)", .number), TextColumn("95 % interval"),
      TextColumn("shrunken_\(second)", .number, rank: 3),
    ])
    struct Line { var separate, first, second: PopulationReport.Row? }
    var lines: [(key: String, line: Line)] = []
    for row in report.rows {
      guard let listener = row.listener else { continue }
      let key = [listener, row.group ?? "", row.condition ?? ""].joined(separator: "\u{1f}")
      if lines.last?.key != key { lines.append((key, Line())) }
      switch (row.kind, row.quantity == first) {
      case (.separate, true): lines[lines.count - 1].line.separate = row
      case (.shrunken, true): lines[lines.count - 1].line.first = row
      case (.shrunken, false): lines[lines.count - 1].line.second = row
      default: break
      }
    }
    for (_, line) in lines {
      guard let any = line.separate ?? line.first ?? line.second else { continue }
      table.add([
        SafeText.cut(any.listener ?? ""), cell(any) ?? "", "\(any.trials)", line.separate.map(number) ?? "",
        line.separate.map(interval) ?? "", line.separate?.status ?? "", line.first.map(number) ?? "",
        line.first.map(interval) ?? "", line.second.map(number) ?? "",
      ])
    }
    return table
  }

  // MARK: Facts

  var facts: FactList {
    let (first, second) = (report.name(of: 0), report.name(of: 1))
    let model = report.model
    var facts = FactList()
    let isThreshold = model.coordinates == .thresholdAndWidth
    facts.add(
      "model",
      "\(model.settings.function.name) function; the \(first) and the \(isThreshold ? "log of the " : "")\(second) of "
        + "listeners follow a bivariate normal distribution"
        + (model.hasVaryingEffects ? "; the \(first) also varies from condition to condition" : "")
        + (report.design.cells.count > 1 ? "; every condition of every group has its own means" : ""))
    facts.add("rates", rates)
    facts.add("fit", method)
    facts.add("95 %", intervals)
    facts.add("new-listener", "the range that contains 95 % of further listeners from the same population")
    facts.add(
      "separate",
      "the listener's threshold from a fit of only this listener (\(report.request.fit.method.rawValue)), with a "
        + "\(report.request.fit.method == .bayes ? "posterior" : "profile") interval")
    facts.add(
      "shrunken",
      "the listener's value, drawn towards the mean of all listeners, the more the fewer trials the listener has; "
        + "intervals include the uncertainty of that mean")
    if report.rows.contains(where: { $0.effect != nil }) {
      facts.add("effect_size", "contrast divided by the SD of listeners within a condition")
    }
    if report.posterior == nil, let logLikelihood = report.fit.logLikelihood {
      facts.add(
        "likelihood",
        "ln L \(TextTable.fixed(logLikelihood, 3)) with \(report.fit.parameters) parameters, without binomial coefficients"
      )
    }
    return facts
  }

  private var rates: String? {
    guard let rates = report.fit.rates else { return nil }
    func mean(_ term: PopulationTerm) -> Double? {
      guard report.fit.terms.contains(term) else { return nil }
      return report.posterior?.summary(of: term, confidence: PopulationReport.confidence).mean
    }
    let lapse = mean(.lapse) ?? rates.lapse
    let guess = mean(.guess) ?? (report.model.settings.guess == .lapse ? lapse : rates.guess)
    return "guess \(FitWords.rate(guess)), lapse \(FitWords.rate(lapse)); all listeners share them"
  }

  /// The sampler, its diagnostics, and the priors.
  private func method(_ posterior: PopulationPosterior) -> String {
    let worst = posterior.worst.map {
      "; worst R̂ \(TextTable.fixed($0.rHat, 3)), smallest effective sample size \(TextTable.grouped(Int($0.bulk))) "
        + "(bulk) and \(TextTable.grouped(Int($0.tail))) (tail)"
    }
    return
      "posterior of \(posterior.chains.count) chains with \(TextTable.grouped(posterior.draws)) draws by the No-U-Turn "
      + "sampler, seed \(report.request.seed)\(worst ?? ""); \(TextTable.grouped(posterior.divergences)) divergent "
      + "transitions. Estimates are means of the posterior"
  }

  private var method: String {
    if let posterior = report.posterior { return method(posterior) }
    let points = report.model.usedPoints
    let quadrature =
      points == 1
      ? "marginal likelihood by Laplace's approximation"
      : "marginal likelihood by adaptive Gauss–Hermite quadrature, \(points) points for each random effect"
    return quadrature
      + (report.model.isPenalised
        ? "; weak penalties keep the SDs above 0 and the correlation inside −1 to 1 (--method ml turns them off)"
        : "; maximum likelihood without penalties")
  }

  private var intervals: String {
    switch report.request.interval {
    case .posterior where report.posterior != nil: "intervals with equal tails of the posterior"
    case .profile:
      "by profiles of the (penalised) likelihood; means and contrasts use Student's t, with degrees of freedom "
        + "from the number of listeners"
    case .percentile:
      "percentiles of \(TextTable.grouped(report.request.resamples)) data sets drawn from the fit, seed \(report.request.seed)"
    default:
      "from standard errors; means and contrasts use Student's t, with degrees of freedom from the number of "
        + "listeners, and SDs a log scale"
    }
  }
}
