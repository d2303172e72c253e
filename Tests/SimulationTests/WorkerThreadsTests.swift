import Glibc
import PeachSupport
import Synchronization
import Testing

@Suite struct WorkerThreadsTests {
  @TaskLocal static var word = "none"

  /// Waits until so many have come, 20 s at most.
  private final class Barrier: Sendable {
    private let come = Atomic<Int>(0)

    func wait(for count: Int) -> Bool {
      come.wrappingAdd(1, ordering: .relaxed)
      for _ in 0..<4000 where come.load(ordering: .relaxed) < count { usleep(5000) }
      return come.load(ordering: .relaxed) >= count
    }
  }

  @Test func `tasks that block run at once, as many as there are`() async {
    for count in [12, 5, 16] {
      let barrier = Barrier()
      let met = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<count {
          group.addTask(executorPreference: WorkerThreads.shared) { barrier.wait(for: count) }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(met == count)
    }
  }

  /// Counts how many tasks run at once, and the most there were.
  private final class Census: Sendable {
    private let state = Mutex((now: 0, most: 0))
    var most: Int { state.withLock { $0.most } }

    func stay() {
      state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      usleep(2000)
      state.withLock { $0.now -= 1 }
    }
  }

  @Test(arguments: [1, 2, 5]) func `a limit holds, and every task of the queue is done`(most: Int) async {
    let (threads, census) = (WorkerThreads(most: most), Census())
    for _ in 0..<2 {
      let done = await withTaskGroup(of: Int.self) { group in
        for place in 0..<40 {
          group.addTask(executorPreference: threads) {
            census.stay()
            return place
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(done.count == 40)
    }
    threads.end()
    #expect(census.most <= most)
    #expect(most == 1 || census.most > 1)
  }

  @Test func `their task has its local values and can be cancelled`() async {
    let seen = await Self.$word.withValue("here") {
      await withTaskGroup(of: (String, Bool).self) { group in
        group.addTask(executorPreference: WorkerThreads.shared) {
          for _ in 0..<4000 where !Task.isCancelled { usleep(5000) }
          return (Self.word, Task.isCancelled)
        }
        group.cancelAll()
        return await group.next()
      }
    }
    #expect(seen?.0 == "here" && seen?.1 == true)
  }
}
