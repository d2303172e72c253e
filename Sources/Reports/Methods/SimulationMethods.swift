public import Analysis
public import Configuration
import Experiments
import Fitting
public import Listeners
import Psychometrics
import Records
public import Simulation
public import Strategies
import Trials

/// What a paper says of a simulation: procedures, settings, stopping rule, estimators, listeners, measures, software.
public enum SimulationMethods {
  /// - Parameters:
  ///   - plan: Of the experiment that the file holds.
  ///   - strategies: What its strategies are declared by.
  ///   - listeners: The same of its listeners.
  ///   - year: Of the software, as it is cited.
  public static func text(
    _ context: TableContext, _ plan: Plan, strategies: StrategyRegistry, listeners: ListenerRegistry, year: Int
  ) -> MethodsText {
    var text = MethodsText()
    let parts = Parts(plan: plan, context: context, strategies: strategies, listeners: listeners)
    parts.addDesign(to: &text)
    parts.addListeners(to: &text)
    text.beginParagraph()
    ProcedureMethods(plan: plan, kinds: strategies).add(entries: plan.told["strategies"]?.items ?? [], to: &text)
    text.beginParagraph()
    parts.addEstimators(to: &text)
    parts.addPerformance(to: &text)
    parts.addSoftware(year: year, to: &text)
    return text
  }

  private struct Parts {
    var plan: Plan
    var context: TableContext
    var strategies: StrategyRegistry
    var listeners: ListenerRegistry

    private func entries(_ key: String) -> [Value] { plan.told[key]?.items ?? [] }

    private func name(_ entry: Value) -> String { entry["name"].map(SettingsProse.plain) ?? "" }

    private func kind(_ entry: Value) -> String { entry["kind"].map(SettingsProse.plain) ?? "" }

    func addDesign(to text: inout MethodsText) {
      let procedures = entries("strategies").map(name)
      let count = entries("listeners").count
      let task = plan.cells[0].task
      let trial = self.trial(of: task)
      text.add(
        "The procedure\(procedures.count == 1 ? "" : "s") \(MethodsText.listed(procedures)) "
          + "\(procedures.count == 1 ? "was" : "were") simulated on \(count == 1 ? "one listener" : "\(count) listeners")"
          + (context.simulation.varied.isEmpty
            ? "" : " at every combination of the varied \(MethodsText.listed(context.simulation.varied))")
          + "; \(trial)"
          + (plan.told["task"].map { task in
            let said = SettingsProse.task(task, without: ["kind", "alternatives", "signed"])
            return said.isEmpty ? "" : " (\(said))"
          } ?? "") + ".")
      text.add(
        (plan.cells.count == 1
          ? "The single combination was simulated \(TextTable.counted(plan.replicates, "time")) "
          : "Each of the \(TextTable.grouped(plan.cells.count)) combinations was simulated "
            + "\(TextTable.counted(plan.replicates, "time")), with common random numbers ")
          + "(root seed \(plan.seed)).")
    }

    private func trial(of task: TrialTask) -> String {
      switch task.kind {
      case .comparison:
        "each trial presented two notes, and the listener answered whether the second was higher or lower"
      case .oddity: "each trial presented three notes, and the listener chose the odd one"
      case .axb: "each trial presented three notes, and the second equalled the first or the last"
      case .sameDifferent: "each trial presented two notes, and the listener answered same or different"
      case .matching: "in every trial the listener tuned a note to another"
      case .level:
        task.alternatives == 1
          ? "the listener answered yes or no"
          : "each trial was a forced choice between \(task.alternatives) alternatives"
      }
    }

    func addListeners(to text: inout MethodsText) {
      for entry in entries("listeners") {
        guard let declared = listeners[kind(entry)] else { continue }
        let prose = SettingsProse(entry) { _ = declared.read($0, in: plan.cells[0].task) }.text(of: entry)
        text.add(
          "Listener \(name(entry)) followed the model \(kind(entry)): \(prose)\(text.cite(source: declared.source)).")
      }
    }

