import PeachPitch
package import PeachSupport
package import PeachTrials

/// A listener who aims at constant + under-adjustment × initial offset + spread · z, z normal, and leaves the control
/// there, or as near as it goes.
///
/// Source: Pfordresher et al. (2010), J. Acoust. Soc. Am. 128:2182–2190, doi:10.1121/1.3478782, for separating a mean
/// signed error from a spread. A listener who stops too early leaves a part of the initial offset.
package struct TunerListener: MatchingListenerDeclaration {
  package static let kind = "tuner"
  package static let summary =
    "tunes notes (matching task) with a constant error, a random error, and a remaining part of the initial offset"
  package static let behaviour =
    "Each setting was off by the constant error, a normal random error and a fixed part of the initial offset."
  package static let source = "Pfordresher et al. (2010), doi:10.1121/1.3478782"
  package static let example = "constant: 4, spread: 8, under-adjustment: 0.1, delay: 3.5, adjustments: 2"

  private let aim: MatchingTruth
  private let delay: Double
  private let adjustments: Int

  package static func read(_ reader: Reader, in task: TrialTask) -> TunerListener {
    TunerListener(
      aim: MatchingTruth(
        constantError: reader.number(
          "constant", unit: "cents", default: 0,
          "Constant error: the mean error of matchings whose note begins in tune; positive is sharp"),
        variableError: reader.number(
          "spread", unit: "cents", in: .atLeast(0),
          "Variable error: the standard deviation of the errors around the constant error"),
        underAdjustment: reader.number(
          "under-adjustment", unit: "1", in: .within(0...1), default: 0,
          "Share of the note's initial offset that remains when the listener accepts the note; 0: none")),
      delay: reader.number(
        "delay", unit: "s", in: .within(0...3600), default: 0,
        "Time from the onset of the tunable note until the listener accepts it; 0 leaves response times empty"),
      adjustments: reader.integer(
        "adjustments", in: 0...1_000_000, default: 0,
        "How often the listener changes the direction of tuning (up or down) in a matching"))
  }

  /// One draw.
  package mutating func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
    let error =
      aim.constantError + aim.underAdjustment * matching.initialOffset.value + aim.variableError * random.normal()
    return TunedControl(position: matching.position(for: error), adjustments: adjustments, seconds: delay)
  }

  package var truth: MatchingTruth? { aim }
}
