import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Levels relative to a listener's own: a threshold in quiet, or a comfortable level.
extension LiveSessionTask {
  /// This task with 0 dB of its levels at a level in dB FS.
  func relative(to level: Double) -> LiveSessionTask {
    var task = self
    task.output = output.relative(to: level)
    return task
  }
}

extension SessionRecord {
  /// A level of the session in dB FS, as it was played. In silence a device that nobody measured stands in.
  func fullScaleLevel(_ level: Double, of scale: SoundLevelScale) -> Double {
    scale == .fullScale ? level : level - (levelOffset ?? SoundOutput.usualFullScale)
  }
}

extension StoredSession {
  /// The strategy's own threshold after the stored trials; `nil` if it has none.
  func threshold(in database: LiveDatabase) throws -> Double? {
    let trials = try comparisons(in: database).trials
    guard let stage = stages.last else { return nil }
    var streams = streams
    func estimate<S: ComparisonStrategy>(_ fresh: S) -> Estimate? {
      var strategy = fresh
      for done in trials where strategy.next != nil { strategy.update(done, using: &streams) }
      return strategy.estimatesAtEnd.first
    }
    guard let own = estimate(stage.factory.make(using: &streams)), own.status == .ok else { return nil }
    return own.threshold
  }

  /// The threshold of a session of composed sounds in dB FS; `nil` if there is none.
  func fullScaleThreshold(in database: LiveDatabase) throws -> Double? {
    guard let scale = cell.task.composed?.levels else { return nil }
    return try threshold(in: database).map { record.fullScaleLevel($0, of: scale) }
  }
}
