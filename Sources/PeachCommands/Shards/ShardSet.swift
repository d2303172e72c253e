import PeachSessions
package import PeachStorage

/// Results files that are parts of the same simulation, by the same build.
package struct ShardSet: Sendable {
  /// In order of their numbers, then as they were given.
  package private(set) var parts: [ResultsProgress]

  /// The number of parts that the simulation is split into.
  package var count: Int { parts[0].simulation.shard.count }
  /// Whether it is one file with all runs.
  package var isWhole: Bool { parts[0].simulation.shard.isWhole }

  /// The parts without a file.
  package var missing: [Int] {
    let there = Set(parts.map(\.simulation.shard.number))
    return (1...count).filter { !there.contains($0) }
  }

  package var unfinished: [ResultsProgress] { parts.filter { !$0.isComplete } }

  /// Two files that hold the same part; `nil` if there are none.
  package var twice: (ResultsProgress, ResultsProgress)? {
    zip(parts, parts.dropFirst()).first { $0.simulation.shard == $1.simulation.shard }
  }

  /// The first file of each part.
  package var once: [ResultsProgress] {
    parts.enumerated().filter { place, part in
      place == 0 || parts[place - 1].simulation.shard != part.simulation.shard
    }.map(\.element)
  }

  package var isComplete: Bool { missing.isEmpty && unfinished.isEmpty }

  /// Puts together what belongs together, in the order of the first of each.
  package static func sets(of files: [ResultsProgress]) -> [ShardSet] {
    var sets: [ShardSet] = []
    for file in files {
      if let place = sets.firstIndex(where: { $0.takes(file) }) {
        sets[place].parts.append(file)
      } else {
        sets.append(ShardSet(parts: [file]))
      }
    }
    for place in sets.indices {
      sets[place].parts = sets[place].parts.enumerated().sorted {
        ($0.element.simulation.shard.number, $0.offset) < ($1.element.simulation.shard.number, $1.offset)
      }.map(\.element)
    }
    return sets
  }

  /// A file with all runs stands alone.
  private func takes(_ file: ResultsProgress) -> Bool {
    !isWhole && ResultsDifference.words(parts[0], file) == nil
  }
}

extension ShardSet {
  /// Numbers as an option of Slurm's `--array` has them: `2,5-7`.
  ///
  /// - Parameter numbers: Rising.
  package static func words(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
      separator: ",")
  }
}
