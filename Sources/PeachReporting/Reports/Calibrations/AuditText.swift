package import PeachAnalysis
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The results of an audit for people: words, then numbers.
package struct AuditText {
  private let rows: [AuditRow]
  private let listener: String
  private let session: Int
  private let strategy: String
  private let source: String

  /// - Parameter source: The data of the twins in words.
  package init(_ rows: [AuditRow], of listener: String, session: Int, strategy: String, source: String) {
    self.rows = rows
    self.listener = listener
    self.session = session
    self.strategy = strategy
    self.source = source
  }

  package func text(in page: PageWidth) -> String {
    let width = page.text()
    func paragraph(_ text: String) -> String { TextTable.paragraph(text, to: width) }
    let twins = TextTable.grouped(rows.first?.twins ?? 0)
    return paragraph(
      "Session \(session) of \(SafeText.cut(listener)) with \(SafeText.cut(strategy)), simulated twice with each "
        + "of \(twins) identical twins (simulated copies of the listener, fitted to \(source)) and of \(twins) twins "
        + "that vary within the uncertainty of that fit"
    )
      + "\n" + sentences.map(paragraph).joined() + "\n" + table.text(in: page) + "\n"
      + paragraph(
        "bias, sd and rmse: mean, standard deviation and root mean square of log2(estimate / truth) over runs "
          + "with a threshold; ±: Monte Carlo standard error")
      + paragraph("coverage: share of the 95 % intervals that contain the twin's true threshold")
      + paragraph(
        "differs: share of twins whose two runs differ significantly (5 %), although the twin did not change"
      )
      + paragraph("own: the strategy's own estimate, at its own target; fit: a fit of the run's trials")
  }

  private var table: TextTable {
    var table = TextTable([
      TextColumn("estimator"), TextColumn("twins"), TextColumn("trials", .number, rank: 2),
      TextColumn("bias", .number), TextColumn("sd", .number), TextColumn("rmse", .number, rank: 3),
      TextColumn("coverage", .number), TextColumn("failed", .number, rank: 1), TextColumn("differs", .number),
    ])
    for row in rows {
      table.add([
        row.estimator.name, row.isUncertain ? "drawn" : "the same",
        row.trials.value.map { TextTable.fixed($0, 1) } ?? "–", AuditText.figure(row.bias, signed: true),
        AuditText.figure(row.deviation), AuditText.figure(row.rootMeanSquareError), AuditText.share(row.coverage),
        AuditText.share(row.failed), AuditText.share(row.spuriousDifference),
      ])
    }
    return table
  }

  /// A sentence for each estimator about drawn twins, which include the uncertainty about the listener.
  private var sentences: [String] {
    rows.filter(\.isUncertain).map { row in
      var text = "For a listener like \(SafeText.cut(listener)), \(row.estimator.name) is "
      if let bias = row.bias.value, let error = row.bias.standardError {
        text += "\(AuditText.factor(bias)) the truth on average"
        if abs(bias) < 2 * error { text += ", with no measurable bias" }
      } else {
        text += "never a threshold"
      }
      if let deviation = row.deviation.value { text += ", and scatters by a factor of \(AuditText.times(deviation))" }
      if row.coverage.value != nil {
        text += "; its 95 % interval contains the truth in \(AuditText.share(row.coverage))"
      }
      if !row.failures.isEmpty {
        let words = row.failures.map { "\($0.status.rawValue) \(AuditText.share($0.share))" }
        text += "; not ok: \(words.joined(separator: ", "))"
      }
      if row.spuriousDifference.value != nil {
        text += "; two conditions without a difference seem to differ in \(AuditText.share(row.spuriousDifference))"
      }
      return text + "."
    }
  }

  static func figure(_ figure: MonteCarloValue, signed: Bool = false) -> String {
    guard let value = figure.value else { return "–" }
    return TextTable.fixed(value, 3, signed: signed)
      + (figure.standardError.map { " ±\(TextTable.fixed($0, 3))" } ?? "")
  }

  static func share(_ figure: MonteCarloValue) -> String {
    guard let value = figure.value else { return "–" }
    return TextTable.fixed(100 * value, 1) + (figure.standardError.map { " ±\(TextTable.fixed(100 * $0, 1))" } ?? "")
      + " %"
  }

  private static func factor(_ octaves: Double) -> String { "\(times(octaves)) times" }
  private static func times(_ octaves: Double) -> String { TextTable.fixed(exp2(octaves), 2) }
}
