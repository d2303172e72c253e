package import PeachSessions
import PeachSupport
package import PeachTrials

/// The keys that tune a note.
extension MatchingInput {
  /// Cents that a key turns.
  private static let fine = 1.0
  private static let coarse = 10.0

  /// - Parameter keys: The keys of the study; `nil` for the usual keys.
  package init?(_ key: Key, by keys: ResponseKeys?) {
    guard let keys else {
      self.init(key)
      return
    }
    switch key.name.flatMap(keys.answer) {
    case "sharper": self = .turn(cents: Self.fine)
    case "flatter": self = .turn(cents: -Self.fine)
    case "much-sharper": self = .turn(cents: Self.coarse)
    case "much-flatter": self = .turn(cents: -Self.coarse)
    case "done": self = .commit
    default: return nil
    }
  }

  /// The up and down arrows turn by a cent, the arrows to the sides and the pages by ten; the space bar or Enter commits.
  package init?(_ key: Key) {
    switch key {
    case .up: self = .turn(cents: Self.fine)
    case .down: self = .turn(cents: -Self.fine)
    case .right, .pageUp: self = .turn(cents: Self.coarse)
    case .left, .pageDown: self = .turn(cents: -Self.coarse)
    case .enter, .character(" "): self = .commit
    case .character(let letter):
      guard let answer = ComparisonAnswer(word: String(letter)) else { return nil }
      let cents = letter.isUppercase ? Self.coarse : Self.fine
      self = .turn(cents: answer == .higher ? cents : -cents)
    case .end, .backspace, .escape: return nil
    }
  }

  /// Cents to turn by, `+5` or `-12.5`; or ok.
  package init?(word: String) {
    switch word.lowercased() {
    case "ok", "commit", "fertig": self = .commit
    default:
      let digits = word.hasPrefix("+") ? String(word.dropFirst()) : word.replacing("−", with: "-")
      guard let cents = NumberGrammar.double(digits) else { return nil }
      self = .turn(cents: cents)
    }
  }
}
