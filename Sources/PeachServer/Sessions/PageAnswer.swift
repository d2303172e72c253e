import PeachTrials

/// A listener's answer as a page sends it.
struct PageAnswer: Decodable, Sendable {
  /// The key of the trial that the page presented.
  var key: String
  /// `higher`, `lower` or the English name of the answer to a choice; `nil` for a matching.
  var answer: String?
  /// The movements of a control, each with its seconds from the onset and its position, −1…1; `nil` for other trials.
  var moves: [[Double]]?
  /// Seconds from the onset of the sound in question to the answer.
  var seconds: Double
  /// How the page presented the trial.
  var page: Presented?

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

  /// Whether it is the same answer, whatever the page says of the presentation.
  func isSame(as other: PageAnswer) -> Bool {
    answer == other.answer && moves == other.moves && seconds == other.seconds
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
    guard seconds.isFinite, (0...PageAnswer.longest).contains(seconds) else { return "seconds: expected 0 to 86400" }
    if trial.held != nil {
      guard answer == nil else { return "answer: a matching has moves instead" }
      guard let moves, moves.count <= PageAnswer.mostMoves else {
        return "moves: expected at most \(PageAnswer.mostMoves) of them"
      }
      let isWellFormed = moves.allSatisfy { move in
        move.count == 2 && move[0].isFinite && (-1...1).contains(move[1])
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
