import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

@Suite struct LikelihoodRatioTests {
  private let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
    .makeFitter()

  @Test func `the upper tail of χ² equals the normal and the exponential in special cases`() {
    // With one degree of freedom χ² is a squared normal, with two an exponential of half its value.
    #expect(
      abs(ChiSquare.upperTail(3.2, degreesOfFreedom: 1) - 2 * NormalDistribution.cumulative(-3.2.squareRoot())) < 1e-14)
    #expect(abs(ChiSquare.upperTail(3.2, degreesOfFreedom: 2) - exp(-1.6)) < 1e-14)
    #expect(ChiSquare.upperTail(0, degreesOfFreedom: 3) == 1)
  }

  @Test func `ratio, parameters and criteria follow from both fits`() throws {
    let groups = [JointData.first, JointData.second]
    let found = fitter.likelihoodRatio(groups, sharing: SharedParameters([.threshold, .lapse]))
    let free = try groups.map { try #require(fitter.fit($0).logLikelihood) }.reduce(0, +)
    let joint = try #require(fitter.fit(groups, sharing: SharedParameters([.threshold, .lapse])).logLikelihood)
    #expect(abs(try #require(found.ratio) - 2 * (free - joint)) < 1e-9)
    #expect(found.shared.parameters == 4)
    #expect(found.freeParameters == 6)
    #expect(found.degreesOfFreedom == 2)
    #expect(abs(try #require(found.p) - exp(joint - free)) < 1e-9)
    #expect(abs(try #require(found.sharedAIC) - (8 - 2 * joint)) < 1e-9)
    #expect(abs(try #require(found.freeAIC) - (12 - 2 * free)) < 1e-9)
    #expect(abs(try #require(found.sharedBIC) - (4 * log(480.0) - 2 * joint)) < 1e-9)
    #expect(abs(try #require(found.freeBIC) - (6 * log(480.0) - 2 * free)) < 1e-9)
  }

  /// Fixed parameters are common anyway.
  @Test func `a fixed parameter does not count`() throws {
    let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.02)).makeFitter()
    let groups = [JointData.first, JointData.second]
    let found = fitter.likelihoodRatio(groups, sharing: SharedParameters([.width, .guess, .lapse]))
    #expect(
      found
        == {
          var other = fitter.likelihoodRatio(groups, sharing: SharedParameters([.width]))
          other.sharing = SharedParameters([.width, .guess, .lapse])
          return other
        }())
    #expect(found.shared.parameters == 3)
  }

  /// Small data sets, where several peaks, steps and constant answers are the rule: separate fits are never worse.
  @Test func `separate fits are never below the joint one`() throws {
    var random = Uniforms(seed: 41)
    var compared = 0
    let shares: [Set<FitParameter>] = [
      [.threshold], [.width], [.lapse], [.threshold, .lapse], [.width, .lapse],
    ]
    for round in 0..<300 {
      let groups = (0..<2).map { _ in
        JointData.counts(
          [3, 6, 9, 12, 15], 4,
          [0.5, 0.6, 0.75, 0.9, 0.95].map { p in (0..<4).reduce(0.0) { sum, _ in sum + (random.uniform() < p ? 1 : 0) }
          })
      }
      let found = fitter.likelihoodRatio(groups, sharing: SharedParameters(shares[round % shares.count]))
      let (free, joint) = (try #require(found.freeLogLikelihood), try #require(found.shared.logLikelihood))
      #expect(free >= joint - 1e-9)
      compared += 1
      #expect(found.shared.status != .notConverged)
    }
    #expect(compared == 300)
  }

  @Test func `the order of groups does not matter`() throws {
    let groups = [JointData.first, JointData.second, JointData.counts([3, 5, 8, 13], 30, [16, 19, 25, 30])]
    for names: Set<FitParameter> in [[.threshold], [.width], [.width, .lapse]] {
      let forth = fitter.likelihoodRatio(groups, sharing: SharedParameters(names))
      let back = fitter.likelihoodRatio(groups.reversed(), sharing: SharedParameters(names))
      #expect(abs(try #require(forth.ratio) - (try #require(back.ratio))) < 1e-7)
      #expect(forth.degreesOfFreedom == 2 * names.count)
      for (one, other) in zip(forth.shared.groups, back.shared.groups.reversed()) {
        #expect(abs(try #require(one.threshold) - (try #require(other.threshold))) < 1e-4)
      }
    }
  }

  @Test func `simulated probabilities follow the seed and count every fit`() throws {
    let groups = [JointData.first, JointData.second]
    let found = fitter.likelihoodRatio(groups, sharing: SharedParameters([.threshold]))
    var random = Uniforms(seed: 7)
    let simulated = try #require(fitter.simulate(found, groups, count: 60, using: &random))
    var again = Uniforms(seed: 7)
    #expect(fitter.simulate(found, groups, count: 60, using: &again) == simulated)
    #expect(simulated.simulations == 60)
    #expect(simulated.failed == 0)
    #expect(simulated.p == Double(1 + simulated.reached) / 61)
  }

  @Test func `a ratio of 0 is reached by every simulation`() throws {
    let groups = [JointData.first, JointData.first]
    let found = fitter.likelihoodRatio(groups, sharing: SharedParameters([.width]))
    var random = Uniforms(seed: 8)
    #expect(try #require(fitter.simulate(found, groups, count: 20, using: &random)).p == 1)
  }

  @Test func `without curves nothing is simulated`() {
    let groups = [JointData.counts([4, 9], 20, [12, 18]), JointData.counts([4, 9], 20, [11, 19])]
    let found = fitter.likelihoodRatio(groups, sharing: SharedParameters([.width]))
    var random = Uniforms(seed: 9)
    #expect(found.shared.status == .tooFewLevels)
    #expect(found.ratio != nil)
    #expect(fitter.simulate(found, groups, count: 5, using: &random) == nil)
  }
}
