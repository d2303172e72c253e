import PeachSessions
import PeachTerminal

/// The words of the page that the terminal does not have, in one language. Words that both have come from `Words`.
struct PageWords: Encodable, Sendable {
  var language: String
  var modes: String
  var modeNames: [String: String]
  var settings: String
  var leave: String
  var commit: String
  var profile: String
  var info: String
  var back: String
  var begin: String
  var beginStudy: String
  var goOn: String
  /// Advice before the first sound.
  var advice: String
  var loading: String
  /// The trial comes again after an interruption.
  var paused: String
  var pausedText: String
  var offline: String
  var finished: String
  var finishedText: String
  var declined: String
  var declinedText: String
  var left: String
  var leftText: String
  var stopped: String
  var stoppedText: String
  var expired: String
  var expiredText: String
  var failed: String
  var completion: String
  var again: String
  var tooLate: String
  var seconds: String
  /// The control of a matching, and what its keys do.
  var slider: String
  var sliderHelp: String
  var keysHelp: String
  var infoText: [String]
  var emptyProfile: String
  var saved: String
  var standard: String
  var lowest: String
  var highest: String
  var adaptive: String
  var study: String
  /// The label of a button that downloads all tables with their description.
  var dataSet: String
  /// Messages for the codes of errors.
  var errors: [String: String]
  var noAudio: String
  var noScript: String
  /// Values of settings in words.
  var values: [String: String]

  static func of(_ words: Words) -> PageWords {
    var own = words.language == .german ? german : english
    for mode in TrainingMode.allCases { own.modeNames[mode.rawValue] = words.mode(mode) }
    (own.modes, own.leave, own.commit, own.goOn) = (words.modes, words.leave, words.commit, words.lab.goOn)
    own.tooLate = words.tooLate
    own.settings = words.settings.prefix(1).uppercased() + words.settings.dropFirst()
    own.leave = own.leave.prefix(1).uppercased() + own.leave.dropFirst()
    return own
  }

  private static let english = PageWords(
    language: "en", modes: "", modeNames: [:], settings: "", leave: "", commit: "", profile: "Profile", info: "Info",
    back: "Back", begin: "Begin", beginStudy: "Begin the study", goOn: "",
    advice: "Headphones are best. Choose a volume at which the tones are comfortable.", loading: "One moment …",
    paused: "Paused",
    pausedText: "The page was in the background, or the sound was interrupted. The same trial comes again.",
    offline: "There is no connection. Your answer is kept, and the page sends it again.", finished: "Done",
    finishedText: "Everything is stored. You can close this page.", declined: "You do not take part",
    declinedText: "You did not agree, and nothing about you is stored. You can close this page.", left: "You have left",
    leftText: "All your answers are stored. You can continue with the same link.", stopped: "The server has stopped",
    stoppedText: "All your answers are stored. You can continue when the server runs again.",
    expired: "This study cannot continue",
    expiredText:
      "Too much time has passed since your last answer. All your answers are stored. Please ask the person who sent you "
      + "this link.", failed: "This page cannot continue",
    completion: "Return to the site you came from", again: "Try again", tooLate: "", seconds: "seconds",
    slider: "Pitch",
    sliderHelp:
      "Up is sharper. Up and down arrows tune by one cent, Page Up and Page Down by ten. Space accepts the note.",
    keysHelp: "Esc leaves.",
    infoText: [
      "Peach trains and measures how finely you hear pitch.",
      "In a comparison you hear two notes and say whether the second one is higher or lower than it should be. In a "
        + "matching you tune the second note until it fits.",
      "Every answer is stored on the server before the next sound, under your ID only. The page contacts no other "
        + "server.",
      "Close your eyes if you like: every screen works with the keyboard and with a screen reader.",
    ],
    emptyProfile: "Start training to build your profile", saved: "Saved", standard: "Default", lowest: "lowest",
    highest: "highest", adaptive: "grows with your answers", study: "Study", dataSet: "Data set",
    errors: [
      "link": "This link is not valid. Please use the link exactly as you received it.",
      "conflict": "This trial was answered on another page. The next one follows.",
      "gone": "The server started again, and the last trial is not stored. Your earlier answers are.",
      "closed": "The session is over.", "busy": "The server is busy. Please try again in a few minutes.",
      "failed": "The server could not store this. Your earlier answers are stored.",
    ],
    noAudio: "This browser cannot play sounds with the Web Audio API. Please use a current browser.",
    noScript: "This page needs JavaScript.",
    values: [
      "auto": "automatic", "vibrate": "vibration", "sound": "sound", "off": "off", "en": "English", "de": "Deutsch",
      "kazez": "Kazez", "adaptive": "Adaptive", "both": "both", "left": "left", "right": "right",
    ])

