package import PeachAudio
package import PeachStorage
package import PeachTrials

/// The surroundings of a live session: a terminal, lines, a page, or nothing at all on a virtual clock.
///
/// Each kind of trial adds a protocol of its own: `ComparisonIO`, `MatchingIO`.
package protocol LiveSessionIO: AnyObject {
  var clock: any SessionClock { get }
  /// Whether nothing is heard: time is virtual.
  var isSilent: Bool { get }
  /// - Throws: `SoundError` if nothing can be played.
  func player(_ wish: PlayerRequest) throws(SoundError) -> any TrialPlayer
  /// Waits without an eye on input, as for a simulated listener; says what happened before the moment came.
  func sleep(until moment: Double) -> SessionInterruption?
  /// Suspends the program until it is continued.
  func suspend()
  /// The session is over by an error or a signal, whose message belongs where it was before.
  func close()
  /// A trial begins, the one of that number in a session. By default nothing happens.
  func present(_ trial: Int, of session: SessionRecord)
  /// How a page presented the trial that was answered last. By default `nil`: it was not a page.
  var pagePresentation: PagePresentation? { get }
  /// The trial of this number is on the disk. By default nothing happens.
  func stored(_ trial: Int)
}

extension LiveSessionIO {
  package func present(_ trial: Int, of session: SessionRecord) {}
  package var pagePresentation: PagePresentation? { nil }
  package func stored(_ trial: Int) {}
}

/// The requested player of a session's sounds, and how it plays.
package struct PlayerRequest: Hashable, Sendable {
  package var device: SoundDevice
  package var format: SampleFormat
  package var channel: Channel

  package init(_ device: SoundDevice, _ format: SampleFormat, _ channel: Channel) {
    self.device = device
    self.format = format
    self.channel = channel
  }
}

/// The appearance of a session to the listener, for every kind of trial.
package struct SessionAppearance: Hashable, Sendable {
  package var listener: String
  /// Whether the target's interval is shown: not in unison.
  package var showsInterval: Bool
  /// Whether the settings can be opened: an experiment file freezes them.
  package var hasSettings: Bool
  /// The form of the choice; `nil` for other trials.
  package var form: ChoiceForm?
  /// Whether it is among composed sounds, rather than among notes.
  package var isComposed: Bool
  /// The researcher's question; `nil` for the usual words.
  package var question: PageText?
  /// Whether a wrong answer rings the room's bell.
  package var rings: Bool
  /// Whether the device plays nothing; the session says so.
  package var isMute: Bool
  /// The length that a progress display shows; `nil` in training, or if the study hides it.
  package var length: SessionLength?
  /// How the listener answers.
  package var responses = SessionResponses()
}

/// How long a session is, as far as that is known before its first trial.
package struct SessionLength: Hashable, Sendable {
  /// The block's number and the number of blocks; `nil` for practice and outside a study.
  package var block: LabPage.Progress?
  package var isPractice: Bool
  /// The number of trials; `nil` if the answers decide when the session ends.
  package var trials: Int?

  package init(block: LabPage.Progress? = nil, isPractice: Bool = false, trials: Int?) {
    self.block = block
    self.isPractice = isPractice
    self.trials = trials
  }
}

/// The players of a session: conditions that ask for the same player share it, so that a device is opened once.
final class SharedPlayers {
  private let room: any LiveSessionIO
  private var players: [PlayerRequest: any TrialPlayer] = [:]

  init(_ room: any LiveSessionIO) { self.room = room }

  /// - Throws: `SoundError` if nothing can be played.
  func player(_ request: PlayerRequest) throws(SoundError) -> any TrialPlayer {
    if let known = players[request] { return known }
    let player = try room.player(request)
    players[request] = player
    return player
  }
}

/// The pages of a day in the lab, in addition to what its trials need.
package protocol StudyIO: ComparisonIO, MatchingIO {
  /// Shows a page until the listener has done with it.
  ///
  /// - Parameter sound: The sound that the page offers; `nil` if it offers none.
  func turn(_ page: LabPage, listener: String, playing sound: PageSound?) -> PageTurn
  /// Asks a question until the listener has answered it.
  func ask(_ page: QuestionPage, listener: String) -> QuestionTurn
  /// The language of the pages that the listener reads.
  var language: PageLanguage { get }
}
