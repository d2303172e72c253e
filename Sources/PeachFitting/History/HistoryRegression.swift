import PeachMath
import PeachSupport

/// A regression of answers on the columns of a design: P(higher) = λ + (1 − 2λ)·F(x·β), by Fisher scoring.
///
/// Source: McCullagh & Nelder (1989), Generalized linear models, §2.5; λ is known, so that P is a link of its own.
struct HistoryRegression {
  let weights: [Double]
  /// The inverse of the expected information, row by row.
  let covariance: [Double]
  let logLikelihood: Double

  private static let most = 200

  /// - Parameter chosen: The columns that may have a weight; the others have 0.
  /// - Returns: `nil` if the weights have no finite maximum, for example because the level separates the answers.
  init?(_ design: HistoryDesign, _ link: HistoryKernel.Link, lapse: Double, chosen: [Int]) {
    let system = SymmetricSystem(capacity: design.columns)
    var weights = [Double](repeating: 0, count: design.columns)
    var now = HistoryRegression.state(design, link, lapse, weights)
    for _ in 0..<Self.most {
      guard let step = system.solve(now.information, now.score, unknowns: chosen) else { return nil }
      var size = 1.0
      var next = now
      var moved = weights
      repeat {
        moved = zip(weights, step).map { $0 + size * $1 }
        next = HistoryRegression.state(design, link, lapse, moved)
        size /= 2
      } while next.logLikelihood < now.logLikelihood - 1e-9 * (1 + abs(now.logLikelihood)) && size > 1e-6
      let change = next.logLikelihood - now.logLikelihood
      (weights, now) = (moved, next)
      guard weights.allSatisfy({ abs($0) < 1e8 }) else { return nil }
      let largest = zip(weights, step).map { abs($1) / (1 + abs($0)) }.max() ?? 0
      if abs(change) < 1e-11 * (1 + abs(now.logLikelihood)), largest < 1e-9 {
        guard let inverse = HistoryRegression.inverse(now.information, system, chosen, design.columns) else {
          return nil
        }
        self.weights = weights
        covariance = inverse
        logLikelihood = now.logLikelihood
        return
      }
    }
    return nil
  }

  private struct State {
    var logLikelihood = 0.0
    var score: [Double]
    var information: [Double]
  }

  private static func state(
    _ design: HistoryDesign, _ link: HistoryKernel.Link, _ lapse: Double, _ weights: [Double]
  ) -> State {
    let count = design.columns
    var state = State(
      score: [Double](repeating: 0, count: count), information: [Double](repeating: 0, count: count * count))
    for row in 0..<design.rows {
      let place = row * count
      var sum = 0.0
      for column in 0..<count { sum += design.values[place + column] * weights[column] }
      // Of the answer that was given, so that nothing is lost near 1.
      let (given, other, density) = link.point(design.isHigher[row] ? sum : -sum)
      let p = max(lapse + (1 - 2 * lapse) * given, 1e-300)
      let q = max(lapse + (1 - 2 * lapse) * other, 1e-300)
      let slope = (1 - 2 * lapse) * density
      state.logLikelihood += p > 0.5 ? log1p(-q) : log(p)
      let pull = (design.isHigher[row] ? slope : -slope) / p
      let worth = slope * slope / (p * q)
      for column in 0..<count {
        let value = design.values[place + column]
        state.score[column] += pull * value
        for other in 0...column {
          state.information[column * count + other] += worth * value * design.values[place + other]
        }
      }
    }
    for column in 0..<count {
      for other in 0..<column { state.information[other * count + column] = state.information[column * count + other] }
    }
    return state
  }

  private static func inverse(
    _ information: [Double], _ system: borrowing SymmetricSystem, _ chosen: [Int], _ count: Int
  ) -> [Double]? {
    var result = [Double](repeating: 0, count: count * count)
    for column in chosen {
      var right = [Double](repeating: 0, count: count)
      right[column] = 1
      guard let solution = system.solve(information, right, unknowns: chosen) else { return nil }
      for row in 0..<count { result[row * count + column] = solution[row] }
    }
    return result
  }
}

extension HistoryKernel.Link {
  /// F, 1 − F and F′.
  fileprivate func point(_ x: Double) -> (value: Double, complement: Double, density: Double) {
    switch self {
    case .probit:
      return (NormalDistribution.cumulative(x), NormalDistribution.cumulative(-x), NormalDistribution.density(x))
    case .logit:
      let tail = exp(-abs(x))
      let (low, high) = (tail / (1 + tail), 1 / (1 + tail))
      return x > 0 ? (high, low, low * high) : (low, high, low * high)
    }
  }
}
