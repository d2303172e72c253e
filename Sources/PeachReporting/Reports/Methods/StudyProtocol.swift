package import PeachAnalysis
package import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The items of a protocol of a simulation study, as far as an experiment file says them.
///
/// Source: Siepe et al. (2024), Psychological Methods, doi:10.1037/met0000695, after Morris, White & Crowther (2019); the
/// items are named in our own words, in the order of their form.
package enum StudyProtocol {
  package struct Item: Hashable, Sendable {
    package var section: String
    package var name: String
    /// The answer; empty if only the authors know it.
    package var answer: String
  }

  /// - Parameter rows: The summary, for the Monte Carlo errors that the number of runs gives.
  package static func items(_ context: TableContext, _ plan: Plan, _ rows: [SummaryRow]) -> [Item] {
    let simulation = context.simulation
    let strategies = plan.cells.map(\.strategy).distinct
    let listeners = plan.cells.map(\.listener).distinct
    let factors = ["listener (\(MethodsText.listed(listeners)))"] + simulation.varied
    let error = context.axis.scale == .log ? "log2(estimate / truth)" : "estimate − truth"
    let failed = rows.reduce(0) { $0 + Int($1.failed.value ?? 0) }
    return [
      Item(section: "General", name: "Title", answer: simulation.name),
      Item(section: "General", name: "Contributors", answer: ""),
      Item(section: "General", name: "Description", answer: simulation.question ?? ""),
      Item(section: "General", name: "Earlier simulations of the same question", answer: ""),
      Item(section: "Aims", name: "Aim", answer: simulation.question ?? ""),
      Item(
        section: "Data generation", name: "How parameters are specified",
        answer: "parametric: listeners answer by a psychometric function whose parameters the experiment file states"),
      Item(section: "Data generation", name: "Factors", answer: factors.joined(separator: "; ")),
      Item(section: "Data generation", name: "Values of the factors", answer: values(context, listeners)),
      Item(
        section: "Data generation", name: "Combination of factors and conditions",
        answer:
          "fully factorial: \(TextTable.counted(plan.cells.count, "combination")), each strategy in each condition"),
      Item(section: "Estimands", name: "Estimands", answer: estimands(context)),
      Item(
        section: "Methods", name: "Methods compared, and results used from each",
        answer:
          "\(MethodsText.listed(strategies)), each with its own estimate if it has one, and all with one fit of "
          + "the trials; from each run come threshold, interval, slope, lapse rate and status"),
      Item(
        section: "Performance", name: "Measures",
        answer:
          "of \(error): bias, median, standard deviation, interquartile range, root mean square; coverage of 95 % "
          + "intervals, sweat factor (mean number of trials × variance of the error), efficiency, failures, share "
          + "within 10 % of the truth"),
      Item(
        section: "Performance", name: "Monte Carlo uncertainty",
        answer: "tables and figures give a Monte Carlo standard error for every measure"),
      Item(
        section: "Performance", name: "Number of repetitions, with the reason", answer: repetitions(plan, rows, context)
      ),
      Item(
        section: "Performance", name: "Missing values and failures",
        answer: "runs without a threshold are counted by status and always reported; measures of error exclude them; "
          + "\(TextTable.grouped(failed)) of \(TextTable.grouped(rows.reduce(0) { $0 + $1.replicates })) estimates have none"
      ),
      Item(section: "Performance", name: "How measures are interpreted", answer: ""),
      Item(section: "Other", name: "Software", answer: "Peach \(simulation.version), build \(simulation.build)"),
      Item(
        section: "Other", name: "Computational environment",
        answer: "results are identical for the same build, C library and processor family, with any number of threads"),
      Item(
        section: "Other", name: "Reproducibility",
        answer:
          "seed \(plan.seed), checksum of the resolved experiment (digest) \(simulation.digest); `peach verify` "
          + "reproduces every number"),
      Item(section: "Other", name: "Anything else", answer: ""),
    ]
  }

  private static func values(_ context: TableContext, _ listeners: [String]) -> String {
    let truths = listeners.map { listener in
      let cells = context.cells.filter { $0.listener == listener }
      let levels = Set(cells.compactMap { $0.estimators.last?.truth }).sorted()
      let unit = context.axis.unit
      guard let first = levels.first, let last = levels.last else { return "\(listener) (never at the estimand)" }
      return first == last
        ? "\(listener) (\(TextTable.fixed(first, 2)) \(unit))"
        : "\(listener) (\(TextTable.fixed(first, 2)) to \(TextTable.fixed(last, 2)) \(unit))"
    }
    let varied = context.simulation.varied.enumerated().map { place, path in
      let values = context.cells.map { $0.varied[place] }.distinct.filter { !$0.isEmpty }
      return "\(path): \(values.joined(separator: ", "))"
    }
    return (["true thresholds " + MethodsText.listed(truths)] + varied).joined(separator: "; ")
  }

  private static func estimands(_ context: TableContext) -> String {
    let targets = Set(context.cells.flatMap(\.estimators).compactMap(\.target)).sorted()
    let percents = targets.map { MethodsText.percent($0) }
    return "the level at which the proportion correct equals a target: \(MethodsText.listed(percents))"
  }

  private static func repetitions(_ plan: Plan, _ rows: [SummaryRow], _ context: TableContext) -> String {
    let errors = rows.compactMap { $0.bias.standardError }
    let most =
      errors.max().map { "; the greatest Monte Carlo standard error of a bias is \(TextTable.fixed($0, 4))" } ?? ""
    return "\(TextTable.grouped(plan.replicates)) runs of each strategy with each listener in each condition\(most)"
  }
}
