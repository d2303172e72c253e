import PeachSupport

/// The points along the rates, with their priors.
struct RateGrid: Sendable {
  /// γ and λ.
  struct Pair: Sendable {
    var guess: Double
    var lapse: Double
    /// The logarithm of the quadrature weight times the priors.
    var logWeight: Double
  }

  let isTied: Bool
  /// `nil` if the rate is fixed or tied.
  let guess: RuledPiece?
  let lapse: RuledPiece?
  let overdispersion: RuledPiece?
  /// Guess by guess, of each all lapses.
  let pairs: [Pair]
  let overdispersions: [Double]
  let overdispersionLogWeights: [Double]

  init(
    _ model: BayesianModel, _ ranges: RateRanges, _ overdispersion: ClosedRange<Double>, _ resolution: GridResolution
  ) {
    let settings = model.settings
    isTied = model.isTied
    // With overdispersion they have wider ranges, though not where it is small.
    let count =
      (ranges.guess != nil && ranges.lapse != nil ? resolution.twoRates : resolution.oneRate)
      + (settings.hasOverdispersion ? 4 : 0)
    guess = ranges.guess.map { RuledPiece($0, count: count) }
    lapse = ranges.lapse.map { RuledPiece($0, count: count) }
    self.overdispersion =
      settings.hasOverdispersion ? RuledPiece(overdispersion, count: resolution.overdispersion) : nil
    var fixedGuess = 0.0
    if case .asymptote(.fixed(let value)) = settings.guess { fixedGuess = value }
    var fixedLapse = 0.0
    if case .fixed(let value) = settings.lapse { fixedLapse = value }
    let lapses = Self.points(lapse, settings.lapseDensity, else: fixedLapse)
    pairs = Self.points(guess, settings.guessDensity, else: fixedGuess).flatMap { guess in
      lapses.map { lapse in
        Pair(
          guess: model.isTied ? lapse.value : guess.value, lapse: lapse.value,
          logWeight: guess.logWeight + lapse.logWeight)
      }
    }
    let dispersed = Self.points(self.overdispersion, settings.overdispersionDensity, else: 0)
    overdispersions = dispersed.map(\.value)
    overdispersionLogWeights = dispersed.map(\.logWeight)
  }

  private static func points(
    _ piece: RuledPiece?, _ prior: BoundedDensity?, else fixed: Double
  ) -> [(value: Double, logWeight: Double)] {
    guard let piece, let prior else { return [(fixed, 0)] }
    return zip(piece.points, piece.weights).map { ($0, log($1) + prior.log($0)) }
  }
}
