package import PeachTrials

/// A listener who gives each interval a number, made from its samples alone, and chooses by it.
package protocol IntervalListener: ListenerDeclaration {
  var choice: IntervalChoice { get set }
  /// The number of an interval.
  ///
  /// - Parameter samples: Those of the left ear.
  mutating func number(of samples: [Double]) -> Double
}

extension IntervalListener {
  package static var truthConvention: String { "unknown: it follows from the samples" }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var choice = choice
    let answer = choice.answer(comparison, using: &random) { number(of: $0) }
    self.choice = choice
    return answer
  }

  package func hearing(_ sounds: RunSounds) -> any Listener {
    var listener = self
    listener.choice.hear(sounds)
    return listener
  }

  /// Nobody knows it: it follows from the samples.
  package var hasKnownTruth: Bool { false }
  package func probability(of comparison: Comparison) -> Double { 0.5 }
  package var lapse: Double { choice.lapse }
  package var fault: String? { choice.fault }
  package var isSameOnAllNotes: Bool { true }
}
