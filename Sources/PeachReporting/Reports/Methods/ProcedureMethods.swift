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
    for entry in entries { add(entry, to: &text) }
    addEstimates(of: entries, to: &text)
    if let stop = plan.told["stop"],
      entries.contains(where: { $0["stop"] == nil }), !isEndless(stop)
    {
      let others = entries.contains { $0["stop"] != nil } ? "All other runs" : "Runs"
      text.add("\(others) ended \(SettingsProse.stop(stop)).")
    }
    let subjects = entries.flatMap { settings(of: $0, named: name($0)) }
    guard !subjects.isEmpty else { return }
    let procedures = entries.count == 1 ? "procedure" : "procedures"
    let number = text.add(MethodsTable("Parameters of the \(procedures).", of: subjects, heading: "procedure"))
    text.add("Table \(number) lists the parameters of the \(procedures).")
  }

  private func name(_ entry: Value) -> String {
    entry["name"].map(SettingsProse.plain) ?? entry["kind"]?.word ?? ""
  }

  /// Whether no rule ends a run, as in training.
  private func isEndless(_ stop: Value) -> Bool {
    stop["maximum"] == .integer(TrackPlayer.longestTrack)
      && (stop["any"]?.items ?? [stop]).allSatisfy { $0["trials"] == .integer(TrackPlayer.longestTrack) }
  }

  private func add(_ entry: Value, to text: inout MethodsText) {
    let kind = entry["kind"]?.word ?? ""
    guard let declared = kinds[kind] else { return }
    let task = plan.cells[0].task
    text.add("The procedure \(name(entry)) was \(declared.noun)\(text.cite(source: declared.source)).")
    text.add(declared.rule(of: entry, on: task.axis))
    addParts(of: entry, to: &text)
    if let target = ProcedureFacts.target(of: entry, in: plan) { text.add(sentence(ofTarget: target, of: entry)) }
    if let stop = entry["stop"] { text.add("Its runs ended \(SettingsProse.stop(stop)).") }
  }

  /// `It converged on 70.71 % correct.`
  private func sentence(ofTarget target: String, of entry: Value) -> String {
    if target == "level-dependent" { return "Its target depended on the level." }
    let past = target.replacing("converges on", with: "converged on").replacing("%", with: "% \(answers(of: entry))")
    if target.hasPrefix("converges on") { return "It \(past)." }
    return past == target ? "Its target was \(target)." : "The track \(past.replacing(", ", with: ", and the track "))."
  }

  /// The answers that a target counts: `correct`, or those of one direction.
  private func answers(of entry: Value) -> String {
    let facts = plan.cells.first { $0.strategy == entry["name"]?.word }?.factory?.facts
    if let facts, facts.isSigned, !facts.judgesSigns { return "higher" }
    let task = plan.cells[0].task
    return task.kind == .level && task.alternatives == 1 && facts?.noiseShare ?? 0 == 0 ? "yes" : "correct"
  }

  /// The strategies that a strategy combines, with their sources.
  private func addParts(of entry: Value, to text: inout MethodsText) {
    let tracks = (entry["tracks"]?.items ?? []).map { inner in
      "\(name(inner)), \(described(inner, citing: &text))"
    }
    if !tracks.isEmpty {
      text.add(
        tracks.count == 1 ? "The track was \(tracks[0])." : "The tracks were \(tracks.joined(separator: "; and ")).")
    }
    let parts = (entry["parts"]?.items ?? []).map { part in
      (part["trials"].map { "\(SettingsProse.plain($0)) trials of " } ?? "")
        + (part["strategy"].map { described($0, citing: &text) } ?? "")
    }
    if !parts.isEmpty {
      text.add("Its \(parts.count == 1 ? "part was" : "parts were") \(parts.joined(separator: "; then ")).")
    }
  }

  private func described(_ strategy: Value, citing text: inout MethodsText) -> String {
    let kind = strategy["kind"]?.word ?? ""
    guard let declared = kinds[kind] else { return kind }
    return declared.noun + text.cite(source: declared.source)
  }

  /// The settings of a strategy, and then those of the strategies that it combines.
  private func settings(of entry: Value, named name: String) -> [(name: String, settings: [SettingsProse.Setting])] {
    let prose = SettingsProse(strategy: entry, task: plan.cells[0].task, kinds: kinds)
    let own = prose.settings(of: entry, without: ["name", "kind", "stop"])
    let tracks = (entry["tracks"]?.items ?? []).flatMap { settings(of: $0, named: "\(name), track \(self.name($0))") }
    let parts = (entry["parts"]?.items ?? []).enumerated().flatMap { place, part in
      part["strategy"].map { settings(of: $0, named: "\(name), part \(place + 1)") } ?? []
    }
    return (own.isEmpty ? [] : [(name, own)]) + tracks + parts
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
      text.add("The threshold of \(MethodsText.listed(names)) was \(estimate).")
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
    let mean = text.replacing(", geometric on a log axis", with: "")
    guard mean != text, axis.scale == .log else { return mean }
    return mean.replacing("the mean of", with: "the geometric mean of", maxReplacements: 1)
  }
}
