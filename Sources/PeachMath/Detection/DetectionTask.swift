/// A task of signal detection theory: how often an unbiased observer is correct with a sensitivity d′.
///
/// d′ is the distance between the means of the observations of two stimuli, in units of their common standard deviation;
/// observations are normal and independent. Unbiased is the observer whose criterion makes correct answers most frequent
/// when all kinds of trials are.
///
/// Source: Green & Swets (1966), Signal detection theory and psychophysics; Macmillan & Creelman (2005), Detection
/// theory: A user's guide, 2nd ed.
package protocol DetectionTask: Sendable {
  /// The task and its rule, such as "abx, difference rule".
  var title: String { get }
  /// The decision rule of the observer, in words.
  var decision: String { get }
  /// The source of the model.
  var source: String { get }
  /// The proportion correct at d′ = 0.
  var chance: Double { get }
  /// Whether worse than chance is a negative d′. Otherwise the sign of d′ changes nothing.
  var isSigned: Bool { get }

  /// The proportion of correct answers, in 0…1.
  func proportionCorrect(at dPrime: Double) -> Double
  /// 1 − the proportion of correct answers, accurate where that is close to 1.
  func proportionWrong(at dPrime: Double) -> Double
  /// The derivative of the proportion correct with respect to d′.
  func slope(at dPrime: Double) -> Double

  /// The d′ of an observer who is right and wrong in these proportions of trials.
  ///
  /// - Parameters:
  ///   - right: In 0…1.
  ///   - wrong: 1 − right, given too because it keeps its digits where right is close to 1.
  /// - Throws: `SensitivityError.infinite` where either is 0 (below 2⁻¹⁰²²); `.belowChance` where no d′ leads there.
  func dPrime(right: Double, wrong: Double) throws(SensitivityError) -> Double
}

extension DetectionTask {
  /// The d′ at which an unbiased observer is correct with a probability; not negative unless the task is signed.
  ///
  /// - Throws: `SensitivityError.infinite` at 0 and 1 and outside; `.belowChance` where no d′ leads there.
  package func dPrime(at proportionCorrect: Double) throws(SensitivityError) -> Double {
    try dPrime(right: proportionCorrect, wrong: 1 - proportionCorrect)
  }

  package func dPrime(right: Double, wrong: Double) throws(SensitivityError) -> Double {
    if isExtreme(right, wrong) { throw .infinite }
    if right == chance { return 0 }
    let isWorse = right < chance
    if isWorse && !isSigned { throw .belowChance }
    // The smaller of the two has the most digits.
    return right < wrong
      ? Inversion.dPrime(
        where: proportionCorrect, slope: slope, is: right, atZero: chance, isNegative: isWorse)
      : Inversion.dPrime(
        where: proportionWrong, slope: { -slope(at: $0) }, is: wrong, atZero: 1 - chance, isNegative: isWorse)
  }

  /// d′ from the proportion of correct answers, taking the observer to be unbiased.
  ///
  /// The standard error is by the delta method, √(p(1 − p)/N) over the slope: of an observed proportion that was not
  /// corrected. There is no such error without a number of trials, or at chance, because the slope is 0.
  ///
  /// - Throws: As `dPrime(right:wrong:)`.
  package func sensitivity(correct: ObservedProportion) throws(SensitivityError) -> Sensitivity {
    let dPrime = try dPrime(right: correct.value, wrong: correct.complement)
    var error = correct.variance.map { $0.squareRoot() / slope(at: dPrime) }
    if let found = error, !found.isFinite { error = nil }
    return Sensitivity(dPrime: dPrime, criterion: nil, bias: nil, standardError: error)
  }
}

/// How an observer decides in a task with several observations and no order among them.
///
/// Source: Macmillan & Creelman (2005), Detection theory: A user's guide, 2nd ed., ch. 9.
package enum DecisionRule: String, CaseIterable, Sendable {
  /// By how far observations are apart. All that can be done where the standard roves from trial to trial.
  case difference
  /// By the likelihood of observations that are independent. The best rule where the two stimuli are fixed.
  case independent
}

/// z(p) = Φ⁻¹(p) of a proportion whose complement 1 − p is known too, from the smaller of the two.
func normalScore(_ proportion: Double, _ complement: Double) -> Double {
  // From 0, so that one half is not −0.
  proportion < complement ? NormalDistribution.quantile(proportion) : 0 - NormalDistribution.quantile(complement)
}

/// Whether one of a proportion and its complement is 0, or too small for a double to have all digits of; or not a number.
func isExtreme(_ proportion: Double, _ complement: Double) -> Bool {
  !(min(proportion, complement) >= .leastNormalMagnitude)
}
