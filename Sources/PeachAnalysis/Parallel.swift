import PeachSupport

/// Work on several items at once.
enum Parallel {
  /// The results, in the order of the items.
  ///
  /// - Parameters:
  ///   - jobs: How many are worked on at once; at least 1.
  ///   - progress: Told how many are done.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, progress: (Int) -> Void = { _ in }, _ transform: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: items.count)
      var started = 0
      func start() {
        guard started < items.count else { return }
        let (place, item) = (started, items[started])
        group.addTask(executorPreference: WorkerThreads.shared) { (place, transform(item)) }
        started += 1
      }
      for _ in 0..<max(1, jobs) { start() }
      var done = 0
      while let (place, result) = await group.next() {
        results[place] = result
        done += 1
        progress(done)
        start()
      }
      return results.compactMap { $0 }
    }
  }
}
