import Glibc
import Sessions
import Sittings
import Sound
import Terminal

/// Where a live session takes place: a clock, and a terminal, lines or nothing at all around the listener.
final class LiveRoom {
  let clock: any SessionClock
  /// What the listener reads; another language is in force from the next session on.
  var words: Words
  /// Nil where answers do not come by keys.
  let keys: KeyInput?
  /// Nil where there is no terminal to draw on.
  let screen: TerminalScreen?
  private let virtual: VirtualClock?
  private let waiting: Waiting
  private let mode = TerminalMode()
  /// What shows the session where there is no terminal; made before who answers.
  private var lines: ComparisonLines?

  init(isFast: Bool, isAtTerminal: Bool, words: Words) {
    let virtual = isFast ? VirtualClock() : nil
    self.virtual = virtual
    self.words = words
    clock = virtual ?? MonotonicClock()
    waiting = Waiting(clock: clock, signals: Signals())
    let draws = isAtTerminal && isatty(STDOUT_FILENO) == 1
    screen =
      draws
      ? TerminalScreen(TerminalScreen.Abilities { getenv($0).map { String(cString: $0) } }) {
        // A terminal that has gone shows nothing; a signal tells of it.
        _ = Standard.write($0, to: STDOUT_FILENO)
      }
      : nil
    keys = isAtTerminal ? KeyInput(waiting: waiting, clock: clock, mode: mode, screen: screen) : nil
    guard isAtTerminal else { return }
    mode.enter()
    screen?.open()
  }

  deinit { close() }

  /// Writes a line. Keys may be read where output goes elsewhere: the terminal is as it was after any end.
  private func say(_ text: String) { Standard.output(text) { close() } }
}

extension LiveRoom: SittingRoom {
  var isSilent: Bool { virtual != nil }

  func player(on device: SoundDevice) throws(SoundError) -> any TrialPlayer {
    virtual == nil ? try AplayPlayer(device: device) : SilentPlayer()
  }

  func sleep(until moment: Double) -> SessionInterruption? {
    guard let virtual else { return waiting.pause(until: moment) }
    virtual.move(to: moment)
    return waiting.pending()
  }

  func suspend() { waiting.stop() }

  func close() {
    screen?.close()
    mode.restore()
  }
}

extension LiveRoom: ComparisonRoom {
  var hasBell: Bool { screen != nil }

  func person(_ appearance: ComparisonAppearance) -> any Responder<ComparisonTask> {
    if let keys {
      return KeyResponder<ComparisonTask>(keys, hasSettings: appearance.hasSettings, ComparisonAnswer.init)
    }
    return LineResponder<ComparisonTask>(
      waiting: waiting, clock: clock, { ComparisonAnswer(word: $0) }, explain: { [lines] in lines?.explain() })
  }

  func display(_ appearance: ComparisonAppearance) -> any SessionDisplay<ComparisonTask> {
    guard let screen else {
      if appearance.isMute { Standard.error(words.muteDevice + "\n") }
      if isSilent { return NoDisplay() }
      let display = ComparisonLines(words: words, showsInterval: appearance.showsInterval) { [weak self] in
        self?.say($0)
      }
      lines = display
      return display
    }
    let display = ComparisonScreen(
      screen, words: words, listener: appearance.listener, showsInterval: appearance.showsInterval,
      hasSettings: appearance.hasSettings, notice: appearance.isMute ? words.muteDevice : "",
      onTick: { if appearance.rings { screen.bell() } })
    keys?.redraw = { [weak display] in display?.redraw() }
    return display
  }
}

/// Shows nothing: no one looks.
private final class NoDisplay<Task: SessionTask>: SessionDisplay {
  func show(_ state: Task.State, of trial: Task.Trial) {}
  func tick() {}
}
