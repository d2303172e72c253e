package import PeachExperiments
package import PeachListeners
package import PeachStorage
package import PeachStrategies
import PeachSupport
import PeachTrials

/// Makes twins: simulated listeners fitted to people.
package enum Twins {
  /// From the calibration of that number or the last one that found a threshold; without any, from all comparisons. Excluded
  /// comparisons do not count.
  ///
  /// - Throws: `TwinError` if there is no such listener or nothing is known, `RecordsError`.
  package static func source(of listener: String, calibration: Int?, in database: LiveDatabase?) throws -> TwinSource {
    guard let database, try database.listener(listener) != nil else {
      throw TwinError(
        "expected a listener with records on this machine, got \(SafeText.quoted(listener))",
        hint: "peach listener list shows them")
    }
    let calibrations = try database.calibrations(of: listener)
    if let calibration {
      guard calibrations.indices.contains(calibration - 1) else {
        let count = calibrations.isEmpty ? "no calibration" : "calibrations 1 to \(calibrations.count)"
        throw TwinError(
          "expected the number of a calibration (peach calibrate listener) of listener \(listener), got "
            + "\(calibration)", hint: "listener \(listener) has \(count)")
      }
      guard calibrations[calibration - 1].threshold != nil else {
        throw TwinError(
          "calibration \(calibration) of listener \(listener) has no threshold: "
            + "\(calibrations[calibration - 1].status.rawValue)",
          hint: "peach calibrate listener --listener \(listener) measures again")
      }
      if let note = calibrations[calibration - 1].excluded {
        let session = calibrations[calibration - 1].session
        throw TwinError(
          "calibration \(calibration) of listener \(listener) is excluded: \(SafeText.cut(note))",
          hint: "peach listener include \(listener) --session \(session) includes it again")
      }
      return TwinSource(parameters(of: calibrations[calibration - 1]), calibration: calibration, comparisons: nil)
    }
    if let last = calibrations.lastIndex(where: { $0.threshold != nil && $0.excluded == nil }) {
      return TwinSource(parameters(of: calibrations[last]), calibration: last + 1, comparisons: nil)
    }
    return try fitted(listener, database)
  }

  private static func fitted(_ listener: String, _ database: LiveDatabase) throws -> TwinSource {
    var answers: [(offset: Double, isHigher: Bool)] = []
    for session in try database.sessions(of: listener) where session.kind == .comparison && session.excluded == nil {
      var trials: [TrialRecord] = []
      try database.forEachComparison(of: session) { trials.append($0) }
      answers += CalibrationAnalysis.answers(of: trials)
    }
    let hint =
      "peach calibrate listener --listener \(listener) measures the threshold that a twin (a simulated copy of the "
      + "listener) needs"
    guard answers.count >= CalibrationAnalysis.leastTrials else {
      throw TwinError(
        "expected a calibration of listener \(listener), or at least \(CalibrationAnalysis.leastTrials) comparisons, "
          + "got \(answers.count) comparisons",
        hint: hint)
    }
    let posterior = ListenerPosterior(answers, target: 0.75, in: try task)
    let status = CalibrationAnalysis.status(of: answers) ?? posterior.estimate.status
    guard status == .ok else {
      throw TwinError(
        "no threshold can be estimated from the \(answers.count) comparisons of \(listener): status \(status.rawValue)",
        hint: hint)
    }
    return TwinSource(parameters(of: posterior), calibration: nil, comparisons: answers.count)
  }

  private static var task: TrialTask { get throws { try TrialTask(parsing: "{kind: comparison}").signed } }

  package static func parameters(of posterior: ListenerPosterior) -> TwinParameters {
    let covariance = posterior.covariance
    let errors = (0..<3).map { max(0, covariance[$0][$0]).squareRoot() }
    func correlation(_ a: Int, _ b: Int) -> Double {
      let scale = errors[a] * errors[b]
      return scale > 0 ? min(1, max(-1, covariance[a][b] / scale)) : 0
    }
    return TwinParameters(
      jnd: posterior.jnd.value, lapse: 2 * posterior.lapse.value, bias: posterior.bias.value, errors: errors,
      correlations: [correlation(0, 1), correlation(0, 2), correlation(1, 2)])
  }

  package static func parameters(of calibration: CalibrationRecord) -> TwinParameters {
    TwinParameters(
      jnd: calibration.jnd.value, lapse: 2 * calibration.lapse.value, bias: calibration.bias.value,
      errors: calibration.errors, correlations: calibration.correlations)
  }
}
