package import PeachSessions

/// The words that a listener reads, in one language.
package struct Words: Hashable, Sendable {
  package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The language of the environment's locale; English where it is neither.
    package init(environment: (String) -> String?) {
      let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
      self = locale.hasPrefix("de") ? .german : .english
    }
  }

  package var language: Language
  var comparison: String
  var intervalComparison: String
  var matching: String
  var intervalMatching: String
  package var referenceNote: String
  package var targetNote: String
  package var question: String
  package var higher: String
  package var lower: String
  /// The letters of both answers.
  package var higherKey: Character
  package var lowerKey: Character
  /// The question of a matching, and what its keys do.
  package var tune: String
  package var fine: String
  package var coarse: String
  package var spaceKey: String
  package var commit: String
  /// The arrow keys, where they cannot be drawn.
  package var arrows: String
  package var sideArrows: String
  /// The unit of an error: "4 cents sharp".
  package var cent: String
  package var cents: String
  package var sharp: String
  package var flat: String
  package var deadCenter: String
  package var right: String
  package var wrong: String
  package var settings: String
  package var leave: String
  package var listener: String
  /// The reply to a line that is not an answer.
  package var answerHint: String
  package var tuningHint: String
  package var modes: String
  package var start: String
  package var newValue: String
  package var setsDefault: String
  /// The notice for a device that plays nothing.
  package var muteDevice: String
  /// The notice before a start if the device cannot play.
  package var noSound: String

  static let english = Words(
    language: .english, comparison: "Comparison", intervalComparison: "Interval Comparison",
    matching: "Pitch Matching", intervalMatching: "Interval Pitch Matching", referenceNote: "reference note",
    targetNote: "target note", question: "higher or lower?", higher: "higher", lower: "lower", higherKey: "h",
    lowerKey: "l", tune: "tune the note", fine: "fine", coarse: "coarse", spaceKey: "space", commit: "done",
    arrows: "up down", sideArrows: "left right", cent: "cent", cents: "cents", sharp: "sharp", flat: "flat",
    deadCenter: "Dead center", right: "right", wrong: "wrong", settings: "settings", leave: "leave",
    listener: "listener",
    answerHint: "type h for higher, l for lower, or q to leave",
    tuningHint: "type +5 or -5 to tune by 5 cents, ok to accept the note, or q to leave",
    modes: "What would you like to train?", start: "start",
    newValue: "new value",
    setsDefault: "type default to restore the default",
    muteDevice: "this device makes no sound: answers do not count for the profile",
    noSound: "no sound can be played yet; press s and choose another device")

  static let german = Words(
    language: .german, comparison: "Vergleich", intervalComparison: "Intervallvergleich",
    matching: "Ton stimmen", intervalMatching: "Intervall stimmen", referenceNote: "Referenzton",
    targetNote: "Zielton", question: "höher oder tiefer?", higher: "höher", lower: "tiefer", higherKey: "h",
    lowerKey: "t", tune: "stimmen Sie den Ton", fine: "fein", coarse: "grob", spaceKey: "Leertaste", commit: "fertig",
    arrows: "auf ab", sideArrows: "links rechts", cent: "Cent", cents: "Cent", sharp: "zu hoch", flat: "zu tief",
    deadCenter: "Genau getroffen", right: "richtig", wrong: "falsch", settings: "Einstellungen", leave: "verlassen",
    listener: "Testperson", answerHint: "bitte h (höher) oder t (tiefer) eingeben; q beendet",
    tuningHint: "+5 oder -5 stimmt den Ton um 5 Cent, ok übernimmt ihn, q beendet",
    modes: "Was möchten Sie üben?",
    start: "beginnen",
    newValue: "neuer Wert",
    setsDefault: "default stellt die Vorgabe wieder her",
    muteDevice: "dieses Gerät gibt keinen Ton aus: Antworten zählen nicht für das Profil",
    noSound: "noch ist kein Ton zu hören; bitte mit s ein anderes Gerät wählen")
}

extension Words {
  /// The name of a mode of training.
  package func mode(_ mode: TrainingMode) -> String {
    switch mode {
    case .comparison: comparison
    case .matching: matching
    case .intervalComparison: intervalComparison
    case .intervalMatching: intervalMatching
    }
  }

  package init(_ language: Language) { self = language == .german ? .german : .english }
}
