import PeachAudio
import PeachSupport

/// The property of a composed sound that a procedure varies, as a paper names it: `modulation depth`, in dB.
struct VariedQuantity: Hashable {
  let name: String
  let unit: String
  /// Whether the numbers are sound levels, whose unit has a reference: dB SPL or dB FS.
  let isSoundLevel: Bool
  /// Whether the numbers are 20 log₁₀ of the quantity.
  private let isLogarithm: Bool

  /// `nil` if the target varies several properties, or none.
  ///
  /// - Parameters:
  ///   - sounds: The mapping under `sounds` of a resolved task.
  ///   - unit: Of the level.
  init?(sounds: Value, unit: String) {
    guard let target = sounds["target"] else { return nil }
    var found: [(path: [String], text: String)] = []
    VariedQuantity.search(target, [], &found)
    guard found.count == 1, let (path, text) = found.first else { return nil }
    var name = VariedQuantity.name(of: path)
    if text == "+x", !name.hasSuffix("difference"), !VariedQuantity.changes.contains(path[path.count - 1]) {
      name += " difference"
    }
    self.name = name
    isSoundLevel = path[path.count - 1].hasSuffix("level") && text == "x" && !path.contains("components")
    self.unit = isSoundLevel ? sounds["levels"]?.word ?? "dB FS" : JournalTerms.unit(unit)
    isLogarithm = path.suffix(2) == ["am", "depth"] && unit == "dB"
  }

  /// `the modulation depth in dB (20 log₁₀ m, where m is the depth from 0 to 1)`
  var described: String {
    "the \(name) in \(unit)" + (isLogarithm ? " (20 log₁₀ m, where m is the depth from 0 to 1)" : "")
  }

  /// A parameter of a sound by the path of a sweep: `task.sounds.standard.noise.notch.width`; `nil` for other paths.
  static func name(ofSweep path: String) -> String? {
    let keys = path.split(separator: ".").map(String.init)
    guard keys.count > 3, keys[0] == "task", keys[1] == "sounds" else { return nil }
    let name = name(of: keys.dropFirst(3).filter { !$0.hasPrefix("add[") })
    // Without a noun it could be the level that the procedure varies.
    return name == "level" ? "level of the \(keys[2])" : name
  }

  /// A sentence about levels with the name of the quantity.
  func named(in sentence: String) -> String {
    sentence.replacing(/(^|[\s(])([Ll])evel(s?)(?=[\s.,;:)]|$)/) { match -> String in
      let isCapital = match.output.2 == "L"
      let word = match.output.3.isEmpty ? name : plural
      return String(match.output.1) + (isCapital ? word.prefix(1).uppercased() + word.dropFirst() : word)
    }
  }

  /// The first noun has the ending: `level changes of component 4`.
  private var plural: String {
    let words = name.split(separator: " of ", maxSplits: 1)
    let noun = words[0].hasSuffix("y") ? words[0].dropLast() + "ies" : words[0] + "s"
    return ([noun] + words.dropFirst()).joined(separator: " of ")
  }

  private static func search(_ value: Value, _ path: [String], _ found: inout [(path: [String], text: String)]) {
    switch value {
    case .text(let text) where ["x", "+x", "-x"].contains(text): found.append((path, text))
    case .mapping(let fields):
      for field in fields {
        // An added sound is named by its source: the tone of {tone: 500, level: x}.
        guard field.key == "add" else {
          search(field.value, path + [field.key], &found)
          continue
        }
        for item in field.value.items { search(item, path + ["add " + (source(of: item) ?? "sound")], &found) }
      }
    default: break
    }
  }

  private static func source(of sound: Value) -> String? {
    guard case .mapping(let fields) = sound else { return nil }
    return fields.map(\.key).first(where: ComposedStimulus.sources.contains).map { $0.replacing("-", with: " ") }
  }

  private static func name(of path: [String]) -> String {
    let (last, keys) = (path[path.count - 1], Array(path.dropLast()))
    let added = keys.first { $0.hasPrefix("add ") }.map { String($0.dropFirst(4)) + " " } ?? ""
    if let place = keys.firstIndex(of: "components"), place + 1 < keys.count {
      return (components[last] ?? "\(last) of") + " component \(keys[place + 1])"
    }
    let inner = keys.last.flatMap { $0.hasPrefix("add ") ? nil : "\($0).\(last)" } ?? last
    return added
      + (names[inner] ?? inner.split(separator: ".").joined(separator: " "))
      .replacing("-", with: " ")
  }

  /// Keys whose number is a change already.
  private static let changes: Set<String> = ["itd", "ild", "ipd", "added", "shift"]

  private static let components = ["added": "increment of", "level": "level change of", "shift": "mistuning of"]

  private static let names = [
    "tone": "frequency",
    "am.depth": "modulation depth", "am.rate": "modulation rate", "am.phase": "modulation phase",
    "fm.excursion": "frequency excursion", "fm.rate": "modulation rate", "fm.phase": "modulation phase",
    "gap.length": "gap duration", "gap.at": "gap time", "gap.ramp": "gap ramp duration",
    "itd": "interaural time difference", "ild": "interaural level difference", "ipd": "interaural phase difference",
    "start": "onset", "ramp": "ramp duration", "complex.f0": "fundamental frequency",
    "glide.from": "initial frequency", "glide.to": "final frequency", "notch.width": "notch width",
    "notch.centre": "notch frequency", "noise.from": "lower noise edge", "noise.to": "upper noise edge",
    "filter.from": "lower filter edge", "filter.to": "upper filter edge", "complex.slope": "spectral slope",
  ]
}
