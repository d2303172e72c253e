import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Fits by the penalised likelihood.
@Suite struct PenalisedPeakTests {
  private static let direction = Counts(
    zip([-3, -1.5, -0.4, 0.7, 1.2, 2.8], [1, 2, 3, 5, 7, 8]).map { Counts.Bin(level: $0, trials: 8, positives: $1) })
  private static let accuracy = Counts(
    zip([0.3, 0.5, 0.9, 1.7, 2.2, 3.8], [4, 5, 4, 6, 7, 8]).map { Counts.Bin(level: $0, trials: 8, positives: $1) })

  private static func bins(_ answers: [(Double, Double, Double)]) -> Counts {
    Counts(answers.map { Counts.Bin(level: $0.0, trials: $0.1, positives: $0.2) })
  }

  private static func unsigned(
    _ function: any PsychometricFunction.Type = NormalFunction.self, lapse: Asymptote = .free(upTo: 0.1)
  ) -> FitSettings {
    FitSettings(function, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: lapse, method: .reduced)
  }

  private static func signed(_ lapse: Asymptote = .fixed(0.01), method: FitMethod = .reduced) -> FitSettings {
    FitSettings(reading: .direction, guess: .lapse, lapse: lapse, at: 0.75, method: method)
  }

  /// ln L + weight × ½ ln det I(α, β) by its definition: I = Σ n (∂ψ/∂u)²/(ψ(1 − ψ)) · (1, x; x, x²), u = α + βx. With a
  /// tied guess rate the weight is 1 and a fixed lapse rate is part of I; else the weight is ½, and I has no asymptotes.
  private func penalised(_ settings: FitSettings, _ counts: Counts, _ point: FitPoint) -> Double {
    let function = settings.function
    let (location, scale, guess, lapse) = (point[0], exp(point[1]), point[2], point[3])
    let height = 1 - guess - lapse
    let isTied = settings.guess == .lapse
    var rate = 0.0
    if isTied, case .fixed(let value) = settings.lapse { rate = value }
    var (sum, one, x, xx) = (0.0, 0.0, 0.0, 0.0)
    for bin in counts.bins {
      let level = function.usesLogarithm ? log(bin.level) : bin.level
      let u = (level - location) / scale + function.standardQuantile(0.5)
      let positive = guess + height * function.standardValue(u)
      let negative = lapse + height * function.standardComplement(u)
      if bin.positives > 0 { sum += bin.positives * log(positive) }
      if bin.positives < bin.trials { sum += (bin.trials - bin.positives) * log(negative) }
      let rise = (1 - 2 * rate) * function.standardDensity(u)
      let up = rate + (1 - 2 * rate) * function.standardValue(u)
      let down = rate + (1 - 2 * rate) * function.standardComplement(u)
      let weight = bin.trials * (rise / up) * (rise / down)
      one += weight
      x += weight * level
      xx += weight * level * level
    }
    return sum + (isTied ? 0.5 : 0.25) * log(one * xx - x * x)
  }

