package import PeachSupport
package import PeachTrials

/// The bias wanders: on every trial what is heard is shifted by c, an autoregressive process of the first order,
/// c(t + 1) = r·c(t) + √(1 − r²)·sd·z, z normal, whose start is drawn from its stationary distribution.
///
/// The truth is that of the first trial, and in the mean that of all: of a Gaussian listener Φ((x + b)/√(σ² + sd²)).
///
/// Source: Vloeberghs et al. (2025), PLoS Comput. Biol. 21(7):e1013291, doi:10.1371/journal.pcbi.1013291.
package struct WanderingCriterion: ListenerChange {
  package static let kind = "wandering-criterion"
  package static let summary =
    "a listener whose bias wanders from trial to trial (a first-order autoregressive process)"
  package static let behaviour =
    "The criterion followed a first-order autoregressive process from trial to trial."
  package static let source = "Vloeberghs et al. (2025), doi:10.1371/journal.pcbi.1013291"
  package static let truthConvention =
    "the threshold of the mean proportion correct over all trials; the wandering of the criterion counts as noise"
  package static let example = "sd: 8, autocorrelation: 0.95, jnd: 12, lapse: 0.02"
  package static let isSameOnAllNotes = true

  private let deviation: Double
  private let autocorrelation: Double
  /// The criterion on the last trial.
  private var last: Double?
  /// The criterion on the current trial.
  private var now: Double?

  package static func read(_ reader: Reader, in task: TrialTask) -> WanderingCriterion {
    reader.requireComparison(task)
    return WanderingCriterion(
      deviation: reader.number(
        "sd", unit: "cents", in: .atLeast(0), "Long-term standard deviation of the wandering bias"),
      autocorrelation: reader.number(
        "autocorrelation", unit: "1", in: .within(0..<1),
        "Correlation of the bias from one trial to the next; 0: independent; 0.99: the bias lasts for about 100 "
          + "trials"))
  }

  package init(deviation: Double, autocorrelation: Double) {
    self.deviation = deviation
    self.autocorrelation = autocorrelation
  }

  private var innovation: Double { deviation * (1 - autocorrelation * autocorrelation).squareRoot() }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    if let now { return ListenerMoment(shift: now) }
    guard let last else { return ListenerMoment(spread: deviation) }
    return ListenerMoment(shift: autocorrelation * last, spread: innovation)
  }

  /// Two draws.
  package mutating func begin(using random: inout RandomStream) {
    let z = random.normal()
    now = last.map { autocorrelation * $0 + innovation * z } ?? deviation * z
  }

  package mutating func end(_ comparison: Comparison, isHigher: Bool) { (last, now) = (now, nil) }
}
