import ArgumentParser
import PeachAnalysis
import PeachFitting
import PeachMath
import PeachReporting
import PeachSupport

/// `peach fit --history N`.
extension FitCommand {
  /// The lapse rate if none is stated: that of the common estimator.
  private static let usualLapse = 0.01
  private static let mostLags = 50

  /// Rejects options that do not go together with `--history`.
  func checkHistory() throws {
    if let history, !(1...FitCommand.mostLags).contains(history) {
      throw ValidationError("--history: expected a whole number from 1 to \(FitCommand.mostLags), got \(history)")
    }
    let refused: [(String, Bool)] = [
      ("guess", options.guess != nil), ("at", options.at != nil), ("log-level", options.logLevel),
      ("method", options.method != nil), ("interval", options.interval != nil), ("bootstrap", options.bootstrap != nil),
      ("simulate", options.simulate != nil), ("catch", options.catches != nil), ("share", share != nil),
      ("compare", compare), ("within", !within.isEmpty), ("residuals", residuals != nil),
      ("report", reporting.report != nil),
    ]
    if let (name, _) = refused.first(where: \.1) {
      throw ValidationError("--\(name): cannot be combined with --history")
    }
    _ = try historyRequest()
  }

  private func historyRequest() throws -> HistoryReport.Request {
    let link: HistoryKernel.Link
    switch options.function ?? NormalFunction.name {
    case NormalFunction.name: link = .probit
    case LogisticFunction.name: link = .logit
    default:
      throw ValidationError(
        "--function: expected normal or logistic with --history, got \(SafeText.quoted(options.function ?? "none"))")
    }
    var lapse = FitCommand.usualLapse
    if let text = options.lapse {
      guard let value = NumberGrammar.double(text), value >= 0, value < 0.5 else {
        throw ValidationError(
          "--lapse: expected a number from 0 to below 0.5 with --history, got \(SafeText.quoted(text))")
      }
      lapse = value
    }
    return HistoryReport.Request(lags: history ?? 1, link: link, lapse: lapse, hasNotes: historyNotes)
  }

  /// Prints the kernel of each group.
  func fit(history: Int) throws {
    let source = try data.map { try FitData.read($0, separator: columns.givenSeparator) } ?? liveData()
    var ways = columns.ways
    ways.needsAlternatives = false
    ways.keepsTrials = true
    ways.takesExcluded = withExcluded
    let observations = try withUnit(Observations.read(source.table, reading: .direction, by: by, ways))
    guard observations.trials.count == observations.groups.count else {
      let many = observations.groups.reduce(0) { $0 + $1.counts.total }
      throw Failure(
        status: ExitStatus.wrongContent,
        message: many > 100_000
          ? "\(SafeText.line(shown)): --history expected at most 100 000 trials, got \(Int(many))\n"
            + "  hint: split the data, or export fewer"
          : "\(SafeText.line(shown)): --history needs single trials in their order, got counts")
    }
    if historyNotes, observations.trials.joined().contains(where: { $0.reference == nil }) {
      throw Failure(
        status: ExitStatus.wrongContent,
        message:
          "\(SafeText.line(shown)): --history-notes needs a column reference_note with a number in every row")
    }
    let report = HistoryReport(observations, by: by, try historyRequest())
    for note in observations.warnings + observations.notes { Standard.error("\(SafeText.line(shown)): \(note)\n") }
    switch format {
    case .table: Standard.output(HistoryTable.text(report, in: layout.page))
    case .csv: Standard.data(HistoryTable.csv(report))
    case .json: Standard.data(HistoryTable.json(report))
    }
    if strict, report.kernels.contains(where: { $0.kernel.status != .ok }) { throw ExitCode(ExitStatus.runFailed) }
  }
}
