import PeachSessions
package import PeachStorage
import PeachSupport

/// Puts the parts of a simulation together into one file with all its runs.
package struct ResultsMerging {
  private let paths: [String]
  /// Runs that will be in it.
  package let runs: Int
  /// The number of these runs that an error stopped.
  package let failed: Int
  package let name: String

  /// - Parameter paths: Results files.
  /// - Throws: `LiveSessionError` if they do not belong together, overlap or leave a gap, or belong to other plans;
  ///   `RecordsError` where one cannot be used or its plan is damaged.
  package init(_ paths: [String]) throws {
    var progress: [ResultsProgress] = []
    var first: ShardPlan?
    var difference: LiveSessionError?
    for path in paths {
      let results = try ResultsFile.open(path)
      progress.append(try results.progress())
      let plan = try ShardPlan(of: results)
      difference = difference ?? first?.difference(from: plan)
      first = first ?? plan
    }
    try ResultsMerging.check(ShardSet.sets(of: progress))
    // Only of shards that belong together.
    if let difference { throw difference }
    self.paths = paths
    runs = progress.reduce(0) { $0 + $1.stored }
    failed = progress.reduce(0) { $0 + $1.failed }
    name = progress[0].simulation.name
  }

  private static func check(_ sets: [ShardSet]) throws(LiveSessionError) {
    let set = sets[0]
    if sets.count > 1 {
      let (first, other) = (set.parts[0], sets[1].parts[0])
      let difference = ResultsDifference.words(first, other) ?? "holds exactly the same runs as another of the files"
      throw LiveSessionError(
        .content, "\(SafeText.line(other.path)): does not belong to \(SafeText.line(first.path)): it \(difference)")
    }
    if let (one, other) = set.twice {
      throw LiveSessionError(
        .content,
        "\(SafeText.line(other.path)): holds the same runs as \(SafeText.line(one.path)), shard \(one.simulation.shard)\n"
          + "  hint: omit one of them")
    }
    if let part = set.unfinished.first {
      throw LiveSessionError(
        .content,
        "\(SafeText.line(part.path)): holds \(part.stored) of the \(part.wanted) runs of \(part.simulation.shard.words)\n"
          + "  hint: run again the command that made the file, and it continues; peach status lists what is missing")
    }
    if !set.missing.isEmpty {
      throw LiveSessionError(
        .content,
        "\(set.missing.count == 1 ? "shard" : "shards") \(ShardSet.words(set.missing)) of \(set.count) "
          + "\(set.missing.count == 1 ? "is" : "are") missing\n"
          + "  hint: peach simulate EXPERIMENT.yaml --shard \(set.missing[0])/\(set.count) makes "
          + (set.missing.count == 1 ? "it" : "the first"))
    }
  }

  /// - Parameters:
  ///   - replacing: Whether it takes the place of a file that is there.
  ///   - progress: Told how many parts are copied; asked whether to continue.
  /// - Returns: Whether the file was made.
  /// - Throws: `RecordsError` if the runs of a part are damaged, or the file cannot be written.
  package func merge(into path: String, replacing: Bool, progress: (_ parts: Int) -> Bool) throws(RecordsError) -> Bool
  {
    try ResultsFile.merge(paths, into: path, replacing: replacing, progress: progress)
  }
}
