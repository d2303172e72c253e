/// The words of the profile, in one language.
package struct ProfileWords: Hashable, Sendable {
  package var title: String
  /// In place of a picture or numbers while there are none.
  package var empty: String
  package var emptyMatching: String
  /// Captions of table and picture.
  package var asked: String
  package var tooFew: String
  package var smoothed: String
  package var smoothedThreshold: String
  package var dots: String
  package var threshold: String
  package var nearer: String
  package var cents: String
  /// Names of columns.
  package var note: String
  package var notes: String
  package var trials: String
  package var mean: String
  package var deviation: String
  package var interval: String
  package var sessions: String
  package var began: String
  /// Headings of parts.
  package var allNotes: String
  package var byNote: String
  package var overTime: String
  package var weakSpots: String
  package var matching: String
  package var matchings: String
  package var meanError: String
  package var constantError: String
  package var variableError: String
  package var underAdjustment: String
  package var trend: String
  package var improving: String
  package var stable: String
  package var declining: String
  package var noTrend: String
  /// Explanations of the trend, by Peach's rule and by that of the original app.
  package var trendMeaning: String
  package var originalTrend: String
  /// Explanations of the threshold and of the presented differences.
  package var thresholdMeaning: String
  package var noThreshold: String
  package var notAskedYet: String

  package static let english = ProfileWords(
    title: "Profile", empty: "Start training to build your profile",
    emptyMatching: "Start pitch matching to see your accuracy",
    asked: "differences presented, mean", tooFew: "Too few answers for a threshold; keep training",
    smoothed: "threshold and 95 % interval, smoothed over nearby notes",
    smoothedThreshold: "threshold, smoothed over nearby notes", dots: "larger dot: more trials",
    threshold: "threshold", nearer: "nearer to the piano keys is better",
    cents: "cents", note: "note", notes: "notes", trials: "trials", mean: "mean", deviation: "SD", interval: "95 %",
    sessions: "session", began: "began", allNotes: "All notes", byNote: "By note", overTime: "Over time",
    weakSpots: "Weak spots", matching: "Pitch matching", matchings: "matchings", meanError: "mean |error|",
    constantError: "constant error", variableError: "variable error", underAdjustment: "left of the start",
    trend: "Trend",
    improving: "improving", stable: "stable", declining: "declining", noTrend: "–",
    trendMeaning:
      "a test whether the fitted thresholds change over all trials; it reports a change for at most 5 in 100 "
      + "listeners who do not change",
    originalTrend: "trend by the rule of the original Peach app, which calls nearly everyone improving",
    thresholdMeaning: "the difference that you hear correctly 75 times in 100; – if the answers do not determine it",
    noThreshold: "–", notAskedYet: "not asked yet")

  package static let german = ProfileWords(
    title: "Profil", empty: "Beginnen Sie zu üben, um Ihr Profil aufzubauen",
    emptyMatching: "Stimmen Sie Töne, um Ihre Genauigkeit zu sehen",
    asked: "dargebotene Unterschiede, Mittel",
    tooFew: "Zu wenige Antworten für eine Schwelle; bitte weiter üben",
    smoothed: "Schwelle und 95-%-Intervall, über benachbarte Töne geglättet",
    smoothedThreshold: "Schwelle, über benachbarte Töne geglättet", dots: "größerer Punkt: mehr Versuche",
    threshold: "Schwelle", nearer: "näher an den Tasten ist besser",
    cents: "Cent", note: "Ton", notes: "Töne", trials: "Versuche", mean: "Mittel", deviation: "SD", interval: "95 %",
    sessions: "Sitzung", began: "begonnen", allNotes: "Alle Töne", byNote: "Nach Tönen", overTime: "Im Lauf der Zeit",
    weakSpots: "Schwachstellen", matching: "Stimmen", matchings: "gestimmt", meanError: "mittlerer |Fehler|",
    constantError: "konstanter Fehler", variableError: "variabler Fehler", underAdjustment: "Rest des Anfangs",
    trend: "Trend", improving: "besser", stable: "gleichbleibend", declining: "schlechter", noTrend: "–",
    trendMeaning:
      "aus Schwellen aller Versuche; falsch bei höchstens 5 von 100 Personen, die sich nicht ändern",
    originalTrend: "nach der Regel der ursprünglichen App, die fast alle »besser« nennt",
    thresholdMeaning:
      "der Unterschied, den Sie in 75 von 100 Fällen richtig hören; – falls die Antworten nicht ausreichen",
    noThreshold: "–", notAskedYet: "noch nicht gefragt")
}
