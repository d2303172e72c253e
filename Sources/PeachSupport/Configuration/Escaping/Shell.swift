extension Escaping {
  /// A word of a command to copy into sh, bash, zsh or fish, between quotation marks if it needs them.
  ///
  /// Characters that nobody sees, and those that turn the direction of writing, are shown as `\u{1b}`: the command cannot
  /// hide anything, but then does not have exactly the same word.
  package static func shell(_ word: String) -> String {
    let word = SafeText.line(word)
    return isShellWord(word) ? word : quotedForShell(Array(word.unicodeScalars))
  }

  /// Whether a shell takes a word as it is, whatever shell it is and wherever in a command the word stands.
  ///
  /// `=` is allowed only behind a character that no variable's name has: `A=b` would be an assignment, and zsh reads
  /// `=ls` as a path.
  package static func isShellWord(_ word: String) -> Bool {
    var isBehindName = true
    for scalar in word.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": break
      case "-", ".", "/", "+", ":", ",": isBehindName = false
      case "=": if isBehindName { return false }
      default:
        guard !scalar.isASCII, isLetter(scalar) else { return false }
        isBehindName = false
      }
    }
    return !word.isEmpty
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
    default: false
    }
  }

  /// In single quotes. fish reads a backslash before `'` or `\` even there, so such a backslash stands outside.
  private static func quotedForShell(_ word: [Unicode.Scalar]) -> String {
    var result = "'"
    for (place, scalar) in word.enumerated() {
      switch scalar {
      case "'": result += "'\\''"
      case "\\":
        let next = place + 1 < word.count ? word[place + 1] : "'"
        result += next == "'" || next == "\\" ? "'\\\\'" : "\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
