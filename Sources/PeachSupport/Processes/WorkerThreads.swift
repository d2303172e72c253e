import Synchronization

/// Threads for tasks that block: they wait for a program, for a lock, or compute for seconds.
///
/// Swift's own pool has one thread for each core, and a task that blocks keeps one. Here every task has a thread of its
/// own, which later tasks use again. The caller limits how many tasks run at once:
///
///     group.addTask(executorPreference: WorkerThreads.shared) { runner.run(replicates) }
package final class WorkerThreads: TaskExecutor {
  package static let shared = WorkerThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    var threads = 0
    /// Threads that wait for a job and were not promised one.
    var idle = 0
    /// Jobs for which no thread could be started.
    var unpromised = 0
  }

  private let state = Mutex(State())
  /// Signalled once for each job.
  private let hasJob = Semaphore()

  private init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
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

  /// Runs one job after another, for as long as the process lives.
  private func work() {
    while true {
      hasJob.wait()
      let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { state in
        if state.unpromised > 0 { state.unpromised -= 1 } else { state.idle += 1 }
      }
    }
  }
}
