import ArgumentParser
import Configuration

/// A share as 5% or 0.05, above 0 and below 1.
struct PercentOption: ExpressibleByArgument {
  /// Of 1.
  var value: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    let text = FieldTable.trimmed(isPercent ? String(argument.dropLast()) : argument)
    guard let number = NumberGrammar.double(text) else { return nil }
    value = isPercent ? number / 100 : number
    guard value > 0, value < 1 else { return nil }
  }
}
