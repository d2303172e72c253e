import PeachSupport
import PeachTrials

/// The deviance residuals of a fit, block by block, and what each block weighs in it.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544.
package struct Residuals: Sendable {
  /// Answers at one level, as they stand in the data.
  package struct Block: Sendable {
    package var bin: Counts.Bin
    /// Its place in the data: of its row, or the mean of its trials' places.
    package var order: Double

    package init(bin: Counts.Bin, order: Double) {
      self.bin = bin
      self.order = order
    }
  }

  package struct Row: Sendable {
    package var block: Block
    /// ψ at the level.
    package var fitted: Double
    package var residual: Double
    /// How much the threshold and the width change when the block is left out, in the units they are printed in; nil
    /// where they have no value then.
    package var thresholdInfluence: Double?
    package var widthInfluence: Double?
  }

  package private(set) var rows: [Row] = []

  /// - Parameter hasInfluence: Whether the fit is of maximum likelihood, and made again without each block.
  /// - Returns: `nil` if nothing was fitted.
  /// - Complexity: With influence a climb for each block, so O(blocks · levels).
  package init?(
    _ blocks: [Block], _ counts: Counts, _ result: FitResult, _ fitter: any Fitter, hasInfluence: Bool = true
  ) {
    guard let fitted = fitter.probabilities(at: blocks.map(\.bin.level), of: result) else { return nil }
    rows = zip(blocks, fitted).map { block, probability in
      let rest = hasInfluence ? counts.removing(block.bin) : Counts()
      let without = rest.count > 0 ? fitter.refit(rest, near: result) : FitResult(status: .tooFewLevels)
      return Row(
        block: block, fitted: probability, residual: Deviance.residual(block.bin, fitted: probability),
        thresholdInfluence: Residuals.difference(without.threshold, result.threshold),
        widthInfluence: Residuals.difference(without.width, result.width))
    }
  }

  private static func difference(_ new: Double?, _ old: Double?) -> Double? {
    guard let new, let old else { return nil }
    return new - old
  }

  /// The correlation with the level; nil with fewer than three blocks or without spread.
  package var levelCorrelation: Double? { correlation(rows.map(\.block.bin.level)) }
  /// The correlation with the fitted probability.
  package var predictionCorrelation: Double? { correlation(rows.map(\.fitted)) }
  /// The correlation with the order in the data, which learning or fatigue would show in.
  package var orderCorrelation: Double? { correlation(rows.map(\.block.order)) }

  private func correlation(_ values: [Double]) -> Double? {
    guard rows.count > 2 else { return nil }
    let residuals = rows.map(\.residual)
    let (meanValue, meanResidual) = (mean(values), mean(residuals))
    var (squareValue, squareResidual, mixed) = (0.0, 0.0, 0.0)
    for (value, residual) in zip(values, residuals) {
      squareValue += (value - meanValue) * (value - meanValue)
      squareResidual += (residual - meanResidual) * (residual - meanResidual)
      mixed += (value - meanValue) * (residual - meanResidual)
    }
    let correlation = mixed / (squareValue * squareResidual).squareRoot()
    return correlation.isFinite ? correlation : nil
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}
