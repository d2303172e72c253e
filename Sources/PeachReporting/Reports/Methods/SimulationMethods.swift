package import PeachAnalysis
package import PeachExperiments
import PeachFitting
import PeachListeners
import PeachMath
package import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials

/// The methods section of a simulation: design, listeners, procedures, estimators, measures and software.
package enum SimulationMethods {
  /// - Parameters:
  ///   - plan: The experiment in the results file.
  ///   - kinds: The declarations of its strategies and listeners.
  ///   - year: The year in the reference for the software.
  package static func text(
    _ context: TableContext, _ plan: Plan, kinds: Experiment.Kinds, year: Int
  ) -> MethodsText {
    var text = MethodsText()
    let parts = Parts(plan: plan, context: context, kinds: kinds)
    parts.addDesign(to: &text)
    parts.addListeners(to: &text)
    let procedures = plan.told["strategies"]?.items ?? []
    if !procedures.isEmpty {
      text.beginParagraph()
      ProcedureMethods(plan: plan, kinds: kinds.strategies).add(entries: procedures, to: &text)
    }
    text.beginParagraph()
    parts.addEstimators(to: &text)
    parts.addPerformance(to: &text)
    parts.addSoftware(year: year, to: &text)
    return text
  }

  private struct Parts {
    var plan: Plan
    var context: TableContext
    var kinds: Experiment.Kinds

    private func entries(_ key: String) -> [Value] { plan.told[key]?.items ?? [] }

    private func name(_ entry: Value) -> String { entry["name"]?.word ?? "" }

    private func kind(_ entry: Value) -> String { entry["kind"].map(SettingsProse.plain) ?? "" }

    func addDesign(to text: inout MethodsText) {
      let procedures = procedures.map(JournalTerms.quoted)
      let count = entries("listeners").count
      let listeners = count == 1 ? "one listener" : "\(count.spelled) listeners"
      text.add(
        procedures.isEmpty
          ? "\(MethodsText.capitalised(listeners)) \(count == 1 ? "was" : "were") simulated\(conditions)."
          : "The procedure\(procedures.count == 1 ? "" : "s") \(MethodsText.listed(procedures)) "
            + "\(procedures.count == 1 ? "was" : "were") simulated with \(listeners)\(conditions).")
      let told = plan.told["task"]
      let task = plan.cells[0].task
      let prose = TrialProse(task: task, told: told)
      // Unit and scale are in the sentence about the level.
      let settings = told.map {
        SettingsProse.taskSettings($0, without: ["kind", "alternatives", "signed", "sounds", "unit", "scale"])
      }
      let number = settings.flatMap { settings in
        settings.isEmpty
          ? nil
          : text.add(
            MethodsTable(
              "Parameters of the task.", ["parameter", "value"], settings.map { [$0.name, $0.text] }))
      }
      text.add(prose.trial + (number.map { " (Table \($0))." } ?? "."))
      if let level = prose.level { text.add(level) }
      SoundProse(task: told)?.add(task, hasNoise: hasNoise, to: &text)
      text.add(runs)
      // Without procedures no other sentence says when a run ended.
      if procedures.isEmpty, let stop = plan.told["stop"] { text.add("Runs ended \(SettingsProse.stop(stop)).") }
    }

    private var hasNoise: Bool { plan.cells.contains { $0.factory?.facts.noiseShare ?? 0 > 0 } }

    /// ` at every value of the notch width`; empty if nothing varies.
    private var conditions: String {
      let paths = context.simulation.varied
      guard !paths.isEmpty else { return "" }
      let names = zip(paths, VariedColumn.short(paths)).map { path, short in
        VariedQuantity.name(ofSweep: path) ?? JournalTerms.name(of: short)
      }
      return (names.count == 1 ? " at every value of " : " at every combination of ")
        + MethodsText.listed(names.map { "the \($0)" })
    }

    private var runs: String {
      let seed = "random seed \(plan.seed)"
      let count = plan.replicates
      guard plan.cells.count > 1 else {
        return count == 1
          ? "One run was simulated (\(seed))."
          : "\(MethodsText.capitalised(MethodsText.number(count))) runs were simulated (\(seed))."
      }
      let times = count == 1 ? "once" : count == 2 ? "twice" : "\(MethodsText.number(count)) times"
      return "\(combinations) was simulated \(times), with common random numbers (\(seed))."
    }

    /// `Each of the 18 combinations of procedure and listener`
    private var combinations: String {
      let parts = [
        procedures.count > 1 ? "procedure" : nil, entries("listeners").count > 1 ? "listener" : nil,
        context.simulation.varied.isEmpty ? nil : "condition",
      ].compactMap(\.self)
      let number = MethodsText.number(plan.cells.count)
      return parts.count == 1
        ? "Each \(parts[0])" : "Each of the \(number) combinations of \(MethodsText.listed(parts))"
    }

    /// A sentence for each listener model, and tables of the parameters.
    ///
    /// Listeners of one model share a table with a column for each parameter. All others stand in one list.
    func addListeners(to text: inout MethodsText) {
      let all = entries("listeners")
      let kinds = all.map(kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      var singles: [(name: String, settings: [SettingsProse.Setting])] = []
      var tables: [MethodsTable] = []
      for kind in kinds {
        guard let declared = declaration(kind) else { continue }
        let members = all.filter { self.kind($0) == kind }
        let subjects = members.map { entry in
          var prose = SettingsProse(entry) { _ = declared.read($0, in: plan.cells[0].task) }
          prose.nameLevels(of: plan)
          return (name: name(entry), settings: prose.settings(of: entry))
        }
        text.add(
          "\(subject(members, of: all)) followed the \(JournalTerms.model(kind))\(text.cite(source: declared.source)).")
        if members.count == 1 {
          singles += subjects
        } else if subjects.contains(where: { !$0.settings.isEmpty }) {
          tables.append(
            MethodsTable("Parameters of the \(JournalTerms.model(kind)).", across: subjects, heading: "listener"))
        }
      }
      let listeners = all.count == 1 ? "listener" : "listeners"
      if singles.contains(where: { !$0.settings.isEmpty }) {
        let others = tables.isEmpty ? listeners : "other listeners"
        tables.append(MethodsTable("Parameters of the \(others).", of: singles, heading: "listener"))
      }
      guard !tables.isEmpty else { return }
      if tables.contains(where: \.hasJND) {
        text.add(
          "The just-noticeable difference (JND) was 0.6745 times the standard deviation of the internal noise.")
      }
      let numbers = MethodsText.listed(tables.map { String(text.add($0)) })
      text.add(
        "\(tables.count == 1 ? "Table \(numbers) lists" : "Tables \(numbers) list") the parameters of the \(listeners)."
      )
    }

    private func declaration(_ kind: String) -> (any DeclaredListener.Type)? {
      if plan.cells[0].task.kind == .matching { return kinds.matchingListeners[kind] }
      return kinds.listeners[kind]
    }

    /// `The listeners keen and coarse`
    private func subject(_ members: [Value], of all: [Value]) -> String {
      if members.count > 1, members.count == all.count { return "All listeners" }
      if all.count == 1 { return "The listener" }
      let names = MethodsText.listed(members.map { JournalTerms.quoted(name($0)) })
      return members.count > 1 ? "The listeners \(names)" : "The listener \(names)"
    }

    func addEstimators(to text: inout MethodsText) {
      let task = plan.cells[0].task
      if task.kind == .matching { return addMatchings(to: &text) }
      let estimating = procedures.filter(hasOwnEstimate)
      if !estimating.isEmpty {
        let ofFunctions = plan.cells.contains { cell in
          cell.factory?.facts.estimated.contains { $0.valueAtThreshold != nil } ?? false
        }
        let isOne = procedures.count == 1
        let truth =
          "compared with the true threshold, that is, the level at which the simulated listener gave the target "
          + "proportion of correct answers"
        text.add(
          isOne
            ? "The procedure's own estimate was \(truth)."
            : estimating.count == 1
              ? "The estimate of \(JournalTerms.quoted(estimating[0])) itself was \(truth) of this procedure."
              : estimating.count == procedures.count
                ? "Each procedure's own estimate was \(truth) of that procedure."
                : "If a procedure had its own estimate, this estimate was \(truth) of that procedure.")
        if ofFunctions {
          text.add(
            (isOne
              ? "Because the procedure estimated the threshold parameter of a function, "
              : "If a procedure estimated the threshold parameter of a function, ")
              + "the true threshold was the level at which the listener's function, rescaled to run from 0 to 1, had "
              + "the value that the procedure's function had at its threshold.")
        }
      }
      addCommonFit(to: &text)
    }

    private var procedures: [String] { entries("strategies").map(name) }

    private func hasOwnEstimate(_ procedure: String) -> Bool {
      context.cells.contains { $0.strategy == procedure && $0.estimators.contains { !$0.isCommon } }
    }

    /// The fit that is the same for every strategy.
    private func addCommonFit(to text: inout MethodsText) {
      let percent = MethodsText.percent(plan.estimand)
      let task = plan.cells[0].task
      let isByDirection = task.kind == .comparison
      let function: any FitFunction.Type = isByDirection ? NormalFunction.self : plan.estimatorFunction
      let name = JournalTerms.function(function.name)
      text.add(
        "A \(name)\(text.cite(source: function.source)) was "
          + (procedures.contains(where: hasOwnEstimate) ? "also " : "")
          + "fitted to the trials of every run, whatever the procedure.")
      let greatest = FitRequest.greatestLapse.shortest
      text.add(
        isByDirection
          ? "It described the direction of the answers: P(higher) = λ + (1 − 2λ)Φ((x − μ)/σ), where Φ was the standard "
            + "normal distribution function, x the signed level (positive if the second note was higher), μ the point of "
            + "subjective equality and σ the standard deviation of the listener's noise."
          : task.alternatives == 1
            ? "Its guess rate was constrained to 0–0.25 and its lapse rate to 0–\(greatest)."
            : "Its guess rate was fixed at 1/\(task.alternatives), and its lapse rate was constrained to 0–\(greatest)."
      )
      if isByDirection {
        text.add(
          "The lapse rate λ was "
            + (plan.estimatorLapse.map { "fixed at \($0.shortest)." } ?? "constrained to 0–\(greatest)."))
      }
      let methods = CommonFitWords.named(plan.estimatorMethods, isByDirection: isByDirection, citing: &text)
      text.add("The parameters of the function were estimated by \(methods).")
      text.add(
        isByDirection
          ? "The threshold of the fit was the level at which \(percent) of answers were correct, averaged over positive and "
            + "negative differences."
          : "The threshold of the fit was the level at which "
            + (task.alternatives == 1
              ? "\(percent) of the answers to signals were yes." : "\(percent) of answers were correct."))
      text.add("It was compared with the level at which the simulated listener reached the same proportion.")
    }

    private func addMatchings(to text: inout MethodsText) {
      text.add(
        "Constant error, variable error and under-adjustment were estimated by one regression of the error on the initial "
          + "offset. Settings at an end of the control were treated as censored\(text.cite(KnownReferences.tobin)).")
    }

    func addPerformance(to text: inout MethodsText) {
      let error =
        context.axis.scale == .log
        ? "log₂(estimate/true value)" : "the difference between the estimate and the true value"
      text.beginParagraph()
      text.add("Errors were computed as \(error).")
      text.add(
        "Their mean (the bias), standard deviation and root mean square are reported with Monte Carlo standard "
          + "errors\(text.cite(KnownReferences.morris)).")
      let estimate = plan.cells[0].task.kind == .matching ? "estimate" : "threshold"
      text.add("Runs that yielded no \(estimate) were excluded from these statistics.")
      guard plan.cells[0].task.kind != .matching else { return }
      text.add(
        "The sweat factor was the mean number of trials times the variance of the errors"
          + "\(text.cite(KnownReferences.taylorCreelman, KnownReferences.taylor, KnownReferences.treutwein)).")
      text.add("Efficiency was the smallest possible sweat factor divided by that of the procedure.")
      addVerdicts(to: &text)
    }

    /// The comparison of strategies, if two of them have enough runs.
    private func addVerdicts(to text: inout MethodsText) {
      guard entries("strategies").count > 1, plan.replicates >= PairedDifference.leastPairs else { return }
      text.add(
        "Procedures were compared in pairs of runs on the same random numbers, by root mean square error and by which "
          + "one was closer to the true threshold more often\(text.cite(KnownReferences.dixon)).")
      text.add("A run without a threshold counted as infinitely far from the true threshold.")
      text.add("The p values were corrected for all tests with the same listener\(text.cite(KnownReferences.holm)).")
      text.add("Equivalence was assessed with two one-sided tests\(text.cite(KnownReferences.schuirmann)).")
      text.add("A procedure without a threshold in more than 10 % of its runs was not called the best.")
    }

    func addSoftware(year: Int, to text: inout MethodsText) {
      let simulation = context.simulation
      text.add(
        "The simulations were run with Peach \(simulation.version)"
          + text.cite(MethodsText.software(version: simulation.version, year: year)) + ".")
      text.add(
        "The command ‘peach verify’ reproduces every number; the digest of the experiment was \(simulation.digest).")
    }
  }
}
