package import PeachFitting
package import PeachMath
package import PeachTrials

/// The common estimator, `fit`: the same for every strategy, so that their placement of trials alone is compared.
///
/// A comparison task is read by direction, all others by accuracy. Keeps memory between fits: one for each thread.
package final class CommonFit {
  private let fitter: any Fitter
  private let bayes: BayesianFit?
  private let hasInterval: Bool
  private let isOfOffsets: Bool
  private var counts = Counts()

  /// - Parameters:
  ///   - function: The function of the accuracy reading.
  ///   - hasInterval: Whether estimates have a 95 % interval of the threshold.
  package init(
    task: TrialTask, estimand: Double, lapse: Double?, function: any PsychometricFunction.Type = NormalFunction.self,
    method: FitRequest.Method = .ml, hasInterval: Bool = false
  ) {
    let request = Self.request(task: task, estimand: estimand, lapse: lapse, function: function, method: method)
    isOfOffsets = task.kind == .comparison
    fitter = request.settings.makeFitter()
    guard let plan = try? request.plan() else { preconditionFailure("psignifit's prior allows every rate") }
    bayes = plan.bayes
    self.hasInterval = hasInterval
  }

  /// The fit of a task's trials.
  ///
  /// - Precondition: The task is not one of matchings.
  static func request(
    task: TrialTask, estimand: Double, lapse: Double?, function: any PsychometricFunction.Type,
    method: FitRequest.Method
  ) -> FitRequest {
    var request = FitRequest()
    request.method = method
    request.at = estimand
    switch task.kind {
    case .comparison:
      request.reading = .direction
      request.lapse = lapse.map(FitRequest.Rate.fixed) ?? .free(upTo: FitRequest.greatestLapse)
    case .forcedChoice, .yesNo, .oddity, .axb, .sameDifferent:
      request.alternatives = task.alternatives
      request.guess = task.kind == .yesNo ? .free(upTo: FitRequest.greatestGuess) : nil
      request.lapse = .free(upTo: FitRequest.greatestLapse)
      request.function = function
      request.isLogLevel = task.axis.scale == .log && !function.usesLogarithm
    case .matching: preconditionFailure("matchings have no psychometric function")
    }
    return request
  }

  package func fit(_ trials: [CompletedComparison]) -> FitResult { estimate(trials).result }

  func estimate(_ trials: [CompletedComparison]) -> CommonEstimate {
    counts.removeAll()
    Self.add(trials, to: &counts, isOfOffsets: isOfOffsets)
    if let bayes { return estimate(bayes) }
    let result = fitter.fit(counts)
    guard hasInterval else { return CommonEstimate(result: result) }
    return CommonEstimate(
      result: result, interval: fitter.profileInterval(.threshold, result, counts, confidence: CommonFit.confidence))
  }

  /// Adds the test trials of a track.
  ///
  /// - Parameter isOfOffsets: Whether the level of a trial is its offset, as in comparisons.
  static func add(_ trials: [CompletedComparison], to counts: inout Counts, isOfOffsets: Bool) {
    func level(of done: CompletedComparison) -> Double {
      isOfOffsets ? done.comparison.offset : done.comparison.level.value
    }
    if trials.count > 2000 {
      let tests = trials.filter { $0.comparison.level.kind == .test }
      counts.add(tests.map { (level: level(of: $0), isPositive: $0.isHigher) })
    } else {
      for done in trials where done.comparison.level.kind == .test {
        counts.add(level(of: done), isPositive: done.isHigher)
      }
    }
  }

  private static let confidence = 0.95

  /// The highest point of the posterior; it keeps a status that data themselves have, such as all correct.
  private func estimate(_ bayes: BayesianFit) -> CommonEstimate {
    var plan = FitAnalysis.Plan(interval: .posterior)
    plan.bayes = bayes
    plan.quantities = hasInterval ? [.threshold] : []
    plan.confidence = CommonFit.confidence
    var undrawn = NoRandomSource()
    let analysis = FitAnalysis(counts, blocks: [], fitter, plan, using: &undrawn)
    return CommonEstimate(result: analysis.result, interval: analysis.intervals[.threshold])
  }
}

/// The estimate of one method of the common fit.
struct CommonEstimate {
  var result: FitResult
  /// The interval of the threshold; `nil` if there is none.
  var interval: ConfidenceInterval?
}

/// The common estimators of an experiment, one for each method, in the order of their rows.
struct CommonFits {
  private let fits: [CommonFit]

  init(_ plan: Plan, _ task: TrialTask) {
    fits = plan.estimatorMethods.map { method in
      CommonFit(
        task: task, estimand: plan.estimand, lapse: plan.estimatorLapse, function: plan.estimatorFunction,
        method: method,
        hasInterval: plan.hasEstimatorInterval)
    }
  }

  func estimates(_ trials: [CompletedComparison]) -> [CommonEstimate] { fits.map { $0.estimate(trials) } }

  /// The first is the one by which strategies are compared.
  static func name(_ method: FitRequest.Method, at place: Int) -> String {
    place == 0 ? "fit" : "fit:\(method.rawValue)"
  }
}

/// For analyses that draw nothing.
private struct NoRandomSource: UniformSource {
  mutating func uniform() -> Double { preconditionFailure("nothing is drawn without a bootstrap") }
}
