package import PeachSupport
package import PeachTrials

/// Signed QUEST+ for an unknown listener: first trials on a broad grid, then grids that follow the results.
///
/// A grid of fixed steps either misses small thresholds or wastes trials on large ones. Here the levels and the values of
/// bias and noise are multiples of the estimated noise, centred on the estimated bias. Every grid learns
/// from all trials. Levels are chosen only for the noise; bias and lapse rate are summed out.
///
/// Source: Watson (2017), J. Vision 17(3):10, doi:10.1167/17.3.10; summing out: Prins (2013), J. Vision 13(7):3,
/// doi:10.1167/13.7.3. The grids that follow the listener are Peach's own.
package struct Calibration: DeclaredLevelStrategy {
  package static let kind = "calibration"
  package static let family = StrategyFamily.likelihood
  package static let summary =
    "QUEST+ for higher/lower answers, whose grids of levels and parameters adapt to an unknown listener"
  package static let noun = "QUEST+ for signed levels with adaptive grids"
  package static let rule =
    "The first trials use a broad grid. Later grids are finer and centre on the bias and noise that all trials "
    + "so far suggest. The next trial is at the level whose answer is expected to tell most about the noise, "
    + "whatever bias and lapse rate are. Calibration checks a stop by width, entropy or precision only after every "
    + "tenth trial."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "The first \(settings["pilot"]?.wholeNumber.map(String.init) ?? "few") trials used a broad grid of parameters. Later "
      + "grids were finer and centred on the response bias and noise standard deviation estimated from all trials so far. "
      + "Each trial was placed at the level at which the answer was expected to be most informative about the noise "
      + "standard deviation, with response bias and lapse rate as nuisance parameters."
  }

  package static let use =
    "Use it to measure one listener well enough for a twin, with a threshold anywhere from 1 to 100 cents. About "
    + "240 trials give the threshold to 25 %, with bias and lapse rate. If you stop by precision, also require "
    + "many trials: stopping after few trials because the interval happens to be narrow makes such intervals wrong "
    + "more often."
  package static let source =
    "after Watson (2017), doi:10.1167/17.3.10; Prins (2013), doi:10.1167/13.7.3"
  package static let convergence = "the parameter target"
  package static let example = "signed: true, pilot: 8"
  package static let exampleResponses = "hhlhlhlhhhllhh"
  package static let exampleNote =
    "Levels have signs. The response 1 means higher and 0 means lower. The first eight trials look for the "
    + "threshold between 1 and 300 cents. From trial 9 on, the levels are multiples of the noise that those trials "
    + "suggest."

  /// How the finer grids lie about what is known.
  struct Focus: Sendable {
    /// After so many trials in all.
    var after: Int
    var reach: Double
    var spread: Double
  }

  package struct Settings: Sendable {
    var task: TrialTask
    var stop: StopRule
    var grid: ListenerGrid
    var broad: EntropyTrack.Settings
    var focuses: [Focus]
  }

  private let settings: Settings
  private var course: Course
  private var track: EntropyTrack
  private var past: [(level: Level, response: Response)] = []
  private var focuses: ArraySlice<Focus>
  /// The estimate from all trials; `nil` until the track has ended.
  private var final: Estimate?

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    if !context.task.axis.isSigned, !reader.isDescribing {
      reader.report(
        "expected true: calibration estimates bias and noise, which needs signed levels", at: "signed",
        hint: "write signed: true")
    }
    let range = readRange(reader)
    let pilot = reader.integer(
      "pilot", unit: "trials", in: 8...1000, default: 30,
      "Number of trials on the broad grid, before the first finer grid")
    let usual = ListenerGrid.usualLapse
    let lapse =
      reader.grid(
        "lapse", unit: "1", in: .between(0, 0.5), default: "[\(usual.map(\.shortest).joined(separator: ", "))]",
        "Grid of the lapse rate λ; the guess rate γ has the same value") ?? usual
    if !reader.has("lapse") { reader.resolve("lapse", .list(usual.map(Value.number))) }
    let target = reader.number(
      "target", unit: "1", in: .between(0.5, 1), default: context.estimand,
      "Proportion correct, averaged over both signs of the level, that defines the threshold; default: the key "
        + "estimand of the experiment, which is 0.75 unless stated")
    let stop = TrackSettings.readStop(reader, in: context, hasBelief: true)
    let grid = ListenerGrid(range: range, lapse: lapse, target: target, task: context.task)
    return Settings(
      task: context.task, stop: stop, grid: grid, broad: entropy(grid.broad),
      focuses: [
        Focus(after: pilot, reach: 2.5, spread: 8), Focus(after: 3 * pilot, reach: 1, spread: 3),
        Focus(after: 6 * pilot, reach: 0.1, spread: 1.1),
      ])
  }

  private static func readRange(_ reader: Reader) -> ClosedRange<Double> {
    let usual = ListenerGrid.usualRange
    let meaning =
      "Lowest and highest level of the broad grid, in cents (default [\(usual.lowerBound.shortest), "
      + "\(usual.upperBound.shortest)])"
    guard let pair = reader.numbers("range", unit: "cents", in: .positive, count: 2, meaning) else {
      if !reader.has("range") {
        reader.resolve("range", .list([.number(usual.lowerBound), .number(usual.upperBound)]))
      }
      return usual
    }
    if 2 * pair[0] < pair[1] { return pair[0]...pair[1] }
    reader.report(
      "expected the least level below half the greatest, got [\(pair[0].shortest), \(pair[1].shortest)]", at: "range")
    return usual
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(target: settings.grid.target, judgesSigns: true)
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    course = Course(settings.stop, pace: settings.task.pace)
    track = EntropyTrack(settings.broad, using: &streams)
    focuses = settings.focuses[...]
  }

  package var next: Level? { course.isRunning ? track.books.next : nil }
  package var status: Status { course.status }
  package var reversals: Int { 0 }
  package var estimates: [Estimate] { [final ?? track.books.estimate] }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    past.append((presented, response))
    if let focus = focuses.first, past.count >= focus.after {
      focuses.removeFirst()
      let grid = settings.grid.focused(
        on: ListenerGrid.Place(track.books.posterior), reach: focus.reach, spread: focus.spread)
      track = EntropyTrack(Calibration.entropy(grid), after: past, using: &streams)
    } else {
      track.update(presented, response, using: &streams)
    }
    count(response)
  }

  package mutating func pass(_ response: Response) { count(response) }

  package mutating func close() {
    track.close()
    if final == nil, !past.isEmpty { final = look }
  }

  /// The estimate from all trials, on a grid that depends only on them. The interval that ends a run is therefore the
  /// reported one.
  private var look: Estimate { ListenerPosterior(past, settings.grid).estimate }

  /// After every tenth trial a stop that asks for it sees what is believed then.
  private mutating func count(_ response: Response) {
    var seen: Estimate?
    let isLook =
      settings.stop.needsBelief && past.count >= settings.stop.earliestTrial && past.count % Calibration.pause == 0
    if isLook { seen = look }
    let axis = settings.task.axis
    course.count(response) { seen.map { PosteriorSpread($0, on: axis) } ?? PosteriorSpread() }
    guard !course.isRunning else { return }
    final = seen
    close()
  }

  /// Trials from one look to the next.
  private static let pause = 10

  private static func entropy(_ grid: GridSettings) -> EntropyTrack.Settings {
    EntropyTrack.Settings(
      grid: grid, selector: LevelSelector(grid.model, nuisance: [.threshold, .lapse]), selection: .minimum,
      belief: grid.belief(.mean))
  }
}
