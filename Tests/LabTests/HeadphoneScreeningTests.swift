import PeachTrials
import Testing

/// The arithmetic of headphone screenings: published criteria, likelihood ratios and probabilities.
@Suite struct HeadphoneScreeningTests {
  private func result(
    _ choice: HeadphoneScreening.Choice, _ correct: [HeadphoneTest: Int], prior: Double = 0.5, pass: Int? = nil,
    excludes: Bool = false
  ) -> ScreeningResult {
    ScreeningResult(HeadphoneScreening(choice, pass: pass, prior: prior, excludes: excludes), correct: correct)
  }

  /// Guessing passes with 13/729 and 1/729 (both papers).
  @Test func `guessing among three intervals passes as rarely as published`() {
    #expect(abs(HeadphoneTest.antiphase.probabilityToPass(answering: 1.0 / 3) - 13.0 / 729) < 1e-12)
    #expect(abs(HeadphoneTest.huggins.probabilityToPass(answering: 1.0 / 3) - 1.0 / 729) < 1e-12)
  }

  @Test(arguments: HeadphoneTest.allCases) func `the proportion correct leads to the published rates`(
    test: HeadphoneTest
  ) {
    for rate in [test.rates.headphones, test.rates.loudspeakers] {
      let proportion = test.proportionCorrect(toPassWith: rate)
      #expect(abs(test.probabilityToPass(answering: proportion) - rate) < 1e-9)
    }
  }

  @Test(arguments: [(0.5, 0.8, 0.2), (0.7, 0.9032, 0.3684), (0.9, 0.9730, 0.6923)])
  func `the probability of headphones follows from the prior and Milne's rates`(
    prior: Double, passed: Double, failed: Double
  ) throws {
    let good = result(.huggins, [.huggins: 6], prior: prior)
    let bad = result(.huggins, [.huggins: 5], prior: prior)
    #expect(good.likelihoodRatio.map { abs($0 - 4) < 1e-9 } == true)
    #expect(bad.likelihoodRatio.map { abs($0 - 0.25) < 1e-9 } == true)
    #expect(abs(try #require(good.probability) - passed) < 5e-5)
    #expect(abs(try #require(bad.probability) - failed) < 5e-5)
  }

  @Test func `five of six pass the antiphase test, and both tests count together`() throws {
    #expect(result(.antiphase, [.antiphase: 5]).isPassed == true)
    #expect(result(.antiphase, [.antiphase: 4]).isPassed == false)
    let ratio = try #require(result(.antiphase, [.antiphase: 5]).likelihoodRatio)
    #expect(abs(ratio - 20.5 / 1.5) < 1e-9)
    let both = try #require(result(.both, [.antiphase: 6, .huggins: 6]).likelihoodRatio)
    #expect(abs(both - 0.8 * 20.5 / 21 / 0.07) < 1e-9)
    #expect(result(.both, [.antiphase: 6, .huggins: 5]).isPassed == false)
    #expect(result(.both, [.antiphase: 6]).isPassed == nil)
  }

  @Test func `a study's own number decides on passing, and the published one on the likelihood ratio`() {
    let lenient = result(.huggins, [.huggins: 4], pass: 4, excludes: true)
    #expect(lenient.isPassed == true && !lenient.isExcluded)
    #expect(lenient.likelihoodRatio.map { abs($0 - 0.25) < 1e-9 } == true)
    #expect(result(.huggins, [.huggins: 3], pass: 4, excludes: true).isExcluded)
    #expect(!result(.huggins, [.huggins: 3], pass: 4).isExcluded)
  }

  /// 8 000 listeners for each test and prior, each with headphones or loudspeakers by the prior, and six answers at the
  /// published rates. Among those with one outcome the share of headphones is the stated probability; four standard errors are
  /// exceeded by chance in 0.05 % of seeds (8 shares). A probability wrong by 0.04 is found with a power above 90 %.
  @Test(arguments: HeadphoneTest.allCases, [0.5, 0.8])
  func `stated probabilities are the shares of simulated wearers`(test: HeadphoneTest, prior: Double) {
    var random = StreamFamily(seed: 20_261_128, path: ["screening", test.rawValue, "\(prior)"]).stream(replicate: 1)
    let rates = test.rates
    let proportions = [rates.loudspeakers, rates.headphones].map(test.proportionCorrect)
    var counts: [Bool: (wearers: Int, all: Int, probability: Double)] = [:]
    let choice: HeadphoneScreening.Choice = test == .antiphase ? .antiphase : .huggins
    for _ in 0..<8000 {
      let isWearer = random.unit() < prior
      let correct = (0..<HeadphoneTest.trials).count { _ in random.unit() < proportions[isWearer ? 1 : 0] }
      let own = result(choice, [test: correct], prior: prior)
      guard let isPassed = own.isPassed, let probability = own.probability else {
        Issue.record("no outcome after \(correct) correct answers")
        return
      }
      var count = counts[isPassed] ?? (0, 0, probability)
      count.all += 1
      count.wearers += isWearer ? 1 : 0
      counts[isPassed] = count
    }
    #expect(counts.count == 2)
    for (isPassed, count) in counts {
      let share = Double(count.wearers) / Double(count.all)
      let error = (count.probability * (1 - count.probability) / Double(count.all)).squareRoot()
      #expect(abs(share - count.probability) < 4 * error, "passed \(isPassed): \(share), \(count)")
    }
  }
}
