import Configuration
import Strategies
import Trials

/// What a paper says of procedures: rule, settings, target, estimate, when runs end.
struct ProcedureMethods {
  /// Whose units settings have.
  let task: TrialTask
  let kinds: StrategyRegistry
  /// Of a strategy by its name, in words.
  let target: (String) -> String?

  /// - Parameters:
  ///   - strategies: As a resolved experiment has them.
  ///   - stop: That of the experiment.
  func add(_ strategies: [Value], stop: Value?, to text: inout MethodsText) {
    for strategy in strategies {
      guard let name = strategy["name"]?.word, let kind = strategy["kind"]?.word, let declared = kinds[kind] else {
        continue
      }
      let prose = SettingsProse(strategy: strategy, task: task, kinds: kinds)
      let inner = SettingsProse.parts(of: strategy).compactMap { kinds[$0["kind"]?.word ?? ""] }.flatMap {
        KnownReferences.named(in: $0.source)
      }
      let target = target(name)
      let said = [
        prose.text(of: strategy, without: ["name", "kind", "stop"]) + text.cite(distinct(inner)),
        target == "none" ? nil : target, ownEstimate(strategy, prose),
        strategy["stop"].map { "runs ended \(SettingsProse.stop($0))" },
      ]
      let rule = declared.rule.prefix(1).lowercased() + declared.rule.dropFirst()
      text.add(
        "\(name) (\(kind)): \(rule.hasSuffix(".") ? String(rule.dropLast()) : rule)\(text.cite(source: declared.source)); "
          + said.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ") + ".")
    }
    if let stop, !isEndless(stop) { text.add("Runs ended \(SettingsProse.stop(stop)).") }
  }

  /// Training goes on until the listener ends it.
  private func isEndless(_ stop: Value) -> Bool {
    stop["maximum"] == .integer(TrackPlayer.longestTrack)
      && (stop["any"]?.items ?? [stop]).allSatisfy { $0["trials"] == .integer(TrackPlayer.longestTrack) }
  }

  /// What a staircase does that is not told how its levels become a threshold.
  private func ownEstimate(_ strategy: Value, _ prose: SettingsProse) -> String? {
    guard strategy["estimator"] == nil, let meaning = prose.meaning(of: "estimator"),
      let usual = meaning.firstRange(of: "default ")
    else { return nil }
    return "its threshold is \(meaning[usual.upperBound...])"
  }

  private func distinct(_ references: [Reference]) -> [Reference] {
    references.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
