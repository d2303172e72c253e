import PeachSupport
import PeachTrials

/// The settings of procedures that place every trial at a number of the threshold's posterior.
package struct ThresholdSettings: Sendable {
  var grid: GridSettings
  let belief: GridEstimate
  var target: Double { grid.target }

  static func read(
    _ reader: Reader, in context: StrategyContext, default summary: GridSettings.Summary, source: String
  ) -> ThresholdSettings {
    let grid = GridSettings.read(reader, in: context, GridSettings.Needs(levels: .optional, source: source))
    let summary: GridSettings.Summary = reader.choice(
      "estimate", default: summary,
      "Which statistic of the threshold's posterior is the estimate; mode is the most probable point of the whole grid"
    )
    let belief = grid.belief(summary)
    grid.checkWidth(belief, reader)
    return ThresholdSettings(grid: grid, belief: belief)
  }
}
