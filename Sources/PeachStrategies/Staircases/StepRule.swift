import PeachSupport
import PeachTrials

/// How far a staircase steps down and up, and when that changes.
package struct StepRule: Hashable, Sendable {
  /// One size of step. `linear` is added; the others multiply, and are kept as natural logarithms.
  package struct Size: Hashable, Sendable {
    package var amount: Double
    package var isLinear: Bool

    package static func linear(_ amount: Double) -> Size { Size(amount: amount, isLinear: true) }
    package static func factor(_ factor: Double) -> Size { Size(amount: log(factor), isLinear: false) }

    /// The size times a number: a power for a factor.
    func scaled(by ratio: Double) -> Size { Size(amount: amount * ratio, isLinear: isLinear) }

    /// The level so many steps up from another, down where they are negative.
    func level(from level: Double, steps: Double) -> Double {
      isLinear ? level + steps * amount : level * exp(steps * amount)
    }
  }

  /// A size that comes into force at a number of reversals or of trials, the step made there included.
  package struct Change: Hashable, Sendable {
    package var at: Int
    package var down: Size?
    package var up: Size?
  }

  package var down: Size
  package var up: Size
  package var atReversals: [Change] = []
  package var atTrials: [Change] = []

  package init(down: Size, up: Size) {
    self.down = down
    self.up = up
  }

  /// Step down over step up once all changes are made; `nil` if they are of different kinds, or where it depends on
  /// whether reversals or trials come first.
  var finalRatio: Double? {
    func ratio(_ changes: [Change]) -> Double? {
      let down = changes.compactMap(\.down).last ?? down
      let up = changes.compactMap(\.up).last ?? up
      return down.isLinear == up.isLinear ? down.amount / up.amount : nil
    }
    guard let one = ratio(atReversals + atTrials), let other = ratio(atTrials + atReversals) else { return nil }
    return abs(one / other - 1) < 1e-12 ? one : nil
  }
}

/// The steps of one track: which sizes are in force.
struct Steps {
  let rule: StepRule
  /// The size of a step down in force.
  private(set) var size: StepRule.Size
  private var down: Move
  private var up: Move
  private var nextAtReversals = 0
  private var nextAtTrials = 0
  /// The number of reversals at the next change of step, for a comparison on every trial.
  private var nextReversals = Int.max
  private var nextTrials = Int.max

  /// A step ready to be made: added, or multiplied.
  private struct Move {
    var value: Double
    var isLinear: Bool

    init(_ size: StepRule.Size, sign: Double) {
      isLinear = size.isLinear
      value = isLinear ? sign * size.amount : exp(sign * size.amount)
    }
  }

  init(_ rule: StepRule) {
    self.rule = rule
    size = rule.down
    down = Move(rule.down, sign: -1)
    up = Move(rule.up, sign: 1)
    findNext()
  }

  private mutating func findNext() {
    nextReversals = nextAtReversals < rule.atReversals.count ? rule.atReversals[nextAtReversals].at : .max
    nextTrials = nextAtTrials < rule.atTrials.count ? rule.atTrials[nextAtTrials].at : .max
  }

  /// Brings the sizes up to date; true where one changed.
  @inline(__always)
  mutating func advance(reversals: Int, trials: Int) -> Bool {
    guard reversals >= nextReversals || trials >= nextTrials else { return false }
    return change(reversals: reversals, trials: trials)
  }

  private mutating func change(reversals: Int, trials: Int) -> Bool {
    var changed = false
    while nextAtReversals < rule.atReversals.count, rule.atReversals[nextAtReversals].at <= reversals {
      apply(rule.atReversals[nextAtReversals])
      nextAtReversals += 1
      changed = true
    }
    while nextAtTrials < rule.atTrials.count, rule.atTrials[nextAtTrials].at <= trials {
      apply(rule.atTrials[nextAtTrials])
      nextAtTrials += 1
      changed = true
    }
    findNext()
    return changed
  }

  private mutating func apply(_ change: StepRule.Change) {
    if let size = change.down {
      self.size = size
      down = Move(size, sign: -1)
    }
    if let size = change.up { up = Move(size, sign: 1) }
  }

  func level(from level: Double, _ direction: Track.Direction) -> Double {
    let move = direction == .down ? down : up
    return move.isLinear ? level + move.value : level * move.value
  }
}
