import Experiments
import Records
import Simulation
import Testing
import Trials

/// The Monte Carlo standard errors of a summary, held against what they state: how its figures scatter over seeds.
@Suite struct MonteCarloErrorTests {
  /// A staircase whose own estimate is discrete, one with fits and profiles that fail or stay open now and then, a
  /// posterior with intervals, slopes and lapses, and one that stops by itself.
  private static let experiment = """
    name: errors
    seed: 1
    task: {kind: level, unit: dB, scale: linear, alternatives: 2}
    listeners: [{name: ear, kind: psychometric, function: logistic, threshold: 20, slope: 0.4, lapse: 0.02}]
    strategies:
      - {name: two-down, kind: transformed-up-down, start: 30, down: 2, step: {linear: 2}, stop: {reversals: 8}}
      - name: weighted
        kind: weighted-up-down
        start: 30
        target: 0.75
        step: {linear: 3}
        estimator: {kind: fit, function: logistic, lapse: 0.02}
      - name: zest
        kind: zest
        function: logistic
        threshold: {from: 5, to: 35, count: 31}
        slope: 0.4
        lapse: 0.02
        stop: {trials: 24}
    stop: {trials: 40}
    replicates: 200
    """

  private static let figures: [(name: String, figure: any KeyPath<SummaryRow, Estimated> & Sendable)] = [
    ("failed", \.failed), ("trials", \.trials), ("bias", \.bias), ("median bias", \.medianBias),
    ("sd", \.standardDeviation), ("iqr", \.interquartileRange), ("rmse", \.rootMeanSquareError),
    ("coverage", \.coverage), ("sweat factor", \.sweatFactor), ("efficiency", \.efficiency),
    ("percent correct", \.percentCorrect), ("within a tenth", \.withinTenth), ("slope bias", \.slopeBias),
    ("slope rmse", \.slopeError), ("lapse bias", \.lapseBias), ("lapse rmse", \.lapseError),
    ("median absolute error", \.medianAbsoluteError), ("interval width", \.intervalWidth),
    ("open intervals", \.intervalOpen),
  ]

  @Test func `figures scatter over two hundred seeds as their standard errors say`() async throws {
    var plan = try Experiment.parse(Self.experiment, file: "errors.yaml").plan
    let records = plan.cellRecords
    var found: [String: (values: [Double], squares: [Double])] = [:]
    for seed in 1...200 as ClosedRange<UInt64> {
      plan.seed = seed
      for record in records {
        let batch = try #require(plan.batch(of: record.id, record, 1...plan.replicates))
        for row in Summary.rows(of: batch, record, plan.cells[0].task.axis) {
          for figure in Self.figures {
            let estimated = row[keyPath: figure.figure]
            guard let value = estimated.value, let error = estimated.standardError else { continue }
            let key = "\(record.strategy) \(row.estimator.name) \(figure.name)"
            found[key, default: ([], [])].values.append(value)
            found[key, default: ([], [])].squares.append(error * error)
          }
        }
      }
    }
    for (key, sample) in found.sorted(by: { $0.key < $1.key }) {
      let values = Sample(values: sample.values)
      let stated = Sample(values: sample.squares)
      print(
        key, sample.values.count, values.mean, values.deviation, stated.mean.squareRoot(),
        values.deviation / stated.mean.squareRoot(), values.deviationError / values.deviation)
    }
  }
}
