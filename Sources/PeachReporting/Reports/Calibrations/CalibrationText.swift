import PeachAnalysis
package import PeachStorage
import PeachSupport
package import PeachTrials

/// The result of a calibration for people, in one block.
package struct CalibrationText {
  private let listener: String
  private let all: [CalibrationRecord]
  /// The place of the calibration among all.
  private let place: Int
  private let trials: [TrialRecord]

  /// - Parameters:
  ///   - all: The listener's calibrations, by session.
  ///   - place: The place of the calibration among them.
  ///   - trials: The trials of its session.
  package init(_ all: [CalibrationRecord], at place: Int, of listener: String, trials: [TrialRecord]) {
    self.listener = listener
    self.all = all
    self.place = place
    self.trials = trials
  }

  private var record: CalibrationRecord { all[place] }

  package func text(in page: PageWidth) -> String {
    let width = page.text()
    let heading =
      "\(SafeText.cut(listener)), calibration \(place + 1) (session \(record.session)): "
      + TextTable.counted(record.trials, "trial")
    return TextTable.paragraph(heading, to: width) + facts.text(to: width)
      + "\n" + TrackPlot(trials, middle: -record.bias.value, unit: record.jnd.value).text(to: width)
      + "\nnext:\n" + next.text(to: width)
  }

  private var facts: FactList {
    var facts = FactList()
    if let threshold = record.threshold {
      facts.add(
        "threshold",
        "\(CalibrationText.interval(threshold, 2)) cents: \(CalibrationText.percent(record.target)) correct, "
          + "averaged over differences upwards and downwards"
      )
      facts.add("precision", precision)
    } else {
      facts.add("threshold", "none: \(CalibrationText.reason(record, trials))")
    }
    if record.threshold != nil {
      facts.add(
        "JND",
        "\(CalibrationText.interval(record.jnd, 2)) cents: the threshold at 75 % correct if noise (SD σ) were "
          + "the only limit, 0.674 σ")
      facts.add(
        "bias",
        "\(CalibrationText.interval(record.bias, 2, signed: true)) cents, which the listener adds to each "
          + "difference")
      facts.add(
        "lapse", "\(CalibrationText.interval(record.lapse, 3)): λ, the distance of the upper asymptote from 1")
      facts.add(
        "slope", "\(CalibrationText.interval(record.slope, 4)) increase of P(higher) for each cent of difference")
    }
    for (number, earlier) in all[..<place].enumerated().suffix(3) {
      facts.add("than \(number + 1)", change(from: earlier))
    }
    facts.add("intervals", "95 % intervals of the posterior distribution, computed on a grid")
    return facts
  }

  private var precision: String {
    let asked = CalibrationText.percent(record.askedPrecision)
    guard let reached = record.reachedPrecision else {
      return "none, because the threshold's interval reaches 0; the wanted precision was \(asked)"
    }
    let text = TextTable.fixed(100 * reached, 1) + " %"
    return reached <= record.askedPrecision
      ? "\(text), which is (high / low)^½ − 1 of the interval; the wanted \(asked) is reached"
      : "\(text), which is (high / low)^½ − 1 of the interval; the wanted \(asked) is not reached"
  }

  private func change(from earlier: CalibrationRecord) -> String {
    let when = earlier.startedAt.map { " of \($0.prefix(10))" } ?? ""
    guard let difference = CalibrationDifference(record, earlier) else {
      return "not comparable: this calibration or the one\(when) has no threshold"
    }
    let ratio = "\(CalibrationText.interval(difference.ratio, 2)) times that threshold\(when)"
    return ratio + (difference.differs ? ": they differ" : ": no significant difference")
  }

  private var next: FactList {
    var facts = FactList()
    guard record.threshold != nil else {
      facts.add("peach calibrate listener --listener \(listener)", "measures again")
      return facts
    }
    facts.add("listeners: [{kind: twin, of: \(listener)}]", "simulates this listener in an experiment file")
    facts.add("peach plan EXPERIMENT.yaml --effect 20%", "plan a study with this listener: how many trials it needs")
    facts.add(
      "peach audit --listener \(listener)",
      "bias, spread and coverage of this procedure, simulated for listeners like this one")
    return facts
  }

  /// The reason why there is no threshold.
  static func reason(_ record: CalibrationRecord, _ trials: [TrialRecord]) -> String {
    let sizes = trials.compactMap { $0.offset.map(abs) }.filter { $0 > 0 }
    let least = TextTable.fixed(sizes.min() ?? 0, 2)
    switch record.status {
    case .allCorrect: return "every answer was right, down to \(least) cents (all-correct): the JND lies below"
    case .oneAnswer:
      return "every answer was the same, whatever the notes (one-answer): does the listener know the keys?"
    case .floor: return "almost every answer was right, down to \(least) cents (floor): the JND lies below"
    case .ceiling:
      let most = TextTable.fixed(sizes.max() ?? 0, 0)
      return
        "the answers hardly follow the notes, not even at \(most) cents (ceiling): does the listener hear the sound?"
    default: return record.status.rawValue
    }
  }

  static func interval(_ quantity: IntervalEstimate, _ decimals: Int, signed: Bool = false) -> String {
    func fixed(_ value: Double) -> String { TextTable.fixed(value, decimals, signed: signed) }
    return "\(fixed(quantity.value)) (\(fixed(quantity.low)) … \(fixed(quantity.high)))"
  }

  static func percent(_ share: Double) -> String { (100 * share).brief + " %" }
}
