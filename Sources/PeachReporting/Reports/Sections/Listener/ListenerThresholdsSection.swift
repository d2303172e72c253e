import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// The method of thresholds, and the estimates of all sessions together.
enum ListenerThresholdsSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    guard let overall = report.summary.overall, let bySession = report.summary.bySession, let all = overall.fits.first
    else {
      return report.summary.choices.isEmpty
        ? PageSection("Thresholds", [.text("The listener has no answered comparisons that could be fitted.")]) : nil
    }
    let text = FitText(overall)
    var blocks: [PageBlock] = [
      .text(
        "A threshold is the size of an offset that is judged correctly 75 times in a hundred, averaged over "
          + "sharp and flat. Peach fits the proportion of higher answers in test trials by penalised likelihood "
          + "(lapse rate λ fixed at 0.01), with profile 95 % intervals. Sessions with different intervals, sounds or "
          + "strategies are in one fit here; peach fit --by fits them separately."
      )
    ]
    if report.fittedTasks.count > 1 {
      blocks.append(
        .text("Sessions with different tasks measure different thresholds, so Peach does not fit them together."))
    } else if let table = SingleFitText(all, text.words).table {
      var own = PageTable("All sessions together", table)
      own.columns[3].heading = "meaning"
      blocks.append(.table(own))
    }
    let statuses = statuses(bySession)
    if !statuses.isEmpty {
      blocks.append(.text("What a status other than ok means, and what to do:"))
      blocks.append(.list(statuses))
    }
    return PageSection("Thresholds", blocks)
  }

  private static func statuses(_ report: FitReport) -> [String] {
    let words = StatusWords(settings: report.request.settings, unit: report.unit.map(SafeText.cut), row: nil)
    return report.fits.map(\.result.status).distinct.filter { $0 != .ok }.map { status in
      let sessions = report.fits.filter { $0.result.status == status }.map { $0.key[0] }.joined(separator: ", ")
      return "\(status.rawValue) (session \(sessions)): \(words.text(status))"
    }
  }
}
