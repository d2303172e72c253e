import Synchronization

/// Starts programs on a thread that lives as long as we do: a program ends with the thread that started it, and those of
/// a pool of threads may end at any moment.
enum ProgramStarter {
  private final class Request: @unchecked Sendable {
    let words: [String]
    let descriptors: (input: Int32, output: Int32, error: Int32)
    /// Written by the one thread, then read by the other.
    var outcome: Result<ChildProcess, ChildProcess.ErrorNumber>?
    let isDone = Semaphore()

    init(_ words: [String], _ descriptors: (input: Int32, output: Int32, error: Int32)) {
      self.words = words
      self.descriptors = descriptors
    }
  }

  private static let requests = Mutex<[Request]>([])
  private static let isAsked = Semaphore()
  /// Begun with the first program; the error number where there can be no more threads.
  private static let failure: Int32? = {
    do throws(ChildProcess.ErrorNumber) {
      try SignalFreeThread.start {
        while true {
          isAsked.wait()
          guard let request = requests.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
          request.outcome = Result { () throws(ChildProcess.ErrorNumber) in
            let (input, output, error) = request.descriptors
            return try ChildProcess(
              request.words[0], Array(request.words.dropFirst()), input: input, output: output, error: error)
          }
          request.isDone.signal()
        }
      }
      return nil
    } catch {
      return error.value
    }
  }()

  /// - Parameter words: The program and its arguments.
  /// - Throws: The error number, as of `ChildProcess`.
  static func start(
    _ words: [String], input: Int32, output: Int32, error: Int32
  ) throws(ChildProcess.ErrorNumber) -> ChildProcess {
    if let failure { throw ChildProcess.ErrorNumber(value: failure) }
    let request = Request(words, (input, output, error))
    requests.withLock { $0.append(request) }
    isAsked.signal()
    request.isDone.wait()
    guard let outcome = request.outcome else { throw ChildProcess.ErrorNumber(value: EAGAIN) }
    return try outcome.get()
  }
}
