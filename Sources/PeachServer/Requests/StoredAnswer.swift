import PeachStorage
import PeachTrials

/// Compares an answer with the records, for a page that sends it again after the server started again.
enum StoredAnswer {
  /// - Throws: `PageError`: `gone` if the trial is not stored, `conflict` if it is stored with another answer.
  static func check(
    _ answer: PageAnswer, of listener: String, session: Int, trial: Int, in database: LiveDatabase
  ) throws {
    guard let record = try database.session(session, of: listener), trial >= 1,
      trial <= record.trials
    else {
      throw PageError(
        .gone, "trial \(trial) is not stored and not open", remedy: "begin again; the answers before are stored")
    }
    var isSame = false
    switch record.kind {
    case .comparison:
      try database.forEachComparison(of: record) { stored in
        guard stored.trial == trial else { return }
        isSame =
          answer.isMissed
          ? stored.isTimedOut == true
          : stored.answer == answer.answer && isEqual(stored.heard.responseTime, answer.seconds)
            && stored.heard.confidence == answer.confidence?.rating
      }
    case .matching:
      try database.forEachMatching(of: record) { stored in
        guard stored.trial == trial else { return }
        isSame =
          answer.moves != nil && isEqual(stored.heard.responseTime, answer.seconds)
          && stored.heard.confidence == answer.confidence?.rating
      }
    }
    guard isSame else {
      throw PageError(.conflict, "trial \(trial) already has a different answer", remedy: "load the page again")
    }
  }

  /// Response times are stored to the microsecond.
  private static func isEqual(_ stored: Double?, _ seconds: Double) -> Bool { abs((stored ?? 0) - seconds) < 2e-6 }
}
