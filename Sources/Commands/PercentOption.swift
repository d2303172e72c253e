import ArgumentParser
import Configuration

/// A share as 5% or 0.05, above 0 and below 1.
enum PercentOption {
  /// - Returns: Of 1.
  /// - Throws: What to write, for what is none.
  static func share(_ word: String) throws -> Double {
    let isPercent = word.hasSuffix("%")
    let number = NumberGrammar.double(FieldTable.trimmed(isPercent ? String(word.dropLast()) : word))
    guard let share = number.map({ isPercent ? $0 / 100 : $0 }), share > 0, share < 1 else {
      throw ValidationError("expected a share such as 5% or 0.05, between 0 and 100 %")
    }
    return share
  }
}
