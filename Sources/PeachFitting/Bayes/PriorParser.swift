package import PeachSupport

extension Prior {
  /// The name under which problems with a prior are reported.
  static let file = "--prior"

  /// Reads `psignifit`, or what a user puts in its place: `threshold: normal(20, 8), lapse: beta(1, 10)`. Parameters that
  /// are not mentioned keep psignifit's.
  ///
  /// - Throws: `ConfigurationError` with everything that is wrong, each with its column in the text.
  package init(parsing text: String) throws(ConfigurationError) {
    self.init()
    var parser = PriorParser(text)
    for entry in try parser.entries() { self[entry.parameter] = entry.density }
    self = withRates
  }
}

/// Reads the text of a prior: `parameter: density(number, …)`, separated by commas.
private struct PriorParser {
  private let text: [Character]
  private var position = 0
  private let problems = Diagnostics()

  init(_ text: String) { self.text = Array(text) }

  typealias Entry = (parameter: Prior.Parameter, density: PriorDensity)

  mutating func entries() throws(ConfigurationError) -> [Entry] {
    var entries: [Entry] = []
    // "psignifit" by itself, or before what differs from it.
    var isFirst = true
    repeat {
      skipSpaces()
      let start = position
      if isFirst, word() == PriorDensity.psignifit.name, isAtEndOfEntry { continue }
      position = start
      isFirst = false
      if let entry = entry() {
        if entries.contains(where: { $0.parameter == entry.parameter }) {
          report(start, entry.parameter.rawValue, "expected each parameter only once", "leave out one of them")
        }
        entries.append(entry)
      } else {
        position = start
        skipEntry()
      }
    } while take(",")
    if position < text.count {
      report(
        position, "",
        "expected ',' or the end of the prior, got \(SafeText.quoted(rest))", "separate parameters by commas")
    }
    try problems.check()
    return entries
  }

  private var isAtEndOfEntry: Bool {
    var copy = self
    copy.skipSpaces()
    return copy.position == text.count || text[copy.position] == ","
  }

  /// One `parameter: density`; nil after a problem.
  private mutating func entry() -> Entry? {
    let place = position
    let names = Prior.Parameter.allCases.map(\.rawValue)
    let name = word()
    guard let parameter = Prior.Parameter(rawValue: name) else {
      report(
        place, "", "expected a parameter, got \(SafeText.quoted(name.isEmpty ? rest : name))",
        NearestName.hint(for: name, among: names + ["psignifit"], listing: "parameters"))
      return nil
    }
    guard take(":") else {
      report(
        position, name, "expected ':', got \(SafeText.quoted(rest))",
        "write for example \(name): normal(mean, deviation)")
      return nil
    }
    skipSpaces()
    let densityPlace = position
    let kindName = word()
    guard let kind = DensityKind(rawValue: kindName), kind.parameters.contains(parameter) else {
      let known = DensityKind.allCases.filter { $0.parameters.contains(parameter) }
      report(
        densityPlace, name,
        "expected a density for \(name), got \(SafeText.quoted(kindName.isEmpty ? rest : kindName))",
        "one of \(known.map(\.form).joined(separator: ", "))")
      return nil
    }
    guard let numbers = arguments(of: kind, name) else { return nil }
    guard let density = kind.density(numbers) else {
      report(
        densityPlace, name, "expected \(kind.form) with \(kind.condition), got \(text(from: densityPlace))",
        "change the numbers, or leave \(name) out to use psignifit's prior")
      return nil
    }
    if let problem = parameter.problem(with: density) {
      report(
        densityPlace, name, "\(problem), got \(density.text)",
        "change the numbers, or leave \(name) out to use psignifit's prior")
      return nil
    }
    return (parameter, density)
  }

  /// The numbers in parentheses; none are needed where there are none to give.
  private mutating func arguments(of kind: DensityKind, _ name: String) -> [Double]? {
    guard kind.count > 0 else { return [] }
    var numbers: [Double] = []
    guard take("(") else {
      report(position, name, "expected '(', got \(SafeText.quoted(rest))", "write \(kind.form)")
      return nil
    }
    repeat {
      skipSpaces()
      let place = position
      while position < text.count, !",() ".contains(text[position]) { position += 1 }
      let written = String(text[place..<position])
      guard let number = NumberGrammar.double(written) else {
        report(
          place, name, "expected a number, got \(SafeText.quoted(written.isEmpty ? rest : written))",
          "write \(kind.form)")
        return nil
      }
      guard number == 0 || (1e-100...1e12).contains(abs(number)) else {
        report(
          place, name, "expected 0 or a number between 1e-100 and 1e12 in size, got \(SafeText.quoted(written))",
          "write \(kind.form)")
        return nil
      }
      numbers.append(number)
    } while take(",")
    guard take(")") else {
      report(position, name, "expected ')', got \(SafeText.quoted(rest))", "write \(kind.form)")
      return nil
    }
    guard numbers.count == kind.count else {
      report(position - 1, name, "expected \(kind.count) numbers, got \(numbers.count)", "write \(kind.form)")
      return nil
    }
    return numbers
  }

