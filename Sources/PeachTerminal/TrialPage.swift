package import PeachPitch
package import PeachSessions
package import PeachStorage
import PeachSupport
package import PeachTrials

/// The appearance of one kind of trial, on a screen or as lines.
package struct TrialPage<Task: SessionTask> {
  /// The text of a state for outputs without a screen.
  package enum Line: Hashable {
    /// Nothing new.
    case nothing
    /// The trial is over or cut short.
    case idle
    /// The question. Its result stands next to it.
    case question(String)
    case feedback(String)
  }

  package let kind: SessionKind
  /// The name of the task, if the name of the training does not say it.
  var title: ((Words) -> String)?
  package let interval: (Task.Trial) -> DirectedInterval
  /// The state of the trial; empty for none.
  package let status: (Task.State, TerminalScreen, Words) -> String
  /// The lines of keys.
  package private(set) var keys: (TerminalScreen, Words) -> [String]
  /// The keys with their meanings, one line each, for the page of help.
  private(set) var explainedKeys: (_ isUnicode: Bool, Words) -> [(key: String, meaning: String)]
  package let line: (Task.State, Words) -> Line
  /// The reply to a line that is not an answer.
  package private(set) var hint: (Words) -> String
}

extension TrialPage {
  /// The page with the keys of a study.
  ///
  /// - Parameter form: The form of the choice; `nil` for other trials.
  package func with(_ responses: SessionResponses, in form: ChoiceForm?) -> TrialPage {
    guard let keys = responses.keys else { return self }
    var page = self
    page.keys = { screen, words in
      words.answers(
        keys, isSwapped: responses.isSwapped ?? false, in: form, isUnicode: screen.abilities.isUnicode,
        columns: screen.columns)
    }
    page.explainedKeys = { isUnicode, words in
      keys.answers.map { (words.keys($0.keys, isUnicode: isUnicode), words.answer($0.name, in: form)) }
    }
    page.hint = { $0.answerHint(keys, in: form) }
    return page
  }
}

extension TrialPage where Task == ComparisonTask {
  package static var comparison: TrialPage {
    TrialPage(
      kind: .comparison, interval: { $0.comparison.interval },
      status: { state, screen, words in
        switch state {
        case .idle: return ""
        case .playingReferenceNote: return words.referenceNote
        case .playingTargetNote: return words.targetNote
        case .playingNote(let place): return words.part(place, isComposed: false)
        case .awaitingAnswer: return words.question
        case .showingRight: return words.wrong
        case .showingFeedback(let isCorrect):
          guard let isCorrect else { return "" }
          let thumb = screen.abilities.isUnicode ? (isCorrect ? "👍 " : "👎 ") : ""
          return screen.coloured(thumb + (isCorrect ? words.right : words.wrong), isCorrect ? .green : .red)
        }
      },
      keys: { screen, words in
        let up = screen.abilities.isUnicode ? "↑ " : ""
        let down = screen.abilities.isUnicode ? "↓ " : ""
        return ["\(up)\(words.higherKey)  \(words.higher)          \(down)\(words.lowerKey)  \(words.lower)"]
      },
      explainedKeys: { isUnicode, words in
        [
          (words.keys([.up, .character(words.higherKey)], isUnicode: isUnicode), words.higher),
          (words.keys([.down, .character(words.lowerKey)], isUnicode: isUnicode), words.lower),
        ]
      },
      line: { state, words in
        switch state {
        case .playingReferenceNote, .playingNote, .awaitingAnswer: .nothing
        case .idle: .idle
        case .playingTargetNote: .question(words.question)
        case .showingRight: .feedback(words.wrong)
        case .showingFeedback(let isCorrect):
          .feedback(isCorrect.map { $0 ? words.right : words.wrong } ?? "")
        }
      },
      hint: \.answerHint)
  }
}

extension TrialPage where Task == ComparisonTask {
  /// A choice: the same but for its words and keys.
  ///
  /// - Parameters:
  ///   - isComposed: Whether it is among composed sounds.
  ///   - question: The researcher's; `nil` for the usual words.
  package static func choice(
    _ form: ChoiceForm, isComposed: Bool = false, question: PageText? = nil
  ) -> TrialPage {
    let last = form.notes - 1
    func asked(_ words: Words) -> String {
      question.map { SafeText.cut(words.text($0)) } ?? words.choice(form, isComposed: isComposed).question
    }
    var page = TrialPage(
      kind: .comparison, interval: { $0.comparison.interval },
      status: { state, screen, words in
        switch state {
        case .awaitingAnswer: return asked(words)
        case .playingNote(let place): return words.part(place, isComposed: isComposed)
        case .showingRight(let right):
          let wrong = comparison.status(.showingFeedback(isCorrect: false), screen, words)
          return "\(wrong): \(words.choice(form).answers[right])"
        default: return comparison.status(state, screen, words)
        }
      },
      keys: { screen, words in
        let answers = words.choice(form).answers.enumerated().map { "\($0 + 1)  \($1)" }
        return KeyLine.centred(answers, gaps: answers.count > 5 ? [2] : [6, 4, 2], columns: screen.columns)
      },
      explainedKeys: { _, words in
        words.choice(form).answers.enumerated().map { (String($0 + 1), $1) }
      },
      line: { state, words in
        if case .showingRight(let right) = state {
          return .feedback("\(words.wrong): \(words.choice(form).answers[right])")
        }
        return state == .playingNote(last) ? .question(asked(words)) : comparison.line(state, words)
      },
      hint: { $0.choiceHint(form) })
    page.title = { $0.choice(form, isComposed: isComposed).title }
    return page
  }
}

extension TrialPage where Task == MatchingTask {
  package static var matching: TrialPage {
    TrialPage(
      kind: .matching, interval: { $0.matching.interval },
      status: { state, screen, words in
        switch state {
        case .idle: return ""
        case .playingReferenceNote: return words.referenceNote
        // Nothing tells how close it is.
        case .playingTunableNote: return words.tune
        case .showingFeedback(let cents): return MatchingFeedback(cents: cents).text(screen, words)
        }
      },
      keys: { screen, words in
        let keys = screen.abilities.isUnicode ? ("↑ ↓", "← →") : (words.arrows, words.sideArrows)
        return ["\(keys.0)  \(words.fine)     \(keys.1)  \(words.coarse)     \(words.spaceKey)  \(words.commit)"]
      },
      explainedKeys: { isUnicode, words in
        [
          (words.keys([.up, .down], isUnicode: isUnicode), words.fine),
          (words.keys([.right, .left], isUnicode: isUnicode), words.coarse),
          (words.keys([.character(" "), .enter], isUnicode: isUnicode), words.commit),
        ]
      },
      line: { state, words in
        switch state {
        case .playingReferenceNote: .nothing
        case .idle: .idle
        case .playingTunableNote: .question(words.tune + ":")
        case .showingFeedback(let cents): .feedback(words.spokenError(cents: cents))
        }
      },
      hint: \.tuningHint)
  }
}
