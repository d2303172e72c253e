import PeachAudio
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal
import PeachTrials

/// The surroundings of a live session: a clock, and a terminal, a line interface or nothing around the listener.
final class LiveTerminal {
  let clock: any SessionClock
  /// The words that the listener reads. A new language applies from the next session.
  var words: Words
  /// `nil` if answers do not come by keys.
  let keys: KeyInput?
  /// `nil` if there is no terminal to draw on.
  let screen: TerminalScreen?
  /// `nil` unless a simulated listener answers at a terminal.
  private let leaveKey: LeaveKey?
  private let lines: LineInput
  private let virtual: VirtualClock?
  private let waiting: EventWait
  private let mode = TerminalMode()
  /// Says what an answer looks like where there is no terminal; known before who answers.
  private var explain: (LineRefusal) -> Void = { _ in }
  /// Shows that a key was refused, and the meaning of the keys; known before who answers.
  private var refuse: (_ isEarly: Bool) -> Void = { _ in }
  private var showHelp: (() -> Void)?

  /// - Parameter isSimulated: Whether a simulated listener answers: then at a terminal q leaves, and no screen is drawn.
  init(isFast: Bool, isSimulated: Bool, words: Words) {
    let hasTerminal = isatty(STDIN_FILENO) == 1
    let isAtTerminal = hasTerminal && !isSimulated
    let virtual = isFast ? VirtualClock() : nil
    self.virtual = virtual
    self.words = words
    clock = virtual ?? MonotonicClock()
    waiting = EventWait(clock: clock, signals: Signals())
    lines = LineInput(waiting: waiting, clock: clock) { Standard.error($0 + "\n") }
    let draws = isAtTerminal && isatty(STDOUT_FILENO) == 1
    screen =
      draws
      ? TerminalScreen(TerminalScreen.Abilities { getenv($0).map { String(cString: $0) } }) {
        // A terminal that has gone shows nothing; a signal reports it.
        _ = Standard.write($0, to: STDOUT_FILENO)
      }
      : nil
    leaveKey = hasTerminal && isSimulated && !isFast ? LeaveKey(waiting: waiting, clock: clock, mode: mode) : nil
    keys = isAtTerminal ? KeyInput(waiting: waiting, clock: clock, mode: mode, screen: screen) : nil
    guard isAtTerminal else { return }
    mode.enter()
    screen?.open()
    Standard.setScreen(isDrawn: screen != nil)
  }

  deinit { close() }

  /// Runs `body`, and restores the terminal before an error is reported. If a signal ended the wait for a lock, the program
  /// ends with the number of the signal.
  func closingOnFailure<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      close()
      guard let number = Signals.ending, let error = error as? RecordsError else { throw error }
      throw Failure(status: 128 + number, message: error.description)
    }
  }

  /// Says at the end of a session what was stored, in the characters of the locale.
  static func tell(_ text: String) {
    let abilities = TerminalScreen.Abilities { getenv($0).map { String(cString: $0) } }
    Standard.error(abilities.isUnicode ? text : PlainText.of(text))
  }

  /// Writes a line. Keys may be read where output goes elsewhere: the terminal is as it was after any end.
  private func say(_ text: String) { Standard.output(text) { close() } }
}

extension LiveTerminal: LiveSessionIO {
  var isSilent: Bool { virtual != nil }

  func player(_ wish: PlayerRequest) throws(SoundError) -> any TrialPlayer {
    virtual == nil
      ? try AplayPlayer(device: wish.device, format: wish.format, channel: wish.channel) : SilentPlayer()
  }

  func sleep(until moment: Double) -> SessionInterruption? {
    guard let virtual else {
      if let leaveKey { return leaveKey.pause(until: moment) }
      return waiting.pause(until: moment)
    }
    virtual.move(to: moment)
    return waiting.pending()
  }

  func suspend() {
    if let leaveKey { leaveKey.suspend() } else { waiting.stop() }
  }

  func close() {
    screen?.close()
    Standard.setScreen(isDrawn: false)
    mode.restore()
  }
}

extension LiveTerminal: ComparisonIO {
  var hasBell: Bool { screen != nil }

