import PeachSupport

/// A test of six trials that is easy with headphones and hard with loudspeakers.
///
/// - `antiphase`: the softest of three tones of 200 Hz. One of the louder tones is in antiphase, which loudspeakers cancel in the air.
///   Source: Woods et al. (2017), Atten. Percept. Psychophys. 79:2064–2072, doi:10.3758/s13414-017-1361-2.
/// - `huggins`: the one of three noises that contains a Huggins pitch, which exists only between the two ears.
///   Source: Milne et al. (2021), Behav. Res. Methods 53:1551–1562, doi:10.3758/s13428-020-01514-0.
package enum HeadphoneTest: String, CaseIterable, Hashable, Sendable {
  case antiphase
  case huggins

  package static let trials = 6

  /// The number of correct answers that passes the published test.
  package var criterion: Int {
    switch self {
    case .antiphase: 5
    case .huggins: 6
    }
  }

  /// The level of its trials: the target's level re the other tones in dB, or the interaural phase of its band in degrees.
  package var level: Double {
    switch self {
    case .antiphase: -6
    case .huggins: 180
    }
  }

  /// The name of its block in records and tables.
  package var blockName: String { "screening-\(rawValue)" }

  package static let blockNames = allCases.map(\.blockName)

  /// The probabilities to pass.
  ///
  /// In the laboratory 20 of 20 listeners with headphones and 1 of 20 with loudspeakers passed the antiphase test. Half a listener
  /// more on each side (Jeffreys' prior) keeps the rates away from 0 and 1. Of 100 listeners who did the Huggins test twice, 80
  /// passed with headphones and 20 with loudspeakers.
  package var rates: PassRates {
    switch self {
    case .antiphase: PassRates(headphones: 20.5 / 21, loudspeakers: 1.5 / 21)
    case .huggins: PassRates(headphones: 0.8, loudspeakers: 0.2)
    }
  }

  /// The probability of one correct answer at which a listener passes with a probability.
  package func proportionCorrect(toPassWith probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probabilityToPass(answering: middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability to pass of a listener who answers each trial correctly with the same probability.
  package func probabilityToPass(answering proportion: Double) -> Double {
    (criterion...HeadphoneTest.trials).reduce(0) { sum, correct in
      var ways = 1.0
      for k in 0..<correct { ways *= Double(HeadphoneTest.trials - k) / Double(k + 1) }
      return sum + ways * pow(proportion, Double(correct))
        * pow(1 - proportion, Double(HeadphoneTest.trials - correct))
    }
  }
}

/// The probabilities to pass a screening with headphones and with loudspeakers.
package struct PassRates: Hashable, Sendable {
  package var headphones: Double
  package var loudspeakers: Double

  package init(headphones: Double, loudspeakers: Double) {
    self.headphones = headphones
    self.loudspeakers = loudspeakers
  }

  /// How many times as probable an outcome is with headphones as with loudspeakers.
  package func likelihoodRatio(isPassed: Bool) -> Double {
    isPassed ? headphones / loudspeakers : (1 - headphones) / (1 - loudspeakers)
  }
}
