import PeachSupport

/// Reads one line of a Scala file from its first letter that is not a blank.
struct ScalaScanner {
  struct Fault: Error {
    var message: String
    var hint: String?
  }

  private let letters: [Unicode.Scalar]
  private var index = 0

  init(_ line: String) {
    letters = Array(line.unicodeScalars)
    skipBlanks()
  }

  var isAtEnd: Bool { index == letters.count }

  /// The column of the next character, from 1.
  var column: Int { index + 1 }

  /// The text before the next blank.
  var word: String {
    let letters = letters[index...].prefix { !ScalaScanner.isBlank($0) }
    return letters.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// A pitch in cents. What follows it after a blank, or cannot belong to a number, is ignored.
  mutating func pitch() -> Result<Double, Fault> {
    let shown = isAtEnd ? "an empty line" : SafeText.quoted(word)
    func fault(_ message: String, hint: String? = nil) -> Result<Double, Fault> {
      .failure(Fault(message: "\(message), got \(shown)", hint: hint))
    }
    let malformed = "expected a pitch, cents such as 701.955 or a ratio such as 3/2"
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    let whole = digits()
    let cents: Double
    if skip(".") {
      let fraction = digits()
      guard !(whole + fraction).isEmpty, endsNumber else {
        return fault(malformed, hint: "write cents with a period, without a comma or exponent")
      }
      guard let size = NumberGrammar.double("0\(whole).\(fraction)0") else { return fault(tooFar) }
      cents = isNegative ? -size : size
    } else {
      guard !whole.isEmpty else { return fault(malformed) }
      var divisor = "1"
      var rest = self
      rest.skipBlanks()
      if rest.skip("/") {
        rest.skipBlanks()
        if rest.skip("-") { return fault("expected a positive ratio") }
        divisor = rest.digits()
        self = rest
      }
      guard !divisor.isEmpty, endsNumber else { return fault(malformed, hint: hintOnRatio) }
      if isNegative { return fault("expected a positive ratio", hint: "cents may be negative, with a period: -5.0") }
      guard let ratio = ratio(whole, divisor) else { return fault("expected a ratio of numbers above 0") }
      cents = ratio
    }
    guard abs(cents) <= ScalaFile.greatestDistance else { return fault(tooFar) }
    return .success(cents == 0 ? 0 : cents)
  }

  private var tooFar: String { "expected a pitch at most 10 octaves (12000 cents) from the tonic" }

  private var hintOnRatio: String? {
    switch letters.indices.contains(index) ? letters[index] : " " {
    case ",": "write a period instead of the comma"
    case "/": "write a ratio with one slash, such as 3/2"
    default: nil
    }
  }

  /// 1200 · log2(a/b), as a difference of logarithms where the numbers are long; `nil` if one is 0.
  private func ratio(_ numerator: String, _ denominator: String) -> Double? {
    guard let a = log2(of: numerator), let b = log2(of: denominator) else { return nil }
    if let a = Int32(numerator), let b = Int32(denominator) {
      return Cents.perOctave * Glibc.log2(Double(a) / Double(b))
    }
    return Cents.perOctave * (a - b)
  }

  /// The logarithm of a number of any length, from its first digits and the number of the others.
  private func log2(of digits: String) -> Double? {
    let significant = digits.drop { $0 == "0" }
    let head = significant.prefix(18)
    guard let value = Double(head) else { return nil }
    return Glibc.log2(value) + Double(significant.count - head.count) * Glibc.log2(10)
  }

  /// Whether no letter follows that only a misread number would have.
  private var endsNumber: Bool {
    guard letters.indices.contains(index) else { return true }
    return !"0123456789.,/:^*+-eE".unicodeScalars.contains(letters[index])
  }

  private static func isBlank(_ letter: Unicode.Scalar) -> Bool { letter == " " || letter == "\t" }

  private mutating func skipBlanks() {
    while index < letters.count, ScalaScanner.isBlank(letters[index]) { index += 1 }
  }

  private mutating func skip(_ letter: Unicode.Scalar) -> Bool {
    guard index < letters.count, letters[index] == letter else { return false }
    index += 1
    return true
  }

  private mutating func digits() -> String {
    let start = index
    while index < letters.count, ("0"..."9").contains(letters[index]) { index += 1 }
    return letters[start..<index].reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}
