import Glibc
public import Records
public import Simulation

/// The power of a study of so many trials and listeners, in one cell by one estimator.
public struct PowerRow: Sendable {
  public var cell: CellRecord
  public var estimator: EstimatorRecord
  public var study: Study
  /// Of each listener in each condition; a mean where tracks end by themselves.
  public var trials: Double
  /// In each group of a design between listeners.
  public var listeners = 0
  public var power = Estimated.none
  /// Whether there are no fewer listeners with the power that is wanted, at this number of trials.
  public var isFewest = false
  /// The standard error of the effect, in percent of the threshold.
  public var effectError: Double?
  /// Whether thresholds are compared by their ratio.
  public var isRatio: Bool
  /// The share of people without a threshold, who are left out of their studies.
  public var leftOut = 0.0
  /// People simulated, from whom studies were drawn.
  public var people = 0

  /// Of all listeners and both conditions.
  public var totalTrials: Int { Int((2 * trials * Double(listeners)).rounded()) }

  /// Numbers of listeners whose power is told beside those that are looked for.
  static let listed = [4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 80, 100]

  /// The size of the threshold.
  private let size: Double

  init(
    _ cell: CellRecord, _ estimator: EstimatorRecord, _ study: Study, trials: Double, isRatio: Bool, size: Double
  ) {
    self.size = size
    self.cell = cell
    self.estimator = estimator
    self.study = study
    self.trials = trials
    self.isRatio = isRatio
  }

  /// One for each number of listeners, rising.
  func rows(of draws: StudyDraws, _ study: Study) -> [PowerRow] {
    let wanted = Set(PowerPlan.contours + [study.power])
    let fewest = draws.fewest(power: study.power, upTo: PowerPlan.mostListeners)
    let contours = wanted.compactMap { draws.fewest(power: $0, upTo: PowerPlan.mostListeners) }
    let beside = contours.map { $0 - 1 }.filter { $0 > 1 }
    let known = PowerRow.listed.filter { $0 <= draws.mostListeners }
    let asked = study.listeners.map { [$0] } ?? []
    return Set(contours + beside + known + asked).sorted().map { listeners in
      var row = self
      row.listeners = listeners
      row.power = draws.power(listeners: listeners)
      row.isFewest = listeners == fewest
      row.people = draws.pool.count
      row.leftOut = draws.pool.leftOut(study.design)
      let error = draws.pool.standardError(study.design, listeners: listeners)
      row.effectError = error.map { isRatio ? 100 * (exp($0) - 1) : 100 * $0 / size }
      return row
    }
  }
}

extension [PowerRow] {
  /// How many listeners have a power at each number of trials, between two numbers where it lies between: a line of equal
  /// power.
  ///
  /// - Precondition: All are of one cell and estimator.
  public func contour(at power: Double) -> [(trials: Double, listeners: Double)] {
    var found: [(trials: Double, listeners: Double)] = []
    for row in self where found.last?.trials != row.trials {
      let column = filter { $0.trials == row.trials }.sorted { $0.listeners < $1.listeners }
      guard let place = column.firstIndex(where: { $0.power.value ?? 0 >= power }) else { continue }
      let upper = column[place]
      var listeners = Double(upper.listeners)
      if place > 0, let high = upper.power.value, let low = column[place - 1].power.value, high > low {
        let share = (power - low) / (high - low)
        listeners = Double(column[place - 1].listeners) + share * Double(upper.listeners - column[place - 1].listeners)
      }
      found.append((row.trials, listeners))
    }
    return found
  }
}
