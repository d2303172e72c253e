package import PeachAnalysis
import PeachFitting
package import PeachSupport

/// The residuals and influences of blocks of answers. Scripts depend on its columns; the `--by` columns come after
/// them.
package enum ResidualsTable {
  private struct Row {
    var block: Residuals.Block
    /// `nil` if the fit gives no probabilities.
    var residual: Residuals.Row?
  }

  private static let all: [TableColumn<Row>] = [
    .init(
      "level", unit: "UNIT",
      "Level; if the fit reads the answers higher and lower (--reading direction), signed: positive if higher is "
        + "correct", number: { $0.block.bin.level }),
    .init("n", "Number of trials at this level", number: { $0.block.bin.trials }),
    .init(
      "k",
      "Number of trials at this level with a correct answer (or yes); with --reading direction, with the answer "
        + "\"higher\"",
      number: { $0.block.bin.positives }),
    .init(
      "fitted", "Proportion of correct answers (or yes, or \"higher\") that the fit predicts at this level",
      number: { $0.residual?.fitted }),
    .init(
      "residual", "Deviance residual: the signed misfit at this level; about −2 to 2 if the fit is good",
      number: { $0.residual?.residual }),
    .init(
      "order", "Position of the level in the data, from 1; for single trials their mean position",
      number: { $0.block.order }),
    .init(
      "influence_threshold", "Change of the threshold if this level is left out",
      number: { $0.residual?.thresholdInfluence }),
    .init("influence_width", "Change of the width if this level is left out", number: { $0.residual?.widthInfluence }),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  /// The rows of a fit. Without probabilities they have only the answers.
  package static func rows(_ fit: FitRow) -> [[Value?]] {
    fit.blocks.enumerated().map { index, block in
      let row = Row(block: block, residual: fit.residuals?.rows[index])
      return all.map { $0.value(row) } + fit.key.map { $0.isEmpty ? nil : .text($0) }
    }
  }
}
