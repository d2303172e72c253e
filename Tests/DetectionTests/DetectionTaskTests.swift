import Glibc
import PeachMath
import Testing

/// What every task owes, whichever it is.
@Suite struct DetectionTaskTests {
  /// From the smallest d′ of the task on.
  private func levels(_ task: any DetectionTask) -> [Double] {
    Array(stride(from: task.isSigned ? -5.13 : 0.137, through: 9.1, by: 0.371))
  }

  @Test(arguments: NamedTask.all) func `chance is the proportion correct at d′ = 0`(named: NamedTask) throws {
    let task = named.task
    #expect(agrees(task.proportionCorrect(at: 0), task.chance))
    #expect(try task.dPrime(at: task.chance) == 0)
  }

  @Test(arguments: NamedTask.all) func `correct answers become more frequent with d′`(named: NamedTask) {
    let task = named.task
    for (low, high) in zip(levels(task), levels(task).dropFirst()) {
      #expect(task.proportionWrong(at: high) < task.proportionWrong(at: low), "from \(low) to \(high)")
      #expect(task.proportionCorrect(at: high) >= task.proportionCorrect(at: low), "from \(low) to \(high)")
    }
  }

  @Test(arguments: NamedTask.all) func `right and wrong add up to 1`(named: NamedTask) {
    for dPrime in levels(named.task) {
      let sum = named.task.proportionCorrect(at: dPrime) + named.task.proportionWrong(at: dPrime)
      #expect((sum - 1).magnitude <= 2e-14, "d′ = \(dPrime)")
    }
  }

  @Test(arguments: NamedTask.all) func `the slope is the derivative`(named: NamedTask) {
    let task = named.task
    for dPrime in levels(task) {
      func correct(_ steps: Double) -> Double { task.proportionCorrect(at: dPrime + steps * 1e-2) }
      // The five-point formula: its error is step⁴ / 30 times the fifth derivative, which grows with the alternatives.
      let numeric = (correct(-2) - 8 * correct(-1) + 8 * correct(1) - correct(2)) / 0.12
      #expect((task.slope(at: dPrime) - numeric).magnitude <= 2e-8, "d′ = \(dPrime)")
    }
  }

  @Test(arguments: NamedTask.all) func `d′ is recovered from its proportion`(named: NamedTask) throws {
    let task = named.task
    for dPrime in levels(task) {
      let (right, wrong) = (task.proportionCorrect(at: dPrime), task.proportionWrong(at: dPrime))
      let back = try task.dPrime(right: right, wrong: wrong)
      // Rounding of the smaller of the two, in d′; of forced choice the integral is good to 1e-14.
      let rounding = 2e-14 * min(right, wrong) / task.slope(at: dPrime)
      #expect((back - dPrime).magnitude <= rounding + 4 * dPrime.ulp, "d′ = \(dPrime), back \(back)")
    }
  }

  @Test(arguments: NamedTask.all) func `proportions are recovered from their d′`(named: NamedTask) throws {
    let task = named.task
    for share in [1e-9, 1e-3, 0.137, 0.37, 0.61, 0.83, 0.97, 0.999, 1 - 1e-9] {
      let proportion = task.isSigned ? share : task.chance + share * (1 - task.chance)
      let dPrime = try task.dPrime(at: proportion)
      #expect((dPrime < 0) == (proportion < task.chance))
      #expect((task.proportionCorrect(at: dPrime) - proportion).magnitude <= 1e-14, "p = \(proportion)")
    }
  }

  @Test(arguments: NamedTask.all) func `certainty has no finite d′`(named: NamedTask) {
    for proportion in [0, 1, -0.3, 1.3, .nan, .leastNonzeroMagnitude] {
      #expect(throws: SensitivityError.infinite) { try named.task.dPrime(at: proportion) }
    }
  }

  @Test(arguments: NamedTask.all) func `a proportion below chance gives a negative d′ or none`(named: NamedTask) throws
  {
    let task = named.task
    if task.isSigned {
      #expect(try task.dPrime(at: 0.9 * task.chance) < 0)
    } else {
      #expect(throws: SensitivityError.belowChance) { try task.dPrime(at: 0.9 * task.chance) }
      #expect(task.proportionCorrect(at: -1.37) == task.proportionCorrect(at: 1.37))
    }
  }

  @Test(arguments: NamedTask.all) func `the tails are inverted too`(named: NamedTask) throws {
    let task = named.task
    let high = try task.dPrime(right: 1, wrong: 1e-90)
    #expect(agrees(task.proportionWrong(at: high), 1e-90, relative: 1e-11))
    if task.isSigned {
      let low = try task.dPrime(at: 1e-307)
      #expect(agrees(task.proportionCorrect(at: low), 1e-307, relative: 1e-11))
    }
  }

  @Test(arguments: NamedTask.all) func `a task states its name and the source of its model`(named: NamedTask) {
    #expect(!named.task.title.isEmpty && !named.task.decision.isEmpty)
    #expect(named.task.source.contains("Macmillan & Creelman (2005)"))
  }

  /// No rule is better than that of likelihood where the stimuli are fixed.
  @Test func `the independent rule is the better one`() {
    for dPrime in stride(from: 0.31, through: 6, by: 0.47) {
      let pairs: [(any DetectionTask, any DetectionTask)] = [
        (SameDifferent(rule: .independent), SameDifferent(rule: .difference)),
        (ABX(rule: .independent), ABX(rule: .difference)), (Oddity(rule: .independent), Oddity(rule: .difference)),
      ]
      for (independent, difference) in pairs {
        #expect(
          independent.proportionWrong(at: dPrime) < difference.proportionWrong(at: dPrime),
          "\(independent.title), d′ = \(dPrime)")
      }
    }
  }

  @Test func `the unbiased criterion of the difference rule is the best one`() {
    for dPrime in [0.0137, 0.83, 2.7, 9.1] {
      func wrong(_ criterion: Double) -> Double {
        func cumulative(_ difference: Double) -> Double { NormalDistribution.cumulative(difference / 2.0.squareRoot()) }
        return cumulative(criterion - dPrime) - cumulative(-criterion - dPrime) + 2 * cumulative(-criterion)
      }
      let best = SameDifferent.unbiasedCriterion(at: dPrime).value
      #expect(wrong(best) < wrong(best * 1.01) && wrong(best) < wrong(best * 0.99), "d′ = \(dPrime)")
      #expect(
        agrees(SameDifferent(rule: .difference).proportionWrong(at: dPrime), wrong(best) / 2, relative: 1e-12))
    }
    #expect(SameDifferent.unbiasedCriterion(at: 0).value == 2.0.squareRoot())
    // Neither lost to rounding below, nor overflown above.
    #expect(agrees(SameDifferent.unbiasedCriterion(at: 1e-7).value, 2.0.squareRoot(), relative: 1e-12))
    #expect(agrees(SameDifferent.unbiasedCriterion(at: 90).value, 45 + 2 * M_LN2 / 90))
  }
}
