import PeachMath
public import PeachSupport
public import PeachTrials

/// How a listener with Gaussian noise comes to "higher": P(higher) = ℓ·g + (1 − ℓ)·Φ((x + b)/σ), x the signed offset. In a
/// choice among notes there is neither higher nor lower: see `ChoiceDecision`.
struct Decision: Hashable, Sendable {
  /// ℓ: the probability that a trial is answered without listening.
  var lapse: Double
  /// g: the probability of "higher" in such an answer.
  var guessSide: Double
  /// b, in cents: added to what is heard; the point of subjective equality is −b.
  var bias: Double
  /// In a choice among notes, what answers it.
  var choice: ChoiceDecision?

  /// σ of a just-noticeable difference: the 75 % point of Φ(x/σ) is Φ⁻¹(0.75) σ.
  static let jndPerSigma = NormalDistribution.quantile(0.75)

  init(lapse: Double, guessSide: Double, bias: Double) {
    self.lapse = lapse
    self.guessSide = guessSide
    self.bias = bias
  }

  /// Reads `lapse`, and for the answers "higher" and "lower" also `guess-side` and `bias`.
  ///
  /// - Parameters:
  ///   - usual: The defaults.
  ///   - shown: The text of a default that is not a single number.
  init(
    _ reader: Reader, in task: TrialTask, default usual: Decision = Decision(lapse: 0, guessSide: 0.5, bias: 0),
    shownAs shown: String? = nil
  ) {
    lapse = reader.number(
      "lapse", unit: "1", in: .within(0..<1), default: usual.lapse, shownAs: shown,
      "Probability of answering a trial without listening")
    if let form = task.kind.form {
      (guessSide, bias) = (0.5, 0)
      choice = ChoiceDecision(form, lapse: lapse, reader)
      return
    }
    guessSide = reader.number(
      "guess-side", unit: "1", in: .within(0...1), default: usual.guessSide, shownAs: shown,
      "Probability of answering higher in a trial without listening")
    bias = reader.number(
      "bias", unit: "cents", default: usual.bias, shownAs: shown,
      "Response bias, added to each heard difference; two notes seem equal at a difference of −bias")
  }

  /// Reads `jnd` or `sigma`; a file states one of them.
  ///
  /// - Parameters:
  ///   - noise: The noise with standard deviation σ.
  ///   - condition: The condition for which the JND holds; empty if it always holds.
  /// - Returns: σ in cents.
  static func sigma(_ reader: Reader, noise: String = "the difference", condition: String = "") -> Double {
    let jnd = reader.optionalNumber(
      "jnd", unit: "cents", in: .positive,
      "Just-noticeable difference\(condition), which is 0.67449 times the standard deviation of the noise; state this "
        + "or sigma")
    let sigma = reader.optionalNumber(
      "sigma", unit: "cents", in: .positive, "Standard deviation of the noise of \(noise); state this or jnd")
    if !reader.isDescribing, reader.has("jnd") == reader.has("sigma") {
      if reader.has("jnd") {
        reader.report("expected jnd or sigma, got both", at: "sigma")
      } else {
        reader.reportMissing("jnd", expected: "a number (cents) > 0, here or as sigma")
      }
    }
    return sigma ?? (jnd ?? 1) / jndPerSigma
  }

  /// The same draws where what is heard may be nothing, which is answered by guessing.
  func isHigher(_ offset: Double?, sigma: Double, using random: inout RandomStream) -> Bool {
    guard let offset else {
      var deaf = self
      deaf.lapse = 1
      return deaf.isHigher(0, sigma: sigma, using: &random)
    }
    return isHigher(offset, sigma: sigma, using: &random)
  }

  /// "Higher", or in a choice among notes "correct".
  @inline(__always)
  func isHigher(_ comparison: Comparison, sigma: Double, using random: inout RandomStream) -> Bool {
    if let choice { return choice.isCorrect(comparison, sigma: sigma, using: &random) }
    return isHigher(comparison.offset, sigma: sigma, using: &random)
  }

  /// Four draws, whether or not the trial lapses.
  @inline(__always)
  func isHigher(_ offset: Double, sigma: Double, using random: inout RandomStream) -> Bool {
    isHigher(offset, sigma: sigma, Draws(using: &random))
  }

  @inline(__always)
  func isHigher(_ offset: Double, sigma: Double, _ draws: Draws) -> Bool {
    let heard = offset + bias + sigma * draws.noise
    return draws.lapsing < lapse ? draws.guessing < guessSide : heard > 0
  }

  /// The random numbers that a trial takes from the listener's stream at any level.
  struct Draws {
    let lapsing: Double
    let guessing: Double
    /// Standard normal.
    let noise: Double

    @inline(__always)
    init(using random: inout RandomStream) {
      lapsing = random.unit()
      guessing = random.unit()
      noise = random.normal()
    }
  }

  func probabilityHigher(_ comparison: Comparison, sigma: Double) -> Double {
    choice?.probabilityCorrect(comparison, sigma: sigma)
      ?? lapse * guessSide + (1 - lapse) * NormalDistribution.cumulative((comparison.offset + bias) / sigma)
  }

  /// λ: with both signs equally likely a lapse is right half the time, whatever the side.
  func asymptote(sigma: Double) -> Double { choice?.asymptote(sigma: sigma) ?? lapse / 2 }
}

extension Reader {
  /// Reports a problem at `kind` unless the task is a comparison or matching of notes. Call it in `read` of a listener
  /// who can only answer "higher" or "lower".
  public func requireComparison(_ task: TrialTask) {
    requireNotes(task)
    if let form = task.kind.form {
      report(
        "expected a listener that chooses among notes, because this task is \(form.kind.rawValue)", at: "kind",
        hint: "use kind: gaussian")
    }
  }

  /// Reports a problem at `kind` if the task has no notes. Call it in `read` of a listener who hears differences in
  /// cents.
  public func requireNotes(_ task: TrialTask) {
    if !task.hasNotes {
      report(
        "expected a listener that needs only the level, because this task has no notes", at: "kind",
        hint: "use kind: psychometric"
      )
    }
  }
}
