package import PeachFitting
import PeachSupport

/// The threshold at a note, from the trials there and, with less weight, those at neighbouring notes.
///
/// A listener has few trials at each note, and thresholds change little from one note to the next. So the curve at a note is
/// fitted to all trials, with weights K = exp(−½(d/h)²) at a distance of d semitones and a bandwidth h of 3 (local
/// likelihood). Weighted trials tell as much as (ΣK)²/ΣK² full ones: K is scaled to that sum, so that the 95 % interval by
/// profile likelihood is neither too wide nor too narrow.
///
/// Sources: Tibshirani & Hastie (1987), J. Am. Stat. Assoc. 82:559–567, doi:10.1080/01621459.1987.10478466; for
/// psychometric functions Żychaluk & Foster (2009), Atten. Percept. Psychophys. 71:1414–1425, doi:10.3758/APP.71.6.1414.
package struct SmoothedThreshold: Hashable, Sendable {
  /// The reference note's number.
  package var note: Int
  /// At the note itself.
  package var trials: Int
  /// How many full trials the weighted ones are worth.
  package var effectiveTrials: Double
  /// In cents, at 75 % correct; `nil` if the answers determine none.
  package var threshold: Double?
  /// 95 %; an end that the answers leave open is `nil`.
  package var interval: ConfidenceInterval

  /// In semitones.
  private static let bandwidth = 3.0
  /// Fewer effective trials give no threshold: one answer would look like certainty.
  package static let leastTrials = 5.0

  package init(note: Int, trials: Int, effectiveTrials: Double, threshold: Double?, interval: ConfidenceInterval) {
    self.note = note
    self.trials = trials
    self.effectiveTrials = effectiveTrials
    self.threshold = threshold
    self.interval = interval
  }

  /// - Parameters:
  ///   - note: One with trials.
  ///   - counts: Of each note, by its number.
  init(at note: Int, _ counts: [Counts], _ fitter: ProfileFitter) {
    self.note = note
    trials = Int(counts[note].total)
    var (sum, squares) = (0.0, 0.0)
    let weights = counts.indices.map { other -> Double in
      let distance = Double(other - note) / Self.bandwidth
      let weight = abs(distance) > 3 ? 0 : exp(-distance * distance / 2)
      sum += weight * counts[other].total
      squares += weight * weight * counts[other].total
      return weight
    }
    effectiveTrials = sum * sum / squares
    threshold = nil
    interval = ConfidenceInterval(low: nil, high: nil)
    guard effectiveTrials >= Self.leastTrials else { return }
    var weighted = Counts()
    weighted.add(
      zip(counts, weights).flatMap { counts, weight -> [Counts.Bin] in
        let scaled = weight * sum / squares
        return weight == 0
          ? []
          : counts.bins.map { .init(level: $0.level, trials: scaled * $0.trials, positives: scaled * $0.positives) }
      })
    let fitted = fitter.threshold(weighted, trials: trials)
    threshold = fitted.shown
    if threshold != nil { interval = fitted.interval }
  }
}
