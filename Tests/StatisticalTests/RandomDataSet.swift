import Glibc
import PeachFitting
import PeachMath
import PeachTrials

/// A small data set with the settings it is fitted with, both drawn at random: what a researcher may have, and worse.
struct RandomDataSet: CustomStringConvertible {
  let settings: FitSettings
  let counts: Counts

  /// - Parameter hasFewTrials: 1…100 trials in all; else at each level.
  init(hasFewTrials: Bool, using random: inout RandomStream) {
    settings = Self.settings(using: &random)
    let levels = Self.levels(settings, using: &random)
    let trials = Self.trials(levels.count, hasFew: hasFewTrials, using: &random)
    let probabilities = Self.probabilities(levels, settings, using: &random)
    counts = Counts(
      levels.indices.map { index in
        let positives = (0..<trials[index]).count { _ in random.unit() < probabilities[index] }
        return Counts.Bin(level: levels[index], trials: Double(trials[index]), positives: Double(positives))
      })
  }

  /// All functions; guess ½, 0, ⅓, free to 0.25 or tied; lapse free to 0.1, 0 or 0.02; both readings, with and without
  /// an asked proportion.
  private static func settings(using random: inout RandomStream) -> FitSettings {
    let reading: Reading = random.unit() < 0.3 ? .direction : .accuracy
    let types = BuiltInFunctions.all
    let usable = types.filter { reading == .accuracy || !$0.usesLogarithm }
    let function = usable[random.index(below: usable.count)]
    let fixed = [0.5, 0, 1.0 / 3]
    let guess: GuessRate =
      switch random.unit() {
      case ..<(reading == .direction ? 0.7 : 0.15): .lapse
      case ..<0.8: .asymptote(.fixed(fixed[random.index(below: 3)]))
      default: .asymptote(.free(upTo: 0.25))
      }
    let lapse: Asymptote =
      random.unit() < 0.7 ? .free(upTo: 0.1) : .fixed(random.unit() < 0.5 ? 0 : 0.02)
    let isLogLevel = reading == .accuracy && !function.usesLogarithm && random.unit() < 0.2
    let at = random.unit() < 0.4 ? 0.55 + 0.4 * random.unit() : nil
    return FitSettings(
      function, reading: reading, guess: guess, lapse: lapse, isLogLevel: isLogLevel, at: at)
  }

  /// 1…12 levels in steps, anywhere, or in ratios; above 0 but in the direction reading.
  private static func levels(_ settings: FitSettings, using random: inout RandomStream) -> [Double] {
    let count = 1 + random.index(below: 12)
    let unit = exp(10 * random.unit() - 5)
    let ratio = 1.1 + random.unit()
    let kind = random.index(below: 3)
    let sizes = (1...count).map { place in
      switch kind {
      case 0: Double(place)
      case 1: 1 + 99 * random.unit()
      default: pow(ratio, Double(place))
      }
    }
    let isOneSided = settings.reading == .accuracy || random.unit() < 0.2
    let middle = Double(count + 1) / 2
    let signed = sizes.map { size in
      if isOneSided { return size * unit }
      return kind == 0 ? (size - middle) * unit : random.sign() * size * unit
    }
    return Array(Set(signed)).sorted()
  }

  private static func trials(_ levels: Int, hasFew: Bool, using random: inout RandomStream) -> [Int] {
    if !hasFew { return (0..<levels).map { _ in 1 + random.index(below: 100) } }
    var trials = Array(repeating: 1, count: levels)
    for _ in 0..<random.index(below: 101 - levels) { trials[random.index(below: levels)] += 1 }
    return trials
  }

  /// Of a psychometric function, or in three of ten sets anything, most of it 0 or 1.
  private static func probabilities(
    _ levels: [Double], _ settings: FitSettings, using random: inout RandomStream
  ) -> [Double] {
    if random.unit() < 0.3 {
      return levels.map { _ in
        let kind = random.unit()
        return kind < 0.4 ? 0 : kind < 0.8 ? 1 : random.unit()
      }
    }
    let range = max(levels[levels.count - 1] - levels[0], abs(levels[0]))
    let threshold = levels[0] + range * (1.2 * random.unit() - 0.1)
    let scale = range * exp(4 * random.unit() - 4)
    let lapse = 0.1 * random.unit()
    let guess =
      switch settings.guess {
      case .lapse: lapse
      case .asymptote(.fixed(let value)): value
      case .asymptote(.free(let bound)): bound * random.unit()
      }
    return levels.map { guess + (1 - guess - lapse) * LogisticFunction.standardValue(($0 - threshold) / scale) }
  }

  var description: String {
    let data = counts.bins.map { "(\($0.level), \(Int($0.trials)), \(Int($0.positives)))" }.joined(separator: " ")
    let at = settings.at.map { " at \($0)" } ?? ""
    return
      "\(settings.function.name) \(settings.reading.rawValue)\(settings.isLogLevel ? " log10" : "")\(at), "
      + "guess \(settings.guess), lapse \(settings.lapse): \(data)"
  }
}
