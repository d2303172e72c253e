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

  // MARK: The end of a session of an experiment file

  package func session(_ number: Int, of listener: String) -> String {
    language == .german ? "Sitzung \(number) von \(listener)" : "session \(number) of \(listener)"
  }

  package var noTrial: String {
    language == .german ? "kein Versuch wurde beantwortet" : "no trial was answered"
  }

  /// Says how many trials a session stored.
  ///
  /// - Parameter count: As it is shown.
  package func stored(_ count: String, isOne: Bool) -> String {
    language == .german
      ? "\(count) \(isOne ? "Versuch ist gespeichert. So ist er" : "Versuche sind gespeichert. So sind sie") zu sehen:"
      : "\(count) \(isOne ? "trial is stored. To see it" : "trials are stored. To see them"):"
  }

  package var seesSession: String {
    language == .german ? "die Sitzung, Versuch für Versuch" : "the session, trial by trial"
  }
  package var seesErrors: String { language == .german ? "wie weit daneben, Ton für Ton" : "how far off, note by note" }
  package var exportsMatchings: String {
    language == .german ? "alle gestimmten Töne, als CSV" : "every matching, as CSV"
  }
  package var fitsThreshold: String {
    language == .german ? "die Schwelle aus allen Antworten" : "the threshold of all answers"
  }
  package var exportsTrials: String { language == .german ? "alle Versuche, als CSV" : "every trial, as CSV" }

  // MARK: The end of a study's session

  package var declined: String {
    language == .german
      ? "die Testperson hat nicht eingewilligt; nur die Ablehnung ist gezählt"
      : "the listener did not agree to take part; only the refusal is counted"
  }

  /// The end of a study for a listener who failed the headphone screening.
  package var screenedOut: String {
    language == .german
      ? "Die Kopfhörerprüfung ist nicht bestanden; die Studie ist beendet"
      : "the headphone screening was failed; the study has ended"
  }

  package var leftBeforeConsent: String {
    language == .german
      ? "die Testperson ist vor der Einwilligung gegangen; nichts ist gespeichert"
      : "the listener left before agreeing to take part; nothing is stored"
  }

  /// "2 of 3 blocks done, 1 skipped".
  package func blocks(done: Int, of count: Int, skipped: Int) -> String {
    if language == .german {
      return "\(done) von \(count) \(count == 1 ? "Block" : "Blöcken") erledigt"
        + (skipped > 0 ? ", \(skipped) übersprungen" : "")
    }
    return "\(done) of \(count == 1 ? "1 block" : "\(count) blocks") done" + (skipped > 0 ? ", \(skipped) skipped" : "")
  }

  package var noBlockLeft: String { language == .german ? "kein Block ist übrig, " : "no block is left, " }
  package var studyComplete: String { language == .german ? "die Studie ist vollständig, " : "the study is complete, " }

  /// Says which block comes next.
  ///
  /// - Parameter day: When its day begins at the earliest: "2026-12-05", or with a time; `nil` if it may begin now.
  package func next(_ block: String, after trials: Int, day: String? = nil) -> String {
    if language == .german {
      return trials == 0
        ? "als Nächstes kommt \(block)" + (day.map { ", frühestens \($0)" } ?? "")
        : "\(block) geht nach Versuch \(trials) weiter"
    }
    return trials == 0
      ? "\(block) comes next" + (day.map { ", \($0) at the earliest" } ?? "")
      : "\(block) continues after trial \(trials)"
  }

  package var continuesStudy: String { language == .german ? "setzt die Studie fort" : "continues the study" }
  package var whatIsLeft: String {
    language == .german ? "was erledigt ist und was fehlt" : "what is done and what is left"
  }
  package var seesBlock: String {
    language == .german ? "der letzte Block, Versuch für Versuch" : "the last block, trial by trial"
  }
  package var seesStudy: String { language == .german ? "alle Blöcke, mit Abbildungen" : "all blocks, with figures" }
}
