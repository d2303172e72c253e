import PeachFitting
import PeachMath
import PeachSupport
package import PeachTrials

/// A psychometric function fitted to the trials of a track. It replaces the strategy's own estimate.
package struct FitEstimator: TrackEstimator {
  static let kind = "fit"

  package let tracks: [NamedTrack]
  private let reading: Reading
  private let plan: FitAnalysis.Plan
  private let task: TrialTask
  /// One for each track: they differ in the proportion whose level is the threshold.
  private let settings: [FitSettings]

  /// - Parameters:
  ///   - request: A valid request. If it states no proportion, each track uses its own target.
  ///   - tracks: The tracks of the strategy.
  /// - Throws: `ConfigurationError` if the prior excludes every value of a free parameter.
  init(_ request: FitRequest, of tracks: [NamedTrack], in task: TrialTask) throws(ConfigurationError) {
    reading = request.reading
    var plan = try request.plan()
    plan.quantities = [.threshold]
    self.plan = plan
    self.task = task
    self.tracks = tracks.map { track in
      NamedTrack(name: track.name, target: request.at ?? track.target ?? FitEstimator.middle(of: task))
    }
    settings = self.tracks.map { track in
      var own = request
      own.at = track.target
      return own.settings
    }
  }

  /// The proportion half way between guessing and always right.
  static func middle(of task: TrialTask) -> Double { (1 + task.guessRate) / 2 }

  package func estimates(of trials: [CompletedComparison], using random: inout RandomStream) -> [Estimate] {
    tracks.indices.map { index in
      var counts = Counts()
      counts.add(observations(trials, of: index))
      let analysis = FitAnalysis(counts, blocks: [], settings[index].makeFitter(), plan, using: &random)
      let result = analysis.result
      var estimate = Estimate(of: tracks[index], result.status)
      estimate.threshold = result.threshold
      estimate.low = analysis.intervals[.threshold]?.low
      estimate.high = analysis.intervals[.threshold]?.high
      estimate.slope = result.slope
      estimate.guess = result.guess
      estimate.lapse = result.lapse
      if task.kind == .comparison { estimate.bias = result.bias }
      return estimate
    }
  }

  private func observations(
    _ trials: [CompletedComparison], of track: Int
  ) -> [(level: Double, isPositive: Bool)] {
    trials.compactMap { done in
      let comparison = done.comparison
      guard comparison.level.kind == .test, tracks.count == 1 || Int(comparison.level.track) == track else {
        return nil
      }
      if reading == .direction { return (comparison.offset, done.isHigher) }
      if task.kind != .comparison { return (comparison.level.value, done.isHigher) }
      return done.isCorrect.map { (abs(comparison.offset), $0) }
    }
  }
}
