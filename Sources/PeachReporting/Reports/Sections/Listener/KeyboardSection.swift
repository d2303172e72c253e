import PeachAnalysis
import PeachPitch
import PeachSupport
import PeachTrials

/// The profile on a keyboard, and whether the threshold changes over the whole history.
enum KeyboardSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    guard report.profile.overall != nil else { return nil }
    let picture = KeyboardPicture(
      of: report.profile, thresholds: report.thresholds, notes: report.notes,
      texts: KeyboardPicture.Texts(ProfileWords.english))
    return PageSection("Over the keyboard", [.picture(picture), .facts(facts(report)), .text(meaning)])
  }

  private static func facts(_ report: ListenerReport) -> [PageFact] {
    var facts: [PageFact] = []
    let least = "no test: too few trials (\(Trend.leastTrials) are needed), or the trials do not determine a threshold"
    facts.add(
      "trend",
      report.profile.trend.map { "\($0.direction.rawValue) (score \(TextTable.fixed($0.score, 2, signed: true)))" }
        ?? least)
    facts.add(
      "by the original app's rule",
      report.profile.originalTrend.map {
        "\($0.direction.rawValue) (\(TextTable.fixed($0.change * 100, 0, signed: true)) %)"
      })
    let range = report.notes.lowerBound.number...report.notes.upperBound.number
    let spots = report.profile.weakSpots(in: range)
    facts.add("weak spots", spots.prefix(10).map { MIDINote(unchecked: $0).name }.joined(separator: ", "))
    return facts
  }

  private static let meaning =
    "The threshold of a note uses the trials at that note and, with less weight, those up to nine semitones away "
    + "(local likelihood, Tibshirani & Hastie 1987). The trend is the statistic of a test (score test) for "
    + "thresholds that change steadily over all trials of the profile; each note has a threshold of its own. If it "
    + "is beyond ±\(Trend.critical.shortest), Peach reports a change; it does so for at most 5 in 100 listeners who "
    + "do not change. The original Peach app compared mean levels, which fall because of the procedure: its rule "
    + "calls nearly everyone improving. Weak spots are the notes without data or, if every note has data, "
    + "the notes with the largest mean offset."
}

extension KeyboardPicture.Texts {
  /// The words of the picture in the language of a profile.
  package init(_ words: ProfileWords) {
    self.init(
      title: words.title, empty: words.empty, tooFew: words.tooFew, threshold: words.smoothed, dots: words.dots,
      cents: words.cents, nearer: words.nearer)
  }
}
