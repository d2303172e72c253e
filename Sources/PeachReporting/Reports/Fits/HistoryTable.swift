package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// History kernels as rows, one for each weight. Scripts depend on its columns; the `--by` columns come after them.
package enum HistoryTable {
  private static let all: [TableColumn<HistoryReport.Row>] = [
    .init(
      "term",
      "Predictor that the weight belongs to: bias; level; answer (+1 higher, −1 lower); stimulus (the sign of "
        + "its level, +1 or −1); note (pitch of the reference note, cents)",
      text: { $0.weight.of.rawValue }
    )
    .oneOf(HistoryKernel.Weight.Of.allCases.map(\.rawValue)),
    .init("lag", unit: "trials", "How many trials before the answer; 0: the trial itself", integer: { $0.weight.lag }),
    .init(
      "weight",
      "Weight in the regression: how much the predictor moves the z-score (probit) or log odds (logit) of the "
        + "answer higher; for level and note, per unit", number: { $0.weight.value }),
    .init("weight_se", "Standard error of the weight", number: { $0.weight.error }),
    .init("weight_low", "Lower end of the 95 % interval of the weight", number: { $0.weight.interval?.low }),
    .init("weight_high", "Upper end of the 95 % interval of the weight", number: { $0.weight.interval?.high }),
    .init("weight_p", "p value of this weight (Wald test)", number: { $0.weight.p }),
    .init(
      "equivalent_UNIT", unit: "UNIT",
      "Change of the level that has the same effect as the predictor; for a note, the change for each cent by which "
        + "its pitch rises",
      number: { $0.weight.equivalent }),
    .init(
      "equivalent_UNIT_se", unit: "UNIT", "Standard error of equivalent_UNIT", number: { $0.weight.equivalentError }),
    .init(
      "lr",
      "Likelihood-ratio statistic of the history: twice the gain in log-likelihood from all earlier answers, "
        + "stimuli and notes together", number: { $0.kernel.likelihoodRatio }),
    .init(
      "df", "Degrees of freedom of lr: the number of weights of earlier trials", integer: { $0.kernel.degreesOfFreedom }
    ),
    .init("p", "p value of lr; small if earlier trials influence the answers", number: { $0.kernel.p }),
    .init("trials", "Number of trials fitted: those with a complete history", integer: { $0.kernel.trials }),
    .init(
      "runs",
      "Number of runs or sessions; the trials of one do not count as earlier trials of the next",
      integer: { $0.kernel.runs }),
    .init("log_likelihood", "Log-likelihood of the regression", number: { $0.kernel.logLikelihood }),
    .init("link", "Kind of regression: probit or logit", text: { $0.request.link.rawValue }),
    .init("lapse", "Lapse rate λ, which the regression assumes to be known", number: { $0.request.lapse }),
    .init(
      "status",
      "ok; too-few-trials; one-answer: all answers are the same; not-converged: the search for the best weights "
        + "failed",
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
    let scale = report.request.link == .probit ? "z-score" : "log odds"
    let legend =
      "answer: +1 higher, −1 lower; stimulus: the sign of its level; note: pitch of the reference note in cents. "
      + "weight: by how much each one changes the \(scale) of the answer higher (level and note: per unit); "
      + "equivalent: the change of the level that has the same effect. A criterion that drifts by itself gives such "
      + "weights too. The lapse rate λ is fixed at \(report.request.lapse.shortest); --lapse changes it."
    return tables.joined(separator: "\n") + "\n" + TextTable.paragraph(legend, to: page.text())
  }

  private static func shown(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : TextTable.fixed(p, 4) }

  private static func summary(of kernel: HistoryKernel) -> String {
    let trials = TextTable.counted(kernel.trials, "trial") + " with a complete history"
    guard let ratio = kernel.likelihoodRatio, let p = kernel.p else { return "\(trials): \(kernel.status.rawValue)" }
    return
      "\(trials),\n  test whether earlier trials have an influence: χ² = \(TextTable.fixed(ratio, 2)), df = "
      + "\(kernel.degreesOfFreedom), p "
      + (p < 0.0001 ? shown(p) : "= \(shown(p))")
  }
}
