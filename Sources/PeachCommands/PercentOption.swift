import ArgumentParser
import PeachSupport

/// A share as 5% or 0.05, above 0 and below 1.
enum PercentOption {
  /// - Returns: Of 1.
  /// - Throws: What to write, for what is none.
  static func share(_ word: String) throws -> Double {
    guard let share = NumberGrammar.share(word) else {
      throw ValidationError("expected a share such as 5% or 0.05, between 0 and 100 %")
    }
    return share
  }
}
