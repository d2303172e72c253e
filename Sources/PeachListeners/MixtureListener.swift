package import PeachSupport
package import PeachTrials

/// Every trial is answered by one of several listeners, drawn by their weights. All of them hear every trial, so that those who
/// remember remember all, each what they would have said.
///
/// Source: McLachlan & Peel (2000), Finite mixture models.
package struct MixtureListener: ComposedListener, NoisyListener {
  package static let kind = "mixture"
  package static let summary = "one of several listeners answers each trial"
  package static let behaviour =
    "Each trial was answered by one of several listeners, drawn at random."
  package static let source = "McLachlan & Peel (2000), Finite mixture models"
  package static let truthConvention =
    "the weighted mean over its listeners, each with its own truth"
  package static let example =
    "of: [{weight: 0.9, kind: gaussian, jnd: 10}, {weight: 0.1, kind: gaussian, jnd: 80, bias: 12}]"

  private var parts: [Part]

  private struct Part {
    /// The weight; all weights add up to 1.
    var weight: Double
    var listener: any Listener
  }

  package static func read(
    _ reader: Reader, in task: TrialTask, among kinds: ListenerRegistry
  ) -> MixtureListener {
    let parts = reader.list(
      "of", required: true, "A list of listeners, each with its weight, its kind and that kind's parameters"
    ) { part in
      let weight = part.number(
        "weight", unit: "1", in: .positive,
        "Relative share of the trials that this listener of the list answers")
      return InnerListener.nested(part, in: task, among: kinds).map { (weight, $0) }
    }
    let found = (parts ?? []).compactMap(\.self)
    return MixtureListener(found.isEmpty ? [(1, InnerListener.standIn)] : found)
  }

  /// - Parameter parts: Weights above 0, of any sum. At least one.
  package init(_ parts: [(weight: Double, listener: any Listener)]) {
    let sum = parts.reduce(0) { $0 + $1.weight }
    self.parts = parts.map { Part(weight: $0.weight / sum, listener: $0.listener) }
  }

  /// One draw, and those of all listeners. One who cannot answer ends the run, whoever was drawn.
  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var left = random.unit()
    var given: Answer?
    var last = Answer(isHigher: false)
    var isAnswered = true
    for place in parts.indices {
      last = parts[place].listener.answer(comparison, using: &random)
      if last.seconds.isNaN { isAnswered = false }
      left -= parts[place].weight
      if given == nil, left < 0 { given = last }
    }
    return isAnswered ? given ?? last : Answer(isHigher: false, seconds: .nan)
  }

  private func mean(_ value: (any Listener) -> Double) -> Double {
    parts.reduce(0) { $0 + $1.weight * value($1.listener) }
  }

  package func probability(of comparison: Comparison) -> Double { mean { $0.probability(of: comparison) } }

  func probability(of comparison: Comparison, spread: Double) -> Double {
    mean { $0.mean(of: comparison, spread: spread) }
  }

  package func member(using random: inout RandomStream) -> (any Listener)? {
    var mixture = self
    var isDrawn = false
    for place in parts.indices {
      guard let member = parts[place].listener.member(using: &random) else { continue }
      mixture.parts[place].listener = member
      isDrawn = true
    }
    return isDrawn ? mixture : nil
  }

  package func hearing(_ sounds: RunSounds) -> any Listener {
    var mixture = self
    for place in parts.indices { mixture.parts[place].listener = parts[place].listener.hearing(sounds) }
    return mixture
  }

  package var hasKnownTruth: Bool { parts.allSatisfy { $0.listener.hasKnownTruth } }
  package var fault: String? { parts.lazy.compactMap(\.listener.fault).first }
  package var hearsLoudness: Bool { parts.contains { $0.listener.hearsLoudness } }
  package var isSameOnAllNotes: Bool { parts.allSatisfy { $0.listener.isSameOnAllNotes } }
  package var isConditional: Bool { parts.contains { $0.listener.isConditional } }
  package var lapse: Double { mean { $0.lapse } }
}
