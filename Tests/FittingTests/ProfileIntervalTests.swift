import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Profile-likelihood intervals found with another program.
struct GoldenProfiles: Decodable {
  struct Case: Decodable {
    struct Quantity: Decodable {
      var value: Double
      var low: Double?
      var high: Double?
    }

    /// A number, "free" or "lapse".
    enum Asymptote: Decodable {
      case fixed(Double)
      case named(String)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Double.self) {
          self = .fixed(value)
        } else {
          self = .named(try container.decode(String.self))
        }
      }

      func model(upTo bound: Double) -> PeachFitting.Asymptote {
        switch self {
        case .fixed(let value): .fixed(value)
        case .named: .free(upTo: bound)
        }
      }

      var isTied: Bool {
        if case .named("lapse") = self { true } else { false }
      }
    }

    var name: String
    var function: String
    var reading: String
    var x: [Double]
    var n: [Double]
    var k: [Double]
    var guess: Asymptote
    var lapse: Asymptote
    var log: Bool
    var at: Double?
    var loglik: Double
    /// Of a reduced fit: with the penalty.
    var penalised: Double?
    /// The program, where there were two.
    var madeBy: String?
    var threshold: Quantity
    var width: Quantity

    var counts: Counts {
      Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) })
    }

    enum CodingKeys: String, CodingKey {
      case name, function, reading, x, n, k, guess, lapse, log, at, loglik, penalised, threshold, width
      case madeBy = "made_by"
    }

    func settings(_ method: FitMethod = .ml) throws -> FitSettings {
      FitSettings(
        try #require(BuiltInFunctions.named(function)),
        reading: try #require(Reading(rawValue: reading)),
        guess: guess.isTied ? .lapse : .asymptote(guess.model(upTo: 0.25)), lapse: lapse.model(upTo: 0.1),
        isLogLevel: log, at: at, method: method)
    }
  }

  var cases: [Case]

  static func read() throws -> [Case] {
    let url = try #require(Bundle.module.url(forResource: "Golden/profiles", withExtension: "json"))
    return try JSONDecoder().decode(GoldenProfiles.self, from: Data(contentsOf: url)).cases
  }
}

@Suite struct ProfileIntervalTests {
  @Test func `intervals agree with another program`() throws {
    let cases = try GoldenProfiles.read()
    #expect(cases.count == 11)
    for golden in cases {
      let fitter = try golden.settings().makeFitter()
      let found = fitter.fit(golden.counts)
      let comment = Comment(rawValue: golden.name)
      #expect(abs(try #require(found.logLikelihood) - golden.loglik) < 1e-6, comment)
      for (quantity, wanted) in [(Quantity.threshold, golden.threshold), (.width, golden.width)] {
        let comment = Comment(rawValue: "\(golden.name) \(quantity)")
        #expect(abs(try #require(found.value(of: quantity)) / wanted.value - 1) < 1e-5, comment)
        let interval = fitter.profileInterval(quantity, found, golden.counts, confidence: 0.95)
        for (end, wanted) in [(interval.low, wanted.low), (interval.high, wanted.high)] {
          #expect((end == nil) == (wanted == nil), comment)
          if let end, let wanted { #expect(abs(end / wanted - 1) < 1e-4, comment) }
        }
      }
    }
  }

  @Test func `the profile at an end lies χ²/2 below the peak`() throws {
    for golden in try GoldenProfiles.read() {
      let fitter = try golden.settings().makeFitter()
      let found = fitter.fit(golden.counts)
      let comment = Comment(rawValue: golden.name)
      let interval = fitter.profileInterval(.threshold, found, golden.counts, confidence: 0.9)
      let peak = try #require(found.logLikelihood)
      for end in [interval.low, interval.high].compactMap(\.self) {
        let profile = fitter.profileLogLikelihood(.threshold, end, found, golden.counts)
        // χ² of one degree of freedom at 0.9 is 2.705543.
        #expect(abs(2 * (peak - profile) - 2.705543) < 1e-4, comment)
      }
      let threshold = try #require(found.threshold)
      #expect(interval.low ?? -.infinity < threshold && threshold < interval.high ?? .infinity, comment)
    }
  }

  /// Steep, middling and so shallow that levels of F = 0.95 have tens of digits; k of 60 at levels 1, 2, 4, 8, 16, 32.
  /// The first have no lower end, a step lying 0.847 below the peak in twice ln L; the last no upper one, being flat.
  @Test(arguments: [
    ([30, 31, 33, 46, 59, 60], false, true), ([31, 36, 41, 47, 53, 58], true, true),
    ([33, 35, 38, 39, 43, 45], true, true), ([42, 45, 44, 46, 44, 47.0], true, false),
  ])
  func `the width interval of the Weibull is in units of the level`(positives: [Double], hasLow: Bool, hasHigh: Bool)
    throws
  {
    let fitter = FitSettings(
      WeibullFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.01)
    ).makeFitter()
    func answers(unit: Double) -> Counts {
      Counts(positives.enumerated().map { Counts.Bin(level: unit * pow(2, Double($0)), trials: 60, positives: $1) })
    }
    let counts = answers(unit: 1)
    let found = fitter.fit(counts)
    #expect(!found.status.isOfData)
    let interval = fitter.profileInterval(.width, found, counts, confidence: 0.95)
    #expect(interval.contains(try #require(found.width)))
    #expect((interval.low != nil) == hasLow && (interval.high != nil) == hasHigh)
    let peak = try #require(found.logLikelihood)
    for end in [interval.low, interval.high].compactMap(\.self) {
      #expect(end > 0 && end.isFinite)
      // χ² of one degree of freedom at 0.95 is 3.841459.
      let depth = 2 * (peak - fitter.profileLogLikelihood(.width, end, found, counts))
      #expect(abs(depth - 3.841459) < 1e-4)
    }
    // In other units the ends are those times the unit, so that the logarithm's own width is not in them.
    let large = answers(unit: 1000)
    let other = fitter.profileInterval(.width, fitter.fit(large), large, confidence: 0.95)
    for (own, other) in [(interval.low, other.low), (interval.high, other.high)] {
      #expect((own == nil) == (other == nil))
      if let own, let other { #expect(abs(other / (1000 * own) - 1) < 1e-5) }
    }
  }

  /// 500 random data sets of 7 levels: no interval leaves its estimate out, whatever the status.
  @Test func `the interval contains the estimate`() throws {
    var random = TestRandom(seed: 4021)
    let settings = FitSettings(
      LogisticFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1), at: 0.75)
    let fitter = settings.makeFitter()
    var open = 0
    for _ in 0..<500 {
      let counts = Counts(
        (1...7).map { level in
          let trials = Double(3 + Int(12 * random.uniform()))
          let p = 0.5 + 0.48 * LogisticFunction.standardValue((Double(level) - 4) / 0.8)
          return Counts.Bin(
            level: Double(level), trials: trials,
            positives: random.binomial(trials: trials, probability: p))
        })
      let found = fitter.fit(counts)
      for quantity in settings.quantities {
        guard let value = found.value(of: quantity), found.location != nil else { continue }
        let interval = fitter.profileInterval(quantity, found, counts, confidence: 0.95)
        #expect(interval.contains(value), "\(counts.bins) \(quantity)")
        if let low = interval.low, let high = interval.high { #expect(low < high) } else { open += 1 }
      }
    }
    #expect(open < 500)
  }
}
