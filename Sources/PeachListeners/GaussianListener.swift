package import PeachSupport
package import PeachTrials

/// A listener who hears the offset with Gaussian noise: P(higher) = ℓ·g + (1 − ℓ)·Φ((x + b)/σ).
///
/// `jnd` is 0.67449 σ of the noise alone, σ that of the difference between the notes; with neither lapses nor bias it
/// is the level answered correctly 75 times in a hundred.
///
/// Source: Green & Swets (1966), Signal detection theory and psychophysics; the parameters as in Mathias et al. (2020),
/// J. Acoust. Soc. Am. 147:371–387, doi:10.1121/10.0000584, whose bias has the other sign.
package struct GaussianListener: ListenerDeclaration, NoisyListener {
  package static let kind = "gaussian"
  package static let summary = "hears the difference with Gaussian noise; has lapses and a bias"
  package static let source = "Green & Swets (1966), Signal detection theory and psychophysics"
  package static let example = "jnd: 12, lapse: 0.02, bias: 1"

  let sigma: Double
  let decision: Decision

  package static func read(_ reader: Reader, in task: TrialTask) -> GaussianListener {
    reader.requireNotes(task)
    let sigma = Decision.sigma(reader)
    return GaussianListener(sigma: sigma, decision: Decision(reader, in: task))
  }

  init(sigma: Double, decision: Decision) {
    self.sigma = sigma
    self.decision = decision
  }

  /// The same listener with other values of some parameters, as a file would give them.
  ///
  /// - Returns: `nil` for a value out of range and for a choice among notes, which are left to the reader.
  func replacing(_ keys: [String], by values: [Double]) -> GaussianListener? {
    guard decision.choice == nil else { return nil }
    var (sigma, decision) = (sigma, decision)
    for (key, value) in zip(keys, values) {
      guard value.isFinite else { return nil }
      switch key {
      case "jnd" where value > 0: sigma = value / Decision.jndPerSigma
      case "sigma" where value > 0: sigma = value
      case "lapse" where 0..<1 ~= value: decision.lapse = value
      case "guess-side" where 0...1 ~= value: decision.guessSide = value
      case "bias": decision.bias = value
      default: return nil
      }
    }
    return GaussianListener(sigma: sigma, decision: decision)
  }

  package mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
    Answer(isHigher: decision.isHigher(comparison, sigma: sigma, using: &random))
  }

  package func probability(of comparison: Comparison) -> Double {
    decision.probabilityHigher(comparison, sigma: sigma)
  }

  func probability(of comparison: Comparison, spread: Double) -> Double {
    decision.probabilityHigher(comparison, sigma: (sigma * sigma + spread * spread).squareRoot())
  }

  package var isSameOnAllNotes: Bool { true }
  package var lapse: Double { decision.asymptote(sigma: sigma) }
}

/// The listener of most simulations, in the innermost loop.
extension GaussianListener {
  /// Draws for a trial while the one before is answered, as no draw depends on a level: the next answer then waits for a
  /// comparison, not for a logarithm and a cosine. Not in a choice among notes. The stream is left a trial ahead.
  package func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack {
    var listener = self
    var ahead = decision.choice == nil ? Decision.Draws(using: &random) : nil
    return strategy.play(using: &streams, log: &log) { comparison in
      guard let draws = ahead else { return listener.answer(comparison, using: &random) }
      let isHigher = decision.isHigher(comparison.offset, sigma: sigma, draws)
      ahead = Decision.Draws(using: &random)
      return Answer(isHigher: isHigher)
    }
  }
}
