import Glibc
import PeachSessions
import PeachTrials

/// Answers a session by the clock and keeps what it stated of time.
final class LiveJournal: Responder, SessionDisplay {
  private struct Trial {
    var referenceShown: Double
    var targetOnset = 0.0
    var answered = 0.0
    var feedbackEnd = 0.0
  }

  private let answersEarly: Bool
  private let noteDuration: Double
  private let clock = MonotonicClock()
  private var random = RandomStream(seed: 20_261_121)
  private var trials: [Trial] = []
  private var answerAt: Double?

  init(answersEarly: Bool, noteDuration: Double) {
    self.answersEarly = answersEarly
    self.noteDuration = noteDuration
  }

  typealias Task = ComparisonTask

  func wait(until moment: Double, for question: Question<ComparisonTask>?) -> SessionEvent<ComparisonAnswer>? {
    if let question {
      if answerAt == nil {
        trials[trials.count - 1].targetOnset = question.soundEnd - noteDuration
        answerAt =
          answersEarly ? question.soundEnd - noteDuration * (0.2 + 0.6 * random.unit()) : question.soundEnd + 0.2
      }
      if let at = answerAt, at <= moment {
        sleep(until: at)
        answerAt = nil
        trials[trials.count - 1].answered = clock.now
        return .input(.higher, at: clock.now)
      }
    }
    sleep(until: moment)
    return nil
  }

  private func sleep(until moment: Double) {
    let left = moment - clock.now
    if left > 0 { usleep(UInt32(left * 1e6)) }
  }

  func suspend() {}
  func tick() {}

  func show(_ state: ComparisonState, of trial: ComparisonTask.Trial) {
    switch state {
    case .playingReferenceNote: trials.append(Trial(referenceShown: clock.now))
    case .showingFeedback, .showingRight:
      trials[trials.count - 1].feedbackEnd = clock.now + Session<ComparisonTask>.feedback
    case .idle, .playingTargetNote, .playingNote, .awaitingAnswer: break
    }
  }

  /// From the end of feedback to the next onset that is heard.
  func nextOnsets(_ stretches: [NullSink.Recording.Stretch]) -> [Double] {
    zip(trials, trials.dropFirst()).compactMap { trial, _ in
      stretches.first { $0.start > trial.feedbackEnd - 0.05 }.map { $0.start - trial.feedbackEnd }
    }
  }

  /// How much later than stated the target is heard.
  func targetErrors(_ stretches: [NullSink.Recording.Stretch]) -> [Double] {
    trials.compactMap { trial in
      stretches.min { abs($0.start - trial.targetOnset) < abs($1.start - trial.targetOnset) }
        .map { $0.start - trial.targetOnset }
    }
  }

  /// From the key to the end of what is heard.
  func silences(_ stretches: [NullSink.Recording.Stretch]) -> [Double] {
    trials.compactMap { trial in
      stretches.last { $0.start < trial.answered }.map { $0.end - trial.answered }
    }
  }
}
