import PeachMath
import PeachSupport

/// How many points lie along each parameter, at least, and how far down the density is followed.
package struct GridResolution: Sendable {
  package var width = 20
  package var threshold = 20
  package var oneRate = 14
  /// Points for each rate if γ and λ are both free.
  package var twoRates = 12
  package var overdispersion = 12
  /// In nats.
  package var depth = 10.5

  package init() {}
}

/// The mass of a posterior at points of Gauss–Legendre rules laid where it is: along ln width, at each width along the
/// threshold, and along the rates.
struct PosteriorGrid: Sendable {
  /// The points at one width.
  struct Column: Sendable {
    var width: Double
    /// The weight of the width's quadrature rule.
    var weight: Double
    var pieces: [RuledPiece]
    var thresholds: [Double]
    var weights: [Double]
  }

  let logWidths: [RuledPiece]
  private(set) var columns: [Column] = []
  let rates: RateGrid
  /// For each threshold of each column in turn, of each pair of rates; to no particular sum.
  private(set) var masses: [Double] = []
  private(set) var overdispersionMasses: [Double]

  init(_ model: BayesianModel, _ extent: inout PosteriorExtent, mode: Posterior.Point, _ resolution: GridResolution) {
    let overdispersion = extent.overdispersionRange()
    let range = extent.logWidthRange()
    // Over so long a range there may be more than one hill.
    let count = max(resolution.width, Int(5 * (range.upperBound - range.lowerBound)))
    logWidths = RuledPiece.pieces(range, kinks: model.width.kinks.map { log($0) }, count: count)
    var ranges = RateRanges()
    extent.widen(&ranges, threshold: mode.threshold, logWidth: log(mode.width))
    var hint = mode.threshold
    for (logWidth, weight) in logWidths.flatMap({ zip($0.points, $0.weights) }) {
      let width = exp(logWidth)
      var column = Column(width: width, weight: weight, pieces: [], thresholds: [], weights: [])
      if let section = extent.section(logWidth, near: hint) {
        hint = section.best
        let (low, high) = (section.range.lowerBound, section.range.upperBound)
        for threshold in [section.best, low + 0.3 * (high - low), low + 0.7 * (high - low)] {
          extent.widen(&ranges, threshold: threshold, logWidth: logWidth)
        }
        // If the width is small compared with the range, the mass has edges at the levels, as wide as a part of it.
        let needed = 6 * (high - low) / width
        let levels = needed > 96 ? model.levels : [model.levels.first, model.levels.last].compactMap(\.self)
        column.pieces = RuledPiece.pieces(
          section.range, kinks: model.threshold.kinks + levels, count: max(resolution.threshold, Int(min(needed, 96))))
        column.thresholds = column.pieces.flatMap(\.points)
        column.weights = column.pieces.flatMap(\.weights)
      }
      columns.append(column)
    }
    rates = RateGrid(model, ranges, overdispersion, resolution)
    overdispersionMasses = [Double](repeating: 0, count: rates.overdispersions.count)
    fill(model, highest: extent.highest)
  }

  private mutating func fill(_ model: BayesianModel, highest: Double) {
    let tables = rates.overdispersion == nil ? [] : tables(model)
    var curve = BayesianModel.Curve(model)
    masses.reserveCapacity(columns.reduce(0) { $0 + $1.thresholds.count } * rates.pairs.count)
    for column in columns {
      let whole = log(column.width * column.weight) - highest
      for (threshold, weight) in zip(column.thresholds, column.weights) {
        model.fill(&curve, threshold: threshold, width: column.width)
        let base = whole + model.logPrior(threshold: threshold, width: column.width) + log(weight)
        if rates.overdispersion == nil {
          for pair in rates.pairs {
            let likelihood = model.logLikelihood(curve, guess: pair.guess, lapse: pair.lapse, overdispersion: 0)
            masses.append(exp(base + pair.logWeight + likelihood))
          }
        } else {
          fillDispersed(curve, base, tables)
        }
      }
    }
  }

  /// All η at one threshold and width.
  private mutating func fillDispersed(_ curve: BayesianModel.Curve, _ base: Double, _ tables: [BetaBinomialTable]) {
    for pair in rates.pairs {
      var logs = rates.overdispersionLogWeights
      let height = 1 - pair.guess - pair.lapse
      for (index, table) in tables.enumerated() {
        let probability = pair.guess + height * curve.values[index]
        let complement = pair.lapse + height * curve.complements[index]
        table.add(at: log(probability / complement), to: &logs)
      }
      var sum = 0.0
      for index in logs.indices {
        let mass = exp(base + pair.logWeight + logs[index])
        overdispersionMasses[index] += mass
        sum += mass
      }
      masses.append(sum)
    }
  }

  private func tables(_ model: BayesianModel) -> [BetaBinomialTable] {
    let least = (rates.pairs.map(\.guess).min() ?? 0, rates.pairs.map(\.lapse).min() ?? 0)
    let logits = log(max(least.0, 1e-12))...(-log(max(least.1, 1e-12)))
    return model.levels.indices.map { index in
      BetaBinomialTable(
        positives: model.positives[index], negatives: model.negatives[index],
        overdispersions: rates.overdispersions, logits: logits)
    }
  }
}
