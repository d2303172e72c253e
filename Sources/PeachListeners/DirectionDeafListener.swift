import PeachMath
package import PeachSupport
package import PeachTrials

/// A listener who hears that notes differ, but not always which one is higher.
///
/// In a comparison the difference is heard with Gaussian noise, x + b + σz. Within ±threshold it is not noticed, and the
/// answer is a guess; beyond it the answer is a guess with probability `deafness`, and else its sign. In a choice among notes,
/// where it is enough that they differ, they answer as a Gaussian listener does.
///
/// Source: Semal & Demany (2006), J. Acoust. Soc. Am. 120:3907–3915, doi:10.1121/1.2357708, for such listeners; Micheyl,
/// Kaernbach & Demany (2008), Psychol. Rev. 115:1069–1083, doi:10.1037/a0013572, for models of both tasks.
package struct DirectionDeafListener: ListenerDeclaration {
  package static let kind = "direction-deaf"
  package static let summary = "hears that notes differ, but not always which one is higher"
  package static let behaviour =
    "The listener heard that the notes differed but sometimes guessed the direction."
  package static let source =
    "Semal & Demany (2006), doi:10.1121/1.2357708; Micheyl et al. (2008), doi:10.1037/a0013572"
  package static let example = "deafness: 0.6, threshold: 10, jnd: 12, lapse: 0.02"

  private let deafness: Double
  /// In cents.
  private let threshold: Double
  private let sigma: Double
  private let decision: Decision

  package static func read(_ reader: Reader, in task: TrialTask) -> DirectionDeafListener {
    reader.requireNotes(task)
    let deafness = reader.number(
      "deafness", unit: "1", in: .within(0..<1),
      "Probability that the listener must guess the direction of a difference that was noticed; without effect "
        + "in a choice among notes"
    )
    let threshold = reader.number(
      "threshold", unit: "cents", in: .atLeast(0), default: 0,
      "Largest difference, as heard with internal noise and bias, that the listener does not notice, in either "
        + "direction; the listener then guesses")
    return DirectionDeafListener(
      deafness: deafness, threshold: threshold, sigma: Decision.sigma(reader), decision: Decision(reader, in: task))
  }

  /// Six draws; in a choice among notes as a Gaussian listener.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    guard decision.choice == nil else {
      return Answer(isHigher: decision.isHigher(comparison, sigma: sigma, using: &random))
    }
    let (lapsing, guessing) = (random.unit(), random.unit())
    let heard = comparison.offset + decision.bias + sigma * random.normal()
    let (losing, side) = (random.unit(), random.unit() < 0.5)
    if lapsing < decision.lapse { return Answer(isHigher: guessing < decision.guessSide) }
    return Answer(isHigher: abs(heard) <= threshold || losing < deafness ? side : heard > 0)
  }

  package func probability(of comparison: Comparison) -> Double {
    guard decision.choice == nil else { return decision.probabilityHigher(comparison, sigma: sigma) }
    let middle = comparison.offset + decision.bias
    let above = NormalDistribution.cumulative((middle - threshold) / sigma)
    let below = NormalDistribution.cumulative((-middle - threshold) / sigma)
    let listening = 0.5 + (1 - deafness) / 2 * (above - below)
    return decision.lapse * decision.guessSide + (1 - decision.lapse) * listening
  }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double {
    let lapse = decision.asymptote(sigma: sigma)
    return decision.choice == nil ? lapse + (1 - decision.lapse) * deafness / 2 : lapse
  }
}
