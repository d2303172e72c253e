import PeachMath
import PeachSupport
package import PeachTrials

/// The true values of a simulated listener who does not learn, averaged over the notes, intervals and orders of a task
/// and over both signs.
package struct Truth {
  private let listener: any Listener
  private let task: TrialTask
  private let places: TaskPlaces.List
  /// The levels of a simulated truth, beyond which it is unknown.
  private var simulated: ClosedRange<Double>?
  /// Truths from fits to resampled answers, if the truth was simulated.
  private var resampled: [Truth] = []
  /// The smallest sweat factor (trials times squared error) of a threshold when all else is known: the minimum over
  /// levels of ψ(1 − ψ)/ψ′², ψ′ by the error's unit (octaves on a log axis). Noise alone tells nothing of it.
  ///
  /// Source: Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407.
  package private(set) var idealSweat: Double?

  package init(listener: any Listener, task: TrialTask) {
    self.init(listener: listener, task: task, places: TaskPlaces(task), findsSweat: true)
  }

  /// - Parameters:
  ///   - places: The places of the task, which many listeners can share.
  ///   - findsSweat: Whether to find `idealSweat`, which takes longer than all else.
  init(listener: any Listener, task: TrialTask, places: TaskPlaces, findsSweat: Bool) {
    let found = listener.truthSimulation.flatMap { SimulatedTruth($0, task) }
    simulated = found?.listener.levels
    self.listener = found?.listener ?? listener
    self.task = task
    self.places = self.listener.isSameOnAllNotes ? places.byOrder : places.all
    resampled = found?.resampled.map { Truth(listener: $0, task: task, places: places, findsSweat: false) } ?? []
    if findsSweat { idealSweat = findIdealSweat() }
  }

  /// Whether it is known at which level the listener reaches a target, if any.
  package var isKnown: Bool { listener.hasKnownTruth }
  /// Whether a target without a level is out of reach, rather than beyond the levels of a simulation.
  package var isComplete: Bool { isKnown && simulated == nil }

  /// The standard error of a value of a simulated truth; `nil` for a truth that a formula states.
  ///
  /// - Parameter value: Of the truth that it gets.
  package func standardError(of value: (Truth) -> Double?) -> Double? {
    let values = resampled.compactMap(value)
    // Rare failures of a fit to resampled answers do not matter.
    return values.count > resampled.count / 2 ? Statistics.standardDeviation(values).value : nil
  }

  /// The proportion of positive responses at a level: correct, or yes. Where a share of the trials presents noise alone,
  /// the proportion of correct ones over signal and noise.
  package func proportion(at level: Double, noise: Double = 0) -> Double {
    noise > 0 ? (1 - noise) * signal(at: level) + noise * (1 - falseAlarms) : signal(at: level)
  }

  /// The probability of answering yes to noise.
  private var falseAlarms: Double {
    places.sum(times: 1) { place in
      var comparison = place
      comparison.level = Level(0, kind: .noise)
      return listener.probability(of: comparison)
    }
  }

  private func signal(at level: Double) -> Double {
    let isLevel = !task.hasNotes
    let isDirection = task.kind == .comparison
    return places.sum(times: isLevel ? 1 : 0.5) { place in
      var comparison = place
      comparison.level = Level(level)
      comparison.offset = level
      let sharp = listener.probability(of: comparison)
      if isLevel { return sharp }
      comparison.offset = -level
      let flat = listener.probability(of: comparison)
      // Another order of this sum would round another way.
      return isDirection ? sharp + 1 - flat : sharp + flat
    }
  }

  /// The level at which the proportion is `target`; `nil` if none is, and where nobody knows.
  ///
  /// - Parameter noise: The share of trials that present noise alone.
  /// - Complexity: O(notes × intervals) for each of some dozens of steps.
  package func level(at target: Double, noise: Double = 0) -> Double? {
    guard isKnown, let level = solution(target, noise: noise), simulated?.contains(level) ?? true else { return nil }
    return level
  }

  private func solution(_ target: Double, noise: Double) -> Double? {
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
  /// α is compared with, which says nothing of lapses and guesses.
  ///
  /// - Parameter value: F, between 0 and 1.
  package func level(ofFunction value: Double) -> Double? {
    let farthest = 1e9
    let (low, high) = (proportion(at: task.axis.scale == .log ? 1 / farthest : -farthest), proportion(at: farthest))
    return level(at: low + value * (high - low))
  }

  /// dψ/dx at a level, averaged as `proportion` is.
  package func slope(at level: Double) -> Double {
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
