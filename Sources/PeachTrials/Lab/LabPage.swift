/// A page that a listener reads before, between and after the blocks.
package struct LabPage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The last of its pages asks whether the listener agrees.
    case consent(isLast: Bool)
    case instructions
    /// Explains a headphone test, whose sounds the page can play.
    case screening(HeadphoneTest)
    /// The study ends because the listener failed the headphone screening.
    case screenedOut
    /// The listener sets a comfortable level; it can be raised or not.
    case comfort(canRaise: Bool)
    case practice
    /// The practice, if there was one, is over, or a break.
    case block
    /// The listener comes back into a block that was begun, after so many of its trials.
    case welcomeBack(trials: Int)
    /// It lasts at least so many seconds; so many blocks are done and left.
    case rest(seconds: Double, done: Int, left: Int)
    /// The last block of a day is done, and another day follows.
    case endOfDay
    case thanks
  }

  package var kind: Kind
  /// The text from the file; `nil` for the default text.
  package var text: PageText?
  /// The block's number and the number of blocks, if progress is shown.
  package var progress: Progress?
  /// Whether there is a page before it to go back to.
  package var canGoBack = false
  /// Whether it is reached by going back, so that its end is shown first.
  package var startsAtEnd = false

  package struct Progress: Hashable, Sendable {
    /// The block's place in the listener's order, from 1.
    package var number: Int
    /// The blocks of the study.
    package var count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  package init(_ kind: Kind, _ text: PageText? = nil, progress: Progress? = nil) {
    self.kind = kind
    self.text = text
    self.progress = progress
  }

  /// Seconds before which it does not go on.
  package var shortest: Double { if case .rest(let seconds, _, _) = kind { seconds } else { 0 } }
}

/// A listener's action on a page.
package enum PageTurn: Hashable, Sendable {
  case next
  /// The page before.
  case back
  /// The sound one step softer, or louder.
  case softer, louder
  /// The listener does not agree to what is asked.
  case declined
  case left
  /// The number of one that ends the program.
  case signal(Int32)
}
