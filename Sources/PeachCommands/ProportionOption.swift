import ArgumentParser
import PeachMath
import PeachSupport

/// A proportion as it stands on the command line: K/N or a number from 0 to 1.
struct ProportionOption {
  /// Such as "--hits".
  let name: String
  /// The text of the option.
  let text: String
  /// `nil` if a proportion was given.
  let count: Int?
  let proportion: ObservedProportion

  init(_ name: String, _ text: String, correction: ProportionCorrection) throws {
    self.name = name
    self.text = text
    guard let slash = text.firstIndex(of: "/") else {
      count = nil
      proportion = try ProportionOption.proportion(name, text)
      if correction != .none {
        throw ValidationError(
          "--correction: \(correction.rawValue) needs counts; expected \(name) K/N, got \(name) \(text)")
      }
      return
    }
    guard let count = NumberGrammar.integer(String(text[..<slash])),
      let trials = NumberGrammar.integer(String(text[text.index(after: slash)...]))
    else {
      throw ValidationError("\(name): expected K/N, two whole numbers such as 43/50, got \(SafeText.quoted(text))")
    }
    guard trials > 0 else {
      throw ValidationError("\(name): expected K/N with at least one trial N, got \(SafeText.quoted(text))")
    }
    guard (0...trials).contains(count) else {
      throw ValidationError("\(name): expected K/N with K from 0 to N, got \(SafeText.quoted(text))")
    }
    self.count = count
    proportion = ObservedProportion(count, of: trials, correction: correction)
  }

  private static func proportion(_ name: String, _ text: String) throws -> ObservedProportion {
    guard let value = NumberGrammar.double(text) else {
      throw ValidationError(
        "\(name): expected K/N, such as 43/50, or a proportion, such as 0.86, got \(SafeText.quoted(text))")
    }
    guard (0...1).contains(value) else {
      let hint = value > 1 && value <= 100 ? "; \(text) % is \((value / 100).shortest)" : ""
      throw ValidationError("\(name): expected a proportion from 0 to 1, or K/N, got \(SafeText.quoted(text))\(hint)")
    }
    return ObservedProportion(value)
  }
}
