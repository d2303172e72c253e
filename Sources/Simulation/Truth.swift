import Glibc
import Numerics
import Pitch
public import Trials

/// What is true of a simulated listener who does not learn, averaged over the notes, intervals and orders of a task and
/// over both signs.
public struct Truth {
  private let listener: any Listener
  private let task: TrialTask
  /// One comparison for every interval, reference note and order, with its share of the trials; one without notes.
  private let places: [(comparison: Comparison, share: Double)]
  /// The smallest sweat factor (trials times squared error) of a threshold when all else is known: the minimum over
  /// levels of ψ(1 − ψ)/ψ′², ψ′ by the error's unit (octaves on a log axis). Noise alone tells nothing of it.
  ///
  /// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
  public private(set) var idealSweat: Double?

  /// - Parameter findsSweat: Whether `idealSweat` is asked for, which takes longer than all else.
  public init(listener: any Listener, task: TrialTask, findsSweat: Bool = true) {
    self.listener = listener
    self.task = task
    if task.choices.isEmpty {
      let none = Comparison(reference: task.notes.lowerBound, interval: .prime, offset: 0, level: Level(0))
      places = [(none, 1)]
    } else {
      let orders = task.kind.form?.orders.count ?? 1
      places = task.choices.flatMap { choice in
        (0..<(choice.count * orders)).map { index in
          var comparison = Comparison(
            reference: choice.reference(at: index / orders), interval: choice.interval, offset: 0, level: Level(0))
          comparison.order = index % orders
          return (comparison, 1 / Double(task.choices.count * choice.count * orders))
        }
      }
    }
    if findsSweat { idealSweat = findIdealSweat() }
  }

  /// The proportion of positive responses at a level: correct, or yes. Where a share of the trials presents noise alone,
  /// the proportion of correct ones over signal and noise.
  public func proportion(at level: Double, noise: Double = 0) -> Double {
    noise > 0 ? (1 - noise) * signal(at: level) + noise * (1 - falseAlarms) : signal(at: level)
  }

  /// The probability of answering yes to noise.
  private var falseAlarms: Double {
    places.reduce(0) { sum, place in
      var comparison = place.comparison
      comparison.level = Level(0, kind: .noise)
      return sum + place.share * listener.probability(of: comparison)
    }
  }

  private func signal(at level: Double) -> Double {
    var sum = 0.0
    for place in places {
      var comparison = place.comparison
      comparison.level = Level(level)
      comparison.offset = level
      let sharp = listener.probability(of: comparison)
      if task.kind == .level {
        sum += place.share * sharp
      } else {
        comparison.offset = -level
        let flat = listener.probability(of: comparison)
        // As it stands: another order of the sum would round another way.
        sum += place.share * (task.kind == .comparison ? sharp + 1 - flat : sharp + flat) / 2
      }
    }
    return sum
  }

  /// The level at which the proportion is `target`; nil where none is, and where nobody knows.
  ///
  /// - Parameter noise: The share of trials that present noise alone.
  /// - Complexity: O(notes × intervals) for each of some dozens of steps.
  public func level(at target: Double, noise: Double = 0) -> Double? {
    guard listener.hasKnownTruth else { return nil }
    func proportion(at level: Double) -> Double { self.proportion(at: level, noise: noise) }
    if task.axis.scale == .log {
      guard isInside(target, proportion(at: 1e-9), proportion(at: 1e9)) else { return nil }
      return Root.find(in: log(1e-9)...log(1e9)) { proportion(at: exp($0)) - target }.map { exp($0) }
    }
    for reach in [1.0, 1e3, 1e6, 1e9] where isInside(target, proportion(at: -reach), proportion(at: reach)) {
      return Root.find(in: -reach...reach) { proportion(at: $0) - target }
    }
    return nil
  }

  /// The level at which the listener's own function, between its asymptotes, has a value: what an estimate of a function's
  /// α is held against, which says nothing of lapses and guesses.
  ///
  /// - Parameter value: F, between 0 and 1.
  public func level(ofFunction value: Double) -> Double? {
    let farthest = 1e9
    let (low, high) = (proportion(at: task.axis.scale == .log ? 1 / farthest : -farthest), proportion(at: farthest))
    return level(at: low + value * (high - low))
  }

  /// dψ/dx at a level, averaged as `proportion` is.
  public func slope(at level: Double) -> Double {
    // Of an axis without a unit of its own only the level tells how far is near.
    let step = 1e-5 * max(abs(level), 1e-3)
    return (proportion(at: level + step) - proportion(at: level - step)) / (2 * step)
  }

  private func findIdealSweat() -> Double? {
    guard let middle = level(at: (task.guessRate + 1 - listener.lapse) / 2) else { return nil }
    let isLog = task.axis.scale == .log
    func shifted(_ distance: Double) -> Double { isLog ? middle * exp2(distance) : middle + distance }
    // A distance in the error's unit over which ψ changes: the scale of the search.
    var unit = 1e-6
    while unit < 1e3, abs(proportion(at: shifted(unit)) - proportion(at: middle)) < 0.1 { unit *= 2 }
    func sweat(_ place: Double) -> Double {
      func proportion(_ shift: Double) -> Double { self.proportion(at: shifted(unit * (place + shift))) }
      let step = 1e-4
      let slope = (proportion(step) - proportion(-step)) / (2 * step * unit)
      let here = proportion(0)
      return slope > 0 && here < 1 ? here * (1 - here) / (slope * slope) : .infinity
    }
    let tried = stride(from: -8.0, through: 8.0, by: 0.25).map { (place: $0, sweat: sweat($0)) }
    guard let best = tried.min(by: { $0.sweat < $1.sweat }), best.sweat.isFinite else { return nil }
    let found = try? Simplex.minimum(start: [best.place], steps: [0.1], tolerance: 1e-9) { sweat($0[0]) }
    return found.map(\.value)
  }

  /// Whether a target lies between two proportions, not on an asymptote: what rounding alone reaches is not reached.
  private func isInside(_ target: Double, _ low: Double, _ high: Double) -> Bool {
    target > low + 1e-12 && target < high - 1e-12
  }
}
