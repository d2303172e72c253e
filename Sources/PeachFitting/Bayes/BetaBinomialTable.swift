import PeachSupport

/// The beta-binomial logarithm of one level's answers at several η, as cubics in the logit of ψ.
///
/// - Accuracy: 3e-7 per trial: nothing in the mass of a posterior.
struct BetaBinomialTable {
  private static let step = 0.1
  private let first: Double
  private let rows: Int
  /// Row by row of the logit, of each all η.
  private var values: [Double] = []
  private let columns: Int

  /// - Parameter logits: The range that is asked for; beyond, what holds at its ends.
  init(positives: Double, negatives: Double, overdispersions: [Double], logits: ClosedRange<Double>) {
    first = logits.lowerBound - Self.step
    rows = Int(((logits.upperBound - logits.lowerBound) / Self.step).rounded(.up)) + 4
    columns = overdispersions.count
    let dispersed = overdispersions.map { BetaBinomial(overdispersion: $0) }
    for row in 0..<rows {
      let logit = first + Double(row) * Self.step
      let probability = 1 / (1 + exp(-logit))
      let complement = 1 / (1 + exp(logit))
      for law in dispersed {
        values.append(
          law.map {
            $0.logShape(positives: positives, negatives: negatives, probability: probability, complement: complement)
              + $0.logNormaliser(trials: positives + negatives)
          } ?? (Counts.term(positives, probability) + Counts.term(negatives, complement)))
      }
    }
  }

  /// Adds the logarithm at every η.
  func add(at logit: Double, to sums: inout [Double]) {
    let place = min(max((logit - first) / Self.step, 1), Double(rows - 2))
    let row = min(Int(place), rows - 3)
    let x = place - Double(row)
    // Lagrange's cubic through the rows at −1, 0, 1 and 2.
    let below = -x * (x - 1) * (x - 2) / 6
    let low = (x + 1) * (x - 1) * (x - 2) / 2
    let high = -(x + 1) * x * (x - 2) / 2
    let above = (x + 1) * x * (x - 1) / 6
    let start = (row - 1) * columns
    for column in 0..<columns {
      let index = start + column
      sums[column] +=
        below * values[index] + low * values[index + columns] + high * values[index + 2 * columns]
        + above * values[index + 3 * columns]
    }
  }
}
