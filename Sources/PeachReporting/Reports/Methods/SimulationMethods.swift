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
        // A sweep with a name of its own varies several parameters.
        if plan.resolved["sweeps"]?[path] != nil { return JournalTerms.quoted(path) }
        return "the " + (VariedQuantity.name(ofSweep: path) ?? JournalTerms.name(of: short))
      }
      return (names.count == 1 ? " at every value of " : " at every combination of ")
        + MethodsText.listed(names)
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
      let kinds = all.map(kind).distinct
      var singles: [(name: String, settings: [SettingsProse.Setting])] = []
      var tables: [MethodsTable] = []
      var isJNDDefined = false
      for kind in kinds {
        guard let declared = declaration(kind) else { continue }
        let members = all.filter { self.kind($0) == kind }
        let subjects = members.map { entry in
          var prose = SettingsProse(entry) { _ = declared.read($0, in: plan.cells[0].task) }
          prose.nameLevels(of: plan)
          return (name: name(entry), settings: prose.settings(of: entry))
        }
        text.add(
          "\(subject(members, of: all)) followed \(kind == "psychometric" ? "a" : "the") \(JournalTerms.model(kind))"
            + "\(text.cite(source: declared.source, declared.references)).")
        let hasJND = subjects.contains { $0.settings.contains { $0.name.contains("JND") } }
        if hasJND, !isJNDDefined {
          text.add(
            "The just-noticeable difference (JND) was 0.6745 times the standard deviation of the internal noise.")
          isJNDDefined = true
        }
        if !declared.behaviour.isEmpty { text.add(declared.behaviour) }
        if declared.truthConvention.hasPrefix("the threshold") {
          let first = declared.truthConvention.split(separator: ";").first ?? ""
          text.add("The true threshold was \(first).")
        }
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
      if members.count > 1, members.count == all.count {
        return members.count == 2 ? "Both listeners" : "All listeners"
      }
      if all.count == 1 { return "The listener" }
      let names = MethodsText.listed(members.map { JournalTerms.quoted(name($0)) })
      return members.count > 1 ? "The listeners \(names)" : "The listener \(names)"
    }

    func addEstimators(to text: inout MethodsText) {
      let task = plan.cells[0].task
      if task.kind == .matching { return addMatchings(to: &text) }
      let estimating = procedures.filter(hasOwnEstimate)
      if !estimating.isEmpty {
        let isOne = procedures.count == 1
        let truth =
          "compared with the true threshold, that is, the level at which the simulated listener gave the target "
          + "proportion of correct answers"
        let without = procedures.filter { !estimating.contains($0) }.map(JournalTerms.quoted)
        let others = hasOnlyThresholdParameters ? [] : thresholdParameters.flatMap(\.names)
        let compared = estimating.map(JournalTerms.quoted).filter { !others.contains($0) }
        var subject = "each procedure"
        if isOne {
          subject = "the procedure"
        } else if compared.count == 1 {
          subject = compared[0]
        } else if !others.isEmpty {
          subject += " except \(MethodsText.listed(without + others))"
        } else if !without.isEmpty {
          subject += " except \(MethodsText.listed(without)), which gave no threshold,"
        }
        text.add(
          "The threshold of \(subject) was "
            + (hasOnlyThresholdParameters
              ? "compared with the true threshold." : truth + (isOne ? "." : " of this procedure.")))
        if !without.isEmpty, !others.isEmpty || compared.count == 1 {
          text.add("The procedure\(without.count == 1 ? "" : "s") \(MethodsText.listed(without)) gave no threshold.")
        }
        addThresholdParameters(to: &text)
      }
      addCommonFit(to: &text)
    }

    /// The true thresholds of procedures that estimate the threshold parameter of a function.
    private func addThresholdParameters(to text: inout MethodsText) {
      for group in thresholdParameters {
        let isOne = group.names.count == 1
        let estimated =
          isOne
          ? "estimated the threshold parameter of its psychometric function"
          : "estimated the threshold parameters of their psychometric functions"
        text.add(
          "The procedure\(isOne ? "" : "s") \(procedures.count == 1 ? "" : "\(MethodsText.listed(group.names)) ")"
            + "\(estimated): the level at which the function had covered \(MethodsText.percent(group.value)) of its range "
            + "between the guess rate and one minus the lapse rate. The true threshold of "
            + "\(isOne ? "this procedure" : "these procedures") was the level at which the listener's function had covered "
            + "the same part of its range.")
      }
    }

    /// Whether every procedure with a threshold estimates the threshold parameter of a function.
    private var hasOnlyThresholdParameters: Bool {
      thresholdParameters.map(\.names.count).reduce(0, +) == procedures.filter(hasOwnEstimate).count
    }

    /// The procedures that estimate the threshold parameter of a function, by the value of the function there.
    private var thresholdParameters: [(value: Double, names: [String])] {
      var groups: [(value: Double, names: [String])] = []
      for name in procedures {
        let facts = plan.cells.first { $0.strategy == name }?.factory?.facts
        guard let value = facts?.estimated.compactMap(\.valueAtThreshold).first else { continue }
        if let place = groups.firstIndex(where: { $0.value == value }) {
          groups[place].names.append(JournalTerms.quoted(name))
        } else {
          groups.append((value, [JournalTerms.quoted(name)]))
        }
      }
      return groups
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
      let function: any PsychometricFunction.Type = isByDirection ? NormalFunction.self : plan.estimatorFunction
      let name = JournalTerms.function(function.name)
      text.add(
        "A \(name)\(text.cite(source: function.source, function.references)) was "
          + (procedures.contains(where: hasOwnEstimate) ? "also " : "")
          + "fitted to the trials of every run\(procedures.count > 1 ? ", whatever the procedure" : "").")
      let greatest = FitRequest.greatestLapse.shortest
      text.add(
        isByDirection
          ? "It described the probability of the answer “higher”: P(higher) = λ + (1 − 2λ)Φ((x − μ)/σ), where Φ was the "
            + "standard normal distribution function, x the signed level, μ the point of subjective equality (the "
            + "response bias with the opposite sign) and σ the standard deviation of the internal noise."
          : task.alternatives == 1
            ? "Its guess rate was constrained to 0–0.25 and its lapse rate to 0–\(greatest)."
            : "Its guess rate was fixed at 1/\(task.alternatives), and its lapse rate was constrained to 0–\(greatest)."
      )
      if isByDirection {
        text.add(
          "The lapse rate λ, half the lapse probability of a listener who prefers neither answer, was "
            + (plan.estimatorLapse.map { "fixed at \($0.shortest)." } ?? "constrained to 0–\(greatest)."))
      }
      let methods = CommonFitWords.named(plan.estimatorMethods, isByDirection: isByDirection, citing: &text)
      text.add("The parameters of the function were estimated by \(methods).")
      let fits = plan.estimatorMethods.count > 1 ? "each fit" : "the fit"
      text.add(
        isByDirection
          ? "The threshold of \(fits) was the level at which the proportion of correct answers, averaged over positive and "
            + "negative differences, was \(percent)."
          : "The threshold of \(fits) was the level at which "
            + (task.alternatives == 1
              ? "\(percent) of the answers to signals were yes." : "\(percent) of answers were correct."))
      text.add("It was compared with the level at which the simulated listener reached the same proportion.")
    }

    private func addMatchings(to text: inout MethodsText) {
      text.add(
        "A regression of the error of each setting on the initial offset gave the constant error (intercept), the variable "
          + "error (residual standard deviation) and the under-adjustment (slope). Settings at either end of the range of "
          + "the control were treated as censored\(text.cite(KnownReferences.tobin)).")
    }

    func addPerformance(to text: inout MethodsText) {
      let error =
        context.axis.scale == .log
        ? "log₂(estimate/true threshold)"
        : "the estimate minus the true \(plan.cells[0].task.kind == .matching ? "value" : "threshold")"
      text.beginParagraph()
      text.add("Errors were computed as \(error).")
      text.add(
        "Their mean (bias), standard deviation and root mean square are reported with Monte Carlo standard "
          + "errors\(text.cite(KnownReferences.morris)).")
      let estimate = plan.cells[0].task.kind == .matching ? "estimate" : "threshold"
      text.add("Runs that yielded no \(estimate) were excluded from these statistics.")
      guard plan.cells[0].task.kind != .matching else { return }
      text.add(
        "The sweat factor was the mean number of trials times the variance of the errors"
          + "\(text.cite(KnownReferences.taylorCreelman, KnownReferences.taylor, KnownReferences.treutwein)).")
      text.add(
        "Efficiency was the sweat factor of an ideal procedure, which presents all trials at the most informative level, "
          + "divided by that of the procedure.")
      addVerdicts(to: &text)
    }

    /// The comparison of strategies, if two of them have enough runs.
    private func addVerdicts(to text: inout MethodsText) {
      guard entries("strategies").count > 1, plan.replicates >= PairedDifference.leastPairs else { return }
      text.add(
        "Pairs of procedures were compared over runs with the same random numbers: a paired t test compared their root mean "
          + "square errors, and a sign test\(text.cite(KnownReferences.dixon)) the numbers of runs in which each was closer "
          + "to the true threshold.")
      text.add("In the sign test, a run without a threshold counted as infinitely far from the true threshold.")
      text.add(
        "The p values of these tests were corrected for multiple comparisons with the same listener"
          + "\(text.cite(KnownReferences.holm)).")
      text.add(
        "For procedures that did not differ significantly, the largest plausible difference between their root mean "
          + "square errors was computed by two one-sided t tests\(text.cite(KnownReferences.schuirmann)).")
      text.add(
        "The best procedure was the one with the smallest root mean square error among those with a threshold in at least "
          + "90 % of their runs.")
    }

    func addSoftware(year: Int, to text: inout MethodsText) {
      let simulation = context.simulation
      text.add(
        "The simulations were run with Peach \(simulation.version)"
          + text.cite(MethodsText.software(version: simulation.version, year: year)) + ".")
      text.add(
        "The command ‘peach verify’ reproduces every number; the checksum of the experiment was \(simulation.digest).")
    }
  }
}
