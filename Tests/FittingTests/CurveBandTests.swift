import Foundation
import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// What is drawn of a fit, held against what is printed of it.
@Suite struct CurveBandTests {
  private let counts = Counts(
    [(2.0, 20.0, 11.0), (4, 20, 12), (6, 21, 15), (9, 20, 17), (14, 22, 21), (22, 20, 20)].map {
      Counts.Bin(level: $0.0, trials: $0.1, positives: $0.2)
    })

  private func fitter(lapse: Asymptote, _ function: any PsychometricFunction.Type = NormalFunction.self) -> any Fitter {
    FitSettings(function, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: lapse).makeFitter()
  }

  /// The profile of a level at which ψ is p ends where the band of ψ there ends at p: two ways to one number.
  @Test func `the band ends at a proportion where the level of that proportion ends`() throws {
    for (at, lapse) in [(0.6, Asymptote.free(upTo: 0.1)), (0.75, .fixed(0.02)), (0.85, .free(upTo: 0.1))] {
      let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: lapse, at: at)
      let fitter = settings.makeFitter()
      let result = fitter.fit(counts)
      let interval = fitter.profileInterval(.threshold, result, counts, confidence: 0.95)
      let (low, high) = (try #require(interval.low), try #require(interval.high))
      let curve = try #require(fitter.curve(at: [low, high], result, counts, confidence: 0.95))
      #expect(abs(try #require(curve[0].high) - at) < 1e-5, "\(at)")
      #expect(abs(try #require(curve[1].low) - at) < 1e-5, "\(at)")
    }
  }

