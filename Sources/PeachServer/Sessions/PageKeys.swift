import PeachTerminal
import PeachTrials

/// The keys of a study on a page.
enum PageKeys {
  /// The name that browsers have for a key.
  static func browser(_ name: String) -> String {
    switch name {
    case "up": "ArrowUp"
    case "down": "ArrowDown"
    case "left": "ArrowLeft"
    case "right": "ArrowRight"
    case "page-up": "PageUp"
    case "page-down": "PageDown"
    case "enter": "Enter"
    case "space": " "
    case "backspace": "Backspace"
    default: name
    }
  }

  /// Answers with the keys of the study instead of their usual ones. If keys are swapped, the answers change their places and
  /// the keys keep theirs, as in a terminal.
  static func answers(_ usual: [PageTrial.Answer], _ responses: SessionResponses, _ words: Words) -> [PageTrial.Answer]
  {
    guard let keys = responses.keys else { return usual }
    let own = usual.map { answer in
      var own = answer
      let names = keys.keys(of: answer.value)
      own.keys = names.map(browser)
      own.shown = words.keys(names, isUnicode: true)
      return own
    }
    return responses.isSwapped == true ? own.reversed() : own
  }

  /// The effect of keys on a note that the listener tunes.
  struct Turn: Encodable, Sendable {
    var keys: [String]
    /// Cents by which the note moves; `nil` if the listener accepts it.
    var cents: Double?
  }

  private static let usual = ResponseKeys([
    .init("sharper", ["up"]), .init("flatter", ["down"]), .init("much-sharper", ["right", "page-up"]),
    .init("much-flatter", ["left", "page-down"]), .init("done", ["space", "enter"]),
  ])

  /// - Parameter keys: The keys of the study; `nil` for the usual keys.
  static func turns(_ keys: ResponseKeys?) -> [Turn] {
    (keys ?? usual).answers.map { answer in
      let cents: Double? =
        switch answer.name {
        case "sharper": 1
        case "flatter": -1
        case "much-sharper": 10
        case "much-flatter": -10
        default: nil
        }
      return Turn(keys: answer.keys.map(browser), cents: cents)
    }
  }

  /// "k: sharper · j: flatter".
  static func help(_ keys: ResponseKeys, _ words: Words) -> String {
    keys.answers.map { "\(words.keys($0.keys, isUnicode: true)): \(words.answer($0.name, in: nil))" }
      .joined(separator: " · ")
  }
}
