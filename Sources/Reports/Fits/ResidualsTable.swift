public import Configuration
import Fitting

/// What each block of answers adds to a fit; its columns are scripted against, the `--by` columns come after them.
public enum ResidualsTable {
  public static let columns = [
    "level", "n", "k", "fitted", "residual", "order", "influence_threshold", "influence_width",
  ]

  /// The blocks of a fit. One that gives no probabilities leaves the answers alone.
  public static func rows(_ fit: FitRow) -> [[Value?]] {
    fit.blocks.enumerated().map { index, block in
      let row = fit.residuals?.rows[index]
      let own: [Value?] = [
        .number(block.bin.level), .number(block.bin.trials), .number(block.bin.positives), (row?.fitted).field,
        (row?.residual).field, .number(block.order), (row?.thresholdInfluence).field, (row?.widthInfluence).field,
      ]
      return own + fit.key.map { $0.isEmpty ? nil : .text($0) }
    }
  }
}
