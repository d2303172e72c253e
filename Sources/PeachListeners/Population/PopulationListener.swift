package import PeachSupport
package import PeachTrials

/// Listeners who differ: each run has one of its own, drawn from distributions that stand instead of numbers, `of: {kind:
/// gaussian, jnd: {log-normal: {median: 12, sd: 0.4}}}`.
///
/// With `correlation: {of: [threshold, slope], r: 0.4}` two parameters are bivariate normal. A normal threshold and a
/// log-normal slope are then the population of `peach fit --population`.
///
/// A run is compared with the truth of the listener who was drawn for it; that of the population is its median listener's, with
/// the median of each distribution. The drawn listener depends only on the population's name, the seed and the
/// replicate.
package struct PopulationListener: ComposedListener {
  package static let kind = "population"
  package static let summary = "each run has its own listener, whose parameters are drawn at random"
  package static let source =
    "none (a model of Peach); each listener drawn from the population has the source of its own kind"
  package static let truthConvention =
    "for a run: the truth of the listener drawn for it; for a summary: that of the median listener"
  package static let example =
    "of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.4}}, lapse: {beta: {a: 2, b: 60}}, "
    + "bias: {normal: {mean: 0, sd: 3}}}"

  private let people: People
  private let median: any Listener
  /// The median listener if it can take drawn numbers without reading them from text, which takes most of the time of a draw.
  private let gaussian: GaussianListener?
  /// The listener who answers if none was drawn for the run.
  private var own: (any Listener)?

  package static func read(
    _ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry
  ) -> PopulationListener {
    let meaning =
      "A listener, with its kind and that kind's parameters, in which {normal: {mean, sd, low, high}}, "
      + "{log-normal: {median, "
      + "sd}}, {uniform: {from, to}}, {log-uniform: {from, to}} or {beta: {a, b}} can stand for any number"
    if reader.isDescribing {
      _ = reader.section("of", required: true, meaning) { InnerListener.nested($0, in: task, among: kinds) }
    }
    let parameter = Parameter(name: "of", kind: .section, fallback: nil, meaning: meaning)
    let node =
      (reader.isDescribing ? nil : reader.node(parameter, required: true)) ?? .refused(place: reader.place)
    let path = reader.path.isEmpty ? "of" : "\(reader.path).of"
    let before = reader.diagnostics.count
    var people = People(node, path: path, in: task, among: kinds, reader.diagnostics)
    let median = Reader.read(people.node(people.medians), path: path, diagnostics: reader.diagnostics) { inner in
      let listener = InnerListener.nested(inner, in: task, among: kinds)
      reader.resolve("of", people.told(.mapping(inner.resolved)))
      people.keepFiles(of: .mapping(inner.resolved))
      return listener
    }
    reader.section("correlation", "Two parameters that hang together over listeners; without it all are independent") {
      people.readCorrelation($0)
    }
    if reader.diagnostics.count == before { people.checkEnds(reader.diagnostics) }
    return PopulationListener(people, median: (median ?? nil) ?? InnerListener.standIn)
  }

  private init(_ people: People, median: any Listener) {
    self.people = people
    self.median = median
    gaussian = people.drawnKeys == nil ? nil : median as? GaussianListener
  }

  /// Takes one draw for each distribution.
  package func member(using random: inout RandomStream) -> (any Listener)? { drawn(people.drawn(using: &random)) }

  private func drawn(_ numbers: [Double]) -> any Listener {
    if let keys = people.drawnKeys, let own = gaussian?.replacing(keys, by: numbers) { return own }
    do throws(ConfigurationError) {
      return try people.listener(numbers)
    } catch {
      return InvalidListener(reason: "the drawn listener is invalid: \(error.problems.first?.message ?? "")")
    }
  }

  /// The draws of a member, on every trial, and its own.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    let numbers = people.drawn(using: &random)
    var listener = own ?? drawn(numbers)
    let answer = listener.answer(comparison, using: &random)
    own = listener
    return answer
  }

  package func probability(of comparison: Comparison) -> Double { (own ?? median).probability(of: comparison) }

  /// One who is drawn is another on the first trial than thereafter.
  package var isConditional: Bool { true }
  package var hasKnownTruth: Bool { median.hasKnownTruth }
  package var lapse: Double { median.lapse }
  package var fault: String? { own?.fault }
  package var hearsLoudness: Bool { median.hearsLoudness }
  package var isSameOnAllNotes: Bool { (own ?? median).isSameOnAllNotes }
}

/// A listener who cannot be.
private struct InvalidListener: Listener {
  let reason: String

  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: false, seconds: .nan)
  }

  func probability(of comparison: Comparison) -> Double { 0.5 }
  var lapse: Double { 0 }
  var isSameOnAllNotes: Bool { true }
  var fault: String? { reason }
}
