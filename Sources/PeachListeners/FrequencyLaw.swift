import PeachSupport

/// A published law of the difference limen for frequency: log10 Δf, Δf in Hz.
enum FrequencyLaw: String, CaseIterable, Sendable {
  /// log10 Δf = 0.026·√f − 0.533, f in Hz, at 40 dB SL.
  ///
  /// Source: Wier, Jesteadt & Green (1977), J. Acoust. Soc. Am. 61:178–184, doi:10.1121/1.381251.
  case wier1977 = "wier-1977"
  /// log10 Δf = 0.0214·√f − 0.15 + 5.056/L, L in dB SL.
  ///
  /// Source: Nelson, Stanton & Freyman (1983), J. Acoust. Soc. Am. 73:2117–2123, doi:10.1121/1.389579.
  case nelson1983 = "nelson-1983"
  /// log10 Δf = 0.38·f^0.82 + 0.37·(L/10)^−1.09 + 0.42·(d/100)^−0.42 − 0.38, f in kHz, L in dB SL, d in ms.
  ///
  /// Source: Micheyl, Xiao & Oxenham (2012), Hear. Res. 292:1–13, doi:10.1016/j.heares.2012.07.004.
  case micheyl2012 = "micheyl-2012"

  /// The difference limen in cents.
  ///
  /// - Parameters:
  ///   - frequency: Hz, above 0.
  ///   - level: dB SL, above 0; of no effect in Wier's law, which holds at 40.
  ///   - duration: Seconds, above 0; of effect in Micheyl's law alone.
  func limen(at frequency: Double, level: Double, duration: Double) -> Double {
    1200 * log2(1 + pow(10, logLimen(frequency, level, duration * 1000)) / frequency)
  }

  private func logLimen(_ frequency: Double, _ level: Double, _ milliseconds: Double) -> Double {
    switch self {
    case .wier1977: 0.026 * frequency.squareRoot() - 0.533
    case .nelson1983: 0.0214 * frequency.squareRoot() - 0.15 + 5.056 / level
    case .micheyl2012:
      0.38 * pow(frequency / 1000, 0.82) + 0.37 * pow(level / 10, -1.09) + 0.42 * pow(milliseconds / 100, -0.42) - 0.38
    }
  }
}
