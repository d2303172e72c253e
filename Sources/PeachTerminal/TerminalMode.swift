import CProcess
import PeachSupport

/// The terminal on standard input: keys one by one, without echo, and as it was before once this is over.
package final class TerminalMode {
  private var before = termios()
  private var isRaw = false

  package init() {}

  deinit { restore() }

  /// Keys come as they are pressed. Ctrl-C and Ctrl-Z stay signals. Ctrl-\\ does not, because it would leave
  /// the terminal in this mode. Call it again after a shell has used the terminal.
  package func enter() {
    guard isRaw || tcgetattr(STDIN_FILENO, &before) == 0 else { return }
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
      bytes[Int(VQUIT)] = 0
    }
    peach_guard_mode(STDIN_FILENO, &before)
    isRaw = tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0
    if !isRaw { peach_unguard_mode() }
  }

  package func restore() {
    guard isRaw else { return }
    // What was typed ahead is not the shell's.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    isRaw = false
    peach_unguard_mode()
  }
}
