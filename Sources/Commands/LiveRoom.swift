import Glibc
import Pitch
import Sessions
import Sound
import Terminal
import Trials

/// Where a live session takes place: a clock, and a terminal, lines or nothing at all around the listener.
final class LiveRoom {
  let clock: any SessionClock
  /// What the listener reads; another language is in force from the next session on.
  var words: Words
  /// Nil where answers do not come by keys.
  let keys: KeyResponder?
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
    keys = isAtTerminal ? KeyResponder(waiting: waiting, clock: clock, mode: mode, screen: screen) : nil
    guard isAtTerminal else { return }
    mode.enter()
    screen?.open()
  }

  deinit { close() }

  /// The terminal is as it was before.
  func close() {
    screen?.close()
    mode.restore()
  }

  /// Whether a wrong answer can be told by the terminal's bell.
  var hasBell: Bool { screen != nil }

  func player(device: String?) throws(SoundError) -> any TrialPlayer {
    virtual == nil ? try AplayPlayer(device: device) : SilentPlayer()
  }

  /// Who answers: a simulated listener where there is one, else keys or lines.
  func responder(_ simulated: (listener: any Listener, random: RandomStream)?) -> any Responder {
    if let simulated {
      return SimulatedResponder(
        simulated.listener, random: simulated.random,
        sleep: { [virtual, waiting] moment in
          guard let virtual else { return waiting.pause(until: moment) }
          virtual.move(to: moment)
          return waiting.pending()
        },
        onSuspend: { [waiting] in waiting.stop() })
    }
    return keys ?? LineResponder(waiting: waiting, clock: clock) { [lines] in lines?.explain() }
  }

  /// Writes a line. Keys may be read where output goes elsewhere: the terminal is as it was after any end.
  private func say(_ text: String) { Standard.output(text) { close() } }

  /// What shows the session.
  func display(
    listener: String, showsInterval: Bool, hasSettings: Bool, isSilent: Bool, rings: Bool
  ) -> any SessionDisplay {
    keys?.hasSettings = hasSettings
    guard let screen else {
      if isSilent { return NoDisplay() }
      let display = ComparisonLines(words: words, showsInterval: showsInterval) { [weak self] in self?.say($0) }
      lines = display
      return display
    }
    let display = ComparisonScreen(
      screen, words: words, listener: listener, showsInterval: showsInterval, hasSettings: hasSettings,
      onTick: { if rings { screen.bell() } })
    keys?.redraw = { [weak display] in display?.redraw() }
    return display
  }
}

/// Shows nothing: no one looks.
final class NoDisplay: SessionDisplay {
  func show(_ state: SessionState, of comparison: Comparison) {}
  func tick() {}
}
