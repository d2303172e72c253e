import PeachFitting
import PeachMath
package import PeachSupport
package import PeachTrials

/// The updated maximum-likelihood procedure: a posterior of threshold, slope and lapse, and every trial at one of the
/// sweet points of the function that is believed.
///
/// Source: Shen & Richards (2012), J. Acoust. Soc. Am. 132:957–967, doi:10.1121/1.4733540; Shen, Dai & Richards (2015),
/// Behav. Res. Methods 47:13–26, doi:10.3758/s13428-014-0450-6.
/// Differs from the source: the function is any; the mean of the threshold is taken on the task's scale.
package struct UpdatedMaximumLikelihood: GridTrackStrategy {
  package static let kind = "uml"
  package static let family = StrategyFamily.likelihood
  package static let summary =
    "each trial at a level that tells most about the threshold, the slope or the lapse rate (a sweet point)"
  package static let noun = "the updated maximum-likelihood procedure"
  package static let rule =
    "After every answer the procedure estimates the parameters and their sweet points. A sweet point is the "
    + "level at which a trial tells most about one parameter. The threshold has one sweet point; the slope has one "
    + "below and one above the threshold. For the lapse rate it is the highest level. By default an up-down rule "
    + "moves along these points and starts at the highest. With choose: random one point is drawn at random."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let estimated =
      "After every answer the procedure estimated the parameters and their sweet points, which are the levels at which "
      + "a trial is most informative about one parameter. The threshold had one sweet point; the slope had two, one below "
      + "and one above the threshold; and that of the lapse rate was the highest level. "
    guard let down = settings["choose"]?["down"]?.wholeNumber, let up = settings["choose"]?["up"]?.wholeNumber else {
      return estimated + "Each trial was placed at one of these points, drawn at random."
    }
    return estimated
      + "A \(down)-down-\(up)-up rule, which started at the highest sweet point, selected the sweet point of the next trial."
  }

  package static let use =
    "Use it for a whole psychometric function with lapses, if the levels should move like those of a staircase. "
    + "The slope needs hundreds of trials. For only a threshold, zest is simpler and as good."
  package static let source = "Shen & Richards (2012), doi:10.1121/1.4733540"
  package static let convergence =
    "ψ(α), the proportion correct at the function's threshold α: 75 % for normal and logistic with two "
    + "alternatives and no lapses"
  package static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 41, spacing: log}, "
    + "slope: {from: 0.5, to: 4, count: 9, spacing: log}, lapse: [0, 0.02, 0.04, 0.08], limits: [0.5, 200]"
  package static let exampleNote =
    "The first two trials are at the sweet point of the lapse rate: the upper limit of 200 cents. Two correct "
    + "answers in a row move the track one sweet point down. Trial 3 is at the upper point of the slope and trial "
    + "5 at the point of the threshold. Trial 10 is at the lower point of the slope, 4.37 cents. A wrong answer, "
    + "as at trial 5, moves the track one point up."

  /// The summary of the posterior that gives the parameters.
  package enum Summary: String, CaseIterable, Sendable {
    case mean, mode
  }

  /// How the next sweet point is chosen.
  package enum Choice: Hashable, Sendable {
    case random
    /// Positive answers in a row to the next lower one, negative ones to the next higher.
    case upDown(down: Int, up: Int)
  }

  package struct Settings: Sendable {
    let grid: GridSettings
    let belief: GridEstimate
    let summary: Summary
    let choice: Choice
    /// The parameters whose sweet points are used.
    let points: Set<ParameterGrid.Parameter>
    let highest: Double
    let target: Double
  }

  package var track: GridTrack
  private let settings: Settings
  /// The place of the sweet point in force, counted from the lowest.
  private var point: Int
  private var positives = 0
  private var negatives = 0
  private var sweet: SweetPoints

  package static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(
      target: settings.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    var sweet = SweetPoints()
    let count = settings.pointCount
    point = settings.choice == .random ? streams.strategy.index(below: count) : count - 1
    let point = point
    track = GridTrack(settings.grid, settings.belief) { settings.levels($0, &sweet)[point] }
    self.sweet = sweet
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    switch settings.choice {
    case .random: point = streams.strategy.index(below: settings.pointCount)
    case .upDown(let down, let up): move(response, down: down, up: up)
    }
    track.place(at: settings.levels(track.posterior, &sweet)[point])
  }

  private mutating func move(_ response: Response, down: Int, up: Int) {
    (positives, negatives) = response.isPositive ? (positives + 1, 0) : (0, negatives + 1)
    if positives >= down {
      positives = 0
      point = max(point - 1, 0)
    }
    if negatives >= up {
      negatives = 0
      point = min(point + 1, settings.pointCount - 1)
    }
  }

  package var estimates: [Estimate] {
    var estimate = track.estimate
    if settings.summary == .mode, estimate.status == .ok, !track.settings.axis.isSigned {
      estimate.threshold = track.settings.grid.level(track.posterior.mode.threshold)
      estimate.contain()
    }
    return [estimate]
  }

  /// The sweet points of one guess and lapse, kept while these stay the same.
  struct SweetPoints: Sendable {
    private var guess = -1.0
    private var lapse = -1.0
    private(set) var slopes = (low: 0.0, high: 0.0)
    private(set) var threshold = 0.0

    mutating func find(_ point: SweetPoint) {
      guard point.guess != guess || point.lapse != lapse else { return }
      (guess, lapse) = (point.guess, point.lapse)
      slopes = point.slopes
      threshold = point.threshold
    }
  }
}

