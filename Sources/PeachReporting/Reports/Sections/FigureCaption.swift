/// Writes captions: the number of runs or trials, the meaning of marks, and what a reader can see in them.
enum FigureCaption {
  /// - Parameter size: The number of runs or trials: `10 000 runs of each strategy`.
  static func text(of figure: Figure, size: String) -> String {
    let start = size.isEmpty ? "" : "\(size.prefix(1).uppercased())\(size.dropFirst()). "
    let kind = kind(of: figure.name)
    return start + meaning(kind) + (["error", "errors"].contains(kind) ? " " + marks(of: figure) : "")
  }

  /// The marks of several conditions that only some have.
  private static func marks(of figure: Figure) -> String {
    let layers = figure.panels.flatMap(\.layers)
    return (layers.contains { $0.mark == .horizontalRule } ? "Dashed: a strategy without this number. " : "")
      + (layers.contains { $0.colour == .caution }
        ? "Amber circles: no threshold in more than 10 % of runs; the number is their share. " : "")
      + (figure.panels.contains { $0.warnings != nil }
        ? "Amber and in brackets: no threshold in more than 10 % of runs; these have no mark. " : "")
      + (figure.name == "errors" ? "Further left is better." : "Lower is better.")
  }

  /// The name of a figure without the number of its group.
  private static func kind(of name: String) -> String { name.replacing(/-[0-9]+$/, with: "") }

  private static func meaning(_ kind: String) -> String {
    switch kind {
    case "comparison":
      "Shape: distribution of the estimated thresholds. Circle: median; thick and thin line: middle 2/3 and 95 % of "
        + "estimates. Number: error, as in the tables. ◀: best, or not distinguishable from it. Amber, hollow and in "
        + "brackets: no threshold in more than 10 % of runs; such a shape is lowered to its share of the others. Estimates "
        + "beyond the axis are not drawn. The best strategies have narrow shapes around the true threshold."
    case "errors":
      "Mark: error of the thresholds from one fit, the same for every strategy, as in the tables. Filled: best, or not "
        + "distinguishable from it; the best is named at the right."
    case "error":
      "Line: error of the thresholds from one fit, the same for every strategy, as in the tables. Band: 95 % "
        + "Monte Carlo interval of the error."
    case "coverage":
      "Point: share of the 95 % intervals that contain the true threshold. Bar or band: 95 % Monte Carlo "
        + "interval of this share (Wilson's score interval). Line: 95 %. Intervals are too narrow if the share is below the line."
    case "efficiency":
      "Bar: efficiency, the smallest possible sweat factor (trials times error variance) divided by that of the "
        + "strategy; 1 is the best. Line: 95 % Monte Carlo interval. "
        + "Strategies without a threshold in more than 10 % of runs have no bar, because the runs that succeed are the lucky "
        + "ones."
    case "tracks":
      "Marks: levels in the order of the trials; right and wrong answers differ. Line across: true threshold. A good track soon "
        + "stays near it. A strategy that keeps a level for each note has no line."
    case "error-by-checkpoint":
      "Line: root mean square error of the fitted thresholds if every run had ended after that number of trials. "
        + "Band: 95 % Monte Carlo interval. The lines end at the errors of the complete runs."
    case "population-forest":
      "Grey: estimate of a listener from this listener's trials only. Blue: the same drawn towards the mean of all "
        + "listeners. Bars: 95 % intervals. Below: the mean of the population, and the range of 95 % of new listeners."
    case "population-curves":
      "Line: the median listener. Band: its pointwise 95 % interval. Dashed lines: the range of 95 % of listeners. "
        + "Circles: proportions of all listeners together, which are flatter than any one listener's curve."
    case "population-checks":
      "Disc: difference between the observed and the predicted proportion at a group of levels. Band: 95 % "
        + "predictive interval. The model is right if about 95 % of discs lie in the band."
    case "forest":
      "Point: estimate of a group. Bar: its 95 % interval. Groups are sorted by their estimates; those without one come last, "
        + "in brackets."
    case "psychometric-function":
      "Circle: proportion at a level or a group of levels; its area grows with the number of trials. Curve: fitted function. "
        + "Band: pointwise 95 % interval of the curve. Line down to the axis: the threshold, or the point of subjective equality "
        + "of answers by direction; the bar on the axis is its 95 % interval. Below: deviance residuals, the "
        + "signed misfits; about 95 % should lie in the grey zone from −2 to 2. The fit is good if circles scatter "
        + "evenly around the curve."
    case "track":
      "Marks: levels in the order of the trials; right and wrong answers differ. Line across: threshold. "
        + "A strategy that keeps a level for each note has no line."
    case "residuals":
      "Circle: deviance residual (signed misfit) of a level, or of a bin of levels if there are many. About 95 % "
        + "should lie in the grey zone from −2 to 2. A slope or bow says that the function has the wrong shape; a "
        + "trend over the order of the trials says that the threshold moved."
    case "likelihood":
      "Lines: regions that hold threshold and width together with the stated confidence. Cross: the estimate. A long region says "
        + "that the data do not determine both."
    case "progress":
      "Point: threshold of a session. Bar: its 95 % interval. Only sessions of the same task are joined. Lower thresholds are "
        + "better."
    case "matching":
      "Bars: number of matchings with an error. Points: mean error of a note; the bar reaches one standard deviation to each side. Positive errors are sharp."
    case "matching-errors":
      "Points: estimate for each note, with its 95 % interval. Band: 95 % interval for all notes together."
    case "stimulus":
      "Waveform: the samples; the bars under them mark standard and target. Spectrum: level of the power averaged "
        + "over both ears; a sine with peak 1 has 0 dB FS."
    default: ""
    }
  }
}
