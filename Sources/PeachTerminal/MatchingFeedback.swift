/// How far off a matching was, as a listener sees it: a dot, or an arrow that is the longer and the more alarming the
/// farther off it was.
struct MatchingFeedback {
  /// Whole cents; positive is sharp.
  let cents: Int

  private enum Band {
    case deadCentre, close, moderate, far
  }

  private var band: Band {
    switch abs(cents) {
    case 0: .deadCentre
    case ..<10: .close
    case ...30: .moderate
    default: .far
    }
  }

  func text(_ screen: TerminalScreen, _ words: Words) -> String {
    screen.coloured(mark(isUnicode: screen.abilities.isUnicode) + "  " + words.signedError(cents: cents), colour)
  }

  private var colour: TerminalScreen.Colour {
    switch band {
    case .deadCentre, .close: .green
    case .moderate: .yellow
    case .far: .red
    }
  }

  private func mark(isUnicode: Bool) -> String {
    let (dot, up, down) = isUnicode ? ("●", "↑", "↓") : ("o", "^", "v")
    let arrow = cents > 0 ? up : down
    return switch band {
    case .deadCentre: dot
    case .close: arrow
    case .moderate: arrow + arrow
    case .far: arrow + arrow + arrow
    }
  }
}
