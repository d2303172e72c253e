import Configuration
import Simulation
import Strategies
import Trials

/// What a paper says of how levels were chosen: each procedure's rule, settings, target and stop.
struct ProcedureMethods {
  var plan: Plan
  var kinds: StrategyRegistry

  /// - Parameter entries: Strategies of the plan, as it is told.
  func add(entries: [Value], to text: inout MethodsText) {
    for entry in entries { add(entry, to: &text) }
    if let stop = plan.told["stop"],
      entries.contains(where: { $0["stop"] == nil }), !isEndless(stop)
    {
      text.add("Runs ended \(SettingsProse.stop(stop)).")
    }
  }

  /// Training goes on until the listener ends it.
  private func isEndless(_ stop: Value) -> Bool {
    stop["maximum"] == .integer(TrackPlayer.longestTrack)
      && (stop["any"]?.items ?? [stop]).allSatisfy { $0["trials"] == .integer(TrackPlayer.longestTrack) }
  }

  private func add(_ entry: Value, to text: inout MethodsText) {
    let kind = entry["kind"]?.word ?? ""
    guard let declared = kinds[kind] else { return }
    let name = entry["name"].map(SettingsProse.plain) ?? kind
    let chosen = declared.rule(of: entry, on: plan.cells[0].task.axis)
    let rule = "\(name) (\(kind)): \(chosen.lowercasedFirst.withoutStop)\(text.cite(source: declared.source)); "
    let prose = SettingsProse(strategy: entry, task: plan.cells[0].task, kinds: kinds)
    let said = [
      prose.text(of: entry, without: ["name", "kind", "stop"]) + text.cite(sources(of: entry)),
      ProcedureFacts.target(of: entry, in: plan), ownEstimate(entry, prose),
      entry["stop"].map { "runs ended \(SettingsProse.stop($0))" },
    ]
    text.add(rule + said.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ") + ".")
  }

  /// Of the strategies that it is made of.
  private func sources(of entry: Value) -> [Reference] {
    SettingsProse.parts(of: entry).compactMap { kinds[$0["kind"]?.word ?? ""] }.flatMap {
      KnownReferences.named(in: $0.source)
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// What a staircase does that is not told how its levels become a threshold.
  private func ownEstimate(_ entry: Value, _ prose: SettingsProse) -> String? {
    guard entry["estimator"] == nil, let meaning = prose.meaning(of: "estimator"),
      let usual = meaning.firstRange(of: "default ")
    else { return nil }
    return
      "its threshold is \(ProcedureMethods.estimate(String(meaning[usual.upperBound...]), on: plan.cells[0].task.axis))"
  }
}

extension ProcedureMethods {
  /// The mean that was taken on this axis: levels on a linear one have no geometric mean.
  static func estimate(_ text: String, on axis: Axis) -> String {
    let mean = text.replacing(", geometric on a log axis", with: "")
    guard mean != text, axis.scale == .log else { return mean }
    return mean.replacing("the mean of", with: "the geometric mean of", maxReplacements: 1)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
