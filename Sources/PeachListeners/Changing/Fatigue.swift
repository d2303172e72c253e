package import PeachSupport
package import PeachTrials

/// With the trials the JND rises to `factor` times what it was, as `Learning` lets it fall, and the probability of not
/// listening to `attention-lapse`; both in the same time, 1 − exp(−n/trials). The truth is that of the first trial.
///
/// Source: Mackworth (1948), Q. J. Exp. Psychol. 1:6–21, doi:10.1080/17470214808416738, for a decrement that is steep at
/// first and then levels off.
package struct Fatigue: ListenerChange {
  package static let kind = "fatigue"
  package static let summary = "a listener whose JND and lapses rise with the trials"
  package static let behaviour =
    "The JND and the lapse probability rose with the trials, exponentially to an asymptote."
  package static let source = "Mackworth (1948), doi:10.1080/17470214808416738"
  package static let truthConvention =
    "the threshold on the first trial, before any fatigue; later thresholds are higher"
  package static let example = "factor: 2, attention-lapse: 0.1, trials: 60, jnd: 12, lapse: 0.02"
  package static let isSameOnAllNotes = true

  private var course: ExponentialCourse
  private let logFactor: Double
  private let lapse: Double

  package static func read(_ reader: Reader, in task: TrialTask) -> Fatigue {
    let factor = reader.number(
      "factor", unit: "1", in: .atLeast(1), default: 1, "Factor by which the JND finally has grown")
    if factor > 1 { reader.requireRatios(task) }
    let lapse = reader.number(
      "attention-lapse", unit: "1", in: .within(0..<1), default: 0,
      "Probability of an inattentive trial once fatigue has fully built up, in addition to the listener's own lapses")
    let trials = reader.number(
      "trials", unit: "trials", in: .positive, "Number of trials after which 63 % of the change has happened")
    return Fatigue(factor: factor, lapse: lapse, trials: trials)
  }

  package init(factor: Double, lapse: Double, trials: Double) {
    course = ExponentialCourse(trials: trials)
    logFactor = log(factor)
    self.lapse = lapse
  }

  package func moment(for comparison: Comparison) -> ListenerMoment {
    let progress = course.progress
    return ListenerMoment(ratio: exp(logFactor * progress), lapse: lapse * progress)
  }

  package mutating func end(_ comparison: Comparison, isHigher: Bool) { course.done += 1 }
}
