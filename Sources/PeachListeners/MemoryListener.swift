package import PeachSupport
package import PeachTrials

/// A Gaussian listener whose first note fades: σ² = 2s² + d·T, s the noise of a note, d what memory adds to the variance in
/// a second, T from the end of the first note to the end of the second.
///
/// P(higher) = ℓ·g + (1 − ℓ)·Φ((x + b)/√(2s² + d·T)); of `preset` the listeners of the paper, whose bias has the other sign. In
/// a choice among notes the noise of each is σ/√2.
///
/// Source: Mathias et al. (2020), J. Acoust. Soc. Am. 147:371–387, doi:10.1121/10.0000584.
package struct MemoryListener: ListenerDeclaration, NoisyListener {
  package static let kind = "memory"
  package static let summary =
    "a Gaussian listener whose noise grows with the time between the notes, and with roving (varying) reference "
    + "notes"
  package static let behaviour =
    "The variance of the internal noise grew with the time between the ends of the two notes."
  package static let source = "Mathias et al. (2020), doi:10.1121/10.0000584"
  package static let example = "preset: L3, condition: roved, retention: 1.1"

  private let listener: GaussianListener

  package static func read(_ reader: Reader, in task: TrialTask) -> MemoryListener {
    reader.requireNotes(task)
    let preset: MathiasListener? = reader.optionalChoice(
      "preset",
      "A listener of Mathias et al. (2020), or the mean of all of them; supplies the parameters that you leave out")
    let usual = MathiasListener.Condition(of: task)
    let condition: MathiasListener.Condition = reader.choice(
      "condition", default: usual,
      "Condition of the preset: fixed (one reference note) or roved (several); default: roved if the task has several "
        + "reference notes, else fixed")
    let printed = preset?.printed(condition)
    let noise = number(
      "noise", unit: "cents", default: printed.map { 100 * $0.noise }, reader,
      "Standard deviation of the noise of one note; default that of the preset")
    let diffusion = number(
      "diffusion", unit: "cents²/s", default: printed.map { 10_000 * $0.diffusion }, reader,
      "Variance in cents² that memory adds per second; default: that of the preset")
    let retention = reader.number(
      "retention", unit: "s", in: .atLeast(0), default: task.hasNotes ? task.gap + task.noteDuration : 1,
      shownAs: "the task's gap + note-duration", "Time from the end of the first note to the end of the second")
    let sigma = (2 * noise * noise + diffusion * retention).squareRoot()
    if sigma == 0, reader.has("noise") {
      reader.report(
        "expected noise, or diffusion times retention, above 0, got 0", at: "noise")
    }
    let decision = Decision(
      reader, in: task,
      default: printed.map { Decision(lapse: $0.lapse, guessSide: $0.preference, bias: -100 * $0.bias) }
        ?? Decision(lapse: 0, guessSide: 0.5, bias: 0))
    return MemoryListener(listener: GaussianListener(sigma: sigma > 0 ? sigma : 1, decision: decision))
  }

  private static func number(
    _ name: String, unit: String, default fallback: Double?, _ reader: Reader, _ meaning: String
  ) -> Double {
    fallback.map { reader.number(name, unit: unit, in: .atLeast(0), default: $0, meaning) }
      ?? reader.number(name, unit: unit, in: .atLeast(0), meaning)
  }

  private init(listener: GaussianListener) { self.listener = listener }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var listener = listener
    return listener.answer(comparison, using: &random)
  }

  package func probability(of comparison: Comparison) -> Double { listener.probability(of: comparison) }

  func probability(of comparison: Comparison, spread: Double) -> Double {
    listener.probability(of: comparison, spread: spread)
  }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { listener.lapse }
}
