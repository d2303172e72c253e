package import PeachAudio
package import PeachSupport
import PeachTrials

extension Words {
  /// The expectation of a setting.
  package func expectation(_ parameter: Parameter) -> String {
    guard language == .german else { return parameter.expectation }
    switch parameter.kind {
    case .number(let bounds):
      let unit = parameter.unit.isEmpty || parameter.unit == "1" ? "" : " (\(parameter.unit))"
      return "eine Zahl\(unit) \(germanText(of: bounds))"
    case .choice(let names): return "einer dieser Werte: \(names.joined(separator: ", "))"
    default: return Self.germanForms[parameter.name] ?? parameter.expectation
    }
  }

  /// Bounds with a decimal comma: "von 0,3 bis 3".
  private func germanText(of bounds: Bounds) -> String {
    guard let lower = bounds.lower, let upper = bounds.upper else {
      return bounds.description.replacing(".", with: ",")
    }
    let text =
      "\(lower.isIncluded ? "von" : "über") \(lower.value.shortest) \(upper.isIncluded ? "bis" : "bis unter") \(upper.value.shortest)"
    return text.replacing(".", with: ",")
  }

  /// The value that a typed text means: German writes numbers with a comma.
  package func typed(_ text: String, for parameter: Parameter) -> String {
    let isNumber = if case .number = parameter.kind { true } else { ["limits", "level"].contains(parameter.name) }
    return language == .german && isNumber && !text.contains(".") ? text.replacing(",", with: ".") : text
  }

  /// The message for an invalid value; `nil` if the problem itself is in this language.
  package func refusal(_ parameter: Parameter, _ text: String) -> String? {
    language == .german
      ? "\(setting(parameter.name)): \(SafeText.quoted(text)) ist ungültig; erlaubt: \(expectation(parameter))" : nil
  }

  /// Why a level is refused; `nil` if the refusal itself says it in this language.
  package func refusal(_ problem: LevelProblem) -> String? {
    guard language == .german else { return nil }
    switch problem {
    case .uncalibrated(let asked, _):
      return "Pegel \(asked.description): das Gerät ist nicht kalibriert\n"
        + "bitte mit peach calibrate level kalibrieren oder einen Pegel in dB FS wählen, etwa -12"
    case .unsafe(let asked, _, let limit, _):
      return "Pegel \(asked.description): über dem sicheren Pegel des Geräts, \(limit.shortest) dB SPL\n"
        + "bitte einen leiseren wählen"
    case .beyondFullScale(let asked, _, _):
      return "Pegel \(asked.description): lauter, als das Gerät spielen kann\nbitte einen leiseren wählen"
    }
  }

  private static let germanForms = [
    "notes": "adaptive, oder zwei Töne in A0…C8, eine Oktave auseinander oder mehr: C2-C6",
    "limits": "zwei Zahlen von 0,1 bis 100, die kleinere zuerst: 0,5-50",
    "intervals": "prime, oder minor-second … octave mit -up oder -down; mehrere mit Kommas",
    "device": "ein Gerätename aus der Liste, die der Befehl aplay -L zeigt",
    "level": "eine Zahl (dB FS) von -90 bis 0, etwa -12, oder dB SPL von 0 bis 120, etwa 65 dB SPL",
    "note-levels": "none, oder Töne mit Dezibel von -60 bis 30: C3:6,C5:0,C6:-3",
  ]

  /// The name of a setting.
  package func setting(_ key: String) -> String {
    (language == .german ? Self.germanSettings : Self.englishSettings)[key] ?? key
  }

  private static let englishSettings = [
    "notes": "notes", "note-duration": "note duration", "gap": "gap", "reference-pitch": "reference pitch",
    "limits": "differences", "vary-loudness": "vary loudness", "natural-mechanical": "natural–mechanical",
    "matching-offset": "offset in matching", "intervals": "intervals", "tuning": "tuning", "sound": "sound",
    "strategy": "strategy", "wrong-tick": "signal of a wrong answer", "language": "language", "device": "device",
    "onset-latency": "delay of the device", "level": "level", "note-levels": "note levels",
    "ramp": "rise and fall", "channel": "channel", "sample-rate": "sample rate", "sample-format": "sample format",
  ]

  private static let germanSettings = [
    "notes": "Töne", "note-duration": "Tondauer", "gap": "Pause", "reference-pitch": "Stimmton",
    "limits": "Unterschiede", "vary-loudness": "Lautstärke variieren", "natural-mechanical": "natürlich–mechanisch",
    "matching-offset": "Abstand beim Stimmen",
    "intervals": "Intervalle", "tuning": "Stimmung", "sound": "Klang",
    "strategy": "Strategie", "wrong-tick": "Zeichen bei falsch", "language": "Sprache", "device": "Gerät",
    "onset-latency": "Verzögerung des Geräts",
    "level": "Pegel", "note-levels": "Pegel einzelner Töne", "ramp": "Ein- und Ausklang", "channel": "Kanal",
    "sample-rate": "Abtastrate", "sample-format": "Abtastformat",
  ]
}
