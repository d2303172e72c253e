import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials

/// The part of a methods section about procedures: their rules, targets, estimates, stops and parameters.
struct ProcedureMethods {
  var plan: Plan
  var kinds: StrategyRegistry

  /// - Parameter entries: Strategies of the plan, with the values of sweeps instead of their names.
  func add(entries: [Value], to text: inout MethodsText) {
    for group in groups(entries) { add(group, to: &text) }
    addEstimates(of: entries, to: &text)
    if let stop = plan.told["stop"],
      entries.contains(where: { $0["stop"] == nil }), !isEndless(stop)
    {
      let others = entries.contains { $0["stop"] != nil } ? "All other runs" : "Runs"
      text.add("\(others) ended \(SettingsProse.stop(stop)).")
    }
    let ending = addLimits(of: entries, to: &text)
    let subjects = entries.flatMap { settings(of: $0, named: plainName($0), without: ending) }
    guard !subjects.isEmpty else { return }
    let procedures = entries.count == 1 ? "procedure" : "procedures"
    let number = text.add(MethodsTable("Parameters of the \(procedures).", of: subjects, heading: "procedure"))
    text.add("Table \(number) lists the parameters of the \(procedures).")
  }

  /// The name in a sentence, in quotation marks.
  private func name(_ entry: Value) -> String { JournalTerms.quoted(plainName(entry)) }

  private func plainName(_ entry: Value) -> String { entry["name"]?.word ?? entry["kind"]?.word ?? "" }

  private func declared(_ entry: Value) -> (any StrategyDeclaration.Type)? { kinds[entry["kind"]?.word ?? ""] }

  /// Whether no rule ends a run, as in training.
  private func isEndless(_ stop: Value) -> Bool {
    stop["maximum"] == .integer(TrackPlayer.longestTrack)
      && (stop["any"]?.items ?? [stop]).allSatisfy { $0["trials"] == .integer(TrackPlayer.longestTrack) }
  }

  /// Procedures of one kind with the same rule, parts, target and stop, in the order of the first of each group. One description
  /// is enough for them.
  private func groups(_ entries: [Value]) -> [[Value]] {
    var groups: [(description: [String], entries: [Value])] = []
    for entry in entries {
      // References are listed in the order of the text itself.
      var unlisted = MethodsText()
      let description = [entry["kind"]?.word ?? ""] + sentences(about: [entry], citing: &unlisted)
      if let place = groups.firstIndex(where: { $0.description == description }) {
        groups[place].entries.append(entry)
      } else {
        groups.append((description, [entry]))
      }
    }
    return groups.map(\.entries)
  }

  private func add(_ group: [Value], to text: inout MethodsText) {
    guard let declared = declared(group[0]) else { return }
    let isOne = group.count == 1
    let noun = declared.noun(of: group[0])
    let verb = noun.hasPrefix("the ") ? (isOne ? "used" : "each used") : (isOne ? "was" : "were each")
    text.add(
      "The procedure\(isOne ? "" : "s") \(MethodsText.listed(group.map(name))) \(verb) "
        + "\(noun)\(text.cite(source: declared.source, declared.references)).")
    for sentence in sentences(about: group, citing: &text) { text.add(sentence) }
  }

  /// - Parameter group: Procedures that all sentences are true of; the sentences are in the plural if there are several.
  private func sentences(about group: [Value], citing text: inout MethodsText) -> [String] {
    let entry = group[0]
    guard let declared = declared(entry) else { return [] }
    let its = group.count == 1 ? "Its" : "Their"
    var sentences = [declared.rule(of: entry, on: plan.cells[0].task.axis)]
    sentences += parts(of: entry, citing: &text)
    sentences += self.targets(of: entry, isOne: group.count == 1)
    if let stop = entry["stop"] { sentences.append("\(its) runs ended \(SettingsProse.stop(stop)).") }
    return sentences
  }

  /// `The procedure converged on 70.7 % correct answers.`
  private func targets(of entry: Value, isOne: Bool) -> [String] {
    let facts = plan.cells.filter { $0.strategy == entry["name"]?.word }.compactMap { $0.factory?.facts }
    if facts.contains(where: { $0.targetText == "level-dependent" }) {
      return [
        "The proportion of correct answers on which \(isOne ? "this procedure" : "these procedures") converged depended "
          + "on the level."
      ]
    }
    let tracks = entry["tracks"]?.items ?? []
    if !tracks.isEmpty {
      return tracks.compactMap { track in
        sentence(
          ofTargets: facts.flatMap(\.tracks).filter { $0.name == track["name"]?.word }.compactMap(\.target), track,
          facts.first, subject: "The track \(name(track))")
      }
    }
    // The threshold parameter of a function is described with its true threshold.
    if facts.contains(where: { $0.estimated.contains { $0.valueAtThreshold != nil } }) { return [] }
    // The last part of a sequence gives its threshold.
    let rule = entry["parts"]?.items.last?["strategy"] ?? entry
    return [
      sentence(
        ofTargets: facts.compactMap(\.target), rule, facts.first,
        subject: isOne ? "The procedure" : "Each of these procedures")
    ].compactMap(\.self)
  }

  /// A staircase converges on its target. Other procedures estimate the level with that proportion.
  ///
  /// - Returns: `nil` if there is no target.
  private func sentence(
    ofTargets targets: [Double], _ rule: Value, _ facts: StrategyFacts?, subject: String
  ) -> String? {
    let percents = targets.filter(\.isFinite).map { MethodsText.percent($0) }.distinct
    guard !percents.isEmpty else { return nil }
    let share = "\(percents.joined(separator: " or ")) \(answers(facts))"
    return switch declared(rule)?.family {
    case .staircases?, .steps?: "\(subject) converged on a target of \(share)."
    case .likelihood?: "\(subject) estimated the level at its target of \(share)."
    default: "\(subject) had a target of \(share)."
    }
  }

