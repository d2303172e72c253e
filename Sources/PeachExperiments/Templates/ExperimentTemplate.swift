/// An experiment file to start from, with comments that say what to change.
package enum ExperimentTemplate: String, CaseIterable, Sendable {
  case comparison, level
  case forcedChoice = "forced-choice"
  case live, lab

  /// The purpose of the template, in one line.
  package var summary: String {
    switch self {
    case .comparison: "strategies for comparisons of notes, on simulated listeners"
    case .level: "a threshold on any axis, such as dB, with a sweep"
    case .forcedChoice: "a threshold with composed sounds: gaps, levels, noises"
    case .live: "a comparison of notes to play to a person"
    case .lab: "a day in the lab: instructions, practice, blocks, breaks"
    }
  }

  /// The whole file.
  ///
  /// - Parameter file: The file name in its example commands.
  package func text(file: String) -> String {
    let text =
      switch self {
      case .comparison: Self.comparisonText
      case .level: Self.levelText
      case .forcedChoice: Self.forcedChoiceText
      case .live: Self.liveText
      case .lab: Self.labText
      }
    return text.replacing("FILE", with: file)
  }
}
