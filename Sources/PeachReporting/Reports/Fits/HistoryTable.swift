package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// History kernels as rows, one for each weight. Scripts depend on its columns; the `--by` columns come after them.
package enum HistoryTable {
  private static let all: [TableColumn<HistoryReport.Row>] = [
    .init(
      "term", "bias, level, answer (+1 higher, −1 lower), stimulus (its sign) or note (cents)",
      text: { $0.weight.of.rawValue }
    )
    .oneOf(HistoryKernel.Weight.Of.allCases.map(\.rawValue)),
    .init("lag", unit: "trials", "Trials back; 0: this trial", integer: { $0.weight.lag }),
    .init("weight", "Weight in the linear predictor; for level and note, per unit", number: { $0.weight.value }),
    .init("weight_se", "Its standard error", number: { $0.weight.error }),
    .init("weight_low", "The lower end of its 95 % interval", number: { $0.weight.interval?.low }),
    .init("weight_high", "The upper end", number: { $0.weight.interval?.high }),
    .init("weight_p", "p value of this weight (Wald test)", number: { $0.weight.p }),
    .init(
      "equivalent_UNIT", unit: "UNIT",
      "Change of the level with the same effect; for a note, per cent of pitch",
      number: { $0.weight.equivalent }),
    .init("equivalent_UNIT_se", unit: "UNIT", "Its standard error", number: { $0.weight.equivalentError }),
    .init(
      "lr", "Twice the gain in log-likelihood from the whole history", number: { $0.kernel.likelihoodRatio }),
    .init("df", "Its degrees of freedom", integer: { $0.kernel.degreesOfFreedom }),
    .init("p", "p value of the whole history", number: { $0.kernel.p }),
    .init("trials", "Trials with a whole history", integer: { $0.kernel.trials }),
    .init("runs", "Runs or sessions; history does not cross from one to the next", integer: { $0.kernel.runs }),
    .init("log_likelihood", "Trials with a complete history", number: { $0.kernel.logLikelihood }),
    .init("link", "probit or logit", text: { $0.request.link.rawValue }),
    .init("lapse", "λ, assumed to be known", number: { $0.request.lapse }),
    .init(
      "status", "ok; too-few-trials; one-answer: all are the same; not-converged: the search failed",
      text: { $0.kernel.status.rawValue }),
  ]

  package static let declared = all.map(\.column)

  package static func columns(_ report: HistoryReport) -> [String] {
    all.map { $0.named(unit: report.unit ?? "level", error: "").column.name } + report.by
  }

  package static func fields(_ row: HistoryReport.Row) -> [Value?] {
    all.map { $0.value(row) } + row.key.map { $0.isEmpty ? nil : .text($0) }
  }

  package static func csv(_ report: HistoryReport) -> String {
    CSV.header(columns(report)) + report.rows.map { CSV.line(fields($0)) }.joined()
  }

  package static func json(_ report: HistoryReport) -> String {
    JSONRows.text(columns(report), report.rows.map(fields))
  }

  /// A table for people for each group.
  package static func text(_ report: HistoryReport, in page: PageWidth) -> String {
    let unit = report.unit ?? "level"
    let tables = report.kernels.map { key, kernel in
      let name =
        key.isEmpty ? "" : zip(report.by, key).map { "\($0) \(SafeText.cut($1))" }.joined(separator: ", ") + ": "
      var text = name + summary(of: kernel) + "\n"
      guard kernel.status == .ok else { return text }
      var table = TextTable([
        TextColumn("term"), TextColumn("weight", .number), TextColumn("95 % interval"), TextColumn("p", .number),
        TextColumn("equivalent_\(unit)", .number, rank: 1),
      ])
      for weight in kernel.weights {
        let lag = weight.lag == 0 ? "" : " \(weight.lag) back"
        let interval = weight.interval.map {
          "\(TextTable.fixed($0.low ?? .nan, 4)) … \(TextTable.fixed($0.high ?? .nan, 4))"
        }
        table.add([
          weight.of.rawValue + lag, weight.value.map { TextTable.fixed($0, 4) } ?? "", interval ?? "",
          weight.p.map { shown($0) } ?? "",
          weight.equivalent.map { TextTable.fixed($0, 3) } ?? "",
        ])
      }
      text += table.text(in: page)
      return text
    }
    let scale = report.request.link == .probit ? "z-scores" : "log odds"
    let legend =
      "answer: +1 higher, −1 lower; stimulus: its sign; note: the reference's cents; weights in \(scale), for "
      + "level and note per unit; equivalent: the change of the level with the same effect. A criterion that "
      + "drifts by itself gives such weights too. λ is fixed at \(report.request.lapse.shortest); --lapse changes it."
    return tables.joined(separator: "\n") + "\n" + TextTable.paragraph(legend, to: page.text())
  }

  private static func shown(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : TextTable.fixed(p, 4) }

  private static func summary(of kernel: HistoryKernel) -> String {
    let trials = TextTable.counted(kernel.trials, "trial") + " with a whole history"
    guard let ratio = kernel.likelihoodRatio, let p = kernel.p else { return "\(trials): \(kernel.status.rawValue)" }
    return "\(trials), test of no history: χ² = \(TextTable.fixed(ratio, 2)), df = \(kernel.degreesOfFreedom), p "
      + (p < 0.0001 ? shown(p) : "= \(shown(p))")
  }
}
