/// A counter that a thread waits for.
package final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func signal() { sem_post(semaphore) }

  package func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }

  /// Waits for a tenth of a second at most.
  ///
  /// - Returns: Whether it was signalled.
  package func waitBriefly() -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += 100_000_000
    if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
    return sem_timedwait(semaphore, &end) == 0
  }
}
