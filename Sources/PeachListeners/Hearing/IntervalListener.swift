package import PeachAudio
package import PeachTrials

/// A listener who gives each interval a number, made from its samples alone, and chooses by it.
package protocol IntervalListener: ListenerDeclaration {
  var choice: IntervalChoice { get set }
  /// The number of each interval of a trial.
  mutating func numbers(of intervals: [StereoSamples]) -> [Double]
}

/// An interval listener with one ear, the left one.
package protocol OneEarListener: IntervalListener {
  /// The number of an interval.
  mutating func number(of samples: [Double]) -> Double
}

extension OneEarListener {
  package mutating func numbers(of intervals: [StereoSamples]) -> [Double] { intervals.map { number(of: $0.left) } }
}

extension IntervalListener {
  package static var truthConvention: String { "unknown: it follows from the samples" }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var choice = choice
    let answer = choice.answer(comparison, using: &random) { numbers(of: $0) }
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
