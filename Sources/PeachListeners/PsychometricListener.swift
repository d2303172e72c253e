import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener whose probability of a correct answer is a psychometric function of the level, on any axis.
///
/// ψ(x) = γ + (1 − γ − λ)·F(x; α, β). In a comparison task x is |offset|, and at offset 0 the listener says "higher" half
/// the time; in a choice among notes x is |offset| too. In yes/no ψ is the probability of yes, and noise alone is answered yes with probability γ.
///
/// Source: Wichmann & Hill (2001), Percept. Psychophys. 63:1293–1313, doi:10.3758/BF03194544.
package struct PsychometricListener: ListenerDeclaration {
  package static let kind = "psychometric"
  package static let summary = "answers correctly with the probability of a psychometric function of the level"
  package static let source = "Wichmann & Hill (2001), doi:10.3758/BF03194544"
  package static let example = "function: weibull, threshold: 12, slope: 1.3, lapse: 0.02"

  private let curve: PsychometricCurve
  private let kind: TrialTask.Kind
  private let hasNotes: Bool

  package static func read(_ reader: Reader, in task: TrialTask) -> PsychometricListener {
    let setting = FunctionSetting.read(reader, .assumed, arePositive: task.axis.scale == .log)
    let threshold = reader.number(
      "threshold", unit: setting.thresholdUnit(task.axis.unit),
      in: setting.function.usesLogarithm ? .positive : .finite, "Threshold parameter α of the function")
    let slope = reader.number(
      "slope", unit: setting.slopeUnit(task.axis.unit), in: .positive, "Slope parameter β of the function")
    let guess = reader.number(
      "guess", unit: "1", in: .within(0..<1), default: task.guessRate,
      "Guess rate γ, the lower asymptote; default 1/alternatives (0.5 with two), 0 in yes/no")
    if reader.has("guess") { task.warn(ofGuess: [guess], reader) }
    let lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0, "Lapse rate λ, 1 minus the upper asymptote")
    if guess + lapse >= 1 {
      reader.report("expected guess + lapse < 1, got \((guess + lapse).shortest)", at: "lapse")
    }
    let isSound = guess + lapse < 1
    return PsychometricListener(
      curve: PsychometricCurve(
        function: setting.function, threshold: threshold, slope: slope, guess: isSound ? guess : 0,
        lapse: isSound ? lapse : 0, isLogLevel: setting.isLogLevel),
      kind: task.kind, hasNotes: task.hasNotes)
  }

  /// Two draws.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let side = random.unit() < 0.5
    guard kind == .comparison else { return Answer(isHigher: random.unit() < probability(of: comparison)) }
    let isPositive = random.unit() < curve.probability(at: abs(comparison.offset))
    return Answer(isHigher: comparison.offset == 0 ? side : isPositive == (comparison.offset > 0))
  }

  package func probability(of comparison: Comparison) -> Double {
    guard kind == .comparison else {
      if comparison.level.kind == .noise { return curve.guess }
      return curve.probability(at: hasNotes ? abs(comparison.offset) : comparison.offset)
    }
    if comparison.offset == 0 { return 0.5 }
    let isCorrect = curve.probability(at: abs(comparison.offset))
    return comparison.offset > 0 ? isCorrect : 1 - isCorrect
  }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { curve.lapse }
}
