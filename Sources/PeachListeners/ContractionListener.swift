import PeachMath
import PeachPitch
package import PeachSupport
package import PeachTrials

/// A listener who compares the second note with a mean of the first notes so far, in which older ones fade:
/// m(t) = η·m(t − 1) + (1 − η)·(f₁(t) + σ·z), in cents; "higher" where what is compared lies above it. So notes that are lower
/// than most are heard higher, and the other way round: contraction toward the mean.
///
/// They have listened to notes of the task before: m(0) is normal, with the mean and the variance that m has after many
/// trials on reference notes drawn evenly from the task's. The truth, over all of these notes, is that of the first trial:
/// Φ((x + η(f₁ − μ) + b)/√((1 − η)²σ² + η²v)), v = (1 − η)/(1 + η)·(var f₁ + σ²).
///
/// Source: Raviv, Ahissar & Loewenstein (2012), PLoS Comput. Biol. 8(10):e1002731, doi:10.1371/journal.pcbi.1002731. There is no
/// interval there: here the second note is taken less the interval that is asked for. Lapses and bias are Peach's own.
package struct ContractionListener: ListenerDeclaration {
  package static let kind = "contraction"
  package static let summary =
    "compares the target note with a mean of all reference notes so far, in which older notes count less (implicit "
    + "memory)"
  package static let behaviour =
    "The second note was compared with a weighted mean of all first notes so far, in which older notes counted less."
  package static let source = "Raviv et al. (2012), doi:10.1371/journal.pcbi.1002731"
  package static let truthConvention =
    "the threshold of the mean proportion correct over all trials and notes, as after many trials of the task"
  package static let example = "memory: 0.2, sigma: 30, lapse: 0.02"

  /// η.
  private let memory: Double
  /// Noise of one reference note, in cents.
  private let sigma: Double
  private let decision: Decision
  /// Mean of m before the first trial.
  private let mean: Double
  private let deviation: Double
  /// m, in cents above MIDI note 0; nil before the first trial.
  private var remembered: Double?

  package static func read(_ reader: Reader, in task: TrialTask) -> ContractionListener {
    reader.requireComparison(task)
    let memory = reader.number(
      "memory", unit: "1", in: .within(0..<1),
      "Weight η of earlier reference notes in the remembered mean of notes; 0 uses only the last reference note")
    return ContractionListener(
      memory: memory, sigma: Decision.sigma(reader, noise: "one reference note", condition: " if memory is 0"),
      decision: Decision(reader, in: task), in: task)
  }

  init(memory: Double, sigma: Double, decision: Decision, in task: TrialTask) {
    self.memory = memory
    self.sigma = sigma
    self.decision = decision
    let share = 1 / Double(max(1, task.choices.count))
    /// The mean over intervals and notes.
    func mean(_ value: (Double) -> Double) -> Double {
      task.choices.reduce(0) { sum, choice in
        sum + share * choice.references.reduce(0) { $0 + value(100 * Double($1)) } / Double(choice.count)
      }
    }
    let middle = mean { $0 }
    self.mean = middle
    let variance = mean { ($0 - middle) * ($0 - middle) } + sigma * sigma
    deviation = ((1 - memory) / (1 + memory) * variance).squareRoot()
  }

  private func pitch(_ comparison: Comparison) -> Double { 100 * Double(comparison.reference.number) }

  /// Six draws.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let start = mean + deviation * random.normal()
    let first = pitch(comparison)
    let heard = first + sigma * random.normal()
    let now = memory * (remembered ?? start) + (1 - memory) * heard
    remembered = now
    let (lapsing, guessing) = (random.unit(), random.unit())
    let isAbove = first + comparison.offset + decision.bias > now
    return Answer(isHigher: lapsing < decision.lapse ? guessing < decision.guessSide : isAbove)
  }

  package func probability(of comparison: Comparison) -> Double {
    let own = (1 - memory) * sigma
    let before = memory * (remembered == nil ? deviation : 0)
    var pulled = comparison
    pulled.offset += memory * (pitch(comparison) - (remembered ?? mean))
    return decision.probabilityHigher(pulled, sigma: (own * own + before * before).squareRoot())
  }

  package var isConditional: Bool { true }
  package var lapse: Double { decision.asymptote(sigma: sigma) }
}
