import PeachStorage
import PeachSupport
import PeachTrials

/// The estimates of the runs of one place, without failed runs.
struct PublishedEstimates {
  let axis: Axis
  /// The listener's proportion correct at a level; `nil` if nothing is correct.
  let proportion: ((Double) -> Double)?
  let trueSlope: Double?
  private var thresholds: [Double] = []
  private var slopes: [Double] = []
  /// log2(slope / true slope).
  private var slopeErrors: [Double] = []

  init(axis: Axis, trueSlope: Double?, proportion: ((Double) -> Double)?) {
    self.axis = axis
    self.trueSlope = trueSlope
    self.proportion = proportion
  }

  mutating func add(_ estimate: EstimateRecord) {
    guard estimate.status.hasThreshold, let threshold = estimate.threshold else { return }
    thresholds.append(threshold)
    guard let slope = estimate.slope else { return }
    slopes.append(slope)
    if let trueSlope, slope > 0, trueSlope > 0 { slopeErrors.append(log2(slope / trueSlope)) }
  }

  var mean: MonteCarloValue { Statistics.meanFigure(thresholds) }
  var deviation: MonteCarloValue { Statistics.standardDeviation(thresholds) }
  var slope: MonteCarloValue { Statistics.meanFigure(slopes) }
  var slopeBias: MonteCarloValue { Statistics.meanFigure(slopeErrors) }
  var slopeDeviation: MonteCarloValue { Statistics.standardDeviation(slopeErrors) }
  var slopeError: MonteCarloValue { Statistics.rootMeanSquare(slopeErrors) }

  /// Half the difference that a standard error of the mean to either side makes is its own.
  var convergence: MonteCarloValue {
    let isLog = axis.scale == .log
    let mean = Statistics.meanFigure(isLog ? thresholds.map { log($0) } : thresholds)
    guard let proportion, let center = mean.value, center.isFinite else { return .none }
    func at(_ place: Double) -> Double { proportion(isLog ? exp(place) : place) }
    return MonteCarloValue(
      value: at(center), standardError: mean.standardError.map { abs(at(center + $0) - at(center - $0)) / 2 })
  }
}

/// The levels presented in a part of each run whose trials are kept.
struct PublishedTrials {
  let range: ClosedRange<Int>?
  private var replicate = 0
  private var levels: [Double] = []
  private var means: [Double] = []
  private var logarithms: [Double] = []

  init(range: ClosedRange<Int>?) { self.range = range }

  /// Trials come by run.
  mutating func add(_ trial: RunTrial) {
    if trial.replicate != replicate { endRun() }
    replicate = trial.replicate
    if range?.contains(trial.trial.trial) ?? true { levels.append(trial.trial.level) }
  }

  mutating func endRun() {
    if levels.isEmpty { return }
    means.append(Statistics.mean(levels))
    logarithms.append(Statistics.mean(levels.map { log($0) }))
    levels = []
  }

  var mean: MonteCarloValue { Statistics.meanFigure(means) }

  var geometricMean: MonteCarloValue {
    let mean = Statistics.meanFigure(logarithms)
    guard let value = mean.value, value.isFinite else { return .none }
    return MonteCarloValue(value: exp(value), standardError: mean.standardError.map { exp(value) * $0 })
  }
}