  private static let german = PageWords(
    language: "de", modes: "", modeNames: [:], settings: "", leave: "", commit: "", profile: "Profil", info: "Info",
    back: "Zurück", begin: "Beginnen", beginStudy: "Studie beginnen", goOn: "",
    advice: "Am besten mit Kopfhörern. Bitte wählen Sie eine Lautstärke, bei der die Töne angenehm sind.",
    loading: "Einen Moment …", paused: "Unterbrochen",
    pausedText: "Die Seite war im Hintergrund, oder der Ton wurde unterbrochen. Derselbe Versuch kommt noch einmal.",
    offline: "Es gibt keine Verbindung. Ihre Antwort bleibt erhalten und wird noch einmal gesendet.",
    finished: "Fertig", finishedText: "Alles ist gespeichert. Sie können diese Seite schließen.",
    declined: "Sie nehmen nicht teil",
    declinedText:
      "Sie haben nicht eingewilligt, und über Sie ist nichts gespeichert. Sie können diese Seite schließen.",
    left: "Sie haben verlassen",
    leftText: "Alle Ihre Antworten sind gespeichert. Mit demselben Link geht es weiter.",
    stopped: "Der Server wurde beendet",
    stoppedText: "Alle Ihre Antworten sind gespeichert. Es geht weiter, sobald der Server wieder läuft.",
    expired: "Diese Studie kann nicht weitergehen",
    expiredText:
      "Seit Ihrer letzten Antwort ist zu viel Zeit vergangen. Alle Ihre Antworten sind gespeichert. Bitte fragen Sie die "
      + "Person, von der Sie diesen Link haben.", failed: "Hier geht es nicht weiter",
    completion: "Zurück zur Seite, von der Sie kamen",
    again: "Noch einmal versuchen", tooLate: "",
    seconds: "Sekunden", slider: "Tonhöhe",
    sliderHelp:
      "Oben ist höher. Pfeil auf und ab stimmt um ein Cent, Bild auf und ab um zehn. Die Leertaste übernimmt den Ton.",
    keysHelp: "Esc verlässt die Übung.",
    infoText: [
      "Peach übt und misst, wie fein Sie Tonhöhen hören.",
      "Beim Vergleich hören Sie zwei Töne und sagen, ob der zweite höher oder tiefer ist, als er sein soll. Beim Stimmen "
        + "stimmen Sie den zweiten Ton, bis er passt.",
      "Jede Antwort ist vor dem nächsten Klang auf dem Server gespeichert, nur unter Ihrer Kennung. Die Seite "
        + "verbindet sich mit keinem anderen Server.",
      "Schließen Sie gern die Augen: Alles lässt sich mit der Tastatur und mit einem Bildschirmleser bedienen.",
    ],
    emptyProfile: "Beginnen Sie zu üben, um Ihr Profil aufzubauen", saved: "Gespeichert", standard: "Vorgabe",
    lowest: "tiefster", highest: "höchster", adaptive: "wächst mit Ihren Antworten", study: "Studie",
    dataSet: "Datensatz",
    errors: [
      "link": "Dieser Link ist ungültig. Bitte verwenden Sie den Link genau so, wie Sie ihn erhalten haben.",
      "conflict": "Dieser Versuch wurde auf einer anderen Seite beantwortet. Der nächste folgt.",
      "gone":
        "Der Server ist neu gestartet, und der letzte Versuch ist nicht gespeichert. Ihre früheren Antworten sind es.",
      "closed": "Die Sitzung ist zu Ende.",
      "busy": "Der Server ist ausgelastet. Bitte versuchen Sie es in einigen Minuten wieder.",
      "failed": "Der Server konnte das nicht speichern. Ihre früheren Antworten sind gespeichert.",
    ],
    noAudio:
      "Dieser Browser kann keine Klänge über die Web Audio API abspielen. Bitte verwenden Sie einen aktuellen Browser.",
    noScript: "Diese Seite braucht JavaScript.",
    values: [
      "auto": "automatisch", "vibrate": "Vibration", "sound": "Klang", "off": "aus", "en": "English", "de": "Deutsch",
      "kazez": "Kazez", "adaptive": "Adaptive", "both": "beide", "left": "links", "right": "rechts",
    ])
}
