import CProcess
import Synchronization

/// A program that runs next to ours and is killed with ours, or with its owner.
///
/// It ends when the *thread* that started it ends: start it from one that lives as long as it shall.
package final class ChildProcess {
  /// How a program ended.
  package enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  private let id: pid_t
  /// Nil while it runs; known once it was asked for.
  package private(set) var end: End?

  /// - Parameters:
  ///   - program: A path, or a name that is looked for on PATH.
  ///   - input, output, error: Its standard descriptors.
  /// - Throws: The error number of what could not be done; ENOENT where there is no such program.
  package init(_ program: String, _ arguments: [String], input: Int32, output: Int32, error: Int32) throws(ErrorNumber)
  {
    let words = ChildProcess.strings([program] + arguments)
    // Peach reads its messages, so they must be in one language.
    let variables = ChildProcess.strings(["LC_ALL=C"] + ChildProcess.environment.filter { !$0.hasPrefix("LC_ALL=") })
    defer { for word in words + variables { free(word) } }
    let id = peach_spawn(program, words, variables, input, output, error)
    // Before `self.id` is set: what is not whole has no end, and a signal to -1 would go to every process there is.
    guard id > 0 else { throw ErrorNumber(value: errno) }
    self.id = id
    LiveGroups.add(id)
  }

  /// The error of a program that could not be started. `value` is the number of the system's error, such as ENOENT.
  package struct ErrorNumber: Error { public var value: Int32 }

  deinit { kill() }

  /// Asks how it ended; `nil` while it runs.
  package func poll() -> End? {
    wait(WNOHANG)
    return end
  }

  /// Waits for its end.
  package func reap() -> End? {
    wait(0)
    return end
  }

  /// Ends it at once (SIGKILL), with the programs that it has started and that stayed in its group, and reaps it.
  package func kill() {
    guard end == nil else { return }
    precondition(id > 0, "no process")
    Glibc.kill(-id, SIGKILL)
    Glibc.kill(id, SIGKILL)
    wait(0)
  }

  /// Runs `body` while it stands still; not where it has ended.
  package func halted(_ body: () -> Void) {
    guard poll() == nil else { return }
    Glibc.kill(id, SIGSTOP)
    wait(WUNTRACED)
    guard end == nil else { return }
    body()
    Glibc.kill(id, SIGCONT)
  }

  /// Takes note of its end, and then kills what it has left behind in its group: until it is reaped the number of the group
  /// is nobody else's.
  private func wait(_ options: Int32) {
    guard end == nil else { return }
    if options & WUNTRACED == 0 {
      var ended = siginfo_t()
      var looked: Int32
      repeat {
        looked = waitid(P_PID, id_t(id), &ended, WEXITED | WNOWAIT | options)
      } while looked < 0 && errno == EINTR
      if looked == 0 {
        if ended.si_signo == 0 { return }
        Glibc.kill(-id, SIGKILL)
      }
    }
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(id, &status, options) } while result < 0 && errno == EINTR
    if result < 0 {
      // Someone else has its end, as where the signal of it is ignored: it is over, and its number may be another's.
      end = .exit(0)
      LiveGroups.remove(id)
      return
    }
    guard result == id, status & 0xff != 0x7f else { return }
    LiveGroups.remove(id)
    end = status & 0x7f == 0 ? .exit((status >> 8) & 0xff) : .signal(status & 0x7f)
  }

  private static var environment: [String] {
    var result: [String] = []
    var place = environ
    while let entry = place.pointee {
      result.append(String(cString: entry))
      place += 1
    }
    return result
  }

  private static func strings(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] { words.map { strdup($0) } + [nil] }
}

/// The groups of programs that are not reaped: they are killed when we exit, with what the programs have started.
private enum LiveGroups {
  private static let ids = Mutex<Set<pid_t>>([])
  private static let isWatched: Bool = atexit { LiveGroups.end() } == 0

  static func add(_ id: pid_t) {
    _ = isWatched
    ids.withLock { _ = $0.insert(id) }
  }

  static func remove(_ id: pid_t) { ids.withLock { _ = $0.remove(id) } }

  private static func end() {
    ids.withLock { ids in
      for id in ids { Glibc.kill(-id, SIGKILL) }
    }
  }
}