  /// Every answer at the higher levels is right, so the fitted lapse rate is 0. A delta method gave 0.026…1 there.
  @Test func `the band stays between a fixed guess rate and 1 if the lapse rate is at 0`() throws {
    let right = Counts(
      [(1.0, 12.0), (2, 13), (3, 18), (4, 20), (5, 20), (6, 20)].map {
        Counts.Bin(level: $0.0, trials: 20, positives: $0.1)
      })
    for method in FitMethod.allCases {
      let settings = FitSettings(
        reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1), method: method)
      let fitter = settings.makeFitter()
      let result = fitter.fit(right)
      let levels = (0...60).map { Double($0) * 0.25 - 4 }
      let curve = try #require(fitter.curve(at: levels, result, right, confidence: 0.95))
      for point in curve {
        let (low, high) = (try #require(point.low), try #require(point.high))
        #expect(low >= 0.5 && low <= point.value && point.value <= high && high <= 1, "\(method) \(point)")
        // No answer of 60 was wrong at 4 and above.
        if point.level >= 4 { #expect(low > 0.85, "\(method) \(point)") }
      }
      // The curve rises, and so do both ends.
      for (before, after) in zip(curve, curve.dropFirst()) {
        #expect(try #require(after.low) >= #require(before.low) - 1e-6, "\(method) \(after)")
        #expect(try #require(after.high) >= #require(before.high) - 1e-6, "\(method) \(after)")
      }
    }
  }

  /// Seven of the 90 ends differ, by at most 0.02: the profile has several peaks there, and one of the two searches misses
  /// the highest. For the Weibull at level 3 that is ours, and its band is 0.018 too narrow.
  @Test func `bands agree with a brute search`() throws {
    var (ends, apart) = (0, 0)
    for golden in try GoldenBands.read("bands") {
      let fitter = try golden.fitter(.ml)
      let result = fitter.fit(golden.counts)
      #expect(abs(try #require(result.logLikelihood) - #require(golden.highest)) < 1e-7, "\(golden.name)")
      let curve = try #require(fitter.curve(at: golden.levels, result, golden.counts, confidence: 0.95))
      for (point, wanted) in zip(curve, golden.ends) {
        let comment: Comment = "\(golden.name), level \(point.level): \(point), \(wanted)"
        #expect(abs(point.value - wanted[0]) < 2e-6, comment)
        for (end, other) in [(try #require(point.low), wanted[1]), (try #require(point.high), wanted[2])] {
          ends += 1
          if abs(end - other) > 2e-5 { apart += 1 }
          #expect(abs(end - other) < 0.02, comment)
        }
      }
    }
    #expect(ends == 90 && apart <= 7, "\(apart) of \(ends)")
  }

  /// Ends of intervals that hold the estimate by themselves; others move to it. Ends agree within 0.002, but for one of 24
  /// trials: there the density ends at a bound of the width.
  @Test func `posterior bands agree with a dense grid`() throws {
    var ends = 0
    for golden in try GoldenBands.read("posterior_bands") {
      let fitter = try golden.fitter(.reduced)
      let curve = try #require(
        fitter.curve(at: golden.levels, fitter.fit(golden.counts), golden.counts, confidence: 0.95))
      for (point, wanted) in zip(curve, golden.ends) where wanted[0] < point.value && point.value < wanted[1] {
        let comment: Comment = "\(golden.name), level \(point.level): \(point), \(wanted)"
        let tolerance = golden.counts.total < 30 ? 0.01 : 0.002
        #expect(abs(try #require(point.low) - wanted[0]) < tolerance, comment)
        #expect(abs(try #require(point.high) - wanted[1]) < tolerance, comment)
        ends += 2
      }
    }
    #expect(ends == 72)
  }

  @Test(arguments: [NormalFunction.self as any PsychometricFunction.Type, WeibullFunction.self])
  func `the band holds the curve and lies between 0 and 1`(function: any PsychometricFunction.Type) throws {
    let fitter = fitter(lapse: .free(upTo: 0.1), function)
    let result = fitter.fit(counts)
    let levels = (1...60).map { Double($0) * 0.5 }
    let curve = try #require(fitter.curve(at: levels, result, counts, confidence: 0.95))
    #expect(curve.map(\.value) == fitter.probabilities(at: levels, of: result))
    for point in curve {
      guard let low = point.low, let high = point.high else { continue }
      #expect(low >= 0.5 && low <= point.value && point.value <= high && high <= 1)
    }
    #expect(curve.allSatisfy { $0.low != nil && $0.high != nil })
  }

  /// At the upper levels all 60 answers are right: ln L falls by 1.92 if ψ is exp(−1.92/60) there.
  @Test func `a step has a band too, and equal answers have no curve`() throws {
    let fitter = fitter(lapse: .free(upTo: 0.1))
    let step = Counts([1.0, 2, 3, 4].map { .init(level: $0, trials: 30, positives: $0 < 2.5 ? 15 : 30) })
    let result = fitter.fit(step)
    #expect(result.status == .step)
    let curve = try #require(fitter.curve(at: [1.5, 2.5, 4.5], result, step, confidence: 0.95))
    #expect(curve.map(\.value) == [0.5, 1, 1])
    #expect(curve[0].low == 0.5 && curve[2].high == 1)
    // In the gap of the step nothing but the asymptotes bounds ψ.
    #expect(abs(try #require(curve[1].low) - 0.5) < 1e-3)
    #expect(abs(try #require(curve[2].low) - exp(-1.9207294103470623 / 60)) < 1e-3)
    let same = Counts([1.0, 2].map { .init(level: $0, trials: 30, positives: 30) })
    #expect(fitter.curve(at: [1.5], fitter.fit(same), same, confidence: 0.95) == nil)
    #expect(fitter.surface(fitter.fit(same), same, confidence: 0.95, size: 9) == nil)
  }

  /// Of joint fits the curve is not where its own data have their highest point.
  @Test func `a curve that is not the highest point of its data has no band`() throws {
    let fitter = fitter(lapse: .fixed(0.02))
    var result = fitter.fit(counts)
    result.location = result.location.map { $0 + 1 }
    result.logLikelihood = result.logLikelihood.map { $0 - 1 }
    let curve = try #require(fitter.curve(at: [3, 9], result, counts, confidence: 0.95))
    #expect(curve.allSatisfy { $0.low == nil && $0.high == nil })
  }

  /// A column of the surface has at its highest the profile likelihood of the threshold; rows are so close that what lies
  /// between them is little.
  @Test func `the best of each column of the surface is the threshold's profile`() throws {
    for fitter in [fitter(lapse: .fixed(0.02)), fitter(lapse: .free(upTo: 0.1))] {
      let result = fitter.fit(counts)
      let highest = try #require(result.logLikelihood)
      let surface = try #require(fitter.surface(result, counts, confidence: 0.95, size: 81))
      #expect(surface.levels.count == 81 && surface.rows == 81 && surface.drops.count == 81 * 81)
      for column in stride(from: 4, to: 80, by: 12) {
        let best = (0..<81).map { surface.drops[$0 * 81 + column] }.min() ?? 0
        let profile = highest - fitter.profileLogLikelihood(.threshold, surface.levels[column], result, counts)
        #expect(best > profile - 1e-6 && best < profile + 0.02, "\(surface.levels[column]): \(best) and \(profile)")
      }
      // The region of 95 % ends inside, but for the sides of the search box.
      let edge = LikelihoodSurface.drop(at: 0.95)
      #expect(abs(edge - 2.995732273553991) < 1e-12)
      #expect((0..<81).allSatisfy { surface.drops[$0 * 81] > edge && surface.drops[$0 * 81 + 80] > edge })
    }
  }
}

/// Pointwise intervals found with another program.
struct GoldenBands: Decodable {
  var name: String
  var function: String
  var reading: String
  private var x: [Double]
  private var n: [Double]
  private var k: [Double]
  /// `nil` if tied to the lapse rate.
  var guess: Asymptote?
  var lapse: Asymptote?
  var highest: Double?
  /// Where the band is known.
  var levels: [Double]
  /// ψ of a profile, and the lower and the upper end.
  var ends: [[Double]]
  /// Wrong and right answers to catch trials.
  private var catches: [Double]?

