import Foundation
import PeachExperiments
import PeachMath
import PeachSupport

/// Settings as rows of a table, in the words of a paper.
extension SettingsProse {
  /// The settings of a resolved task as rows of a table.
  static func taskSettings(_ task: Value, without left: Set<String>) -> [Setting] {
    SettingsProse(Experiment.taskParameters()).settings(of: task, without: left.union(["scales"]))
  }

  /// The outermost settings as rows of a table, without nested strategies.
  func settings(of value: Value, without left: Set<String> = ["name", "kind"]) -> [Setting] {
    guard case .mapping(let fields) = value else { return [] }
    let kind = value["kind"]?.word ?? ""
    let isSigned = value["signed"] == .flag(true)
    let function = value["function"]?.word.flatMap { name in BuiltInFunctions.all.first { $0.name == name } }
    return fields.filter { !left.contains($0.key) && !(isStrategy && ["tracks", "parts"].contains($0.key)) }
      .compactMap { field in
        let key = isSigned && field.key == "threshold" ? "bias-threshold" : field.key
        let singular = field.value.items.count == 1 ? SettingsProse.singulars[field.key] : nil
        let symbol = function == nil ? nil : SettingsProse.symbols[field.key]
        let name =
          singular ?? JournalTerms.name(of: key, in: kind) + (symbol.map { " \($0)" } ?? "")
        if field.key == "function", let function {
          let formula = JournalTerms.formula(function.formula)
          return Setting(name: name, text: "\(JournalTerms.word(function.name, of: "function")), F(x) = \(formula)")
        }
        return cell(field, of: value).map { Setting(name: name, text: $0) }
      }
  }

  /// The names of lists with one item.
  private static let singulars = [
    "intervals": "musical interval", "nuisance": "nuisance parameter", "sweet-points": "parameter with sweet points",
  ]

  /// The symbols in the formula of a function.
  private static let symbols = ["threshold": "α", "slope": "β"]

  /// The value of a setting; `nil` if it has no row.
  private func cell(_ field: Value.Field, of whole: Value) -> String? {
    let (key, value) = (field.key, field.value)
    switch value {
    case .flag(false), .list([]): return nil
    // Settings that take no time were not simulated in time.
    case .integer(0), .number(0):
      if ["delay", "adjustments"].contains(key) { return nil }
      return words(value, key)
    // Steps from the level just presented need no row.
    case .text("presented") where key == "step-from": return nil
    case .flag(true): return SettingsProse.flags[key] ?? "yes"
    case .list(let ends) where ["limits", "notes", "range"].contains(key) && ends.count == 2:
      return "\(SettingsProse.plain(ends[0])) to \(SettingsProse.plain(ends[1]))\(suffix(key))"
    case .text("quantile") where key == "place" && whole["quantile"] == nil:
      return "most informative quantile of the posterior distribution"
    case .integer, .number:
      if ["min-step", "max-step"].contains(key), let unit = SettingsProse.stepUnit(of: whole["step"]) {
        return step(value, unit)
      }
      return words(value, key)
    case .mapping where SettingsProse.varied(value) == nil:
      return special(key, value) ?? words(value, key)
    default: return words(value, key)
    }
  }

  private static let flags = [
    "initial-rule": "step down after each correct answer", "log-level": "log₁₀ of the level",
    "beyond-sound": "simulated nevertheless",
  ]

  /// Mappings that have a form of their own.
  private func special(_ key: String, _ value: Value) -> String? {
    switch key {
    case "step": return stepText(value)
    case "prior": return prior(value, "prior")
    case "choose":
      guard let down = value["down"]?.wholeNumber, let up = value["up"]?.wholeNumber else { return nil }
      return "\(down)-down-\(up)-up rule"
    case "select":
      guard let count = value["n-lowest"]?["n"]?.wholeNumber else { return nil }
      return "at random from the \(count.spelled) levels of least expected entropy"
    case "comfort":
      guard let errors = value["after-errors"]?.wholeNumber, let level = value["level"] else { return nil }
      let answers = errors == 1 ? "each wrong answer" : "\(errors.spelled) wrong answers in a row"
      return "\(words(level, "comfort.level")) after \(answers)"
    case "catch":
      guard let every = value["every"]?.wholeNumber, let level = value["level"] else { return nil }
      return "one in \(every.spelled) trials, at \(words(level, "catch.level"))"
    case "estimator": return estimator(value)
    default: return nil
    }
  }

