import PeachPitch
import PeachSupport

/// The values that a listener steps through with the arrow keys.
enum SettingValues {
  /// Whether a setting means something with the values of the others.
  static func isInForce(_ name: String, _ value: (String) -> String) -> Bool {
    name != "natural-mechanical" || value("strategy") == "adaptive"
  }

  /// The values of a setting, from the lowest; empty if it can only be typed.
  static func list(_ parameter: Parameter, devices: [String]) -> [String] {
    switch parameter.name {
    case "notes": ["adaptive", "A0-C8", "C2-C6", "C3-C5", "C4-C6", "G3-E6", "C2-C4"]
    case "note-duration": ["0.3", "0.4", "0.5", "0.75", "1", "1.5", "2", "3"]
    case "gap": ["0", "0.1", "0.2", "0.3", "0.5", "1", "2", "5"]
    case "reference-pitch": ["415", "430", "432", "435", "440", "441", "442", "443", "444", "466"]
    case "limits": ["0.1-50", "0.1-100", "0.5-50", "1-100", "5-100"]
    case "vary-loudness", "natural-mechanical": (0...10).map { (Double($0) / 10).shortest }
    case "matching-offset": ["10", "25", "50", "100", "200", "600", "1200"]
    case "intervals": DirectedInterval.all.map(\.name)
    case "tuning":
      ["equal-temperament", "just-intonation", "pythagorean", "meantone", "werckmeister-3", "19-edo", "31-edo"]
    case "sound": ["sine", "complex:5", "complex:10", "complex:20"]
    case "device": devices
    case "onset-latency": ["0", "5", "10", "20", "50", "100", "200"]
    case "level": stride(from: -60, through: 0, by: 3).map(String.init)
    case "ramp": ["2", "5", "10", "20", "50", "100"]
    case "note-levels": []
    default: if case .choice(let names) = parameter.kind { names } else { [] }
    }
  }

  /// The value that follows another in a list, or comes before it.
  ///
  /// - Parameter step: 1 or −1.
  /// - Returns: `nil` if there is no further value.
  static func next(after value: String, in list: [String], step: Int) -> String? {
    if let place = list.firstIndex(of: value) {
      let next = place + step
      return list.indices.contains(next) ? list[next] : nil
    }
    guard let number = NumberGrammar.double(value) else { return step > 0 ? list.first : list.last }
    let numbers = list.compactMap { text in NumberGrammar.double(text).map { (text, $0) } }
    let further = numbers.filter { step > 0 ? $0.1 > number : $0.1 < number }
    return (step > 0 ? further.first : further.last)?.0
  }
}
