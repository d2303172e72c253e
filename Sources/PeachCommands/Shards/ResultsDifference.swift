import PeachExperiments
import PeachSessions
import PeachStorage
import PeachSupport

/// Why the runs of two results files may not stand in one.
enum ResultsDifference {
  /// - Parameters:
  ///   - place: What the stored one is called.
  ///   - newPlace: What the new one is called.
  /// - Returns: What is another of the stored one, such as "experiment: seed is 2 in the file, 1 in the results"; nil
  ///   where runs of both may be mixed.
  static func words(
    _ stored: SimulationRecord, _ new: SimulationRecord, as place: String = "the results",
    and newPlace: String = "the file"
  ) -> String? {
    if stored.digest != new.digest {
      let first = ResolvedDifference.first(
        stored: stored.experiment, new: new.experiment, as: place, and: newPlace)
      return "experiment: " + (first ?? "their digests differ")
    }
    if stored.build != new.build {
      let versions =
        stored.version == new.version
        ? "" : ", version \(SafeText.cut(stored.version)), this is \(SafeText.cut(new.version))"
      return "build of peach\(versions)"
    }
    return nil
  }

  /// Why two files are not parts of one simulation; `nil` if they are.
  static func words(_ first: ResultsProgress, _ other: ResultsProgress) -> String? {
    let (one, two) = (first.simulation, other.simulation)
    let (place, newPlace) = (SafeText.line(first.path), SafeText.line(other.path))
    if let difference = words(one, two, as: place, and: newPlace) { return "holds results of another \(difference)" }
    // Other replicates would be other parts.
    if one.replicates != two.replicates {
      return "has \(two.replicates) replicates of each strategy with each listener, \(place) has \(one.replicates)"
    }
    if one.shard.count != two.shard.count { return "holds \(two.shard.words), \(place) \(one.shard.words)" }
    return nil
  }
}

extension Shard {
  /// The contents of a file in words.
  var words: String { isWhole ? "all runs" : "shard \(self)" }
}
