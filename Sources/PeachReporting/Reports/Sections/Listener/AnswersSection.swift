import PeachAnalysis
import PeachFitting
import PeachSupport

/// The distribution of answers, and the response bias.
enum AnswersSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let answers = report.summary.answers.filter { $0.trials > 0 }
    guard !answers.isEmpty else { return nil }
    let unit = report.summary.overall?.unit ?? "cents"
    var table = PageTable(
      "Answers of test trials, and catch trials",
      PageTable.columns(
        ["session"],
        numbers: ["trials", "higher", "correct", "bias (\(unit))", "95 % interval", "catch trials", "of these wrong"]))
    for session in answers {
      let fit = report.summary.bySession?.fits.first { $0.key == [String(session.session)] }
      let interval = fit?.intervals[.pse].map { ConfidenceInterval(low: $0.high.map { -$0 }, high: $0.low.map { -$0 }) }
      let error = interval?.approximateError
      let bias = fit?.result.bias
      table.add([
        String(session.session), TextTable.grouped(session.trials),
        session.directed > 0 ? SimulationReport.percent(Double(session.higher) / Double(session.trials), 1) : "",
        session.judged > 0 ? SimulationReport.percent(Double(session.correct) / Double(session.judged), 1) : "",
        bias.map { Precision(of: $0, error: error).text($0) } ?? "",
        SingleFitText.text(interval, of: bias, error: error), TextTable.grouped(session.catchTrials),
        TextTable.grouped(session.catchWrong),
      ])
    }
    let isDirected = answers.contains { $0.directed > 0 }
    table.dropColumns { $0.isEmpty }
    return PageSection(
      isDirected ? "Answers and response bias" : "Answers",
      [
        .text(
          (isDirected
            ? "bias: how many cents too high the listener hears a pitch; at an offset of −bias both answers are "
              + "equally likely. "
            : "")
            + "Adaptive procedures keep the proportion correct near their target for every listener, so it "
            + "does not show how well a person hears."),
        .table(table),
      ])
  }
}
