package import Fitting
import Psychometrics
package import Trials

/// The common estimator, `fit`: the same for every strategy, so that their placement of trials alone is compared.
///
/// A comparison task is read by direction, a level task by accuracy. Keeps memory between fits: one for each thread.
package final class CommonFit {
  private let fitter: any Fitter
  private var counts = Counts()

  package init(task: TrialTask, estimand: Double, lapse: Double) {
    let settings =
      switch task.kind {
      case .comparison:
        FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(lapse), at: estimand)
      case .level:
        FitSettings(
          reading: .accuracy, guess: .asymptote(task.alternatives == 1 ? .free(upTo: 0.25) : .fixed(task.guessRate)),
          lapse: .free(upTo: 0.1), isLogLevel: task.axis.scale == .log, at: estimand)
      case .matching: preconditionFailure("matchings have no psychometric function")
      }
    fitter = settings.makeFitter()
  }

  package func fit(_ trials: [CompletedComparison]) -> FitResult {
    counts.removeAll()
    if trials.count > 2000 {
      let tests = trials.filter { $0.comparison.level.kind == .test }
      counts.add(tests.map { (level: $0.comparison.offset, isPositive: $0.isHigher) })
    } else {
      for done in trials where done.comparison.level.kind == .test {
        counts.add(done.comparison.offset, isPositive: done.isHigher)
      }
    }
    return fitter.fit(counts)
  }
}
