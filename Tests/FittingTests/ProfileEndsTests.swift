import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Ends of profiles and heights of peaks found with grids that know nothing of a search.
struct GoldenEnds: Decodable {
  struct Case: Decodable {
    struct Best: Decodable {
      var threshold: Double
      var width: Double
      var lapse: Double
      var logLikelihood: Double

      enum CodingKeys: String, CodingKey {
        case threshold, width, lapse
        case logLikelihood = "log_likelihood"
      }
    }

    var name: String
    var level: [Double]
    var n: [Double]
    var k: [Double]
    var low: Double?
    var high: Double?
    var best: Best?
    var tolerance: Double

    enum CodingKeys: String, CodingKey {
      case name, level, n, k, best, tolerance
      case low = "threshold_low"
      case high = "threshold_high"
    }

    var counts: Counts {
      Counts(level.indices.map { Counts.Bin(level: level[$0], trials: n[$0], positives: k[$0]) })
    }
  }

  var cases: [Case]

  static func named(_ name: String) throws -> Case {
    let url = try #require(Bundle.module.url(forResource: "Golden/profile_ends", withExtension: "json"))
    let cases = try JSONDecoder().decode(GoldenEnds.self, from: Data(contentsOf: url)).cases
    return try #require(cases.first { $0.name == name })
  }
}

/// Where searches from one start fail: profiles that change from one peak to another, and peaks beside the first.
@Suite struct ProfileEndsTests {
  private let accuracy = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
  private let direction = FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: 0.75)

  private func expectEnds(_ name: String, _ settings: FitSettings) throws {
    let golden = try GoldenEnds.named(name)
    let fitter = settings.makeFitter()
    let interval = fitter.profileInterval(.threshold, fitter.fit(golden.counts), golden.counts, confidence: 0.95)
    for (found, wanted) in [(interval.low, golden.low), (interval.high, golden.high)] {
      guard let wanted else { continue }
      #expect(abs(try #require(found) - wanted) <= golden.tolerance, "\(name): \(interval)")
    }
  }

  /// No curve with the bias of the fit has a threshold below it: before, this end was open.
  @Test func `a threshold's interval reaches below the bias`() throws {
    try expectEnds("direction-open-low", direction)
  }

  /// Before, 21.63: the curve without lapses was not among those climbed from.
  @Test func `an interval's end lies on the highest peak at it`() throws {
    try expectEnds("accuracy-high-end", accuracy)
  }

  /// Before, one of threshold 2.63 and width 15.7, 0.22 less likely.
  @Test func `the higher of two peaks is found`() throws {
    let golden = try GoldenEnds.named("local-maximum")
    let best = try #require(golden.best)
    let found = accuracy.makeFitter().fit(golden.counts)
    #expect(found.status == .ok)
    #expect(try #require(found.logLikelihood) > best.logLikelihood - 1e-3)
    #expect(abs(try #require(found.threshold) - best.threshold) <= golden.tolerance)
    #expect(abs(try #require(found.width) - best.width) <= golden.tolerance)
    #expect(abs(try #require(found.lapse) - best.lapse) <= golden.tolerance)
  }

  /// The likeliest function jumps at level 3, whose gap is that level twice: before, 3 to 3.
  @Test func `the interval of a step is wider than its gap`() throws {
    let positives: [Double] = [9, 9, 16, 18, 18, 18]
    let counts = Counts(positives.enumerated().map { Counts.Bin(level: Double($0 + 1), trials: 18, positives: $1) })
    let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0)).makeFitter()
    let found = fitter.fit(counts)
    #expect(found.status == .step)
    #expect(found.gap == 3...3)
    let interval = fitter.profileInterval(.threshold, found, counts, confidence: 0.95)
    let peak = try #require(found.logLikelihood)
    let low = try #require(interval.low)
    #expect(low > 1 && low < 2.5)
    // χ² of one degree of freedom at 0.95 is 3.841459.
    #expect(abs(2 * (peak - fitter.profileLogLikelihood(.threshold, low, found, counts)) - 3.841459) < 1e-4)
    #expect(try #require(interval.high) >= 3)
  }
}
