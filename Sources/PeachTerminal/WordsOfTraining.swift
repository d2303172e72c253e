extension Words {
  /// Says how many trials a training stored.
  package func stored(_ trials: Int, of listener: String) -> String {
    switch language {
    case .english:
      let stored = trials == 1 ? "1 trial is" : "\(trials == 0 ? "No" : String(trials)) trials are"
      return "\(stored) stored for \(listener)."
    case .german:
      let stored = trials == 1 ? "1 Versuch ist" : "\(trials == 0 ? "Keine" : String(trials)) Versuche sind"
      return "\(stored) für \(listener) gespeichert."
    }
  }

  /// The meaning of the command that continues training.
  package var goesOn: String { language == .german ? "macht weiter" : "goes on" }
  /// The meaning of the command that shows the profile.
  package var showsProfile: String { language == .german ? "zeigt Ihr Profil" : "shows your profile" }
}
