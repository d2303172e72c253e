package import PeachTrials

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
