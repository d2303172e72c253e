/// One of the equal parts that the runs of a simulation are split into.
///
/// Runs are counted replicate by replicate, and within a replicate in file order of the cells; a part is a stretch of that
/// count. So every part has its share of each strategy, quick or slow.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1 to `count`.
  package let number: Int
  package let count: Int

  /// All runs in one part.
  package static let whole = Shard(1, of: 1)
  package static let greatestCount = 100_000

  /// - Parameters:
  ///   - number: From 1 to `count`.
  ///   - count: From 1 to `greatestCount`.
  package init(_ number: Int, of count: Int) {
    precondition(1...Shard.greatestCount ~= count && 1...count ~= number, "shard \(number) of \(count)")
    self.number = number
    self.count = count
  }

  /// Reads a shard as options state it: `3/8`.
  ///
  /// - Returns: `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }),
      let number = Int(parts[0]), let count = Int(parts[1]),
      1...Shard.greatestCount ~= count, 1...count ~= number
    else { return nil }
    self.init(number, of: count)
  }

  package var description: String { "\(number)/\(count)" }
  package var isWhole: Bool { count == 1 }

  /// The replicates of one cell that belong to it; `nil` if none do.
  ///
  /// - Parameters:
  ///   - cell: Its place, from 0.
  ///   - cells: How many there are.
  ///   - replicates: How many the simulation has of each.
  package func replicates(ofCell cell: Int, cells: Int, replicates: Int) -> ClosedRange<Int>? {
    let runs = cells * replicates
    /// The first replicate of the cell whose run is counted at `start` or behind.
    func first(from start: Int) -> Int { 1 + (max(0, start - cell) + cells - 1) / cells }
    let range = first(from: (number - 1) * runs / count)..<first(from: number * runs / count)
    return range.isEmpty ? nil : range.lowerBound...(range.upperBound - 1)
  }

  /// How many runs belong to it.
  package func runs(cells: Int, replicates: Int) -> Int {
    let runs = cells * replicates
    return number * runs / count - (number - 1) * runs / count
  }
}
