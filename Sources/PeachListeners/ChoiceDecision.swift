import PeachMath
import PeachSupport
import PeachTrials
import Synchronization

/// How a listener with Gaussian noise chooses among notes: each is heard with a noise of its own, of σ/√2, so that the
/// difference of two has σ as in a comparison. Odd is the note farthest from the others, the note between sounds as the
/// outer one that it is nearer to, and two notes are different where they are heard farther apart than a criterion.
///
/// Without a stated criterion it is that of an observer who knows how large the difference is, and errs the least.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 9; the proportions are `Oddity`,
/// `ABX` and `SameDifferent` of the room Detection, by the difference rule.
struct ChoiceDecision: Hashable, Sendable {
  let form: ChoiceForm
  /// ℓ: the probability that a trial is answered without listening.
  let lapse: Double
  /// In cents.
  let criterion: Double?
  /// How often each answer is given in such a trial, of all 1; `nil` if equally often.
  let guessShares: [Double]?

  /// - Parameter form: A choice among notes.
  init(_ form: ChoiceForm, lapse: Double, _ reader: Reader) {
    self.form = form
    self.lapse = lapse
    guessShares = ChoiceDecision.shares(form, reader)
    criterion =
      form == .sameDifferent
      ? reader.optionalNumber(
        "criterion", unit: "cents", in: .positive,
        "Criterion of same-different: a heard difference above it is answered different; default: the criterion "
          + "with the fewest errors at each level")
      : nil
  }

  private static func shares(_ form: ChoiceForm, _ reader: Reader) -> [Double]? {
    let stated = reader.numbers(
      "guess-shares", unit: "1", in: .atLeast(0), count: form.answers.count,
      "Relative frequencies of the answers in trials that the listener answers without listening, in this order: "
        + "\(form.answers.joined(separator: ", ")); default: all equal")
    guard let stated else { return nil }
    let sum = stated.reduce(0, +)
    if sum == 0 { reader.report("expected at least one share above 0, got only 0", at: "guess-shares") }
    return stated.map { $0 / sum }
  }

  /// One draw.
  private func guess(using random: inout RandomStream) -> Int {
    guard let guessShares else { return random.index(below: form.answers.count) }
    var left = random.unit()
    for (answer, share) in guessShares.enumerated() {
      left -= share
      if left < 0 { return answer }
    }
    return guessShares.count - 1
  }

  private static let noisePerSigma = 0.5.squareRoot()

  /// d′ of a difference, and the criterion in units of the noise of one note.
  private func observer(_ offset: Double, _ sigma: Double) -> (dPrime: Double, criterion: DifferenceCriterion) {
    let noise = sigma * ChoiceDecision.noisePerSigma
    // Beyond it nothing changes, and squares would be infinite.
    let dPrime = min(abs(offset) / noise, 1e6)
    return (
      dPrime, criterion.map { DifferenceCriterion($0 / noise) } ?? SameDifferent.unbiasedCriterion(at: dPrime)
    )
  }

  /// Two draws and two for each note, whether or not the trial lapses.
  func isCorrect(_ comparison: Comparison, sigma: Double, using random: inout RandomStream) -> Bool {
    let lapsing = random.unit()
    let guess = guess(using: &random)
    let order = form.order(of: comparison)
    let noise = sigma * ChoiceDecision.noisePerSigma
    let heard = order.map { ($0 ? comparison.offset : 0) + noise * random.normal() }
    let answer = choice(among: heard) { observer(comparison.offset, sigma).criterion.value * noise }
    return (lapsing < lapse ? guess : answer) == form.rightAnswer(to: order)
  }

  private func choice(among heard: [Double], criterion: () -> Double) -> Int {
    switch form {
    case .oddity:
      let sum = heard[0] + heard[1] + heard[2]
      return (0..<3).max { abs(3 * heard[$0] - sum) < abs(3 * heard[$1] - sum) } ?? 0
    case .axb: return abs(heard[1] - heard[0]) < abs(heard[1] - heard[2]) ? 0 : 1
    case .sameDifferent: return abs(heard[1] - heard[0]) > criterion() ? 1 : 0
    case .forcedChoice, .yesNo: preconditionFailure("not a choice among notes")
    }
  }

  func probabilityCorrect(_ comparison: Comparison, sigma: Double) -> Double {
    let guessed = guessShares.map { $0[form.rightAnswer(to: form.orders[comparison.order])] }
    return lapse * (guessed ?? 1 / Double(form.answers.count)) + (1 - lapse) * listening(comparison, sigma: sigma)
  }

  private func listening(_ comparison: Comparison, sigma: Double) -> Double {
    let (dPrime, criterion) = observer(comparison.offset, sigma)
    switch form {
    case .oddity: return ChoiceDecision.oddity(at: dPrime)
    case .axb: return ABX(rule: .difference).proportionCorrect(at: dPrime)
    case .sameDifferent:
      let order = form.order(of: comparison)
      return order[0] == order[1] ? criterion.correctRejections : criterion.hits(at: dPrime)
    case .forcedChoice, .yesNo: preconditionFailure("not a choice among notes")
    }
  }

  /// Proportions of oddity by d′: each is an integral, and a truth asks for the same one at every note and order.
  private static let known = Mutex<[Double: Double]>([:])

  private static func oddity(at dPrime: Double) -> Double {
    if let proportion = known.withLock({ $0[dPrime] }) { return proportion }
    let proportion = Oddity(rule: .difference).proportionCorrect(at: dPrime)
    known.withLock { known in
      if known.count == 1000 { known.removeAll(keepingCapacity: true) }
      known[dPrime] = proportion
    }
    return proportion
  }

  /// λ: a guess is right by chance, and "same" to a stated criterion is wrong however large differences are.
  func asymptote(sigma: Double) -> Double {
    let noise = sigma * ChoiceDecision.noisePerSigma
    let wrong = criterion.map { (1 - DifferenceCriterion($0 / noise).correctRejections) / 2 } ?? 0
    return lapse * (1 - 1 / Double(form.answers.count)) + (1 - lapse) * wrong
  }
}