  private func estimator(_ value: Value) -> String? {
    let mean =
      switch value["mean"]?.word {
      case "geometric": "geometric mean"
      case "median": "median"
      default: "mean"
      }
    let last = value["last"]?.wholeNumber
    switch value["kind"]?.word {
    case "reversals":
      if let last { return "\(mean) of the levels at the last \(last.spelled) reversals" }
      if let skip = value["skip"]?.wholeNumber, skip > 0 {
        return "\(mean) of the levels at all reversals except the first\(skip == 1 ? "" : " \(skip.spelled)")"
      }
      return "\(mean) of the levels at the reversals after the last change of step size"
    case "levels": return last.map { "\(mean) of the levels of the last \($0.spelled) trials" }
    case "last": return "level of the last trial"
    case "next": return "level that would have come next"
    default: return nil
    }
  }

  // MARK: Steps

  /// `factor 2, then 1.414 after 4 reversals`
  private func stepText(_ value: Value) -> String? {
    if let up = value["up"].flatMap(schedule), let down = value["down"].flatMap(schedule) {
      return "up: \(up); down: \(down)"
    }
    let ratio = value["ratio"].flatMap { ratio -> String? in
      if case .integer(1) = ratio { return nil }
      if case .number(1) = ratio { return nil }
      return
        "; steps up \(SettingsProse.varied(ratio).map { "varied: \($0)" } ?? SettingsProse.plain(ratio)) times as large"
    }
    return schedule(value).map { $0 + (ratio ?? "") }
  }

  private func schedule(_ value: Value) -> String? {
    guard let unit = SettingsProse.stepUnit(of: value), let size = value[unit] else { return nil }
    var text = (unit == "factor" ? "factor " : "") + step(size, unit, isFactorNamed: true)
    for key in ["after-reversals", "after-trials"] {
      guard case .mapping(let changes)? = value[key] else { continue }
      for change in changes {
        let count = Int(change.key) ?? 0
        let noun = key == "after-trials" ? "trial" : "reversal"
        text +=
          ", then \(step(change.value, unit, isFactorNamed: true)) after \(count == 1 ? "one \(noun)" : "\(change.key) \(noun)s")"
      }
    }
    return text
  }

  /// The way in which a step is stated: `factor`, `db`, `log` or `linear`.
  private static func stepUnit(of step: Value?) -> String? {
    ["factor", "db", "log", "linear"].first { step?[$0] != nil }
  }

  private func step(_ size: Value, _ unit: String, isFactorNamed: Bool = false) -> String {
    let number = SettingsProse.varied(size).map { "varied: \($0)" } ?? SettingsProse.plain(size)
    switch unit {
    case "factor": return isFactorNamed ? number : "factor \(number)"
    case "db": return "\(number) dB (20 log₁₀ of the ratio)"
    case "log": return "\(number) \(SettingsProse.isOne(size) ? "log₁₀ unit" : "log₁₀ units")"
    default:
      let linear = parameters["step.linear"] ?? parameters["step.down.linear"]
      return number + (linear.map { SettingsProse.suffix($0.unit, of: size) } ?? "")
    }
  }

  // MARK: Priors

  /// `normal, geometric mean 30 cents, SD 1 log₁₀ unit`
  private func prior(_ value: Value, _ path: String) -> String? {
    guard case .mapping(let fields) = value else { return nil }
    if let mean = value["mean"], let sd = value["sd"] {
      let isLog = parameters["\(path).sd"]?.unit.hasPrefix("log10") == true
      return "normal, \(isLog ? "geometric mean" : "mean") \(words(mean, "\(path).mean")), "
        + "SD \(words(sd, "\(path).sd"))"
    }
    return fields.map { field in
      let inner = "\(path).\(field.key)"
      switch field.key {
      case "normal": return prior(field.value, inner) ?? ""
      case "beta":
        return "beta, a = \(field.value["a"].map(SettingsProse.plain) ?? ""), b = "
          + "\(field.value["b"].map(SettingsProse.plain) ?? "")"
      default: return "\(JournalTerms.name(of: field.key)): \(prior(field.value, inner) ?? words(field.value, inner))"
      }
    }.joined(separator: "; ")
  }

