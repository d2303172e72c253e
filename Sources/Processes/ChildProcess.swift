import CProcess
import Glibc

/// A program that runs beside us and is killed with us, or with its owner.
///
/// It ends when the *thread* that started it ends: start it from one that lives as long as it shall.
public final class ChildProcess {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  private let id: pid_t
  /// Nil while it runs; known once it was asked for.
  public private(set) var end: End?

  /// - Parameters:
  ///   - program: A path, or a name that is looked for on PATH.
  ///   - input, output, error: Its standard descriptors.
  /// - Throws: The error number of what could not be done; ENOENT where there is no such program.
  public init(_ program: String, _ arguments: [String], input: Int32, output: Int32, error: Int32) throws(ErrorNumber) {
    let words = ChildProcess.strings([program] + arguments)
    // Messages are read by us: they are to be in one language.
    let variables = ChildProcess.strings(["LC_ALL=C"] + ChildProcess.environment.filter { !$0.hasPrefix("LC_ALL=") })
    defer { for word in words + variables { free(word) } }
    let id = peach_spawn(program, words, variables, input, output, error)
    // Before `self.id` is set: what is not whole has no end, and a signal to -1 would go to every process there is.
    guard id > 0 else { throw ErrorNumber(value: errno) }
    self.id = id
  }

  public struct ErrorNumber: Error { public var value: Int32 }

  deinit { kill() }

  /// Asks how it ended; nil while it runs.
  public func poll() -> End? {
    wait(WNOHANG)
    return end
  }

  /// Waits for its end.
  public func reap() -> End? {
    wait(0)
    return end
  }

  /// Ends it at once (SIGKILL), with the programs that it has started and that stayed in its group, and reaps it.
  public func kill() {
    guard end == nil else { return }
    precondition(id > 0, "no process")
    Glibc.kill(-id, SIGKILL)
    Glibc.kill(id, SIGKILL)
    wait(0)
  }

  /// Runs `body` while it stands still; not where it has ended.
  public func halted(_ body: () -> Void) {
    guard poll() == nil else { return }
    Glibc.kill(id, SIGSTOP)
    wait(WUNTRACED)
    guard end == nil else { return }
    body()
    Glibc.kill(id, SIGCONT)
  }

  private func wait(_ options: Int32) {
    guard end == nil else { return }
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(id, &status, options) } while result < 0 && errno == EINTR
    if result < 0 {
      // Someone else has its end, as where the signal of it is ignored: it is over, and its number may be another's.
      end = .exit(0)
      return
    }
    guard result == id, status & 0xff != 0x7f else { return }
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
