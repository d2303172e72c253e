/// What a listener reads, in one language.
public struct Words: Hashable, Sendable {
  public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// The language of the environment's locale; English where it is neither.
    public init(environment: (String) -> String?) {
      let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
      self = locale.hasPrefix("de") ? .german : .english
    }
  }

  public var language: Language
  public var comparison: String
  public var intervalComparison: String
  public var referenceNote: String
  public var targetNote: String
  public var question: String
  public var higher: String
  public var lower: String
  /// The letters of both answers.
  public var higherKey: Character
  public var lowerKey: Character
  public var right: String
  public var wrong: String
  public var settings: String
  public var leave: String
  public var listener: String
  /// What a line that is no answer is told.
  public var answerHint: String
  public var modes: String
  public var start: String
  /// The keys of the settings.
  public var settingsKeys: String
  public var newValue: String
  public var setsDefault: String
  /// What is said of a device that plays nothing.
  public var muteDevice: String
  /// What is said before a start where the device cannot be played.
  public var noSound: String

  static let english = Words(
    language: .english, comparison: "Comparison", intervalComparison: "Interval Comparison",
    referenceNote: "reference note",
    targetNote: "target note", question: "higher or lower?", higher: "higher", lower: "lower", higherKey: "h",
    lowerKey: "l", right: "right", wrong: "wrong", settings: "settings", leave: "leave", listener: "listener",
    answerHint: "answer h (higher) or l (lower); q leaves", modes: "What would you like to train?", start: "start",
    settingsKeys: "up, down: choose     Enter: change     q: back", newValue: "new value",
    setsDefault: "default sets the default",
    muteDevice: "this device plays nothing: answers are kept out of the profile",
    noSound: "no sound can be played yet; s, device names another one")

  static let german = Words(
    language: .german, comparison: "Vergleich", intervalComparison: "Intervallvergleich", referenceNote: "Referenzton",
    targetNote: "Zielton", question: "höher oder tiefer?", higher: "höher", lower: "tiefer", higherKey: "h",
    lowerKey: "t", right: "richtig", wrong: "falsch", settings: "Einstellungen", leave: "verlassen",
    listener: "Hörer", answerHint: "Antwort h (höher) oder t (tiefer); q verlässt", modes: "Was möchtest du üben?",
    start: "beginnen",
    settingsKeys: "auf, ab: wählen     Enter: ändern     q: zurück", newValue: "neuer Wert",
    setsDefault: "default setzt die Vorgabe",
    muteDevice: "dieses Gerät spielt nichts: Antworten zählen nicht für das Profil",
    noSound: "noch ist kein Ton zu hören; s, Gerät nennt ein anderes")
}

extension Words {
  public init(_ language: Language) { self = language == .german ? .german : .english }
}
