package import PeachSupport
package import PeachTrials

/// Extra trials within a strategy's track: an easy trial after wrong answers in a row (comfort), and a trial with a
/// known answer at regular intervals (catch). They count as trials, but neither the strategy nor a fit uses them.
///
/// If both are due, the catch trial comes first. On a signed axis the sign of their level is drawn.
///
/// Source: catch trials after Green & Swets (1966), Signal detection theory and psychophysics; comfort trials are a custom
/// of clinics and of studies with children, without a single source.
package struct InsertedTrials: Sendable {
  package struct Comfort: Hashable, Sendable {
    package var afterErrors: Int
    package var level: Double
  }

  package struct Catch: Hashable, Sendable {
    package var every: Int
    package var level: Double
  }

  package struct Settings: Hashable, Sendable {
    package var comfort: Comfort?
    package var catches: Catch?
    /// Whether a positive response means "correct": levels then have no sign of their own.
    package var judgesAnswers: Bool
    package var isSigned: Bool
  }

  fileprivate let settings: Settings
  private var trials = 0
  /// Wrong answers in a row.
  private var errors = 0
  /// The trial to present before the strategy's next one; `nil` if the strategy is next.
  package private(set) var pending: Level?

  package init(_ settings: Settings) { self.settings = settings }

  /// Counts a trial of any kind and decides whether the next is the strategy's own.
  ///
  /// - Parameter response: `nil` if the trial was skipped.
  package mutating func count(_ presented: Level, _ response: Response?, using streams: inout Streams) {
    trials += 1
    if presented.kind == .comfort {
      errors = 0
    } else if presented.kind != .catch, let isWrong = response.flatMap({ isWrong(presented, $0) }) {
      errors = isWrong ? errors + 1 : 0
    }
    pending = nil
    if let catches = settings.catches, (trials + 1).isMultiple(of: catches.every) {
      pending = level(catches.level, .catch, using: &streams)
    } else if let comfort = settings.comfort, errors >= comfort.afterErrors {
      pending = level(comfort.level, .comfort, using: &streams)
    }
  }

  /// Nil at level 0 of a signed axis, where an answer is neither correct nor wrong.
  private func isWrong(_ presented: Level, _ response: Response) -> Bool? {
    if presented.kind == .noise { return response.isPositive }
    guard settings.isSigned else { return !response.isPositive }
    return presented.value == 0 ? nil : (presented.value > 0) != response.isPositive
  }

  private func level(_ value: Double, _ kind: TrialKind, using streams: inout Streams) -> Level {
    Level(settings.isSigned ? streams.strategy.sign() * value : value, kind: kind)
  }
}

/// A strategy with comfort and catch trials between its own: they take note, interval and sign of the trial that was due.
struct WithInsertedTrials<Inner: ComparisonStrategy>: ComparisonStrategy {
  private var inner: Inner
  private var inserted: InsertedTrials
  private let limits: SoundLimits

  init(_ inner: Inner, _ settings: InsertedTrials.Settings, _ limits: SoundLimits) {
    self.inner = inner
    self.limits = limits
    inserted = InsertedTrials(settings)
  }

  var next: Comparison? {
    guard inserted.pending != nil, let comparison = unlimitedNext else { return inner.next }
    return limits.limited(comparison)
  }

  var unlimitedNext: Comparison? {
    guard var comparison = inner.next, let level = inserted.pending else { return inner.unlimitedNext }
    let isFlat = inserted.settings.judgesAnswers && comparison.offset < 0
    comparison.level = level
    comparison.offset = isFlat ? -level.value : level.value
    return comparison
  }

  mutating func take(_ done: CompletedComparison, using streams: inout Streams) {
    inner.take(done, using: &streams)
    count(done, using: &streams)
  }

  mutating func pass(_ done: CompletedComparison, using streams: inout Streams) {
    inner.pass(done, using: &streams)
    count(done, using: &streams)
  }

  private mutating func count(_ done: CompletedComparison, using streams: inout Streams) {
    let response = done.isSkipped ? nil : done.response(isJudged: inserted.settings.judgesAnswers)
    inserted.count(done.comparison.level, response, using: &streams)
  }

  var estimates: [Estimate] { inner.estimates }
  var estimatesAtEnd: [Estimate] { inner.estimatesAtEnd }
  var status: Status { inner.status }
  var reversals: Int { inner.reversals }
  var fault: String? { inner.fault }
}

extension InsertedTrials.Settings {
  /// Reads `comfort` and `catch`, which every strategy has; `nil` if the file states neither.
  package static func read(_ reader: Reader, in task: TrialTask) -> InsertedTrials.Settings? {
    let axis = task.axis
    let bounds: Bounds = axis.isSigned ? .positive : TrackSettings.levelBounds(axis)
    let comfort = reader.section(
      "comfort", "Insert a comfort trial (an easy one) after wrong answers in a row: {after-errors: 3, level: 100}"
    ) {
      let comfort = InsertedTrials.Comfort(
        afterErrors: $0.integer(
          "after-errors", unit: "trials", in: 1...10_000,
          "Number of wrong answers in a row before a comfort trial (an easy one)"),
        level: $0.number("level", unit: axis.unit, in: bounds, "Level of comfort trials, which should be easy"))
      SoundAdvice($0, in: task).check([comfort.level], at: "level")
      return comfort
    }
    let catches = reader.section(
      "catch", "Insert a catch trial (an easy one, to check attention) at regular intervals: {every: 10, level: 100}"
    ) {
      let catches = InsertedTrials.Catch(
        every: $0.integer("every", unit: "trials", in: 2...10_000, "Every N-th trial is a catch trial; this is N"),
        level: $0.number(
          "level", unit: axis.unit, in: bounds,
          "Level of catch trials, so easy that an attentive listener answers correctly"))
      SoundAdvice($0, in: task).check([catches.level], at: "level")
      return catches
    }
    guard comfort != nil || catches != nil else { return nil }
    return InsertedTrials.Settings(
      comfort: comfort, catches: catches, judgesAnswers: task.judgesAnswers, isSigned: axis.isSigned)
  }
}
