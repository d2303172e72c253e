import Glibc
import Simulation

/// Finds after how many trials the error of an estimator is as small as it is to be, asking for the runs that it misses.
///
/// A ladder of numbers of trials with few runs each finds the place; there ln error is taken to fall as ln trials does, and
/// runs are added until the number itself is known well. It depends on the samples alone: asked again with more of them, it
/// goes on.
struct TrialSearch {
  /// The ladder; its last is the most that is tried.
  static let ladder = [10, 20, 40, 80, 160, 320, 640, 1280, 2000]
  /// Runs of each step of the ladder.
  static let scouts = 100
  /// Runs at the place itself, to begin with.
  static let settlers = 400
  static let mostReplicates = 1600
  /// The standard error that the number of trials may have, as a share of it.
  static let tolerance = 0.05
  /// The samples nearest to the answer are no farther from it than this ratio.
  static let nearness = 1.15

  enum Outcome: Hashable, Sendable {
    /// So many; the standard error of its logarithm; the sample nearest to it.
    case trials(Double, relativeError: Double, near: Int)
    /// The first step of the ladder is enough.
    case fewest
    /// The last is not.
    case never
    /// More trials change nothing from this step on: the strategy ends by itself, or as its own stop says.
    case ended(at: Int)
  }

  enum Step: Hashable, Sendable {
    case need(trials: Int, replicates: Int)
    case done(Outcome)
  }

  let samples: [Int: RunSample]
  let estimator: Int
  let spread: Spread
  /// The error that is small enough, in its unit.
  let target: Double

  var next: Step {
    var below: [(trials: Int, error: Double)] = []
    for trials in TrialSearch.ladder {
      guard let sample = samples[trials], sample.replicates >= TrialSearch.scouts else {
        return .need(trials: trials, replicates: TrialSearch.scouts)
      }
      let error = figure(sample)?.error
      if let error, error <= target {
        if trials == TrialSearch.ladder[0] { return .done(.fewest) }
        return settle(below.isEmpty ? [(trials / 2, 2 * error)] : below, (trials, error))
      }
      if sample.bounded == 0 {
        return sample.replicates < TrialSearch.settlers
          ? .need(trials: trials, replicates: TrialSearch.settlers) : .done(.ended(at: trials))
      }
      if let error { below.append((trials, error)) }
    }
    return .done(.never)
  }

  /// The error and its relative standard error; nil where more than half of the runs have no threshold: what is left of
  /// them says little.
  private func figure(_ sample: RunSample) -> (error: Double, relativeError: Double)? {
    guard 2 * sample.errors[estimator].count >= sample.replicates, sample.errors[estimator].count > 2 else {
      return nil
    }
    let figure = sample.figure(spread, estimator)
    guard let value = figure.value, let error = figure.standardError, value > 0 else { return nil }
    return (value, error / value)
  }

  /// - Parameter below: Steps of the ladder that are not enough, at least one.
  private func settle(_ below: [(trials: Int, error: Double)], _ high: (trials: Int, error: Double)) -> Step {
    // Over two steps, where there are: the errors of few runs are not known well.
    let (low, far) = (below[below.count - 1], below[max(0, below.count - 2)])
    let fall = log(far.error / high.error) / log(Double(high.trials) / Double(far.trials))
    let slope = min(1.5, max(0.2, fall.isFinite ? fall : 0.5))
    var guess = Double(low.trials) * exp(log(low.error / target) / slope)
    var last: (trials: Double, error: Double, near: Int)?
    for _ in 0..<6 {
      let trials = place(near: TrialSearch.rounded(guess))
      guard let sample = samples[trials], sample.replicates >= TrialSearch.settlers else {
        return .need(trials: trials, replicates: TrialSearch.settlers)
      }
      guard let found = figure(sample) else {
        guess = (Double(trials) * Double(high.trials)).squareRoot()
        continue
      }
      let better = Double(trials) * exp(log(found.error / target) / slope)
      let error = found.relativeError / slope
      last = (better, error, trials)
      if abs(log(better / Double(trials))) > log(TrialSearch.nearness) {
        guess = better
        continue
      }
      // What stands beside the answer need not be known so well.
      if spread == .rootMeanSquareError, error > TrialSearch.tolerance,
        sample.replicates < TrialSearch.mostReplicates
      {
        let ratio = error / TrialSearch.tolerance
        let enough = (Double(sample.replicates) * ratio * ratio * 1.05).rounded(.up)
        return .need(trials: trials, replicates: min(TrialSearch.mostReplicates, Int(min(enough, 1e6))))
      }
      break
    }
    if let last { return .done(.trials(last.trials, relativeError: last.error, near: last.near)) }
    // Between the steps too many runs fail: the upper one is known to be enough.
    let error = samples[high.trials].flatMap(figure)?.relativeError ?? 0
    return .done(.trials(Double(high.trials), relativeError: error / slope, near: high.trials))
  }

  /// The number of trials with most runs among those near enough to a guess; else the guess.
  private func place(near guess: Int) -> Int {
    let near = samples.keys.sorted().filter {
      abs(log(Double($0) / Double(guess))) <= log(TrialSearch.nearness) / 2
        && (samples[$0]?.replicates ?? 0) >= TrialSearch.settlers
    }
    return near.max { (samples[$0]?.replicates ?? 0) < (samples[$1]?.replicates ?? 0) } ?? guess
  }

  /// Two digits are enough for a place to look at, within the ladder.
  private static func rounded(_ guess: Double) -> Int {
    let bounded = min(Double(ladder[ladder.count - 1]), max(Double(ladder[0]), guess))
    let unit = bounded >= 1000 ? 100.0 : bounded >= 100 ? 10 : 1
    return Int((bounded / unit).rounded() * unit)
  }
}
