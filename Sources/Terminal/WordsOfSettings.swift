extension Words {
  /// What a setting is called.
  func setting(_ key: String) -> String { language == .german ? Self.germanSettings[key] ?? key : key }

  private static let germanSettings = [
    "notes": "Töne", "note-duration": "Tondauer", "gap": "Pause", "reference-pitch": "Stimmton",
    "limits": "Unterschiede", "vary-loudness": "Lautstärke variieren", "natural-mechanical": "natürlich–mechanisch",
    "matching-offset": "Startverstimmung", "intervals": "Intervalle", "tuning": "Stimmung", "sound": "Klang",
    "strategy": "Strategie", "wrong-tick": "Zeichen bei falsch", "language": "Sprache", "device": "Gerät",
    "level": "Pegel", "ramp": "Ein- und Ausklang",
  ]
}
