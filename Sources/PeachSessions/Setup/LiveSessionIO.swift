package import PeachAudio
package import PeachTrials

/// Where a sitting takes place: a terminal, lines, a page, or nothing at all on a virtual clock.
///
/// What a kind of trial needs of it beside is a protocol of that kind's own: `ComparisonRoom`, `MatchingRoom`.
package protocol LiveSessionIO: AnyObject {
  var clock: any SessionClock { get }
  /// Whether nothing is heard: time is virtual.
  var isSilent: Bool { get }
  /// - Throws: `SoundError` if nothing can be played.
  func player(_ wish: PlayerWish) throws(SoundError) -> any TrialPlayer
  /// Waits without an eye on input, as for a simulated listener; says what happened before the moment came.
  func sleep(until moment: Double) -> SessionInterruption?
  /// Suspends the program until it is continued.
  func suspend()
  /// The session is over by an error or a signal, whose message belongs where it was before.
  func close()
}

/// What plays the sounds of a session, and how.
package struct PlayerWish: Hashable, Sendable {
  package var device: SoundDevice
  package var format: SampleFormat
  package var channel: Channel

  package init(_ device: SoundDevice, _ format: SampleFormat, _ channel: Channel) {
    self.device = device
    self.format = format
    self.channel = channel
  }
}

/// What a listener sees of a session, whatever kind its trials are.
package struct SessionAppearance: Hashable, Sendable {
  package var listener: String
  /// Whether the target's interval is shown: not in unison.
  package var showsInterval: Bool
  /// Whether the settings can be opened: an experiment file freezes them.
  package var hasSettings: Bool
  /// What is chosen among notes; `nil` for other trials.
  package var form: ChoiceForm?
  /// Whether a wrong answer rings the room's bell.
  package var rings: Bool
  /// Whether the device plays nothing, which is said.
  package var isMute: Bool
  /// What is shown of how far the session has come; `nil` in training and if the study hides it.
  package var length: SessionLength?
}

/// How long a session is, as far as that is known before its first trial.
package struct SessionLength: Hashable, Sendable {
  /// Which block of how many it is; `nil` for practice and outside a study.
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