  // MARK: Values and units

  private func words(_ value: Value, _ path: String) -> String {
    let key = path.split(separator: ".").last.map(String.init) ?? path
    switch value {
    case .flag(let flag): return flag ? "yes" : "no"
    case .text(let text): return JournalTerms.word(text, of: key)
    case .list(let items):
      if items.allSatisfy({ $0.word != nil }) {
        return items.map { JournalTerms.word($0.word ?? "", of: key) }.joined(separator: ", ")
      }
      return SettingsProse.values(items, unit: suffix(path))
    case .mapping(let fields):
      if let values = value["vary"] {
        return "varied: "
          + (values.items.isEmpty
            ? SettingsProse.plain(values) : SettingsProse.values(values.items, unit: suffix(path)))
      }
      return fields.map { "\(JournalTerms.name(of: $0.key)) \(words($0.value, "\(path).\($0.key)"))" }
        .joined(separator: ", ")
    default: return SettingsProse.plain(value) + suffix(path, of: value)
    }
  }

  /// `2, 5, 12 cents`, or `31 values from 1 to 200 cents, equally spaced on a logarithmic scale`.
  static func values(_ items: [Value], unit: String) -> String {
    let texts = items.map(plain)
    let numbers = items.compactMap(number)
    let spacing = numbers.count == items.count ? spacing(numbers) : nil
    let own = unit.hasPrefix("/") ? unit : ""
    guard let first = texts.first, let last = texts.last, texts.count > 6 || (texts.count > 4 && spacing == .ratios)
    else { return texts.map { $0 + own }.joined(separator: ", ") + (own.isEmpty ? unit : "") }
    let scale =
      switch spacing {
      case .ratios?: ", equally spaced on a logarithmic scale"
      case .steps?: ", equally spaced"
      case nil: ""
      }
    return "\(texts.count.spelled) values from \(first)\(own) to \(last)\(unit)\(scale)"
  }

  private enum Spacing { case steps, ratios }

  private static func spacing(_ numbers: [Double]) -> Spacing? {
    guard let first = numbers.first, let last = numbers.last, numbers.count > 2, first != last else { return nil }
    let count = Double(numbers.count - 1)
    func isSpaced(_ scaled: [Double]) -> Bool {
      let (low, high) = (scaled[0], scaled[scaled.count - 1])
      return scaled.enumerated().allSatisfy { place, value in
        abs(value - low - Double(place) / count * (high - low)) <= 1e-6 * abs(high - low)
      }
    }
    if isSpaced(numbers) { return .steps }
    return numbers.allSatisfy { $0 > 0 } && isSpaced(numbers.map { log($0) }) ? .ratios : nil
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  static func isOne(_ value: Value) -> Bool { number(value).map { abs($0) == 1 } ?? false }

  /// The unit of a parameter behind its number.
  private func suffix(_ path: String, of value: Value? = nil) -> String {
    guard let unit = parameters[path]?.unit, !["", "1", "axis", "as step"].contains(unit),
      !SettingsProse.counts.contains(path)
    else {
      return ""
    }
    let isLevel = SettingsProse.levels.contains(path) && unit == axisUnit
    return SettingsProse.suffix(isLevel ? levelUnit ?? unit : unit, of: value)
  }

  /// Parameters that are levels themselves and not differences between levels.
  private static let levels: Set<String> = [
    "start", "limits", "threshold", "levels", "level", "prior.mean", "prior.threshold.normal.mean", "comfort.level",
    "catch.level",
  ]

  /// Parameters whose names already say what they count.
  private static let counts: Set<String> = ["repetitions", "series", "pilot", "at-limit"]

  /// A unit behind a number, with its space if it has one.
  static func suffix(_ unit: String, of value: Value? = nil) -> String {
    // `0.6/dB`, not `0.6 1/dB`.
    if unit.hasPrefix("1/") { return JournalTerms.per(String(unit.dropFirst(2))) }
    let shown = unit.hasPrefix("log10") ? "log₁₀ units" : JournalTerms.unit(unit)
    if shown == "°" { return shown }
    return " " + (value.map(isOne) == true ? JournalTerms.singular(shown) : shown)
  }
}
