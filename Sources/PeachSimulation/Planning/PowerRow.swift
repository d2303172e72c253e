import PeachMath
package import PeachStorage
import PeachSupport

/// The power of a study of so many trials and listeners, in one cell by one estimator.
package struct PowerRow: Sendable {
  package var cell: CellRecord
  package var estimator: EstimatorRecord
  package var study: Study
  /// Trials of each listener in each condition; a mean if tracks end by themselves.
  package var trials: Double
  /// In each group of a design between listeners.
  package var listeners = 0
  package var power = MonteCarloValue.none
  /// Whether these are the fewest listeners who have the power that is wanted with its Monte Carlo error, at this number of
  /// trials: so have all larger numbers that were simulated.
  package var isFewest = false
  /// The standard error of the effect, in percent of the threshold.
  package var effectError: Double?
  /// Whether thresholds are compared by their ratio.
  package var isRatio: Bool
  /// The share of people without a threshold, who are left out of their studies.
  package var leftOut = 0.0
  /// People simulated, from whom studies were drawn.
  package var people = 0

  /// How many listeners of a study are left out on average.
  package var listenersLeftOut: Double { leftOut * Double(study.people(listeners)) }

  /// Trials of all listeners in both conditions.
  package var totalTrials: Int { Int((2 * trials * Double(listeners)).rounded()) }

  /// Numbers of listeners whose power is reported in addition to those that the plan looks for.
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
    let most = min(PowerPlan.mostListeners, draws.mostListeners)
    let fewest = draws.fewest(power: study.power, upTo: most, isSure: true)
    let contours = wanted.compactMap { draws.fewest(power: $0, upTo: most) }
    let beside = (contours + (fewest.map { [$0] } ?? [])).map { $0 - 1 }.filter { $0 > 1 }
    let known = PowerRow.listed.filter { $0 <= draws.mostListeners }
    let asked = (study.listeners.map { [$0] } ?? []) + (fewest.map { [$0] } ?? [])
    var rows = Set(contours + beside + known + asked).sorted().map { listeners in
      var row = self
      row.listeners = listeners
      row.power = draws.power(listeners: listeners)
      row.people = draws.pool.count
      row.leftOut = draws.pool.leftOut(study.design)
      let error = draws.pool.standardError(study.design, listeners: listeners)
      row.effectError = error.map { isRatio ? 100 * (exp($0) - 1) : 100 * $0 / size }
      return row
    }
    // The last number that is not enough: all after it are.
    let searched = rows.indices.filter { rows[$0].listeners <= most }
    let last = searched.last { !rows[$0].hasPower }
    let first = last.map { $0 + 1 } ?? 0
    if searched.contains(first) { rows[first].isFewest = true }
    return rows
  }

  /// Whether the power is as great as wanted with its Monte Carlo error.
  package var hasPower: Bool { power.surely(study.power) }

  /// The share by which the number of listeners with a power may be off: its Monte Carlo standard error.
  ///
  /// The power is about Φ(√(listeners/λ) − z₀.₉₇₅), λ constant.
  package var listenersError: Double? {
    guard let value = power.value, let error = power.standardError, value < 1 else { return nil }
    let z = NormalDistribution.quantile(max(value, 1e-15))
    let slope = exp(-z * z / 2) / (2 * Double.pi).squareRoot() * max(0.5, z + NormalDistribution.end95) / 2
    return error / slope
  }
}

extension [PowerRow] {
  /// How many listeners have a power at each number of trials, between two numbers where it lies between: a line of equal
  /// power.
  ///
  /// - Precondition: All are of one cell and estimator.
  package func contour(at power: Double) -> [(trials: Double, listeners: Double)] {
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

  /// The rows with the least trials in all that have the power that is wanted, the cheapest first: the others cannot be told
  /// from it, by the Monte Carlo error of the numbers of listeners. A row counts if larger numbers of trials do as well with as
  /// many listeners.
  ///
  /// - Precondition: All are of one cell and estimator.
  package var cheapest: [PowerRow] {
    let answers = filter { row in row.study.listeners.map { $0 == row.listeners && row.hasPower } ?? row.isFewest }
    let sound = answers.filter { row in
      !contains { larger in
        larger.trials > row.trials && larger.listeners == row.listeners
          && (larger.power.value ?? 0) + TrialSearch.oneSided * (larger.power.standardError ?? 0) < row.study.power
      }
    }
    guard let best = sound.min(by: { ($0.totalTrials, $0.trials) < ($1.totalTrials, $1.trials) }) else { return [] }
    let others = sound.filter { row in
      guard row.trials != best.trials || row.listeners != best.listeners else { return false }
      let errors = [best, row].compactMap(\.listenersError)
      guard errors.count == 2, row.study.listeners == nil else { return false }
      let bound = NormalDistribution.end95 * hypot(errors[0], errors[1])
      return log(Double(row.totalTrials) / Double(best.totalTrials)) <= bound
    }
    return [best] + others.sorted { ($0.totalTrials, $0.trials) < ($1.totalTrials, $1.trials) }
  }
}
