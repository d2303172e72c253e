import PeachTerminal
import PeachTrials

/// The content of a page until the listener acts: a trial, a page of a study, or the end.
struct PageSituation: Encodable, Sendable {
  /// Counts the situations of one session of a page.
  var sequence = 0
  var trial: PageTrial?
  var page: PageText?
  var end: PageEnd?

  /// A page of a study.
  struct PageText: Encodable, Sendable {
    var kind: String
    var title: String
    /// Markdown.
    var text: String
    /// Seconds before which the listener cannot go on.
    var wait: Double
    var buttons: [Button]
    /// The question that the page asks; `nil` if it only shows a text.
    var question: Question?
    /// The sound that the page offers; `nil` if it offers none.
    var sound: PageTrial.Sound?
    /// The label of the button that plays the sound.
    var play: String?
    /// Whether the sound begins with the page.
    var playsAtOnce = false

    struct Button: Encodable, Sendable {
      var turn: Turn
      var label: String

      init(_ turn: Turn, label: String) { (self.turn, self.label) = (turn, label) }
    }

    /// The effect of a button.
    enum Turn: String, Codable, Sendable {
      case next, back, softer, louder, declined, left, answered
    }

    /// Whether the listener can turn the page like this. Leaving is always possible.
    func offers(_ turn: PageTurn) -> Bool {
      let name: Turn? =
        switch turn {
        case .next: .next
        case .back: .back
        case .softer: .softer
        case .louder: .louder
        case .declined: .declined
        case .left, .signal: nil
        }
      return name == nil || buttons.contains { $0.turn == name }
    }
  }

  /// A question of a study.
  struct Question: Encodable, Sendable {
    enum Kind: String, Encodable, Sendable {
      case text, number, choice
    }

    struct Choice: Encodable, Sendable {
      var value: String
      var label: String
    }

    var kind: Kind
    /// The largest number of characters of a text.
    var longest: Int?
    /// The unit of a number; empty if it has none.
    var unit = ""
    /// The answers to choose from, in order.
    var choices: [Choice] = []
    /// The answer of a listener who would rather not say; `nil` if every listener must answer.
    var refusal: Choice?
    /// The reason why the last answer does not count; `nil` if it does, and before the first.
    var problem: String?

    init(_ question: LabQuestion, _ words: Words, problem: String?) {
      self.problem = problem
      switch question.kind {
      case .text(let longest): (kind, self.longest) = (.text, longest)
      case .number(_, let unit, _): (kind, self.unit) = (.number, unit)
      case .choice(let options):
        kind = .choice
        choices = options.map { Choice(value: $0.name, label: words.text($0.text)) }
      case .scale(let range, let labels):
        kind = .choice
        choices = range.map { value in
          Choice(
            value: String(value),
            label: [String(value), labels[value].map(words.text)].compactMap(\.self).joined(separator: "  "))
        }
      }
      if question.isOptional { refusal = Choice(value: LabQuestion.refusal, label: words.ratherNot) }
    }
  }

  /// How a session ended.
  struct PageEnd: Encodable, Sendable {
    enum Reason: String, Encodable, Sendable {
      case finished, left, declined, failed, stopped, expired
    }

    var reason: Reason
    /// The error if it failed.
    var message: String?
    /// The address to which the listener returns; `nil` if there is none.
    var completion: String?
  }
}

/// A trial that a page presents.
struct PageTrial: Encodable, Sendable {
  /// An answer that the listener can give.
  struct Answer: Encodable, Sendable {
    var value: String
    var label: String
    /// Keys as browsers name them.
    var keys: [String]
    /// The keys as the listener knows them; `nil` for usual keys.
    var shown: String?
    /// The part of the sound for which the answer stands; `nil` if it stands for none.
    var part: Int?
  }

  /// The time in which the trial must be answered.
  struct Deadline: Encodable, Sendable {
    /// From the onset of the sound in question.
    var seconds: Double
    /// Whether a trial without an answer is stored; otherwise it comes again.
    var isStored: Bool
  }

  /// The rating of confidence after the answer.
  struct Confidence: Encodable, Sendable {
    var question: String
    var ratings: [Answer]

    init(_ scale: ConfidenceScale, _ words: Words) {
      question = words.confidenceQuestion
      ratings = zip(scale.from...scale.to, scale.keys).map { rating, key in
        Answer(
          value: String(rating),
          label: [String(rating), scale.label(of: rating).map { words.text($0) }].compactMap(\.self)
            .joined(separator: "  "),
          keys: [PageKeys.browser(key)], shown: key == String(rating) ? nil : words.key(key, isUnicode: true))
      }
    }
  }

  /// Hearing the sound of the trial again.
  struct Again: Encodable, Sendable {
    var label: String
    /// Keys as browsers name them.
    var keys: [String]
    /// The keys as the listener knows them.
    var shown: String
    /// Whether a repeat is left.
    var isPossible: Bool
  }

  /// A note or an interval.
  struct Part: Encodable, Sendable {
    var label: String
    /// Seconds from the first sample to its start and to its last sample that is not silent.
    var start: Double
    var end: Double
  }

  /// The samples, which the page requests by their number.
  struct Sound: Encodable, Sendable {
    var id: String
    var rate: Int
    /// `16`, `24` or `float`.
    var format: String
    var channels: Int
    var frames: Int
  }

  /// A note that the page makes, because it follows the listener's finger.
  struct Held: Encodable, Sendable {
    /// Hertz.
    var frequency: Double
    var highest: Double
    /// From the fundamental up; 1 is full scale.
    var amplitudes: [Double]
    /// Seconds.
    var glide: Double
    var ramp: Double
    var release: Double
    /// Cents from the centre of the control to either end.
    var range: Double
    /// The channels of the output that sound: `both`, `left` or `right`.
    var channel: String
    var keys: [PageKeys.Turn]
    /// The keys of a study with their meanings; `nil` for the usual keys.
    var help: String?
  }

  /// Distinguishes the trials of one page from those of another, because a session without trials gives its number away.
  var key: String
  /// The session's number and the trial's number in it.
  var session: Int
  var number: Int
  var title: String
  /// The interval of the target; `nil` if it is not shown.
  var interval: String?
  /// "Block 1 of 3 · trial 4 of 40"; `nil` if it is not shown.
  var place: String?
  var question: String
  var answers: [Answer]
  var parts: [Part]
  /// Seconds from the first sample to the onset of the sound in question.
  var onset: Double
  /// Seconds to the end; `nil` for a sound that is held until the answer.
  var duration: Double?
  var sound: Sound
  var held: Held?
  /// Seconds from an answer to the next trial.
  var pause: Double
  /// `nil` if the listener has any time.
  var deadline: Deadline?
  /// `nil` if nobody asks.
  var confidence: Confidence?
  /// `nil` if the listener hears each sound once.
  var again: Again?
}

/// The result of an answered trial that is stored.
struct PageOutcome: Encodable, Sendable {
  struct Feedback: Encodable, Sendable {
    /// `right`, `wrong` or `error`.
    var kind: String
    var text: String
    /// The words of a screen reader.
    var spoken: String
    /// The signed error of a matching in whole cents.
    var cents: Int?
  }

  var session: Int
  var trial: Int
  /// `nil` if the listener gets none.
  var feedback: Feedback?
  /// A short sound after a wrong answer.
  var tick: PageTrial.Sound?
  /// Whether a wrong answer vibrates.
  var vibrates = false
}