  // MARK: Text

  private var rest: String { position < text.count ? String(text[position...]) : "the end" }

  private func text(from start: Int) -> String { String(text[start..<position]) }

  private mutating func skipSpaces() {
    while position < text.count, text[position].isWhitespace { position += 1 }
  }

  private mutating func word() -> String {
    let start = position
    while position < text.count, text[position].isLetter { position += 1 }
    return text(from: start)
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard position < text.count, text[position] == character else { return false }
    position += 1
    return true
  }

  /// To the next comma outside of parentheses.
  private mutating func skipEntry() {
    var depth = 0
    while position < text.count, depth > 0 || text[position] != "," {
      if text[position] == "(" { depth += 1 }
      if text[position] == ")" { depth -= 1 }
      position += 1
    }
  }

  private func report(_ position: Int, _ path: String, _ message: String, _ hint: String? = nil) {
    problems.report(
      Problem(
        place: Place(file: Prior.file, line: 1, column: position + 1), path: path, message: message, hint: hint))
  }
}

/// The densities that can be written, with the parameters that can have them.
private enum DensityKind: String, CaseIterable {
  case psignifit, uniform, normal, lognormal, loguniform, gamma, beta, plateau

  var parameters: [Prior.Parameter] {
    switch self {
    case .psignifit, .uniform, .normal: Prior.Parameter.allCases
    case .lognormal, .loguniform, .gamma: [.width]
    case .beta: [.guess, .lapse, .overdispersion]
    case .plateau: [.threshold, .width]
    }
  }

  /// How it is written.
  var form: String {
    switch self {
    case .psignifit: "psignifit"
    case .uniform: "uniform(low, high)"
    case .normal: "normal(mean, deviation)"
    case .lognormal: "lognormal(median, deviation of ln)"
    case .loguniform: "loguniform(low, high)"
    case .gamma: "gamma(shape, scale)"
    case .beta: "beta(a, b)"
    case .plateau: "plateau(low, from, to, high)"
    }
  }

  var count: Int {
    switch self {
    case .psignifit: 0
    case .plateau: 4
    default: 2
    }
  }

  /// The condition on the numbers, in words.
  var condition: String {
    switch self {
    case .psignifit: "no numbers"
    case .uniform: "low < high"
    case .normal: "a deviation above 0"
    case .lognormal: "median and deviation above 0"
    case .loguniform: "0 < low < high"
    // Below 1 the density has no highest point.
    case .gamma: "a shape of at least 1 and a scale above 0"
    case .beta: "a and b of at least 1"
    case .plateau: "low ≤ from ≤ to ≤ high and low < high"
    }
  }

  /// `nil` if the numbers do not meet the condition.
  func density(_ numbers: [Double]) -> PriorDensity? {
    switch self {
    case .psignifit: .psignifit
    case .uniform: numbers[0] < numbers[1] ? .uniform(low: numbers[0], high: numbers[1]) : nil
    case .normal: numbers[1] > 0 ? .normal(mean: numbers[0], deviation: numbers[1]) : nil
    case .lognormal:
      numbers[0] > 0 && numbers[1] > 0 ? .lognormal(median: numbers[0], deviation: numbers[1]) : nil
    case .loguniform:
      numbers[0] > 0 && numbers[0] < numbers[1] ? .loguniform(low: numbers[0], high: numbers[1]) : nil
    case .gamma: numbers[0] >= 1 && numbers[1] > 0 ? .gamma(shape: numbers[0], scale: numbers[1]) : nil
    case .beta: numbers[0] >= 1 && numbers[1] >= 1 ? .beta(numbers[0], numbers[1]) : nil
    case .plateau:
      numbers == numbers.sorted() && numbers[0] < numbers[3]
        ? .plateau(low: numbers[0], from: numbers[1], to: numbers[2], high: numbers[3]) : nil
    }
  }
}

extension Prior.Parameter {
  /// The problem of a density with the parameter's range; `nil` if there is none.
  fileprivate func problem(with density: PriorDensity) -> String? {
    if density == .psignifit { return nil }
    let most = Double.greatestFiniteMagnitude
    if self == .threshold || self == .width,
      BoundedDensity(density, within: (self == .width ? 0 : -most)...most) == nil
    {
      return "expected a prior with more than one possible value"
    }
    switch (self, density) {
    case (.threshold, _): return nil
    case (.width, .uniform(let low, _)), (.width, .plateau(let low, _, _, _)):
      return low >= 0 ? nil : "expected widths ≥ 0"
    case (.width, .normal(let mean, _)):
      return mean >= 0 ? nil : "expected a mean width ≥ 0"
    case (.width, _): return nil
    case (_, .uniform(let low, let high)):
      return low >= 0 && high <= 1 ? nil : "expected rates in 0…1"
    case (_, .normal(let mean, _)):
      return mean >= 0 && mean <= 1 ? nil : "expected a mean rate in 0…1"
    default: return nil
    }
  }
}
