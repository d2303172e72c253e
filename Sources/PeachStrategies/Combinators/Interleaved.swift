package import PeachSupport
package import PeachTrials

/// Several tracks at once, trial by trial one of them, so that a listener cannot foresee the next level.
///
/// `stop` looks at all of them: trials are counted together; reversals, width and entropy hold when they hold for every
/// track that still runs. A track may have a stop of its own; it is then left out, and the whole ends with the last one.
///
/// A trial costs O(tracks) in addition to the cost of its own track.
///
/// Source: Cornsweet (1962), Am. J. Psychol. 75:485–491, who interleaves two staircases at random; Levitt (1971),
/// J. Acoust. Soc. Am. 49:467–477, doi:10.1121/1.1912375.
/// Differs from the sources: any number and mixture of level strategies.
package struct Interleaved: DeclaredLevelStrategy {
  package static let kind = "interleaved"
  package static let family = StrategyFamily.combinators
  package static let summary = "several tracks at once, each with its own estimate"
  package static let noun = "a set of interleaved tracks"
  package static let rule =
    "Every trial belongs to one of the tracks. The track is drawn at random or taken in turn. The answer moves "
    + "only that track."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let isRandom = settings["order"]?.word.flatMap(Order.init(rawValue:)) != .alternating
    let lag =
      settings["max-lag"]?.wholeNumber.map {
        " No track ran more than \($0 == 1 ? "one trial" : "\($0.spelled) trials") ahead of another."
      } ?? ""
    return
      "Every trial belonged to one of the tracks, \(isRandom ? "drawn at random" : "taken in turn"), and its answer "
      + "affected only that track.\(lag)"
  }

  package static let use =
    "Use it if listeners must not foresee the next level. It also measures several points in one session, or "
    + "checks one track against another. The tracks share the trials, so each track has fewer."
  package static let source = "Cornsweet (1962), Am. J. Psychol. 75:485–491; Levitt (1971), doi:10.1121/1.1912375"
  package static let convergence = "for each track, the target of its own strategy"
  package static let example =
    "tracks: [{name: low, kind: transformed-up-down, start: 5, down: 2, step: {factor: 2}}, "
    + "{name: high, kind: weighted-up-down, start: 100, step: {factor: 1.414}}], max-lag: 4"
  package static let exampleNote =
    "Each answer moves its own track. The wrong answer at trial 5 raises high from 70.72 to 199.94 cents, which "
    + "trial 7 presents. It does not change low. After trial 10 low is four trials ahead, the most that max-lag "
    + "allows, so high must follow. Each track has its own reversals and estimates: high has its first estimate at "
    + "trial 7, and low has none yet."

  package enum Order: String, CaseIterable, Sendable {
    case random, alternating
  }

  /// How one of the tracks is made.
  package struct Part: Sendable {
    package var name: String
    package var factory: LevelFactory

    package init(name: String, _ factory: LevelFactory) {
      self.name = name
      self.factory = factory
    }
  }

  package struct Settings: Sendable {
    package var tracks: [Part]
    package var order: Order
    /// By how many trials a track may be ahead of another.
    package var maxLag: Int
    package var stop: StopRule
    package var task: TrialTask
    /// Whether a track has a stop of its own.
    var hasTrackStops = false
  }

  private struct Running: Sendable {
    let name: String
    var strategy: any LevelStrategy
    var trials = 0
  }

  private static let mostTracks = 1000

  private let order: Order
  private let maxLag: Int
  private let axis: Axis
  private var tracks: [Running]
  private var course: Course
  /// The track that asks next.
  private var turn: Int?

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    var (count, seen) = (0, Set<String>())
    var tracksEnd = true
    var hasTrackStops = false
    let tracks = reader.list(
      "tracks", required: true, "Tracks, each with a name, a kind and the parameters of that kind"
    ) { track -> Part? in
      let name = track.name("name", "The name of the track in estimators (own:NAME) and in the column track")
      track.reportRepeated(name, in: &seen)
      count += 1
      if track.has("stop") { hasTrackStops = true } else { tracksEnd = false }
      return Parts.read(track, in: context).map { Part(name: name, $0) }
    }
    if count > mostTracks { reader.report("expected at most 1000 tracks, got \(count)", at: "tracks") }
    let order: Order = reader.choice(
      "order", default: .random,
      "How the track of a trial is chosen: random: drawn on every trial; alternating: in turn, as listed")
    let maxLag = reader.optionalInteger(
      "max-lag", unit: "trials", in: 1...1_000_000,
      "How many trials a track may be ahead of any other track that still runs")
    return Settings(
      tracks: tracks?.compactMap(\.self) ?? [], order: order, maxLag: maxLag ?? .max,
      stop: Parts.readStop(reader, in: context, partsEnd: tracksEnd), task: context.task, hasTrackStops: hasTrackStops)
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    let tracks = settings.tracks.map { track in
      let facts = track.factory.facts
      return NamedTrack(
        name: track.name, target: facts.comparableTarget, noiseShare: facts.noiseShare, hasEstimate: facts.hasEstimate,
        reach: facts.reach, valueAtThreshold: facts.valueAtThreshold)
    }
    let words = settings.tracks.map { "\($0.name) \($0.factory.facts.targetText)" }
    var facts = StrategyFacts(tracks: tracks, words: words.joined(separator: ", "))
    let isOpen = settings.hasTrackStops || settings.tracks.contains { $0.factory.facts.ownEnd != .none }
    facts.ownEnd = isOpen ? .byAnswers : .none
    return facts
  }

  /// Its tracks have names and estimates of their own: no part of another strategy.
  package static func levelFactory(from reader: Reader, in context: StrategyContext) -> LevelFactory? { nil }

  /// - Precondition: There are tracks.
  package init(_ settings: Settings, using streams: inout Streams) {
    precondition(!settings.tracks.isEmpty, "interleaved needs tracks")
    order = settings.order
    maxLag = settings.maxLag
    axis = settings.task.axis
    tracks = settings.tracks.map { Running(name: $0.name, strategy: $0.factory.make(&streams)) }
    course = Course(settings.stop, pace: settings.task.pace)
    chooseTrack(using: &streams)
  }

  package var next: Level? {
    guard course.isRunning, let turn, var level = tracks[turn].strategy.next else { return nil }
    level.track = UInt16(turn)
    return level
  }

  /// A trial of a stopped or unknown track counts, but no track learns from it.
  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    let track = Int(presented.track)
    if tracks.indices.contains(track), tracks[track].strategy.next != nil {
      tracks[track].trials += 1
      var own = presented
      own.track = 0
      tracks[track].strategy.update(own, response, using: &streams)
    }
    count(response)
    chooseTrack(using: &streams)
    closeAtEnd()
  }

  package mutating func pass(_ response: Response) {
    count(response)
    closeAtEnd()
  }

  package mutating func close() { for track in tracks.indices { tracks[track].strategy.close() } }

  private mutating func closeAtEnd() { if !course.isRunning { close() } }

  /// Asks the stop rule about the track that has come least far.
  private mutating func count(_ response: Response) {
    let running = tracks.map(\.strategy).filter { $0.next != nil }
    let axis = axis
    course.count(response, reversals: running.map(\.reversals).min() ?? 0) {
      let beliefs = running.map { PosteriorSpread($0.estimates.first, on: axis) }
      return PosteriorSpread(
        width: Interleaved.greatest(beliefs.map(\.width)), entropy: Interleaved.greatest(beliefs.map(\.entropy)),
        precision: Interleaved.greatest(beliefs.map(\.precision)))
    }
  }

  /// `nil` if one is missing.
  private static func greatest(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self)
    return known.count == values.count ? known.max() : nil
  }

  /// Takes one draw if the order is random, and none otherwise.
  private mutating func chooseTrack(using streams: inout Streams) {
    let running = tracks.indices.filter { tracks[$0].strategy.next != nil }
    guard let fewest = running.map({ tracks[$0].trials }).min() else {
      turn = nil
      course.end(.finished(.finished))
      return
    }
    let allowed = running.filter { tracks[$0].trials - fewest < maxLag }
    switch order {
    case .random: turn = allowed[streams.strategy.index(below: allowed.count)]
    case .alternating: turn = allowed.first { $0 > turn ?? -1 } ?? allowed[0]
    }
  }

  package var estimates: [Estimate] {
    tracks.compactMap { track in
      guard var estimate = track.strategy.estimates.first else { return nil }
      estimate.name = track.name
      return estimate
    }
  }

  package var status: Status { course.status }
  package var fault: String? { tracks.lazy.compactMap(\.strategy.fault).first }
  package var reversals: Int { tracks.reduce(0) { $0 + $1.strategy.reversals } }
}
