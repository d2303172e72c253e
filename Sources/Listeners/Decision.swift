public import Configuration
import Psychometrics
public import Trials

/// How a listener with Gaussian noise comes to "higher": P(higher) = ℓ·g + (1 − ℓ)·Φ((x + b)/σ), x the signed offset.
struct Decision: Hashable, Sendable {
  /// ℓ: the probability that a trial is answered without listening.
  var lapse: Double
  /// g: the probability of "higher" in such an answer.
  var guessSide: Double
  /// b, in cents: added to what is heard; the point of subjective equality is −b.
  var bias: Double

  /// σ of a just-noticeable difference: the 75 % point of Φ(x/σ) is Φ⁻¹(0.75) σ.
  static let jndPerSigma = NormalDistribution.quantile(0.75)

  init(lapse: Double, guessSide: Double, bias: Double) {
    self.lapse = lapse
    self.guessSide = guessSide
    self.bias = bias
  }

  /// Reads `lapse`, `guess-side` and `bias`.
  init(_ reader: Reader) {
    lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: 0, "Probability of answering a trial without listening")
    guessSide = reader.number(
      "guess-side", unit: "1", in: .within(0...1), default: 0.5, "Probability of answering higher in such a trial")
    bias = reader.number(
      "bias", unit: "cents", default: 0, "Added to what is heard; the point of subjective equality is −bias")
  }

  /// Four draws, whether or not the trial lapses.
  @inline(__always)
  func isHigher(_ offset: Double, sigma: Double, using random: inout RandomStream) -> Bool {
    let lapsing = random.unit()
    let guessing = random.unit()
    let heard = offset + bias + sigma * random.normal()
    return lapsing < lapse ? guessing < guessSide : heard > 0
  }

  func probabilityHigher(_ offset: Double, sigma: Double) -> Double {
    lapse * guessSide + (1 - lapse) * NormalDistribution.cumulative((offset + bias) / sigma)
  }

  /// λ: with both signs equally likely a lapse is right half the time, whatever the side.
  var asymptote: Double { lapse / 2 }
}

extension Reader {
  /// Reports that a model which hears cents cannot answer a level task.
  public func requireComparison(_ task: TrialTask) {
    if task.kind != .comparison {
      report(
        "expected a listener that answers levels, for this task has no notes", at: "kind",
        hint: "use kind: psychometric"
      )
    }
  }
}
