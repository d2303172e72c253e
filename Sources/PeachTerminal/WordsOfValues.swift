import PeachPitch
import PeachSupport

/// The values of settings in words.
extension Words {
  /// A value as a listener reads it, with its unit: "1.5 s", "gleichstufig", "Perfect Fifth Up".
  func value(_ parameter: Parameter, _ text: String) -> String {
    if let word = Self.valueWords[parameter.name]?[text] { return language == .german ? word.german : word.english }
    switch parameter.name {
    case "intervals":
      let names = text.split(separator: ",").map { name in
        (try? DirectedInterval(parsing: String(name))).map(interval) ?? String(name)
      }
      return names.joined(separator: ", ")
    case "notes", "limits":
      let unit = parameter.name == "limits" ? " \(cents)" : ""
      guard text.contains("-"), !text.hasPrefix("-") else { return text }
      return localised(text.replacing("-", with: language == .german ? " bis " : " to ", maxReplacements: 1)) + unit
    case "sound":
      let parts = text.split(separator: ":")
      guard parts.first == "complex", parts.count == 2 else { return text }
      return language == .german ? "\(parts[1]) Teiltöne" : "\(parts[1]) harmonics"
    case "tuning":
      guard text.hasSuffix("-edo"), let count = text.split(separator: "-").first else { return text }
      return language == .german ? "\(count) gleiche Stufen" : "\(count) equal steps"
    case "sample-format":
      return NumberGrammar.double(text) == nil ? text : "\(text) \(language == .german ? "Bit" : "bits")"
    case "sample-rate": return "\(text) Hz"
    default:
      let unit = language == .german && parameter.unit == "cents" ? cents : parameter.unit
      let shown = localised(text)
      return parameter.withUnit(text) == text ? shown : "\(shown) \(unit)"
    }
  }

  /// Numbers with the decimal sign of the language.
  private func localised(_ text: String) -> String {
    guard language == .german else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { part in
      let text = String(part)
      return NumberGrammar.double(text) == nil ? text : text.replacing(".", with: ",")
    }.joined(separator: " ")
  }

  private static let valueWords: [String: [String: (english: String, german: String)]] = [
    "notes": ["adaptive": ("grows with your answers", "wächst mit Ihren Antworten")],
    "tuning": [
      "equal-temperament": ("equal temperament", "gleichstufig"), "just-intonation": ("just intonation", "rein"),
      "pythagorean": ("Pythagorean", "pythagoreisch"),
      "meantone": ("quarter-comma meantone", "mitteltönig"), "werckmeister-3": ("Werckmeister III", "Werckmeister III"),
    ],
    "sound": ["sine": ("sine tone", "Sinuston")],
    "strategy": ["kazez": ("Kazez", "Kazez"), "adaptive": ("Adaptive", "Adaptiv")],
    "wrong-tick": [
      "auto": ("automatic", "automatisch"), "vibrate": ("vibration", "Vibration"),
      "sound": ("a short sound", "ein kurzer Ton"),
      "off": ("off", "aus"),
    ],
    "language": [
      "auto": ("the computer's language", "Sprache des Rechners"), "en": ("English", "Englisch"),
      "de": ("German", "Deutsch"),
    ],
    "device": ["default": ("the usual one", "das übliche")],
    "channel": ["both": ("both ears", "beide Ohren"), "left": ("left", "links"), "right": ("right", "rechts")],
    "note-levels": ["none": ("all equal", "alle gleich")],
    "gap": ["0": ("none", "keine")],
    "vary-loudness": ["0": ("off", "aus")],
    "onset-latency": ["0": ("not measured", "nicht gemessen")],
    "sample-format": ["float": ("floating point", "Gleitkomma")],
    "natural-mechanical": ["0": ("natural", "natürlich"), "1": ("mechanical", "mechanisch")],
  ]
}
