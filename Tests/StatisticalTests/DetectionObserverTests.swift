import Glibc
import PeachMath
import PeachTrials
import Testing

/// Observers who draw normal observations and decide by the words of each rule, against the formulas of its task.
///
/// n = 400 000 trials each, at d′ = 1.7; false-alarm rate 1e-6. The bound is 4.9 standard errors, at most 0.0039: a
/// formula that is off by 0.006 is caught with power above 0.99.
@Suite struct DetectionObserverTests {
  private static let trials = 400_000
  private static let dPrime = 1.7

  /// Counts the trials that `isCorrect` says are correct.
  private func check(
    _ task: any DetectionTask, sourceLocation: SourceLocation = #_sourceLocation,
    _ isCorrect: (inout RandomStream) -> Bool
  ) {
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      let correct = (0..<Self.trials).count { _ in isCorrect(&random) }
      Expectations.proportion(
        correct, of: Self.trials, is: task.proportionCorrect(at: Self.dPrime), "\(task.title), seed \(seed)",
        sourceLocation: sourceLocation)
    }
  }

  /// An observation of the stimulus at +d′/2 or −d′/2.
  private func observation(_ side: Double, _ random: inout RandomStream) -> Double {
    side * Self.dPrime / 2 + random.normal()
  }

  @Test func `yes where the observation is above the midpoint`() {
    check(YesNo()) { random in
      let side = random.sign()
      return (observation(side, &random) > 0) == (side > 0)
    }
  }

  @Test(arguments: [2, 4]) func `the alternative with the greatest observation`(alternatives: Int) {
    check(ForcedChoice(alternatives: alternatives)) { random in
      let signal = observation(1, &random)
      let noise = (1..<alternatives).map { _ in observation(-1, &random) }
      return noise.allSatisfy { $0 < signal }
    }
  }

  @Test func `different where the observations are farther apart than the best criterion`() {
    let criterion = SameDifferent.unbiasedCriterion(at: Self.dPrime).value
    check(SameDifferent(rule: .difference)) { random in
      let (first, second) = (random.sign(), random.sign())
      let distance = abs(observation(first, &random) - observation(second, &random))
      return (distance > criterion) == (first != second)
    }
  }

  @Test func `different where the observations are on different sides`() {
    check(SameDifferent(rule: .independent)) { random in
      let (first, second) = (random.sign(), random.sign())
      return (observation(first, &random) * observation(second, &random) < 0) == (first != second)
    }
  }

  @Test func `whichever of A and B is nearer to X`() {
    check(ABX(rule: .difference)) { random in
      let (a, x) = (random.sign(), random.sign())
      let (heardA, heardB) = (observation(a, &random), observation(-a, &random))
      let heardX = observation(x, &random)
      return (abs(heardX - heardA) < abs(heardX - heardB)) == (x == a)
    }
  }

  @Test func `ABX by telling A from B and assigning X`() {
    check(ABX(rule: .independent)) { random in
      let (a, x) = (random.sign(), random.sign())
      let isAHigher = observation(a, &random) > observation(-a, &random)
      return (isAHigher == (observation(x, &random) > 0)) == (x == a)
    }
  }

  /// Three observations, of which the first is the odd one.
  private func triad(_ random: inout RandomStream) -> [Double] {
    let odd = random.sign()
    return [odd, -odd, -odd].map { observation($0, &random) }
  }

  @Test func `the observation farthest from the others`() {
    check(Oddity(rule: .difference)) { random in
      let heard = triad(&random)
      // The other two are then the closest pair.
      let pairs = [abs(heard[1] - heard[2]), abs(heard[0] - heard[2]), abs(heard[0] - heard[1])]
      return pairs.min() == pairs[0]
    }
  }

  @Test func `the likeliest odd one of all six triads`() {
    check(Oddity(rule: .independent)) { random in
      let heard = triad(&random)
      let likelihoods = (0..<3).map { odd in
        [1.0, -1].reduce(0) { sum, side in
          let squares = heard.indices.map { index in
            let mean = (index == odd ? side : -side) * Self.dPrime / 2
            return (heard[index] - mean) * (heard[index] - mean)
          }
          return sum + exp(-squares.reduce(0, +) / 2)
        }
      }
      return likelihoods.max() == likelihoods[0]
    }
  }

  @Test func `the most likely odd note is single on its side, or nearest to the midpoint`() {
    check(Oddity(rule: .independent)) { random in
      let heard = triad(&random)
      let sorted = heard.sorted()
      return heard[0] == (sorted[1] > 0 ? sorted[0] : sorted[2])
    }
  }
}