  private func expectPeak(_ settings: FitSettings, _ counts: Counts) throws {
    let fitter = settings.makeFitter()
    let found = fitter.fit(counts)
    let comment = Comment(rawValue: "\(settings.function.name) \(settings.reading) \(settings.lapse) \(found.status)")
    #expect([.ok, .lapseAtBound, .guessAtBound].contains(found.status), comment)
    let scale = try #require(found.scale)
    let point = FitPoint(
      try #require(found.location), log(scale), try #require(found.guess), try #require(found.lapse))
    let value = penalised(settings, counts, point)
    #expect(abs(value - (try #require(found.penalised))) < 1e-9, comment)
    for (index, step) in [(0, 1e-3 * scale), (1, 1e-3)] {
      let (above, below) = (0.0 + step, -step)
      func moved(by step: Double) -> Double {
        var other = point
        other[index] += step
        return penalised(settings, counts, other)
      }
      let (high, low) = (moved(by: above), moved(by: below))
      #expect(high < value && low < value, comment)
      // The third derivative makes some of the slope of differences.
      #expect(abs(high - low) / 2e-3 < 1e-4, comment)
    }
  }

  private static let functions = BuiltInFunctions.all

  @Test(arguments: functions.indices) func `each function's estimate is the peak of the definition`(index: Int)
    throws
  {
    let function = Self.functions[index]
    for lapse in [Asymptote.free(upTo: 0.1), .fixed(0.03), .fixed(0)] {
      try expectPeak(Self.unsigned(function, lapse: lapse), Self.accuracy)
      if function.usesLogarithm { continue }
      try expectPeak(
        FitSettings(function, reading: .direction, guess: .lapse, lapse: lapse, at: 0.75, method: .reduced),
        Self.direction)
      try expectPeak(
        FitSettings(function, reading: .direction, guess: .lapse, lapse: lapse, method: .reduced), Self.direction)
    }
    try expectPeak(
      FitSettings(
        function, reading: .accuracy, guess: .asymptote(.free(upTo: 0.5)), lapse: .fixed(0.02), method: .reduced),
      Self.accuracy)
  }

  /// u = α + βx is the same curve whatever the unit and the origin of x, and det I changes by a constant.
  @Test func `estimates move with unit and origin`() throws {
    let moved = Self.bins(Self.accuracy.bins.map { (40 + 10 * $0.level, $0.trials, $0.positives) })
    let fitter = Self.unsigned().makeFitter()
    let (own, other) = (fitter.fit(Self.accuracy), fitter.fit(moved))
    #expect(own.status == .ok)
    let threshold = 40 + 10 * (try #require(own.threshold))
    #expect(abs(try #require(other.threshold) - threshold) < 1e-6)
    let width = 10 * (try #require(own.width))
    #expect(abs(try #require(other.width) - width) < 1e-6)
  }

  @Test func `the reduced fit gives a curve with an interval if the likelihood is highest for a step`() throws {
    let step = Self.bins([(-4, 5, 0), (-2, 5, 0), (-1, 5, 1), (1, 5, 5), (2, 5, 5), (4, 5, 5)])
    #expect(Self.signed(.fixed(0), method: .ml).makeFitter().fit(step).status == .step)
    let fitter = Self.signed(.fixed(0)).makeFitter()
    let found = fitter.fit(step)
    #expect(found.status == .ok)
    let interval = fitter.profileInterval(.threshold, found, step, confidence: 0.95)
    let (low, high) = (try #require(interval.low), try #require(interval.high))
    let threshold = try #require(found.threshold)
    #expect(low < threshold && threshold < high)
  }

  @Test func `answers that are all correct stay so, with a bound`() throws {
    let right = Self.bins([(-4, 5, 0), (-2, 5, 0), (1, 5, 5), (2, 5, 5), (4, 5, 5)])
    let found = Self.signed().makeFitter().fit(right)
    #expect(found.status == .allCorrect)
    #expect(found.threshold == nil)
    let bound = try #require(found.bound)
    #expect(bound > 0.1 && bound < 2)
    #expect(Self.signed(method: .ml).makeFitter().fit(right).bound == nil)
  }

  @Test func `a function that falls with the level has the status decreasing`() {
    let falling = Self.bins([(-4, 9, 8), (-2, 9, 6), (1, 9, 4), (2, 9, 2), (4, 9, 2)])
    let found = Self.signed().makeFitter().fit(falling)
    #expect(found.status == .decreasing)
    #expect(found.threshold == nil && found.penalised == nil)
    let level = Self.bins([(1, 9, 9), (2, 9, 8), (3, 9, 7), (4, 9, 6), (5, 9, 5)])
    #expect(Self.unsigned().makeFitter().fit(level).status == .decreasing)
  }

  @Test func `the log-likelihood is that without the penalty`() throws {
    let found = Self.signed().makeFitter().fit(Self.direction)
    let highest = try #require(Self.signed(method: .ml).makeFitter().fit(Self.direction).logLikelihood)
    let own = try #require(found.logLikelihood)
    #expect(own < highest && own > highest - 0.5)
    #expect(found.penalised != found.logLikelihood)
  }

  @Test func `a fit near a known one is the fit itself`() throws {
    let fitter = Self.signed(.free(upTo: 0.1)).makeFitter()
    let found = fitter.fit(Self.direction)
    var bins = Self.direction.bins
    bins[3].positives -= 1
    let other = Counts(bins)
    let (near, own) = (fitter.refit(other, near: found), fitter.fit(other))
    #expect(abs(try #require(near.threshold) - (try #require(own.threshold))) < 1e-7)
  }

  /// With many trials the penalty is nothing beside the likelihood.
  @Test func `with many trials both methods give the same estimates`() throws {
    let many = Self.bins(Self.accuracy.bins.map { ($0.level, 1e6 * $0.trials, 1e6 * $0.positives) })
    let reduced = Self.unsigned(lapse: .fixed(0.02)).makeFitter().fit(many)
    var settings = Self.unsigned(lapse: .fixed(0.02))
    settings.method = .ml
    let plain = settings.makeFitter().fit(many)
    #expect(abs(try #require(reduced.threshold) - (try #require(plain.threshold))) < 1e-5)
  }
}
