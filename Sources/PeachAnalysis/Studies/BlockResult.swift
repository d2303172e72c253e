import PeachFitting
import PeachMath
import PeachSimulation
package import PeachStorage
import PeachSupport
package import PeachTrials

/// The result of one block of a study so far: its threshold or mean error, and signs that the listener did not attend.
package struct BlockResult: Sendable {
  package private(set) var catchTrials = 0
  package private(set) var catchWrong = 0
  /// The unit of the threshold.
  package private(set) var unit: String
  /// The fit of all test trials; `nil` if they cannot be fitted.
  package private(set) var fit: FitRow?
  /// The test for a drift; `nil` with too few trials.
  package private(set) var drift: Drift?
  /// The mean error of matchings in cents with its 95 % interval; `nil` below two matchings.
  package private(set) var meanError: IntervalEstimate?

  /// - Parameters:
  ///   - estimand: The proportion correct that defines the threshold.
  ///   - lapse: λ in the direction reading; `nil` if it is free.
  /// - Throws: `RecordsError` if the records are damaged.
  package init(of session: SessionRecord, in live: LiveDatabase, estimand: Double, lapse: Double?) async throws {
    unit = session.unit
    switch session.kind {
    case .matching: try takeErrors(of: session, live)
    case .comparison: try await takeFit(of: session, live, estimand, lapse)
    }
  }

  private mutating func takeErrors(of session: SessionRecord, _ live: LiveDatabase) throws(RecordsError) {
    var errors: [Double] = []
    try live.forEachMatching(of: session) { errors.append($0.error) }
    guard errors.count > 1 else { return }
    let mean = Statistics.mean(errors)
    let half =
      StudentT.quantile(0.975, degreesOfFreedom: Double(errors.count - 1))
      * (Statistics.variance(errors) / Double(errors.count)).squareRoot()
    meanError = IntervalEstimate(value: mean, low: mean - half, high: mean + half)
  }

  private mutating func takeFit(
    of session: SessionRecord, _ live: LiveDatabase, _ estimand: Double, _ lapse: Double?
  ) async throws {
    var table = TrialTable(source: "session \(session.number)", TrialRow.liveColumns)
    var isChoice = false
    try live.forEachTrial(of: session) { row in
      if row.record.kind == .catch {
        catchTrials += 1
        if row.record.isCorrect == false { catchWrong += 1 }
      }
      if row.record.order != nil { isChoice = true }
      table.append(row)
    }
    var request = ListenerSummary.request
    request.at = estimand
    request.lapse = lapse.map(FitRequest.Rate.fixed)
    if isChoice {
      request.reading = .accuracy
      request.lapse = nil
      request.isLogLevel = session.scale == "log"
    }
    var ways = Observations.Ways()
    ways.keepsTrials = true
    ways.takesExcluded = true
    ways.positiveLevelsFor = request.isLogLevel ? "a log axis" : nil
    // A block may have no test trial yet, or only answers that no fit can use.
    guard table.count > 0, let observations = try? Observations.read(table, reading: request.reading, by: [], ways),
      var report = try? FitReport(observations, source: "study", by: [], request: request, seed: 1)
    else { return }
    await report.fit(observations.groups, jobs: 1) { _ in }
    fit = report.fits.first
    if let fit, let trials = observations.trials.first {
      drift = Drift(trials, fit.result, fit.settings.makeFitter())
    }
  }

  /// The share of wrong catch trials that is not a reason to warn.
  private static let tolerated = 0.05

  /// Whether more catch trials are wrong than a listener who misses 5 % of them gets wrong in 95 of 100 blocks.
  package var hasManyLapses: Bool {
    catchWrong > 1
      && 1 - Binomial.lowerTail(catchWrong - 1, of: catchTrials, probability: BlockResult.tolerated) < 0.05
  }
}
