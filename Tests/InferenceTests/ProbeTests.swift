import PeachFitting
import PeachMath
import PeachStrategies
import PeachTrials
import Testing

/// What others' programs got wrong: data of one kind of answer or that fall are not flagged, intervals leave their
/// estimate out. Each for every function, scale and reading, by maximum likelihood and by posterior.
@Suite struct ProbeTests {
  struct Kind: CustomTestStringConvertible {
    var function: any PsychometricFunction.Type
    var reading = Reading.accuracy
    var isLogLevel = false
    var isBayesian: Bool

    var testDescription: String {
      "\(function.name) \(reading)\(isLogLevel ? " log10" : ""), \(isBayesian ? "posterior" : "likelihood")"
    }

    var levels: [Double] { reading == .direction ? [-8, -3.1, -1.2, 1.9, 4.4, 9] : [1, 2.2, 3.1, 4.7, 6.4, 9] }

    func analysis(_ positives: [Double], of trials: Double = 20) throws -> FitAnalysis {
      let settings = FitSettings(
        function, reading: reading, guess: reading == .direction ? .lapse : .asymptote(.fixed(0.5)),
        lapse: .free(upTo: 0.1), isLogLevel: isLogLevel)
      var plan = FitAnalysis.Plan(interval: isBayesian ? .posterior : .profile)
      if isBayesian {
        plan.bayes = try BayesianFit(
          function: function, guess: reading == .direction ? .lapse : .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1),
          isLogLevel: isLogLevel)
      }
      let counts = Counts(zip(levels, positives).map { Counts.Bin(level: $0, trials: trials, positives: $1) })
      var random = RandomStream(seed: 1)
      return FitAnalysis(counts, blocks: [], settings.makeFitter(), plan, using: &random)
    }
  }

  static let kinds: [Kind] = BuiltInFunctions.all.flatMap { type in
    [false, true].flatMap { isBayesian in
      [Kind(function: type, isBayesian: isBayesian)]
        + (type.usesLogarithm
          ? []
          : [
            Kind(function: type, isLogLevel: true, isBayesian: isBayesian),
            Kind(function: type, reading: .direction, isBayesian: isBayesian),
          ])
    }
  }

  @Test(arguments: kinds) func `probe 6: all-correct data have a degenerate flag`(kind: Kind) throws {
    let right: [Double] = kind.reading == .direction ? [0, 0, 0, 20, 20, 20] : [20, 20, 20, 20, 20, 20]
    let found = try kind.analysis(right)
    #expect(found.result.status == .allCorrect)
    #expect(kind.isBayesian || found.result.threshold == nil)
    // One error less than perfect is another matter.
    var almost = right
    almost[2] += kind.reading == .direction ? 6 : -6
    #expect(try kind.analysis(almost).result.status != .allCorrect)
  }

  @Test(arguments: kinds) func `probe 7: decreasing data are flagged`(kind: Kind) throws {
    let falling: [Double] = kind.reading == .direction ? [19, 16, 13, 8, 5, 1] : [20, 19, 17, 15, 12, 10]
    let found = try kind.analysis(falling)
    #expect(found.result.status == .decreasing)
    #expect(kind.isBayesian || (found.result.threshold == nil && found.result.width == nil))
    #expect(try kind.analysis(falling.reversed()).result.status != .decreasing)
  }

  /// Twenty drawn data sets of 20 trials at each of six levels, whatever their status.
  @Test(arguments: kinds)
  func `probe 8: an interval contains its estimate, its lower end below its upper one`(kind: Kind) throws {
    var random = RandomStream(seed: 311)
    var closed = 0
    for _ in 0..<20 {
      let (guess, lapse) = kind.reading == .direction ? (0.02, 0.02) : (0.5, 0.02)
      let (middle, scale) = kind.reading == .direction ? (0.7, 2.6) : (4.1, 1.3)
      let found = try kind.analysis(
        kind.levels.map { level in
          let p = guess + (1 - guess - lapse) * NormalFunction.standardValue((level - middle) / scale)
          return random.binomial(trials: 20, probability: p)
        })
      for (quantity, interval) in found.intervals {
        let value = try #require(found.result.value(of: quantity))
        #expect(interval.contains(value), "\(found.counts.bins) \(quantity): \(value), \(interval)")
        guard let low = interval.low, let high = interval.high else { continue }
        // A level that alone is partly correct is a step's threshold, and both ends.
        #expect(low < high || (low == high && found.result.status == .step), "\(found.counts.bins) \(quantity)")
        closed += 1
      }
    }
    // Of threshold and width, in the direction reading of the point of subjective equality too.
    #expect(closed >= 15)
  }
}
