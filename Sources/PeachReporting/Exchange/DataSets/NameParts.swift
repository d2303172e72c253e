/// Names of files as Psych-DS and BIDS have them: pairs of key and value, joined by `_`.
///
/// Values are letters and digits alone (Psych-DS 1.5, rules/files/tabular_data/data.yaml: `[a-z]+-[a-zA-Z0-9]+`; BIDS 1.10,
/// Common principles: labels are alphanumeric).
enum NameParts {
  /// `study-strategyComparison_description-runs`.
  static func joined(_ parts: [(key: String, value: String)]) -> String {
    parts.map { "\($0.key)-\(label($0.value))" }.joined(separator: "_")
  }

  /// A name of letters and digits: words that something else divided begin with a capital. Two names may get one label.
  static func label(_ name: String) -> String {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let label = words.enumerated().map { place, word in
      place == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return label.isEmpty ? "x" : label
  }

  /// A label for each name, no two the same: those that come again get a number.
  static func labels(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      let label = label(name)
      let free = ([label] + (2...names.count + 1).lazy.map { "\(label)x\($0)" }).first {
        !taken.contains($0.lowercased())
      }
      taken.insert((free ?? label).lowercased())
      return free ?? label
    }
  }
}