extension UpdatedMaximumLikelihood.Settings {
  var pointCount: Int { points.count + (points.contains(.slope) ? 1 : 0) }

  /// The sweet points in force, as levels, the lowest first.
  func levels(_ posterior: GridPosterior, _ sweet: inout UpdatedMaximumLikelihood.SweetPoints) -> [Double] {
    let believed = parameters(posterior)
    let function = grid.grid.function
    sweet.find(SweetPoint(function: function, guess: believed.guess, lapse: believed.lapse))
    func level(_ u: Double) -> Double {
      grid.grid.level(function.level(at: u, threshold: believed.threshold, slope: believed.slope))
    }
    var levels: [Double] = []
    if points.contains(.slope) { levels.append(level(sweet.slopes.low)) }
    if points.contains(.threshold) { levels.append(level(sweet.threshold)) }
    if points.contains(.slope) { levels.append(level(sweet.slopes.high)) }
    if points.contains(.lapse) { levels.append(highest) }
    return levels
  }

  /// The function that is believed.
  private func parameters(
    _ posterior: GridPosterior
  ) -> (threshold: Double, slope: Double, guess: Double, lapse: Double) {
    guard summary == .mean else { return posterior.mode }
    let marginals = posterior.marginals
    let lapse = marginals[3].mean
    let threshold = grid.meanLevel(marginals[0])
    return (
      grid.grid.scaled(threshold), marginals[1].mean, grid.grid.tiesGuess ? lapse : marginals[2].mean, lapse
    )
  }
}

extension UpdatedMaximumLikelihood {
  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let grid = GridSettings.read(
      reader, in: context,
      GridSettings.Needs(
        levels: .optional, defaultFunction: LogisticFunction.name, staysAmongThresholds: false, source: source))
    let summary: Summary = reader.choice(
      "estimate", default: .mean,
      "Which point of the posterior gives the estimates of the parameters: its mean or its most probable point")
    let highest = grid.limits?.upperBound ?? grid.model.levels.max()
    let points = readPoints(reader, grid.grid, hasHighest: highest != nil)
    let belief = grid.belief(summary == .mean ? .mean : .mode)
    grid.checkWidth(belief, reader)
    return Settings(
      grid: grid, belief: belief, summary: summary,
      choice: readChoice(reader), points: points, highest: highest ?? 0,
      target: grid.target)
  }

  /// The parameters whose sweet points are used; by default those with more than one value.
  private static func readPoints(
    _ reader: Reader, _ grid: ParameterGrid, hasHighest: Bool
  ) -> Set<ParameterGrid.Parameter> {
    let known: [ParameterGrid.Parameter] = [.threshold, .slope, .lapse]
    let words = reader.words(
      "sweet-points", required: false,
      "Which parameters get sweet points (levels that tell most about them): of threshold, slope and lapse; "
        + "default those with more than one value")
    var points = Set(known.filter { grid.values[$0.rawValue].count > 1 })
    if let words {
      points = []
      for word in words {
        if let parameter = known.first(where: { $0.name == word.text }) {
          points.insert(parameter)
        } else {
          reader.report(
            "expected some of threshold, slope, lapse, got \(SafeText.quoted(word.text))", at: "sweet-points")
        }
      }
    }
    if points.isEmpty { points = [.threshold] }
    if points.contains(.lapse), !hasHighest {
      reader.report(
        "expected limits or levels, because the sweet point of the lapse rate is the highest level",
        at: words == nil ? "lapse" : "sweet-points", hint: "or sweet-points: [threshold, slope]")
    }
    reader.resolve("sweet-points", .list(known.filter(points.contains).map { .text($0.name) }))
    return points
  }

  private static func readChoice(_ reader: Reader) -> Choice {
    if reader.isTied("choose", to: "random") {
      reader.resolve("choose", .text("random"))
      return .random
    }
    if reader.refusesWord("choose", expected: "random or {down, up}") { return .random }
    let meaning =
      "How the next sweet point is chosen: random, or an up-down rule along the points; default {down: 2, up: 1}"
    let rule = reader.section("choose", meaning) { rule in
      Choice.upDown(
        down: rule.integer(
          "down", in: 1...20, default: 2,
          "Correct answers (or yes) in a row before the level moves to the next lower sweet point (level that tells "
            + "most about a parameter)"),
        up: rule.integer(
          "up", in: 1...20, default: 1,
          "Wrong answers (or no) in a row before the level moves to the next higher sweet point (level that tells "
            + "most about a parameter)"))
    }
    if rule == nil, !reader.has("choose") {
      reader.resolve("choose", .mapping([Value.Field("down", .integer(2)), Value.Field("up", .integer(1))]))
    }
    return rule ?? .upDown(down: 2, up: 1)
  }
}
