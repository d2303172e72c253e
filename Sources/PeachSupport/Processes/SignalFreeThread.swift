/// A thread that hears no signals: they reach the threads that wait for them, and a pipe without a reader is an error of
/// the write.
package enum SignalFreeThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that nobody waits for.
  ///
  /// - Throws: The error number where there can be no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ChildProcess.ErrorNumber) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A crash of this thread is answered as that of any other.
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&all, number) }
    // A new thread has the signal mask of the one that makes it.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      work.release()
      throw ChildProcess.ErrorNumber(value: failure)
    }
    pthread_detach(thread)
  }
}
