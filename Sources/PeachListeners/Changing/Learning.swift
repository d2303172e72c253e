package import PeachSupport
package import PeachTrials

/// The JND falls with the trials, exponentially in its logarithm: ln JND(n) = ln JND(0) − ln gain · (1 − exp(−n/trials)),
/// n the trials that are done. All of the listener is scaled, a bias in cents too. The truth is that of the first trial.
///
/// Source: Heathcote, Brown & Mewhort (2000), Psychon. Bull. Rev. 7:185–207, doi:10.3758/BF03212979, for the exponential law;
/// the gain is that between untrained listeners and musicians of Micheyl et al. (2006), Hear. Res. 219:36–47,
/// doi:10.1016/j.heares.2006.05.004, most of which others made in 4 to 8 hours of trials.
package struct Learning: ListenerChange {
  package static let kind = "learning"
  package static let summary = "a listener whose JND falls with the trials, exponentially to an asymptote"
  package static let behaviour =
    "The JND fell with the trials, exponentially to an asymptote."
  package static let source =
    "Heathcote et al. (2000), doi:10.3758/BF03212979; Micheyl et al. (2006), doi:10.1016/j.heares.2006.05.004"
  package static let truthConvention =
    "the threshold on the first trial, before any learning; later thresholds are lower"
  package static let example = "gain: 3, trials: 40, jnd: 24, lapse: 0.02"
  package static let isSameOnAllNotes = true

  private var course: ExponentialCourse
  private let logGain: Double

  package static func read(_ reader: Reader, in task: TrialTask) -> Learning {
    reader.requireRatios(task)
    let gain = reader.number(
      "gain", unit: "1", in: .atLeast(1), default: 6.6, "Factor by which the JND finally has fallen",
      source: "Micheyl et al. (2006)")
    let trials = reader.number(
      "trials", unit: "trials", in: .positive, default: 2500,
      "Number of trials after which 63 % of the gain in log threshold is reached; the default is the number in about "
        + "2.5 hours")
    return Learning(gain: gain, trials: trials)
  }

  package init(gain: Double, trials: Double) {
    course = ExponentialCourse(trials: trials)
    logGain = log(gain)
  }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    ListenerMoment(ratio: exp(-logGain * course.progress))
  }

  package mutating func end(_ comparison: Comparison, isHigher: Bool) { course.done += 1 }
}

/// 1 − exp(−n/trials): 0 before the first trial, 1 in the end.
struct ExponentialCourse: Hashable, Sendable {
  let trials: Double
  var done = 0.0

  init(trials: Double) { self.trials = trials }

  var progress: Double { -expm1(-done / trials) }
}

extension Reader {
  /// Reports that what scales a listener cannot happen where levels have no ratios.
  func requireRatios(_ task: TrialTask) {
    if !task.hasNotes, task.axis.scale == .linear {
      report(
        "expected a task with notes or with scale: log, because the JND of this listener changes by a factor, and "
          + "levels on a linear axis have no ratios", at: "kind")
    }
  }
}
