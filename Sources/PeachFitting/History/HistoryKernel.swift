import PeachMath
import PeachSupport

/// How much answers follow from earlier ones: a regression of "higher" on the signed level, the previous 1…N answers and
/// the signs of the previous 1…N stimuli, and a test of whether that history tells anything at all. Where reference notes
/// rove their pitch may be a regressor too, of this trial and of the previous ones: an answer that is pulled toward earlier
/// notes follows from it.
///
/// Such a kernel also shows a criterion that wanders by itself: it makes neighbouring answers alike without any effect of
/// one on the next (Vloeberghs et al. 2025, doi:10.1371/journal.pcbi.1013291). What is found is a correlation.
///
/// Source: Busse et al. (2011), J. Neurosci. 31:11351–11361, doi:10.1523/JNEUROSCI.6689-10.2011; Fründ, Wichmann & Macke
/// (2014), J. Vis. 14(7):9, doi:10.1167/14.7.9.
package struct HistoryKernel: Sendable {
  package enum Link: String, CaseIterable, Sendable {
    case probit, logit
  }

  /// One answer, in its place.
  package struct Trial: Hashable, Sendable {
    /// Signed.
    package var level: Double
    package var isHigher: Bool
    /// The name of the run; history does not continue across runs.
    package var run: String
    /// The pitch of the reference note, in cents from any; `nil` if it is not known.
    package var note: Double?

    package init(level: Double, isHigher: Bool, run: String = "", note: Double? = nil) {
      self.note = note
      self.level = level
      self.isHigher = isHigher
      self.run = run
    }
  }

  package enum Status: String, Sendable {
    case ok
    /// Fewer trials with a whole history than weights.
    case tooFewTrials = "too-few-trials"
    case oneAnswer = "one-answer"
    /// Nothing has a finite maximum: the level, or what came before, separates the answers, or tells the same twice.
    case notConverged = "not-converged"
  }

  /// One of the weights.
  package struct Weight: Hashable, Sendable {
    package enum Of: String, CaseIterable, Sendable {
      case bias, level, answer, stimulus, note
    }

    package var of: Of
    /// How many trials back; 0 of bias, level and this trial's note.
    package var lag: Int
    /// In the linear predictor: z-scores in a probit, log odds in a logit; of the level for each unit of it.
    package var value: Double?
    package var error: Double?
    /// How far the level would have to move for as much: the weight over that of the level, in the level's unit.
    package var equivalent: Double?
    package var equivalentError: Double?

    /// ±1.96 standard errors.
    package var interval: ConfidenceInterval? {
      guard let value, let error else { return nil }
      return ConfidenceInterval(
        low: value - HistoryKernel.quantile * error, high: value + HistoryKernel.quantile * error)
    }

    /// The two-sided p of a weight of 0 (Wald).
    package var p: Double? {
      guard let value, let error, error > 0 else { return nil }
      return ChiSquare.upperTail(value / error * (value / error), degreesOfFreedom: 1)
    }
  }

  static let quantile = 1.959963984540054

  package let status: Status
  /// Bias, level, then answers and stimuli, the last trial's first; without values where the status is not `ok`.
  package let weights: [Weight]
  /// The number of trials with a complete history.
  package let trials: Int
  package let runs: Int
  package private(set) var logLikelihood: Double?
  /// Twice the gain in log likelihood over the same trials without history; with `degreesOfFreedom` under no history χ².
  package private(set) var likelihoodRatio: Double?
  package let degreesOfFreedom: Int

  /// The probability of such a ratio without any history.
  package var p: Double? {
    likelihoodRatio.map { ChiSquare.upperTail(max($0, 0), degreesOfFreedom: Double(degreesOfFreedom)) }
  }

  /// - Parameters:
  ///   - trials: In order, those of a run together.
  ///   - lags: How many trials back, from 1.
  ///   - lapse: λ, which is known: P(higher) = λ + (1 − 2λ)·F.
  ///   - hasNotes: Whether the pitch of reference notes is a regressor; this trial's is no history.
  /// - Complexity: O(trials · lags²) for each of some ten steps.
  package init(_ trials: [Trial], lags: Int, link: Link = .probit, lapse: Double = 0, hasNotes: Bool = false) {
    precondition(lags >= 1 && lapse >= 0 && lapse < 0.5, "no kernel")
    let design = HistoryDesign(trials, lags: lags, hasNotes: hasNotes)
    let whole = Array(0..<design.columns)
    let names =
      [(Weight.Of.bias, 0), (.level, 0)] + (1...lags).map { (.answer, $0) } + (1...lags).map { (.stimulus, $0) }
      + (hasNotes ? (0...lags).map { (.note, $0) } : [])
    let present = names.indices.filter { names[$0].1 == 0 }
    (self.trials, runs, degreesOfFreedom) = (design.rows, design.runs, names.count - present.count)
    var found: HistoryRegression?
    if design.rows <= design.columns {
      status = .tooFewTrials
    } else if Set(design.isHigher).count < 2 {
      status = .oneAnswer
    } else {
      found = HistoryRegression(design, link, lapse: lapse, chosen: whole)
      let without = found.flatMap { _ in HistoryRegression(design, link, lapse: lapse, chosen: present) }
      if without == nil { found = nil }
      status = found == nil ? .notConverged : .ok
      logLikelihood = found?.logLikelihood
      likelihoodRatio = found.flatMap { found in without.map { 2 * (found.logLikelihood - $0.logLikelihood) } }
    }
    weights = names.enumerated().map { place, name in
      var weight = Weight(of: name.0, lag: name.1)
      guard let found else { return weight }
      func covariance(_ row: Int, _ column: Int) -> Double { found.covariance[row * design.columns + column] }
      weight.value = found.weights[place]
      weight.error = covariance(place, place).squareRoot()
      let level = found.weights[1]
      if name.0 != .level, level != 0 {
        let ratio = found.weights[place] / level
        weight.equivalent = ratio
        let variance = covariance(place, place) - 2 * ratio * covariance(place, 1) + ratio * ratio * covariance(1, 1)
        weight.equivalentError = max(variance, 0).squareRoot() / abs(level)
      }
      return weight
    }
  }
}
