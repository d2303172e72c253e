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
