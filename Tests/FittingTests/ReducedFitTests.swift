import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Bias-reduced fits of R and of a brute search.
struct GoldenReducedFits: Decodable {
  var cases: [GoldenProfiles.Case]
  /// Of answers that are all correct.
  var bounds: [GoldenProfiles.Case]

  static func read() throws -> GoldenReducedFits {
    let url = try #require(Bundle.module.url(forResource: "Golden/reduced_fits", withExtension: "json"))
    return try JSONDecoder().decode(GoldenReducedFits.self, from: Data(contentsOf: url))
  }
}

@Suite struct ReducedFitTests {
  @Test func `reduced fits agree with R and with a brute-force search`() throws {
    let golden = try GoldenReducedFits.read().cases
    #expect(golden.count == 36)
    #expect(golden.count { $0.madeBy == "brglm2" } == 21)
    for golden in golden {
      let comment = Comment(rawValue: golden.name)
      let found = try golden.settings(.reduced).makeFitter().fit(golden.counts)
      let width = golden.width.value
      #expect(abs(try #require(found.penalised, comment) - (try #require(golden.penalised))) < 1e-8, comment)
      // Where the search of a free lapse rate has one more dimension, its simplex leaves the seventh digit open.
      #expect(abs(try #require(found.logLikelihood) - golden.loglik) < 1e-6, comment)
      #expect(abs(try #require(found.threshold) - golden.threshold.value) < 1e-6 * max(width, 1), comment)
      #expect(abs(try #require(found.width) / width - 1) < 1e-6, comment)
    }
  }

  @Test func `intervals of the penalised profile agree with a brute search`() throws {
    for golden in try GoldenReducedFits.read().cases {
      let fitter = try golden.settings(.reduced).makeFitter()
      let found = fitter.fit(golden.counts)
      for (quantity, wanted) in [(Quantity.threshold, golden.threshold), (.width, golden.width)] {
        let comment = Comment(rawValue: "\(golden.name) \(quantity)")
        let interval = fitter.profileInterval(quantity, found, golden.counts, confidence: 0.95)
        for (end, wanted) in [(interval.low, wanted.low), (interval.high, wanted.high)] {
          if golden.name == "normal, three trials a level", quantity == .width, wanted == nil {
            // The profile is so flat that the end lies at a hundred times the range of the levels, if there is one.
            #expect(end ?? .infinity > 700, comment)
            continue
          }
          #expect((end == nil) == (wanted == nil), comment)
          guard let end, let wanted else { continue }
          #expect(abs(end - wanted) < 1e-5 * max(golden.width.value, abs(wanted)), comment)
        }
      }
    }
  }

  @Test func `a reduced fit of only correct answers gives a bound of the threshold`() throws {
    let golden = try GoldenReducedFits.read().bounds
    #expect(golden.count == 2)
    for golden in golden {
      let comment = Comment(rawValue: golden.name)
      let found = try golden.settings(.reduced).makeFitter().fit(golden.counts)
      #expect(found.status == .allCorrect, comment)
      #expect(found.threshold == nil, comment)
      #expect(abs(try #require(found.bound, comment) / golden.threshold.value - 1) < 1e-6, comment)
    }
  }

  /// Without a lower end of the levels the best curve of answers that are all correct is ever flatter.
  @Test func `only correct answers give no bound in the accuracy reading`() {
    var counts = Counts()
    for level in [2.0, 4, 7] { counts.add(level, isPositive: true) }
    let settings = FitSettings(
      reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.02), method: .reduced)
    let found = settings.makeFitter().fit(counts)
    #expect(found.status == .allCorrect)
    #expect(found.bound == nil)
  }
}
