import PeachMath
import PeachSupport
import PeachTrials

/// The engine of psi, psi-marginal and QUEST+: each trial is at the level whose answer is expected to leave the least
/// entropy of the posterior.
package struct EntropyTrack: Sendable {
  /// The rule that selects among the levels.
  package enum Selection: Hashable, Sendable {
    case minimum
    /// One of the n with the least expected entropy, drawn uniformly, but the same level not more often in a row than
    /// stated. Ranked without the rule for ties.
    case lowest(Int, maxRepeats: Int)
  }

  package struct Settings: Sendable {
    package var grid: GridSettings
    package var selector: LevelSelector
    package var selection: Selection
    let belief: GridEstimate
  }

  private let settings: Settings
  private(set) var books: GridTrack
  private var path = LevelSelector.Path()
  /// The number of trials in a row at the level; 0 before the first.
  private var repeats = 0

  init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    books = GridTrack(settings.grid, settings.belief) { _ in settings.grid.model.levels[0] }
    if settings.grid.start == nil { books.ask(for: choose(using: &streams)) }
    repeats = 1
  }

  /// A track that has learned from answers before its own first.
  init(_ settings: Settings, after trials: [(level: Level, response: Response)], using streams: inout Streams) {
    self.settings = settings
    books = GridTrack(settings.grid, settings.belief) { _ in settings.grid.model.levels[0] }
    for trial in trials { books.learn(trial.level, trial.response) }
    // What was answered elsewhere is no way that other tracks have gone.
    settings.selector.follow(isPositive: true, wasChosen: false, &path)
    books.ask(for: choose(using: &streams))
    repeats = 1
  }

  mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    let level = books.level
    books.take(presented, response)
    // A level drawn at random is not remembered.
    let isRepeatable = settings.selection == .minimum && presented.value == level
    settings.selector.follow(isPositive: response.isPositive, wasChosen: isRepeatable, &path)
    guard books.next != nil else { return }
    books.ask(for: choose(using: &streams))
    repeats = books.level == level ? repeats + 1 : 1
  }

  mutating func pass(_ response: Response) { books.pass(response) }
  mutating func close() { books.close() }

  private mutating func choose(using streams: inout Streams) -> Double {
    let levels = settings.grid.model.levels
    switch settings.selection {
    case .minimum:
      return levels[settings.selector.best(&books.posterior, path)]
    case .lowest(let count, let maxRepeats):
      let information = settings.selector.information(&books.posterior)
      // A sort that keeps the order of the list where levels tie.
      var best = levels.indices.sorted { (-information[$0], $0) < (-information[$1], $1) }.prefix(count)
      if repeats >= maxRepeats, best.count > 1 { best.removeAll { levels[$0] == books.level } }
      return levels[best[best.startIndex + streams.strategy.index(below: best.count)]]
    }
  }
}

/// A strategy that chooses levels by the entropy they are expected to leave.
protocol EntropyStrategy: DeclaredLevelStrategy where Settings == EntropyTrack.Settings {
  var track: EntropyTrack { get set }
}

extension EntropyStrategy {
  package static func facts(of settings: EntropyTrack.Settings) -> StrategyFacts {
    StrategyFacts(
      target: settings.grid.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  package var next: Level? { track.books.next }
  package var status: Status { track.books.status }
  package var reversals: Int { 0 }
  package var estimates: [Estimate] { [track.books.estimate] }
  package mutating func pass(_ response: Response) { track.pass(response) }
  package mutating func close() { track.close() }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.update(presented, response, using: &streams)
  }
}

extension EntropyTrack.Settings {
  /// Reads the grid, `nuisance`, `select`, `estimate`, and on a signed axis `target`.
  ///
  /// - Parameter nuisance: The parameters summed out where the file does not say.
  static func read(
    _ reader: Reader, in context: StrategyContext, nuisance fallback: [ParameterGrid.Parameter] = [], source: String
  ) -> EntropyTrack.Settings {
    let grid = GridSettings.read(reader, in: context, GridSettings.Needs(source: source))
    let nuisance = readNuisance(reader, fallback)
    warn(of: nuisance, in: grid.grid, reader)
    let selection = readSelection(reader)
    let summary: GridSettings.Summary = reader.choice(
      "estimate", default: .mean,
      "Which statistic of the threshold's posterior (on a log axis, of log threshold) is the estimate; mode is "
        + "the most probable point of the whole grid")
    let belief = grid.belief(summary)
    grid.checkWidth(belief, reader)
    return EntropyTrack.Settings(
      grid: grid, selector: LevelSelector(grid.model, nuisance: Set(nuisance)), selection: selection, belief: belief)
  }