  func person(_ appearance: SessionAppearance) -> any Responder<ComparisonTask> {
    let (form, keys) = (appearance.form, appearance.responses.keys)
    return person(
      appearance, { ComparisonAnswer($0, in: form, by: keys) }, { ComparisonAnswer(word: $0, in: form, by: keys) })
  }

  func display(_ appearance: SessionAppearance) -> any SessionDisplay<ComparisonTask> {
    let page = appearance.form.map {
      TrialPage<ComparisonTask>.choice($0, isComposed: appearance.isComposed, question: appearance.question)
    }
    return display(page ?? .comparison, appearance)
  }
}

extension LiveTerminal: MatchingIO {
  func person(_ appearance: SessionAppearance) -> any Responder<MatchingTask> {
    let keys = appearance.responses.keys
    return person(appearance, { MatchingInput($0, by: keys) }, { MatchingInput(word: $0) })
  }

  func display(_ appearance: SessionAppearance) -> any SessionDisplay<MatchingTask> {
    display(.matching, appearance)
  }
}

extension LiveTerminal: StudyIO {
  func turn(_ page: LabPage, listener: String, playing sound: PageSound?) -> PageTurn {
    let write = { [weak self] (text: String) in
      guard let self else { return }
      say(text)
    }
    if let keys {
      return PageScreen(screen, keys: keys, words: words, listener: listener, write: write).turn(page, playing: sound)
    }
    return PageLines(lines, words: words, write: write).turn(page, playing: sound)
  }

  func ask(_ page: QuestionPage, listener: String) -> QuestionTurn {
    let write = { [weak self] (text: String) in
      guard let self else { return }
      say(text)
    }
    if let keys { return QuestionScreen(screen, keys: keys, words: words, listener: listener, write: write).ask(page) }
    return QuestionLines(lines, words: words, write: write).ask(page)
  }

  var language: PageLanguage { words.language == .german ? .german : .english }
}

/// The parts that are equal for every kind of trial.
extension LiveTerminal {
  private func person<Task: SessionTask>(
    _ appearance: SessionAppearance, _ key: @escaping (Key) -> Task.Input?, _ word: @escaping (String) -> Task.Input?
  ) -> any Responder<Task> {
    if let keys {
      return KeyResponder<Task>(
        keys, hasSettings: appearance.hasSettings, responses: appearance.responses, refuse: refuse, showHelp: showHelp,
        key)
    }
    return LineResponder<Task>(lines, responses: appearance.responses, word, explain: explain)
  }

  private func display<Task: SessionTask>(
    _ page: TrialPage<Task>, _ appearance: SessionAppearance
  ) -> any SessionDisplay<Task> {
    let page = page.with(appearance.responses, in: appearance.form)
    (refuse, showHelp) = ({ _ in }, nil)
    guard let screen else {
      if appearance.isMute { Standard.error(words.muteDevice + "\n") }
      if isSilent { return NoDisplay() }
      let lines = TrialLines(
        page, words: words, showsInterval: appearance.showsInterval, place: place(appearance, isUnicode: false)
      ) { [weak self] in self?.say($0) }
      explain = { lines.explain($0) }
      return lines
    }
    let display = TrialScreen(
      screen, page, words: words, listener: appearance.listener, showsInterval: appearance.showsInterval,
      hasSettings: appearance.hasSettings, place: place(appearance, isUnicode: screen.abilities.isUnicode),
      notice: appearance.isMute ? words.muteDevice : "", responses: appearance.responses,
      onTick: { if appearance.rings { screen.bell() } })
    keys?.redraw = { [weak display] in display?.redraw() }
    refuse = { [weak display] in display?.refuse(isEarly: $0) }
    showHelp = { [weak display] in display?.showHelp() }
    return display
  }

  /// Says which trial of how many it is; `nil` if the listener does not see that.
  private func place(_ appearance: SessionAppearance, isUnicode: Bool) -> ((Int) -> String)? {
    appearance.length.map { [words] length in
      { trial in
        words.place(
          length.block, isPractice: length.isPractice, trial: trial, of: length.trials, isUnicode: isUnicode)
      }
    }
  }
}

/// Shows nothing: no one looks.
private final class NoDisplay<Task: SessionTask>: SessionDisplay {
  func show(_ state: Task.State, of trial: Task.Trial) {}
  func tick() {}
}
