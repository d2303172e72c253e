import PeachMath
import PeachSupport
package import PeachTrials

/// The bookkeeping of one track with a posterior: the estimate, the next level, and the end.
/// The strategy chooses the next level.
package struct GridTrack: Sendable {
  let settings: GridSettings
  let belief: GridEstimate
  var posterior: GridPosterior
  private var course: Course
  private(set) var level: Double

  /// - Parameter first: The level of the first trial if the settings state none.
  init(_ settings: GridSettings, _ belief: GridEstimate, first: (GridPosterior) -> Double) {
    self.settings = settings
    self.belief = belief
    posterior = GridPosterior(settings.model)
    course = Course(settings.stop, pace: settings.pace)
    level = settings.start ?? settings.placed(first(posterior))
  }

  /// Takes in an answer.
  mutating func take(_ presented: Level, _ response: Response) {
    posterior.update(presented.value, isPositive: response.isPositive)
    count(response)
  }

  /// Takes in an answer that was given before the track began: it does not count.
  mutating func learn(_ presented: Level, _ response: Response) {
    posterior.update(presented.value, isPositive: response.isPositive)
  }

  /// Takes in an answer whose likelihood is known.
  mutating func take(_ response: Response, likelihood: ArraySlice<Double>, logarithm: ArraySlice<Double>) {
    posterior.update(likelihood: likelihood, logarithm: logarithm)
    count(response)
  }

  /// Counts a trial that was not the track's own.
  mutating func pass(_ response: Response) { count(response) }

  mutating func close() { course.end(.finished(.finished)) }

  private mutating func count(_ response: Response) {
    course.count(response) { [posterior, belief] in
      PosteriorSpread(belief.estimate(posterior, isFinal: false), on: belief.axis)
    }
  }

  /// Sets where the rule would place the next trial; it is presented at the nearest level that can be.
  mutating func place(at wanted: Double) { level = settings.placed(wanted) }

  /// Sets the next level, one of the list.
  mutating func ask(for level: Double) { self.level = level }

  var next: Level? { course.isRunning ? Level(level) : nil }
  var status: Status { course.status }
  var estimate: Estimate { belief.estimate(posterior, isFinal: !course.isRunning) }
}

/// A level strategy that keeps its books in a `GridTrack`.
package protocol GridTrackStrategy: DeclaredLevelStrategy {
  var track: GridTrack { get set }
}

extension GridTrackStrategy {
  package var next: Level? { track.next }
  package var status: Status { track.status }
  package var estimates: [Estimate] { [track.estimate] }
  package var reversals: Int { 0 }
  package mutating func pass(_ response: Response) { track.pass(response) }
  package mutating func close() { track.close() }
}

extension GridSettings {
  /// The level that is presented where a rule wants one: the nearest of the list, the first of those that tie; without a
  /// list itself, inside the limits. On a log axis a function of the level itself may want levels that are not positive:
  /// without limits they are not below the lowest threshold.
  func placed(_ wanted: Double) -> Double {
    guard model.levels.isEmpty else { return nearest(wanted) }
    if let limits { return min(max(wanted, limits.lowerBound), limits.upperBound) }
    return railed(wanted)
  }

  /// A level that arithmetic on the axis can bear.
  func railed(_ level: Double) -> Double {
    let isOfLevel = axis.scale == .log && !grid.isLogLevel && !grid.function.usesLogarithm
    let lowest = isOfLevel ? grid.values[0][0] : axis.scale == .log ? 1e-100 : -1e100
    return min(max(level, lowest), 1e100)
  }

  private func nearest(_ wanted: Double) -> Double {
    func distance(_ level: Double) -> Double {
      axis.scale == .log ? abs(log(level / max(wanted, .leastNormalMagnitude))) : abs(level - wanted)
    }
    var best = model.levels[0]
    for level in model.levels.dropFirst() where distance(level) < distance(best) * (1 - 1e-9) { best = level }
    return best
  }

  /// Reports a start outside the limits, and warns of one outside the levels.
  func checkStart(_ reader: Reader) {
    guard let start else { return }
    if let limits { TrackSettings.check(start: start, inside: limits, reader) }
    if let low = model.levels.min(), let high = model.levels.max(), !(low...high).contains(start) {
      reader.warn(
        "the start, \(start.shortest), lies outside the levels, \(low.brief)…\(high.brief) \(axis.unit)", at: "start",
        hint: "start at one of the levels, or leave start out")
    }
  }

  /// Records the range in which the threshold can be found, and warns of a single value.
  mutating func readReach(_ reader: Reader) {
    let thresholds = grid.values[0].map { grid.level($0) }
    guard !axis.isSigned, let low = thresholds.min(), let high = thresholds.max() else { return }
    if thresholds.count == 1 {
      reader.warn(
        "a grid of one threshold, \(low.brief) \(axis.unit): every estimate equals it", at: "threshold",
        hint: "state several: a list, or {from, to, count, spacing}")
    } else {
      reach = SearchRange(.thresholds, low...high, axis, at: "threshold", of: reader)
    }
  }

  /// Warns of a stop by a width that the threshold's interval has before the first answer, or never comes down to.
  func checkWidth(_ belief: GridEstimate, _ reader: Reader) {
    guard grid.values[0].count > 1 else { return }
    for limit in stop.widths {
      let prior = belief.estimate(GridPosterior(model), isFinal: false).intervalWidth(on: axis.scale)
      if let prior, limit >= prior {
        reader.warn(
          "a stop at an interval width of \(limit.shortest) would end the track before the first answer: the "
            + "prior's interval is only \(prior.brief) wide",
          at: "stop", hint: "state a smaller width")
      }
      if case let least = belief.leastWidth, limit < least {
        reader.warn(
          "a stop at an interval width of \(limit.shortest) never ends a track: with this grid no interval is "
            + "less than \(least.brief) wide",
          at: "stop", hint: "state a larger width, or a finer grid of thresholds")
      }
    }
  }

  /// A threshold's distribution carried to levels, its mean taken on the task's scale.
  func meanLevel(_ thresholds: Marginal) -> Double {
    if grid.isLogLevel { return grid.level(thresholds.mean) }
    return axis.scale == .log ? exp(thresholds.mean { log($0) }) : thresholds.mean
  }

  /// The posterior of α, or on a signed axis of the level that is judged correctly as often as the target states.
  func belief(_ summary: Summary) -> GridEstimate {
    GridEstimate(
      grid: grid, axis: axis, summary: summary,
      reading: axis.isSigned ? .level(model.levelOfPlace(target: target)) : .threshold)
  }
}