  /// Warns of parameters that are summed out and yet known.
  private static func warn(of nuisance: [ParameterGrid.Parameter], in grid: ParameterGrid, _ reader: Reader) {
    for parameter in nuisance where !(parameter == .guess && grid.tiesGuess) {
      let values = grid.values[parameter.rawValue]
      guard values.count == 1 else { continue }
      let name = parameter.name
      reader.warn(
        "\(name) is a nuisance parameter but has only one value, \(values[0].shortest): Peach assumes this value",
        at: name,
        hint: parameter == .lapse ? "write lapse: [0, 0.02, 0.05], or kind: psi" : "state several values of \(name)")
    }
  }

  private static func readNuisance(
    _ reader: Reader, _ fallback: [ParameterGrid.Parameter]
  ) -> [ParameterGrid.Parameter] {
    let names = ParameterGrid.Parameter.allCases.map(\.name)
    let shown = fallback.isEmpty ? "none" : fallback.map(\.name).joined(separator: ", ")
    guard
      let words = reader.words(
        "nuisance", required: false, mayBeEmpty: true,
        "Nuisance parameters, over which the strategy averages before it computes the entropy: some of "
          + "threshold, slope, guess and lapse; default \(shown)")
    else {
      if !reader.has("nuisance") { reader.resolve("nuisance", .list(fallback.map { .text($0.name) })) }
      return fallback
    }
    let parameters = words.compactMap { word in ParameterGrid.Parameter.allCases.first { $0.name == word.text } }
    guard parameters.count == words.count, Set(parameters).count == words.count, words.count < names.count else {
      reader.report(
        "expected some but not all of \(names.joined(separator: ", ")), got \(words.map(\.text).joined(separator: ", "))",
        at: "nuisance")
      return fallback
    }
    reader.resolve("nuisance", .list(parameters.map { .text($0.name) }))
    return parameters
  }

  private static func readSelection(_ reader: Reader) -> EntropyTrack.Selection {
    if reader.word("select") == "min-entropy" {
      _ = reader.choice("select", from: ["min-entropy"], selectionMeaning)
      return .minimum
    }
    if reader.refusesWord("select", expected: "min-entropy or {n-lowest: {n, max-repeats}}") { return .minimum }
    if !reader.has("select") { reader.resolve("select", .text("min-entropy")) }
    return reader.section("select", selectionMeaning) { select in
      select.section("n-lowest", required: true, "One of the n levels with the least expected entropy, drawn at random")
      {
        EntropyTrack.Selection.lowest(
          $0.integer(
            "n", in: 1...1000, default: 4, "Number n of levels with the least expected entropy, from which one is drawn"
          ),
          maxRepeats: $0.integer(
            "max-repeats", in: 1...1000, default: 2, "How many times in a row the same level may be presented"))
      } ?? .minimum
    } ?? .minimum
  }

  private static let selectionMeaning =
    "How the next level is chosen. min-entropy (default): the level with the least expected entropy; {n-lowest: {n: "
    + "4, max-repeats: 2}}: at random one of the 4 levels with the least, but no level more than 2 times in a row"
}
