public import Analysis
public import Configuration
import Experiments
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
    parts.addProcedures(to: &text)
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

    private func entries(_ key: String) -> [Value] { plan.resolved[key]?.items ?? [] }

    private func name(_ entry: Value) -> String { entry["name"].map(SettingsProse.plain) ?? "" }

    private func kind(_ entry: Value) -> String { entry["kind"].map(SettingsProse.plain) ?? "" }

    /// A paper says what the task was also where it was left at its defaults.
    private var taskParameters: [Parameter] {
      Experiment.taskParameters().map { parameter in
        var parameter = parameter
        parameter.fallback = nil
        return parameter
      }
    }

    private func prose(_ parameters: [Parameter]) -> SettingsProse {
      SettingsProse(parameters, sweeps: plan.resolved["sweeps"])
    }

    func addDesign(to text: inout MethodsText) {
      let procedures = entries("strategies").map(name)
      let count = entries("listeners").count
      let task = plan.cells[0].task
      let trial =
        task.kind == .comparison
        ? "trials were comparisons of two notes, answered higher or lower"
        : task.alternatives == 1
          ? "trials were answered yes or no" : "trials were forced choices of \(task.alternatives) alternatives"
      text.add(
        "The procedure\(procedures.count == 1 ? "" : "s") \(MethodsText.listed(procedures)) "
          + "\(procedures.count == 1 ? "was" : "were") simulated on \(count == 1 ? "one listener" : "\(count) listeners")"
          + (context.simulation.varied.isEmpty
            ? "" : " at every combination of the varied \(MethodsText.listed(context.simulation.varied))")
          + "; \(trial)"
          + (plan.resolved["task"].map { task in
            let said = prose(taskParameters).text(of: task, without: ["kind", "alternatives", "signed"])
            return said.isEmpty ? "" : " (\(said))"
          } ?? "") + ".")
      text.add(
        "Each of the \(TextTable.grouped(plan.cells.count)) cells was run \(TextTable.grouped(plan.replicates)) times, on "
          + "common random numbers (root seed \(plan.seed)).")
    }

    func addListeners(to text: inout MethodsText) {
      for entry in entries("listeners") {
        guard let declared = listeners[kind(entry)] else { continue }
        let prose = prose(Reader.describe { _ = declared.read($0, in: plan.cells[0].task) }).text(of: entry)
        text.add("The listener \(name(entry)) was \(kind(entry)): \(prose)\(text.cite(source: declared.source)).")
      }
    }

    func addProcedures(to text: inout MethodsText) {
      for entry in entries("strategies") {
        guard let declared = strategies[kind(entry)] else { continue }
        let parameters = Reader.describe {
          _ = declared.factory(from: $0, in: StrategyContext(task: plan.cells[0].task, stop: nil, kinds: strategies))
        }
        let said = [
          prose(parameters).text(of: entry, without: ["name", "kind", "stop"]),
          plan.cells.first { $0.strategy == name(entry) }?.factory.facts.targetText,
          ownEstimate(entry, parameters), entry["stop"].map { "runs ended \(prose(parameters).stop($0))" },
        ]
        text.add(
          "\(name(entry)) (\(kind(entry))): \(declared.rule.lowercasedFirst.withoutStop)\(text.cite(source: declared.source)); "
            + said.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ") + ".")
      }
      if let stop = plan.resolved["stop"] { text.add("Runs ended \(prose([]).stop(stop)).") }
    }

    /// What a staircase does that is not told how its levels become a threshold.
    private func ownEstimate(_ entry: Value, _ parameters: [Parameter]) -> String? {
      guard entry["estimator"] == nil, let declared = parameters.first(where: { $0.name == "estimator" }),
        let usual = declared.meaning.firstRange(of: "default ")
      else { return nil }
      return "its threshold is \(declared.meaning[usual.upperBound...])"
    }

    func addEstimators(to text: inout MethodsText) {
      let percent = TextTable.fixed(100 * plan.estimand, 2)
      let task = plan.cells[0].task
      if context.cells.contains(where: { $0.estimators.contains { $0.name != "fit" } }) {
        text.add("A procedure's own estimate was compared with the listener's level at the procedure's own target.")
      }
      let function = NormalFunction.self
      text.add(
        "The trials of every run were also fitted by maximum likelihood with a cumulative normal"
          + text.cite(source: function.source)
          + (task.kind == .comparison
            ? ", read by direction: P(higher) = λ + (1 − 2λ)Φ((x − μ)/σ), λ fixed at \(plan.estimatorLapse.shortest); its "
              + "threshold is the level at which the mean of both signs is \(percent) % correct."
            : "; its threshold is the level at which ψ is \(percent) % correct, its lapse rate free between 0 and 0.1.")
      )
    }

    func addPerformance(to text: inout MethodsText) {
      let error = context.axis.scale == .log ? "log2(estimate / truth)" : "estimate − truth"
      text.add(
        "Errors are \(error); bias, standard deviation and root mean square error are given with their Monte Carlo standard "
          + "errors\(text.cite(KnownReferences.morris)). Runs without a threshold are counted as failed and are not in "
          + "these means.")
    }

    func addSoftware(year: Int, to text: inout MethodsText) {
      let simulation = context.simulation
      text.add(
        "Simulations were made with Peach \(simulation.version)"
          + text.cite(MethodsText.software(version: simulation.version, year: year))
          + ", experiment digest \(simulation.digest); peach verify makes every number again.")
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
