import PeachMath
import PeachSupport

/// Finds the least number of trials after which the error of an estimator is small enough, and stays so.
///
/// A number of trials is enough if the upper end of the error's one-sided 95 % Monte Carlo interval is at most the target.
/// The search climbs a ladder with few runs for each step. Then it narrows the place down, and adds runs until each number
/// near it is known to be enough, or counts as not enough. Every larger number that was simulated must be enough too; the
/// steps up to four times the answer are simulated for that. The search depends on the samples alone: asked again with more
/// of them, it goes on.
package struct TrialSearch {
  /// The ladder; its last step is the most trials that are tried.
  package static let ladder = [10, 20, 40, 80, 160, 320, 640, 1280, 2000]
  /// Runs of each step of the ladder.
  package static let scouts = 100
  /// Runs near the answer, to begin with.
  package static let settlers = 400
  package static let mostReplicates = 1600
  /// With a smaller relative standard error, an error that may be too large counts as too large.
  static let tolerance = 0.025
  /// Steps up to this multiple of the answer are simulated.
  static let reach = 4
  /// The 95 % quantile of the standard normal distribution.
  static let oneSided = 1.644854

  /// The results for one number of trials.
  package struct Seen: Hashable, Sendable {
    var replicates: Int
    /// `nil` if more than half of the runs have no threshold: the rest says little.
    var error: Double?
    /// The standard error of the error, as a share of it.
    var relativeError = 0.0
    /// Whether no track is ended by the number of trials.
    var endsByItself = false

    package init(replicates: Int, error: Double? = nil, relativeError: Double = 0, endsByItself: Bool = false) {
      self.replicates = replicates
      self.error = error
      self.relativeError = relativeError
      self.endsByItself = endsByItself
    }
  }

  package enum Outcome: Hashable, Sendable {
    /// So many; the 95 % interval of the number at which the error equals the target; the largest number that was checked.
    case trials(Int, low: Double, high: Double, checkedTo: Int)
    /// The last step of the ladder is not enough.
    case never
    /// More trials change nothing: the strategy ends by itself, or as its own stop says.
    case ended(at: Int, isEnough: Bool)
  }

  package enum Step: Hashable, Sendable {
    case need(trials: Int, replicates: Int)
    case done(Outcome)
  }

  enum Verdict: Hashable, Sendable {
    case enough, notEnough
    /// More runs will tell.
    case open
  }

  let seen: [Int: Seen]
  /// The error that is small enough, in its unit.
  let target: Double
  /// Runs of one number of trials, at most.
  let most: Int

  /// - Parameter isRough: Whether the answer may rest on few runs.
  package init(_ seen: [Int: Seen], target: Double, isRough: Bool = false) {
    self.seen = seen.filter { $0.value.replicates >= TrialSearch.scouts }
    self.target = target
    most = isRough ? TrialSearch.settlers : TrialSearch.mostReplicates
  }

  func verdict(_ seen: Seen) -> Verdict {
    guard let error = seen.error else { return .notEnough }
    let reach = TrialSearch.oneSided * seen.relativeError
    if error * (1 + reach) <= target { return .enough }
    if error * (1 - reach) > target { return .notEnough }
    let isKnown = seen.replicates >= TrialSearch.settlers && seen.relativeError <= TrialSearch.tolerance
    return isKnown || seen.replicates >= most ? .notEnough : .open
  }

  package var next: Step {
    // Whatever is not enough lies below the answer.
    let bottom = seen.filter { verdict($0.value) == .notEnough }.keys.max() ?? 0
    if let ended = seen[bottom], ended.endsByItself {
      return ended.replicates < TrialSearch.settlers
        ? .need(trials: bottom, replicates: TrialSearch.settlers) : .done(.ended(at: bottom, isEnough: false))
    }
    for trials in TrialSearch.ladder where trials > bottom {
      guard let sample = seen[trials] else { return .need(trials: trials, replicates: TrialSearch.scouts) }
      if let error = sample.error, error <= target { return settle(above: bottom, high: trials) }
      let isLast = trials == TrialSearch.ladder.last
      guard sample.endsByItself || isLast else { continue }
      if sample.replicates < TrialSearch.settlers { return .need(trials: trials, replicates: TrialSearch.settlers) }
      return .done(sample.endsByItself ? .ended(at: trials, isEnough: false) : .never)
    }
    return .done(.never)
  }

  /// - Parameters:
  ///   - bottom: Not enough; 0 if nothing is known to be.
  ///   - high: A step of the ladder that seems to be enough.
  private func settle(above bottom: Int, high: Int) -> Step {
    let settled = seen.filter { $0.key > bottom && $0.value.replicates >= TrialSearch.settlers }
    let best = settled.filter { verdict($0.value) == .enough }.keys.min()
    let open = settled.filter { verdict($0.value) == .open && $0.key < best ?? .max }.keys.min()
    if let open, let sample = seen[open] { return .need(trials: open, replicates: more(sample)) }
    let guess = TrialSearch.rounded(max(guess(high: high), 1.03 * Double(bottom)))
    let proposal = max(guess, TrialSearch.following(bottom))
    if let best, proposal >= best || Double(best) <= 1.1 * Double(proposal) { return confirm(best, high: high) }
    return .need(trials: proposal, replicates: TrialSearch.settlers)
  }

  /// Looks at every larger number, up to some step of the ladder.
  private func confirm(_ best: Int, high: Int) -> Step {
    guard let sample = seen[best] else { return .need(trials: best, replicates: TrialSearch.settlers) }
    if sample.endsByItself { return .done(.ended(at: best, isEnough: true)) }
    let last =
      TrialSearch.ladder.first { $0 >= TrialSearch.reach * best } ?? TrialSearch.ladder[TrialSearch.ladder.count - 1]
    let steps = TrialSearch.ladder.filter { $0 > best && $0 <= last }
    var checked = best
    for trials in Set(steps + seen.keys.filter { $0 > best }).sorted() {
      guard let larger = seen[trials] else { return .need(trials: trials, replicates: TrialSearch.scouts) }
      if verdict(larger) == .open { return .need(trials: trials, replicates: more(larger)) }
      checked = trials
      if larger.endsByItself { break }
    }
    let slope = slope(high: high)
    let place = Double(best) * exp(log((sample.error ?? target) / target) / slope)
    let reach = NormalDistribution.end95 * sample.relativeError / slope
    return .done(.trials(best, low: place * exp(-reach), high: place * exp(reach), checkedTo: checked))
  }

  /// How many runs will probably tell whether a number of trials is enough.
  private func more(_ seen: Seen) -> Int {
    if seen.replicates < TrialSearch.settlers { return TrialSearch.settlers }
    let ratio = seen.relativeError / TrialSearch.tolerance
    let enough = min(1e6, Double(seen.replicates) * ratio * ratio * 1.05)
    return min(most, max(seen.replicates + TrialSearch.scouts, Int(enough.rounded(.up))))
  }

  // MARK: Where the answer may lie

  /// The number of trials at which the error, with its Monte Carlo error, probably equals the target.
  private func guess(high: Int) -> Double {
    let slope = slope(high: high)
    func projected(_ trials: Int, _ sample: Seen) -> Double? {
      guard let error = sample.error else { return nil }
      let last = sample.relativeError * (Double(sample.replicates) / Double(most)).squareRoot()
      let margin = 1 + TrialSearch.oneSided * max(TrialSearch.tolerance, last)
      return Double(trials) * exp(log(error * margin / target) / slope)
    }
    func distance(_ sample: Seen) -> Double { sample.error.map { abs(log($0 / target)) } ?? .infinity }
    let settled = seen.filter { $0.value.replicates >= TrialSearch.settlers && $0.value.error != nil }
    if let nearest = settled.min(by: { (distance($0.value), $0.key) < (distance($1.value), $1.key) }),
      let guess = projected(nearest.key, nearest.value)
    {
      return guess
    }
    // Both steps around it, whose few runs do not tell their errors well.
    let low = TrialSearch.ladder.last { $0 < high && seen[$0]?.error != nil }
    let found = [low, high].compactMap { step in
      step.flatMap { trials in seen[trials].flatMap { projected(trials, $0) } }
    }
    return exp(found.reduce(0) { $0 + log($1) } / Double(max(1, found.count)))
  }

  /// How fast ln error falls with ln trials: over two steps if there are two, because the errors of few runs are not known
  /// well.
  private func slope(high: Int) -> Double {
    let below = TrialSearch.ladder.filter { $0 < high && seen[$0]?.error != nil }.suffix(2)
    guard let far = below.first, let error = seen[far]?.error, let least = seen[high]?.error else { return 0.5 }
    let fall = log(error / least) / log(Double(high) / Double(far))
    return min(1, max(0.2, fall.isFinite ? fall : 0.5))
  }

  /// Two digits are enough for a place to look at, within the ladder.
  private static func rounded(_ guess: Double) -> Int {
    let bounded = min(Double(ladder[ladder.count - 1]), max(Double(ladder[0]), guess.isFinite ? guess : 0))
    let unit = unit(bounded)
    return Int((bounded / unit).rounded(.up) * unit)
  }

  /// The next number of trials to look at.
  private static func following(_ trials: Int) -> Int {
    let unit = unit(Double(trials))
    return max(ladder[0], min(ladder[ladder.count - 1], Int((Double(trials) / unit).rounded(.down) * unit + unit)))
  }

  private static func unit(_ trials: Double) -> Double { trials >= 1000 ? 50 : trials >= 100 ? 10 : 1 }
}
