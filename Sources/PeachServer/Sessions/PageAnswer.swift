import PeachTrials

/// A listener's answer as a page sends it.
struct PageAnswer: Decodable, Sendable {
  /// The key of the trial that the page presented.
  var key: String
  /// `higher`, `lower` or the English name of the answer to a choice; `nil` for a matching.
  var answer: String?
  /// The movements of a control, each with its seconds from the onset and its position, −1…1; `nil` for other trials.
  var moves: [[Double]]?
  /// Whether the deadline passed without an answer; `nil` for an answer.
  var missed: Bool?
  /// How confident the listener is in the answer; `nil` if the trial does not ask.
  var confidence: Rating?
  /// Seconds from the onset of the sound in question to the answer.
  var seconds: Double
  /// How the page presented the trial.
  var page: Presented?

  struct Rating: Decodable, Equatable, Sendable {
    var rating: Int
    /// Seconds from the question to the rating.
    var seconds: Double
  }

  struct Presented: Decodable, Sendable {
    var onset: Double?
    var base: Double?
    var output: Double?
    var rate: Double?
    var visible: Bool?
    var changes: String?
  }

  /// The most movements of a control that an answer may have.
  static let mostMoves = 5000
  /// The longest time that an answer may take, in seconds.
  private static let longest = 86_400.0

  var isMissed: Bool { missed == true }

  /// Whether it is the same answer, whatever the page says of the presentation.
  func isSame(as other: PageAnswer) -> Bool {
    answer == other.answer && moves == other.moves && seconds == other.seconds && isMissed == other.isMissed
      && confidence == other.confidence
  }

  /// How the page presented the trial. Impossible values of a browser count as unknown.
  var presentation: PagePresentation {
    func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
    let changes = page?.changes.map { String($0.prefix(500)) } ?? ""
    return PagePresentation(
      scheduledOnset: known(page?.onset), baseLatency: known(page?.base), outputLatency: known(page?.output),
      sampleRate: known(page?.rate).flatMap { $0 > 0 ? $0 : nil }, isVisible: page?.visible,
      changes: changes.isEmpty ? nil : changes)
  }

  /// Why it cannot answer a trial; `nil` if it can.
  func problem(with trial: PageTrial) -> String? {
    guard PageAnswer.isPossible(seconds) else { return "seconds: expected 0 to 86400" }
    if isMissed {
      guard trial.deadline?.isStored == true else { return "missed: this trial waits for an answer" }
      return answer == nil && moves == nil && confidence == nil ? nil : "missed: expected no answer next to it"
    }
    if let deadline = trial.deadline, seconds > deadline.seconds {
      return "seconds: expected at most \(deadline.seconds), the deadline"
    }
    return problemOfRating(with: trial) ?? problemOfAnswer(to: trial)
  }

  private static func isPossible(_ seconds: Double) -> Bool { seconds.isFinite && (0...longest).contains(seconds) }

  private func problemOfRating(with trial: PageTrial) -> String? {
    guard let scale = trial.confidence else { return confidence == nil ? nil : "confidence: this trial does not ask" }
    let known = scale.ratings.map(\.value)
    guard let confidence, known.contains(String(confidence.rating)), PageAnswer.isPossible(confidence.seconds) else {
      return "confidence: expected a rating of \(known.joined(separator: ", ")) with its seconds"
    }
    return nil
  }

  private func problemOfAnswer(to trial: PageTrial) -> String? {
    if trial.held != nil {
      guard answer == nil else { return "answer: a matching has moves instead" }
      guard let moves, moves.count <= PageAnswer.mostMoves else {
        return "moves: expected at most \(PageAnswer.mostMoves) of them"
      }
      let isWellFormed = moves.allSatisfy { move in
        move.count == 2 && PageAnswer.isPossible(move[0]) && (-1...1).contains(move[1])
      }
      return isWellFormed ? nil : "moves: expected pairs of seconds and a position from −1 to 1"
    }
    let known = trial.answers.map(\.value)
    guard moves == nil, let answer, known.contains(answer) else {
      return "answer: expected one of \(known.joined(separator: ", "))"
    }
    return nil
  }
}