  /// The answers that a target counts: correct ones, or those of one direction.
  private func answers(_ facts: StrategyFacts?) -> String {
    if let facts, facts.isSigned, !facts.judgesSigns { return "“higher” answers" }
    return plan.cells[0].task.kind == .yesNo && facts?.noiseShare ?? 0 == 0
      ? "yes answers to signals" : "correct answers"
  }

  /// The strategies that a strategy combines, with their sources.
  private func parts(of entry: Value, citing text: inout MethodsText) -> [String] {
    var sentences: [String] = []
    let tracks = (entry["tracks"]?.items ?? []).map { inner in
      "\(name(inner)), \(described(inner, citing: &text))"
    }
    if !tracks.isEmpty {
      sentences.append(
        tracks.count == 1 ? "The track was \(tracks[0])." : "The tracks were \(tracks.joined(separator: "; and ")).")
    }
    let parts = (entry["parts"]?.items ?? []).map { part in
      (part["trials"].map { "\(SettingsProse.count($0, "trial")) of " } ?? "")
        + (part["strategy"].map { described($0, citing: &text) } ?? "")
    }
    if !parts.isEmpty {
      let verb = parts.count == 1 ? "part was" : "parts were"
      sentences.append("The \(verb) \(parts.joined(separator: ", followed by ")).")
    }
    return sentences
  }

  private func described(_ strategy: Value, citing text: inout MethodsText) -> String {
    guard let declared = declared(strategy) else { return strategy["kind"]?.word ?? "" }
    return declared.noun(of: strategy) + text.cite(source: declared.source, declared.references)
  }

  /// The settings of a strategy, and then those of the strategies that it combines.
  ///
  /// - Parameter left: Keys of the strategy itself that appear in a sentence.
  private func settings(
    of entry: Value, named name: String, without left: Set<String> = []
  ) -> [(name: String, settings: [SettingsProse.Setting])] {
    var prose = SettingsProse(strategy: entry, task: plan.cells[0].task, kinds: kinds)
    prose.nameLevels(of: plan)
    let own = prose.settings(of: entry, without: left.union(["name", "kind", "stop"]))
    let tracks = (entry["tracks"]?.items ?? []).flatMap { settings(of: $0, named: "\(name), track \(plainName($0))") }
    let parts = (entry["parts"]?.items ?? []).enumerated().flatMap { place, part in
      part["strategy"].map { settings(of: $0, named: "\(name), part \(place + 1)") } ?? []
    }
    return (own.isEmpty ? [] : [(name, own)]) + tracks + parts
  }

  /// `Runs of ‘a’ and ‘b’ also ended after eight consecutive trials at a limit.` Procedures may differ in that number; then
  /// the table states it.
  ///
  /// - Returns: The keys that need no row in the table.
  private func addLimits(of entries: [Value], to text: inout MethodsText) -> Set<String> {
    if entries.contains(where: { $0["limits"] != nil }) {
      text.add("Levels beyond a limit were replaced by the limit.")
    }
    let limited = entries.filter { $0["limits"] != nil && $0["at-limit"]?.wholeNumber != nil }
    let counts = limited.compactMap { $0["at-limit"]?.wholeNumber }.distinct
    guard counts.count < 2 else { return [] }
    if let count = counts.first {
      let names = limited.count == entries.count ? "" : " of \(MethodsText.listed(limited.map(name)))"
      text.add(
        "Runs\(names) ended early after \(count == 1 ? "one trial" : "\(count.spelled) consecutive trials") at a limit."
      )
    }
    return ["at-limit"]
  }

  /// One sentence for all staircases that compute their threshold in the same way by default.
  private func addEstimates(of entries: [Value], to text: inout MethodsText) {
    var estimates: [(estimate: String, names: [String])] = []
    for entry in entries {
      guard let estimate = ownEstimate(entry) else { continue }
      if let place = estimates.firstIndex(where: { $0.estimate == estimate }) {
        estimates[place].names.append(name(entry))
      } else {
        estimates.append((estimate, [name(entry)]))
      }
    }
    for (estimate, names) in estimates {
      // A single procedure needs no name.
      text.add("The threshold \(entries.count == 1 ? "" : "of \(MethodsText.listed(names)) ")was \(estimate).")
    }
  }

  /// The default estimate of a staircase; `nil` if the settings state the estimator.
  private func ownEstimate(_ entry: Value) -> String? {
    let task = plan.cells[0].task
    let prose = SettingsProse(strategy: entry, task: task, kinds: kinds)
    guard entry["estimator"] == nil, let meaning = prose.meaning(of: "estimator"),
      let usual = meaning.firstRange(of: "default ")
    else { return nil }
    return ProcedureMethods.estimate(String(meaning[usual.upperBound...]), on: task.axis)
  }
}

extension ProcedureMethods {
  /// The mean that was computed on this axis: only a log axis has a geometric mean.
  static func estimate(_ text: String, on axis: Axis) -> String {
    let text = text.replacing(
      "change of step, without the first of these if their number is odd",
      with: "change of step size, omitting the first of them if their number was odd")
    let mean = text.replacing(" (geometric on a log axis)", with: "")
    guard mean != text, axis.scale == .log else { return mean }
    return mean.replacing("the mean of", with: "the geometric mean of", maxReplacements: 1)
  }
}
