import PeachAnalysis
import PeachSupport
package import PeachTrials

/// One track with the marks that a figure adds to it.
package struct FigureTrack: Sendable {
  /// The title of the panel; empty if there is only one.
  package var title: String
  /// The trials of one run or session, in order.
  package var trials: [TrialRecord]
  /// The estimate of this track. `nil` if there is none.
  package var threshold: Double?
  /// The simulated listener's threshold. `nil` if it is not known.
  package var truth: Double?
  /// The trials whose levels the estimate averages; `nil` if it averages none, or they are unknown.
  package var averaged: Set<Int>?
  /// Whether a level follows from the one before. `false` for a strategy that keeps a level for each note.
  package var isJoined = true

  package init(
    title: String = "", trials: [TrialRecord], threshold: Double? = nil, truth: Double? = nil, averaged: Set<Int>? = nil
  ) {
    self.truth = truth
    self.title = title
    self.trials = trials
    self.threshold = threshold
    self.averaged = averaged
  }

  /// Kinds of strategies that keep a level for each note.
  private static let kindsWithNoteLevels: Set<String> = ["adaptive"]

  /// Takes from the settings of the track's strategy whether a level follows from the one before, and which trials its
  /// estimate averages.
  ///
  /// - Parameters:
  ///   - strategy: The name of the strategy.
  ///   - strategies: The settings of the strategies, as resolved experiments have them.
  ///   - estimate: The strategy's own estimate; `nil` if there is none.
  mutating func follow(_ strategy: String, in strategies: [Value], estimate: Double?) {
    isJoined = !strategies.contains {
      $0["name"]?.word == strategy && FigureTrack.kindsWithNoteLevels.contains($0["kind"]?.word ?? "")
    }
    averaged = AveragedReversals.trials(of: strategy, in: strategies, trials, threshold: estimate)
  }
}

extension Figure {
  /// Tracks on one scale, with a panel for each. Right answers are filled, wrong ones are hollow, and reversals have a
  /// ring.
  ///
  /// - Returns: `nil` without trials.
  package static func track(_ tracks: [FigureTrack], axis: Axis, name: String = "track", title: String = "Track")
    -> Figure?
  {
    let tracks = tracks.filter { !$0.trials.isEmpty }
    guard !tracks.isEmpty else { return nil }
    return Figure(
      name: name, title: title, description: tracks.map { description($0, axis) }.joined(separator: " "),
      caption: "Marks: levels in the order of the trials; right and wrong answers differ. "
        + (tracks.contains { $0.truth != nil }
          ? "Line across: true threshold. A good track soon stays near it. " : "Line across: threshold. ")
        + "A strategy that keeps a level for each note has no line.",
      panels: tracks.map { panel($0, axis) }, arrangement: tracks.count > 1 ? .grid : .separate)
  }

  /// More interleaved tracks than this have no lines, because a reader could not follow them. The levels of many notes are
  /// such tracks.
  private static let mostJoined = 4

  private static func panel(_ track: FigureTrack, _ axis: Axis) -> Panel {
    let trials = track.trials
    // Offsets and levels of a signed axis, and levels of 0, have no logarithm.
    let isLog = axis.scale == .log && trials.allSatisfy { $0.level > 0 }
    func data(_ chosen: (TrialRecord) -> Bool) -> [Datum] {
      trials.filter(chosen).map { Datum(Double($0.trial), $0.level) }
    }
    func isAside(_ trial: TrialRecord) -> Bool { trial.kind == .catch || trial.kind == .comfort }
    let believed = trials.filter { $0.estimate != nil && !isLog || ($0.estimate ?? 0) > 0 }
    let band = believed.filter { $0.low != nil || $0.high != nil }
    var layers = [
      Layer(
        "95 % band of the estimate", .band, .series(0),
        band.map { Datum(Double($0.trial), nil, low: $0.low, high: $0.high) })
    ]
    // Interleaved tracks have one line each if they are few.
    let names = names(of: trials)
    for (number, name) in names.enumerated() where track.isJoined && names.count <= mostJoined {
      let own = trials.filter { $0.track == name && !isAside($0) }
      let text = name.isEmpty ? "level" : "level of \(name)"
      layers.append(
        Layer(text, .line, name.isEmpty ? .faint : .series(3 + number), own.map { Datum(Double($0.trial), $0.level) }))
    }
    layers += [
      Layer("estimate", .line, .series(0), believed.map { Datum(Double($0.trial), $0.estimate) }),
      Layer("correct", .disc, .ink, data { $0.isCorrect == true }),
      Layer("wrong", .circle, .wrong, data { $0.isCorrect == false }),
      Layer("neither", .cross, .faint, data { $0.isCorrect == nil }),
      Layer("reversal", .ring, .ink, data { $0.isReversal }),
      Layer("averaged reversal", .ring, .series(0), data { track.averaged?.contains($0.trial) == true }),
    ]
    if let threshold = track.threshold, !isLog || threshold > 0 {
      layers.append(Layer("estimated threshold", .horizontalRule, .series(0), [Datum(nil, threshold)]))
    }
    if let truth = track.truth, !isLog || truth > 0 {
      layers.append(Layer("true threshold", .horizontalRule, .ink, [Datum(nil, truth)]))
    }
    return Panel(
      title: track.title, x: FigureAxis("trial"),
      y: FigureAxis("level", unit: axis.unit, scale: isLog ? .log : .linear), layers: layers.filter { !$0.data.isEmpty }
    )
  }

  /// The names of tracks, in the order in which they appear.
  private static func names(of trials: [TrialRecord]) -> [String] {
    var names: [String] = []
    for trial in trials where !names.contains(trial.track) { names.append(trial.track) }
    return names
  }

  private static func description(_ track: FigureTrack, _ axis: Axis) -> String {
    let correct = track.trials.count { $0.isCorrect == true }
    let reversals = track.trials.count { $0.isReversal }
    let unit = axis.unit.isEmpty ? "" : " \(axis.unit)"
    var text = track.title.isEmpty ? "" : "\(track.title): "
    text += "\(track.trials.count) trials, \(correct) correct, \(reversals) reversals"
    if let averaged = track.averaged { text += ", \(averaged.count) of them averaged" }
    if let first = track.trials.first, let last = track.trials.last {
      text += "; from \(first.level.brief) to \(last.level.brief)\(unit)"
    }
    if let threshold = track.threshold { text += "; estimated threshold \(threshold.brief)\(unit)" }
    if let truth = track.truth { text += "; true threshold \(truth.brief)\(unit)" }
    return text + "."
  }
}
