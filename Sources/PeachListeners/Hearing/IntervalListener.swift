package import PeachAudio
package import PeachTrials

/// A listener who gives each interval a number, made from its samples alone, and answers by it: see `IntervalChoice`.
package protocol IntervalListener: ListenerDeclaration {
  var choice: IntervalChoice { get set }
  /// The number of each interval of a trial.
  ///
  /// - Throws: `SoundError` if the model cannot hear what it has to learn first.
  mutating func numbers(of intervals: [StereoSamples]) throws(SoundError) -> [Double]
}

/// An interval listener with one ear, the left one.
package protocol OneEarListener: IntervalListener {
  /// The number of an interval.
  mutating func number(of samples: [Double]) throws(SoundError) -> Double
}

extension OneEarListener {
  package mutating func numbers(of intervals: [StereoSamples]) throws(SoundError) -> [Double] {
    var numbers: [Double] = []
    for interval in intervals { numbers.append(try number(of: interval.left)) }
    return numbers
  }
}

extension IntervalListener {
  package static var truthConvention: String { "found by simulation if the file has the key truth; else unknown" }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    var choice = choice
    let answer = choice.answer(comparison, using: &random) { (heard) throws(SoundError) in try numbers(of: heard) }
    self.choice = choice
    return answer
  }

  package func hearing(_ sounds: RunSounds) -> any Listener {
    var listener = self
    listener.choice.hear(sounds)
    return listener
  }

  /// No formula states it: it follows from the samples.
  package var hasKnownTruth: Bool { false }
  package var truthSimulation: TruthSimulation? {
    choice.truth.map { TruthSimulation(listener: self, levels: $0.levels, trials: $0.trials) }
  }
  package func probability(of comparison: Comparison) -> Double { 0.5 }
  package var lapse: Double { choice.lapse }
  package var fault: String? { choice.fault }
  package var isSameOnAllNotes: Bool { true }
}
