/// The words of the start screen, the profile, the info and their keys.
extension Words {
  private func either(_ english: String, _ german: String) -> String { language == .german ? german : english }

  var profile: String { either("profile", "Profil") }
  package var profileTitle: String { either("Profile", "Profil") }
  var info: String { either("info", "Info") }
  package var infoTitle: String { either("Info", "Info") }
  var back: String { either("back", "zurück") }
  var scroll: String { either("scroll", "blättern") }
  var selectMode: String { either("choose what to train", "wählen, was geübt wird") }
  var startNumber: String { either("start the training of this number", "die Übung mit dieser Nummer beginnen") }
  var chooseSetting: String { either("choose a setting", "eine Einstellung wählen") }
  var changeValue: String { either("change its value", "ihren Wert ändern") }
  var typeValue: String { either("type a value; Enter sets it", "einen Wert eingeben; Enter übernimmt ihn") }
  var choose: String { either("choose", "wählen") }
  var change: String { either("change", "ändern") }
  var type: String { either("type a value", "Wert eingeben") }
  var allowed: String { either("allowed", "erlaubt") }
  var lastValue: String { either("there is no further value", "weiter geht es nicht") }

  /// The paragraphs of the info page.
  ///
  /// - Parameter records: The file of the listener's records.
  package func info(version: String, records: String) -> String {
    either(
      """
      Peach \(version) trains how finely you hear pitch.

      In a comparison you hear two notes and say whether the second is higher or lower than it should be. In pitch \
      matching you tune the second note until it is right. Peach makes the differences as small as you can just hear.

      There are no scores and no levels to reach. You can leave at any time; every answer is stored at once.

      Your answers stay on this computer: \(records)
      Peach opens no connection to other computers.

      Peach is free software under the GNU General Public License, version 3 or later. peach cite tells how to cite it.
      """,
      """
      Peach \(version) übt, wie fein Sie Tonhöhen hören.

      Beim Vergleich hören Sie zwei Töne und sagen, ob der zweite höher oder tiefer ist, als er sein soll. Beim Stimmen \
      verstellen Sie den zweiten Ton, bis er richtig ist. Peach macht die Unterschiede so klein, dass Sie sie gerade noch \
      hören.

      Es gibt keine Punkte und keine Stufen. Sie können jederzeit aufhören; jede Antwort wird sofort gespeichert.

      Ihre Antworten bleiben auf diesem Rechner: \(records)
      Peach stellt keine Verbindung zu anderen Rechnern her.

      Peach ist freie Software unter der GNU General Public License, Version 3 oder später. peach cite sagt, wie man es \
      zitiert.
      """)
  }

  /// Lines of a text, no wider than so many columns with their margin.
  package static func lines(of text: String, columns: Int) -> [String] {
    Paragraphs.lines(of: text, to: min(columns - 4, 76)).map { $0.isEmpty ? "" : "  \($0)" }
  }
}
