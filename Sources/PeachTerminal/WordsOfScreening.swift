/// The words of a headphone screening, in one language.
struct ScreeningWords: Hashable, Sendable {
  var title: String
  var antiphase: String
  var huggins: String
  var screenedOut: String

  static let english = ScreeningWords(
    title: "Headphones",
    antiphase:
      "Please wear headphones now. Play the example and set the volume so that you hear it comfortably. "
      + "Do not change the volume after that.\n\n"
      + "In each of 6 trials you hear three tones. One of them is softer than the others. Choose the softest tone. "
      + "In the example it is the first one.",
    huggins:
      "Please wear headphones now. Play the example and set the volume so that you hear it comfortably. "
      + "Do not change the volume after that.\n\n"
      + "In each of 6 trials you hear three noises. A faint tone is hidden in one of them. Choose the noise with the tone. "
      + "In the example it is the first one.",
    screenedOut:
      "This study needs headphones. Your answers suggest that you heard the sounds without headphones, so the study "
      + "ends here. Please tell the experimenter if you wore headphones. Thank you for coming.")

  static let german = ScreeningWords(
    title: "Kopfhörer",
    antiphase:
      "Bitte setzen Sie jetzt Kopfhörer auf. Hören Sie das Beispiel und stellen Sie die Lautstärke angenehm ein. "
      + "Ändern Sie sie danach nicht mehr.\n\n"
      + "In 6 Versuchen hören Sie jeweils drei Töne. Einer davon ist leiser als die anderen. Wählen Sie den leisesten "
      + "Ton. Im Beispiel ist es der erste.",
    huggins:
      "Bitte setzen Sie jetzt Kopfhörer auf. Hören Sie das Beispiel und stellen Sie die Lautstärke angenehm ein. "
      + "Ändern Sie sie danach nicht mehr.\n\n"
      + "In 6 Versuchen hören Sie jeweils drei Rauschen. In einem ist ein schwacher Ton verborgen. Wählen Sie das "
      + "Rauschen mit dem Ton. Im Beispiel ist es das erste.",
    screenedOut:
      "Für diese Studie braucht man Kopfhörer. Ihre Antworten deuten darauf hin, dass Sie keine getragen haben. Die "
      + "Studie endet deshalb hier. Falls Sie Kopfhörer trugen, sagen Sie es bitte der Versuchsleitung. Vielen Dank.")
}

/// The words of a comfortable level, in one language.
package struct ComfortWords: Hashable, Sendable {
  var title: String
  var text: String
  var highest: String
  package var accept: String
  package var louder: String
  package var softer: String
  var again: String

  static let english = ComfortWords(
    title: "Comfortable level",
    text: "Set the sound to a level at which you could listen comfortably for a long time. "
      + "Each step plays the sound again.",
    highest: "This is the highest level.", accept: "comfortable", louder: "louder", softer: "softer",
    again: "play it again")

  static let german = ComfortWords(
    title: "Angenehmer Pegel",
    text: "Stellen Sie den Klang so ein, dass Sie ihn lange angenehm hören könnten. "
      + "Nach jedem Schritt erklingt er wieder.",
    highest: "Lauter geht es nicht.", accept: "angenehm", louder: "lauter", softer: "leiser",
    again: "noch einmal hören")
}

extension Words {
  package var comfort: ComfortWords { language == .german ? .german : .english }
  var screening: ScreeningWords { language == .german ? .german : .english }
}
