import PeachSupport
import PeachTrials

extension ExperimentReader {
  /// Whole numbers that rise; empty if there are none.
  func readCheckpoints(_ root: Reader) -> [Int] {
    let key = "checkpoints"
    let read = root.numbers(
      key, unit: "trials", in: .between(1, Double(TrackPlayer.longestTrack)),
      "Numbers of trials, in increasing order, after which Peach also computes the estimates of each run; a run "
        + "that has already ended keeps its last estimate")
    guard let read else { return [] }
    guard read.allSatisfy({ $0 == $0.rounded() }), zip(read, read.dropFirst()).allSatisfy({ $0 < $1 }) else {
      root.report(
        "expected whole numbers in increasing order, got \(read.map(\.shortest).joined(separator: ", "))", at: key,
        hint: "checkpoints: [10, 20, 40]")
      return []
    }
    root.resolve(key, .list(read.map { .integer(Int($0)) }))
    return read.map { Int($0) }
  }
}
