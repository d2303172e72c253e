package import PeachTrials

/// The words between the blocks of a study, in one language.
package struct LabWords: Hashable, Sendable {
  package var consent: String
  package var instructions: String
  package var practice: String
  package var practiceText: String
  package var block: String
  package var blockText: String
  package var welcomeBack: String
  package var rest: String
  package var endOfDay: String
  package var endOfDayText: String
  package var thanks: String
  package var thanksText: String
  /// Words for what keys do.
  package var goOn: String
  package var agree: String
  package var decline: String
  package var agreeKeys: [Character]
  package var declineKey: Character
  /// The page before, and the sound of a page.
  package var back: String
  package var backKey: Character
  var play: String
  package var playKey: Character

  static let english = LabWords(
    consent: "Consent", instructions: "Instructions", practice: "Practice",
    practiceText: "First, a few practice trials. They do not count.", block: "Next block",
    blockText: "From now on, your answers count.", welcomeBack: "Welcome back", rest: "Break",
    endOfDay: "Done for today",
    endOfDayText: "That was the last block of this day. The study continues on another day.", thanks: "Done",
    thanksText: "That was the last block. Thank you for taking part.",
    goOn: "go on", agree: "I agree", decline: "I do not agree",
    agreeKeys: ["y"], declineKey: "n", back: "back", backKey: "b", play: "play the example", playKey: "p")

  static let german = LabWords(
    consent: "Einwilligung", instructions: "Anleitung", practice: "Übung",
    practiceText: "Zum Einstieg folgen einige Übungsversuche. Diese zählen nicht.", block: "Nächster Block",
    blockText: "Ab jetzt zählen Ihre Antworten.", welcomeBack: "Willkommen zurück", rest: "Pause",
    endOfDay: "Für heute fertig",
    endOfDayText: "Das war der letzte Block dieses Tages. Die Studie geht an einem anderen Tag weiter.",
    thanks: "Fertig",
    thanksText: "Das war der letzte Block. Vielen Dank für Ihre Teilnahme.", goOn: "weiter", agree: "ich willige ein",
    decline: "ich willige nicht ein", agreeKeys: ["j", "y"], declineKey: "n", back: "zurück",
    backKey: "b", play: "Beispiel hören", playKey: "p")
}

extension Words {
  package var lab: LabWords { language == .german ? .german : .english }

  /// "block 2 of 3".
  package func progress(_ progress: LabPage.Progress) -> String {
    language == .german
      ? "Block \(progress.number) von \(progress.count)" : "block \(progress.number) of \(progress.count)"
  }

  /// "Block 2 of 4 · trial 13 of 60", as far as it is known.
  ///
  /// - Parameters:
  ///   - trial: From 1.
  ///   - trials: The trials of the session; `nil` if the answers decide.
  ///   - isUnicode: Whether a middle dot can be shown.
  package func place(
    _ block: LabPage.Progress?, isPractice: Bool, trial: Int, of trials: Int?, isUnicode: Bool
  ) -> String {
    let word = language == .german ? "Versuch" : "trial"
    let of = language == .german ? "von" : "of"
    let count = trials.map { "\(word) \(trial) \(of) \($0)" } ?? "\(word) \(trial)"
    let first = block.map(progress) ?? (isPractice ? lab.practice : nil)
    let text = [first, count].compactMap(\.self).joined(separator: isUnicode ? " · " : ", ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  package func title(of page: LabPage) -> String {
    let title =
      switch page.kind {
      case .consent: lab.consent
      case .instructions: lab.instructions
      case .screening: screening.title
      case .screenedOut: lab.thanks
      case .comfort: comfort.title
      case .practice: lab.practice
      case .block: lab.block
      case .welcomeBack: lab.welcomeBack
      case .rest: lab.rest
      case .endOfDay: lab.endOfDay
      case .thanks: lab.thanks
      }
    return title + (page.progress.map { ": " + progress($0) } ?? "")
  }

  /// A text of the file in the listener's language.
  package func text(_ text: PageText) -> String { language == .german ? text.german : text.english }

  /// The text of a page, including the text of the file.
  package func text(of page: LabPage) -> String {
    let own = page.text.map(text)
    switch page.kind {
    case .consent, .instructions: return own ?? ""
    case .screening(let test): return test == .antiphase ? screening.antiphase : screening.huggins
    case .screenedOut: return screening.screenedOut
    case .comfort(let canRaise): return comfort.text + (canRaise ? "" : "\n\n" + comfort.highest)
    case .practice: return own ?? lab.practiceText
    case .block: return own ?? lab.blockText
    case .endOfDay: return own ?? lab.endOfDayText
    case .thanks: return own ?? lab.thanksText
    case .welcomeBack(let trials): return wentOn(after: trials)
    case .rest(_, let done, let left): return remaining(done: done, left: left) + (own.map { "\n\n" + $0 } ?? "")
    }
  }

  private func wentOn(after trials: Int) -> String {
    language == .german
      ? "\(trials == 1 ? "1 Versuch dieses Blocks ist" : "\(trials) Versuche dieses Blocks sind") "
        + "schon erledigt. Hier geht es weiter."
      : "You continue where you stopped: after \(trials == 1 ? "1 trial" : "\(trials) trials") of this block."
  }

  private func remaining(done: Int, left: Int) -> String {
    language == .german
      ? "\(done) \(done == 1 ? "Block ist" : "Blöcke sind") geschafft, \(left) \(left == 1 ? "fehlt" : "fehlen") noch."
      : "\(done) \(done == 1 ? "block is" : "blocks are") done, \(left) \(left == 1 ? "is" : "are") left."
  }

  /// How long a break still lasts at least.
  package func waiting(seconds: Int) -> String {
    language == .german ? "noch \(seconds) s" : "\(seconds) s more"
  }

  /// The keys of a page, or the lines that can be written, in one line.
  ///
  /// - Parameter plays: Whether the page offers a sound.
  func keys(of page: LabPage, columns: Int, plays: Bool = false) -> String {
    let keys = keyList(of: page, plays: plays)
    let wide = keys.map { "\($0)  \($1)" }.joined(separator: "     ")
    if columns >= 60, wide.count <= columns - 4 { return wide }
    return keys.map { "\($0)  \($1)" }.joined(separator: "  ")
  }

  /// The name of the key that plays the sound of a page.
  package func play(on page: LabPage) -> String {
    if case .comfort = page.kind { comfort.again } else { lab.play }
  }

  /// The keys of a page with their meanings.
  ///
  /// - Parameter plays: Whether the page offers a sound.
  func keyList(of page: LabPage, plays: Bool) -> [(key: String, meaning: String)] {
    var keys: [(String, String)] = [
      ("Enter", [.thanks, .endOfDay, .screenedOut].contains(page.kind) ? leave : lab.goOn)
    ]
    if case .consent(isLast: true) = page.kind { keys = [("Enter", lab.agree), (String(lab.declineKey), lab.decline)] }
    if case .comfort(let canRaise) = page.kind {
      keys[0].1 = comfort.accept
      keys += canRaise ? [("+", comfort.louder)] : []
      keys.append(("-", comfort.softer))
    }
    if page.canGoBack { keys.append((String(lab.backKey), lab.back)) }
    if plays { keys.append((String(lab.playKey), play(on: page))) }
    if keys[0].1 == lab.goOn || keys[0].1 == comfort.accept { keys.append(("q", leave)) }
    return keys.map { (key: $0.0, meaning: $0.1) }
  }
}