  var counts: Counts {
    var counts = Counts(x.indices.map { Counts.Bin(level: x[$0], trials: n[$0], positives: k[$0]) })
    if let catches { (counts.catches.wrong, counts.catches.correct) = (catches[0], catches[1]) }
    return counts
  }

  func fitter(_ method: FitMethod) throws -> any Fitter {
    let function = try #require(BuiltInFunctions.named(function))
    return FitSettings(
      function, reading: reading == "direction" ? .direction : .accuracy, guess: guess.map { .asymptote($0) } ?? .lapse,
      lapse: try #require(lapse), method: method
    ).makeFitter()
  }

  private enum CodingKeys: String, CodingKey {
    case name, function, reading, n, k, guess, lapse, ends, catches
    case x = "levels"
    case highest = "log_likelihood"
    case levels = "at"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func asymptote(_ key: CodingKeys) -> Asymptote? {
      if let value = try? container.decode(Double.self, forKey: key) { return .fixed(value) }
      return (try? container.decode([Double].self, forKey: key)).map { .free(upTo: $0[1]) }
    }
    name = try container.decode(String.self, forKey: .name)
    function = try container.decode(String.self, forKey: .function)
    reading = try container.decode(String.self, forKey: .reading)
    x = try container.decode([Double].self, forKey: .x)
    n = try container.decode([Double].self, forKey: .n)
    k = try container.decode([Double].self, forKey: .k)
    (guess, lapse) = (asymptote(.guess), asymptote(.lapse))
    highest = try container.decodeIfPresent(Double.self, forKey: .highest)
    catches = try container.decodeIfPresent([Double].self, forKey: .catches)
    levels = try container.decode([Double].self, forKey: .levels)
    ends = try container.decode([[Double]].self, forKey: .ends)
  }

  static func read(_ name: String) throws -> [GoldenBands] {
    let file = try #require(Bundle.module.url(forResource: "Golden/\(name)", withExtension: "json"))
    return try JSONDecoder().decode([GoldenBands].self, from: Data(contentsOf: file))
  }
}
