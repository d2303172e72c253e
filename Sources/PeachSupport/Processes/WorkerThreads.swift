import Synchronization

/// Threads for tasks that block: they wait for a program, for a lock, or compute for seconds.
///
/// Swift's own pool has one thread for each core, and a task that blocks keeps one. Here each task has a
/// thread to itself while it runs. The caller of `shared` limits how many tasks run at once:
///
///     group.addTask(executorPreference: WorkerThreads.shared) { runner.run(replicates) }
///
/// With `init(most:)`, further tasks wait in a queue, and a thread that is done takes the next one without the caller.
package final class WorkerThreads: TaskExecutor {
  package static let shared = WorkerThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    var hasEnded = false
    /// Threads that wait for a job and were not promised one.
    var idle = 0
    /// Jobs without a thread: none could be started, or the limit is reached.
    var unpromised = 0
  }

  private let state = Mutex(State())
  /// Signalled once for each job.
  private let hasJob = Semaphore()

  private let most: Int

  private init() { most = .max }

  /// - Parameter most: The most threads at once, at least 1. Call `end()` after the last task.
  package init(most: Int) {
    precondition(most >= 1, "no thread")
    self.most = most
  }

  /// Ends the threads once all tasks are done.
  package func end() {
    let threads = state.withLock { state in
      state.hasEnded = true
      return state.threads
    }
    for _ in 0..<threads { hasJob.signal() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return false
      }
      if state.threads >= most {
        state.unpromised += 1
        return false
      }
      state.threads += 1
      return true
    }
    hasJob.signal()
    if needsThread { startThread() }
  }

  private func startThread() {
    do throws(ChildProcess.ErrorNumber) {
      try SignalFreeThread.start { self.work() }
    } catch {
      // The system allows no more threads. One of ours takes the job later; without any, Swift's pool takes all jobs.
      let orphans = state.withLock { state in
        state.threads -= 1
        guard state.threads == 0 else {
          state.unpromised += 1
          return [UnownedJob]()
        }
        defer { (state.jobs, state.unpromised) = ([], 0) }
        return state.jobs
      }
      for orphan in orphans {
        hasJob.wait()
        globalConcurrentExecutor.enqueue(ExecutorJob(orphan))
      }
    }
  }

  /// Runs one job after another, until the end.
  private func work() {
    while true {
      hasJob.wait()
      let (job, isEnd) = state.withLock { state in
        state.jobs.isEmpty ? (nil, state.hasEnded) : (state.jobs.removeFirst(), false)
      }
      if isEnd { return }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { state in
        if state.unpromised > 0 { state.unpromised -= 1 } else { state.idle += 1 }
      }
    }
  }
}