    func addEstimators(to text: inout MethodsText) {
      let percent = TextTable.fixed(100 * plan.estimand, 2)
      let task = plan.cells[0].task
      if task.kind == .matching { return addMatchings(to: &text) }
      if context.cells.contains(where: { $0.estimators.contains { !$0.isCommon } }) {
        let ofFunctions = plan.cells.contains { cell in
          cell.factory?.facts.estimated.contains { $0.valueAtThreshold != nil } ?? false
        }
        text.add(
          "A procedure's own estimate was compared with the listener's level at the procedure's own target"
            + (ofFunctions
              ? ", that of a function's threshold with the level at which the listener's own function, between its "
                + "asymptotes, has the same value." : "."))
      }
      let function: any FitFunction.Type = task.kind == .comparison ? NormalFunction.self : plan.estimatorFunction
      text.add(
        "The trials of every run were also fitted by \(CommonFitWords.named(plan.estimatorMethods, isByDirection: task.kind == .comparison, citing: &text)) with a "
          + (function.name == NormalFunction.name ? "cumulative normal" : "\(function.name) function")
          + text.cite(source: function.source)
          + (task.kind == .comparison
            ? ", fitted to the direction of the answers: P(higher) = λ + (1 − 2λ)Φ((x − μ)/σ), λ \(CommonFitWords.lapse(plan.estimatorLapse)); its "
              + "threshold was the level at which the mean of both signs was \(percent) % correct."
            : "; its threshold was the level at which \(task.alternatives == 1 ? "\(percent) % of signals were answered yes" : "ψ was \(percent) % correct"), "
              + "its guess rate \(task.alternatives == 1 ? "free between 0 and 0.25" : "1/\(task.alternatives)"), its lapse rate "
              + "free between 0 and 0.1.")
      )
    }

    private func addMatchings(to text: inout MethodsText) {
      text.add(
        "Constant error, variable error and under-adjustment were estimated by one regression of the error on the initial "
          + "offset, in which the ends of the control censor\(text.cite(KnownReferences.tobin)).")
    }

    func addPerformance(to text: inout MethodsText) {
      let error = context.axis.scale == .log ? "log2(estimate / truth)" : "estimate − truth"
      text.add(
        "Errors were \(error). Bias, standard deviation and root mean square error have Monte Carlo standard "
          + "errors\(text.cite(KnownReferences.morris)). Runs without a threshold counted as failed and were excluded "
          + "from these statistics.")
      guard plan.cells[0].task.kind != .matching else { return }
      text.add(
        "Efficiency was the smallest possible sweat factor divided by that of the procedure; the sweat factor was the mean number of "
          + "trials times the variance of the errors"
          + "\(text.cite(KnownReferences.taylorCreelman, KnownReferences.taylor, KnownReferences.treutwein)).")
      addVerdicts(to: &text)
    }

    /// How strategies were compared, if there are enough runs of two.
    private func addVerdicts(to text: inout MethodsText) {
      guard entries("strategies").count > 1, plan.replicates >= PairedDifference.leastPairs else { return }
      text.add(
        "Procedures were compared in pairs of runs on the same random numbers: by root mean square error, and by which was "
          + "closer to the truth more often; a failed run counted as infinitely far\(text.cite(KnownReferences.dixon)). The p values "
          + "were corrected for all tests of a listener\(text.cite(KnownReferences.holm)). Equivalence was assessed with "
          + "two one-sided tests\(text.cite(KnownReferences.schuirmann)). A procedure that failed in more than "
          + "10 % of its runs was not called the best.")
    }

    func addSoftware(year: Int, to text: inout MethodsText) {
      let simulation = context.simulation
      text.add(
        "The simulations were run with Peach \(simulation.version)"
          + text.cite(MethodsText.software(version: simulation.version, year: year))
          + ", experiment digest \(simulation.digest); `peach verify` reproduces every number.")
    }
  }
}
