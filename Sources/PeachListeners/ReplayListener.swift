package import PeachSupport
package import PeachTrials

/// Answers as somebody did: from recorded trials, each a level and an answer.
///
/// `order: nearest` draws, on every trial, one of the answers that were given at the recorded level nearest to the one that is
/// asked for, so that any strategy can be run on one listener's data. What is true of it are the proportions that were recorded.
/// `order: recorded` gives the answers one after the other, at any level for; a run that asks for more is stopped as an
/// error. No threshold is true of that.
///
/// In a comparison a level is the signed offset and an answer "higher" or not; in other tasks correct or not.
package struct ReplayListener: ListenerDeclaration {
  package static let kind = "replay"
  package static let summary = "gives recorded answers again: at random from the nearest level, or in their order"
  package static let source = "none: Peach's own"
  package static let truthConvention = "the proportions in the recording; unknown with order: recorded"
  package static let example =
    "answers: -40- -40- -20- -20- -20- -10- -10- -10+ 0- 0+ 10- 10+ 10+ 20+ 20+ 20+ 40+ 40+, order: nearest"

  /// One trial of somebody's.
  package struct Recorded: Hashable, Sendable {
    /// In the axis's unit; in a comparison signed.
    package var level: Double
    /// Higher; yes; correct.
    package var isPositive: Bool

    package init(level: Double, isPositive: Bool) {
      self.level = level
      self.isPositive = isPositive
    }
  }

  package enum Order: String, CaseIterable, Sendable {
    case nearest, recorded
  }

  private let answers: [Recorded]
  private let order: Order
  private let isComparison: Bool
  /// The levels, rising, with how many answers there are, and how many positive ones.
  private let levels: [Tally]
  private var given = 0

  private struct Tally {
    var level: Double
    var count = 0
    var positives = 0
  }

  private static let mostAnswers = 1_000_000

  package static func read(_ reader: Reader, in task: TrialTask) -> ReplayListener {
    if task.kind == .yesNo {
      reader.report("expected a task without noise trials, because the recording has none", at: "kind")
    }
    _ = reader.optionalText(
      "file",
      "Name of a CSV file of trials in the folder of the experiment, in the format of peach export --table trials. "
        + "Comparisons need the columns offset_cents and answer (or correct); other tasks need level_… and correct. "
        + "The stored experiment has these trials in the key answers")
    let text = reader.optionalText(
      "answers", "The recorded trials: each level followed by + (answered higher, or correctly) or -, such as 12.5+ -3-"
    )
    let order: Order = reader.choice(
      "order", default: .nearest,
      "How answers are chosen: nearest: a random one among those recorded at the nearest level; recorded: in "
        + "their order, whatever the level")
    if text == nil, !reader.isDescribing, !reader.has("answers") {
      reader.reportMissing("file", expected: "a file of trials, or the trials themselves in the key answers")
    }
    var answers: [Recorded] = []
    for word in (text ?? "").split(whereSeparator: \.isWhitespace) {
      guard let sign = word.last, sign == "+" || sign == "-", let level = NumberGrammar.double(String(word.dropLast()))
      else {
        reader.report(
          "expected levels with + or - after each, such as 12.5+ -3-, got \(SafeText.quoted(String(word)))",
          at: "answers")
        break
      }
      answers.append(Recorded(level: level, isPositive: sign == "+"))
    }
    if answers.count > mostAnswers {
      reader.report("expected at most \(mostAnswers) answers, got \(answers.count)", at: "answers")
    }
    return ReplayListener(answers, order: order, in: task)
  }

  /// The answers in the syntax of a file.
  package static func text(_ answers: [Recorded]) -> String {
    answers.map { $0.level.shortest + ($0.isPositive ? "+" : "-") }.joined(separator: " ")
  }

  /// - Parameter answers: Without any, every answer is a guess.
  package init(_ answers: [Recorded], order: Order, in task: TrialTask) {
    self.answers = answers
    self.order = order
    isComparison = task.kind == .comparison
    var levels: [Tally] = []
    for answer in answers.sorted(by: { $0.level < $1.level }) {
      if levels.last?.level != answer.level { levels.append(Tally(level: answer.level)) }
      levels[levels.count - 1].count += 1
      if answer.isPositive { levels[levels.count - 1].positives += 1 }
    }
    self.levels = levels
  }

  /// One draw.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let unit = random.unit()
    guard order == .recorded else { return Answer(isHigher: unit < proportion(near: level(of: comparison))) }
    given += 1
    guard given <= answers.count else { return Answer(isHigher: false, seconds: .nan) }
    return Answer(isHigher: answers[given - 1].isPositive)
  }

  private func level(of comparison: Comparison) -> Double {
    isComparison ? comparison.offset : comparison.level.value
  }

  /// The share of positive answers at the nearest level; of two that are as near, in both.
  private func proportion(near level: Double) -> Double {
    guard let first = levels.first, let last = levels.last else { return 0.5 }
    // Where a difference from it is lost in rounding, both ends would be as near.
    let level = min(max(level, first.level), last.level)
    var (low, high) = (0, levels.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if levels[middle].level <= level { low = middle } else { high = middle }
    }
    let (below, above) = (level - levels[low].level, levels[high].level - level)
    let near = below < above ? [low] : above < below ? [high] : Array(Set([low, high]))
    let count = near.reduce(0) { $0 + levels[$1].count }
    return Double(near.reduce(0) { $0 + levels[$1].positives }) / Double(count)
  }

  package func probability(of comparison: Comparison) -> Double {
    guard order == .recorded else { return proportion(near: level(of: comparison)) }
    return given < answers.count ? (answers[given].isPositive ? 1 : 0) : 0.5
  }

  package var isConditional: Bool { order == .recorded }
  /// Answers in their order were given at other levels.
  package var hasKnownTruth: Bool { order == .nearest }

  package var isSameOnAllNotes: Bool { true }

  /// By the answers at the ends.
  package var lapse: Double {
    guard order == .nearest else { return 0 }
    let top = proportion(near: .greatestFiniteMagnitude)
    return isComparison ? (1 - top + proportion(near: -.greatestFiniteMagnitude)) / 2 : 1 - top
  }

  package var fault: String? {
    order == .recorded && given > answers.count
      ? "the recording has only \(answers.count) answers, and the track is longer; shorten it with stop: {trials: "
        + "\(answers.count)}" : nil
  }
}
