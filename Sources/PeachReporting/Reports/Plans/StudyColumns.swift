import PeachAnalysis
import PeachSimulation
import PeachSupport

/// A row about a planned study.
protocol StudyRow: Sendable {
  var study: Study { get }
}

extension PowerRow: StudyRow {}
extension AnalysisRow: StudyRow {}

extension TableColumn where Row: StudyRow {
  /// The design of the study and the assumptions about its listeners.
  static var ofStudy: [TableColumn] {
    [
      .init(
        "design",
        "Design of the study: within: every listener does both conditions; between: each of two groups does one",
        text: { $0.study.design.rawValue }
      )
      .oneOf(Study.Design.allCases.map(\.rawValue)),
      .init(
        "effect", "Assumed effect: how much higher the second threshold is, as a fraction of the first",
        number: { $0.study.effect }),
      .init(
        "effect_sd", "Assumed standard deviation of the effect over listeners, divided by its mean",
        number: { $0.study.effectSpread }),
      .init(
        "between_sd", "Assumed standard deviation of the thresholds over listeners, divided by their mean",
        number: { $0.study.between }),
    ]
  }
}
