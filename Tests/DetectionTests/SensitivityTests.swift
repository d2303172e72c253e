import PeachMath
import Testing

/// d′, criterion, bias and standard error from counts.
@Suite struct SensitivityTests {
  @Test func `estimates from hits and false alarms agree with 60 digits, with every correction`() throws {
    let rows = try Golden.read("estimates", as: [Golden.Estimate].self)
    for row in rows {
      let task: any TwoResponseTask =
        row.task == "mafc"
        ? TwoAlternativeForcedChoice()
        : try #require(try Golden.task(row.task, row.rule, nil) as? any TwoResponseTask)
      let correction = try #require(ProportionCorrection(rawValue: row.correction))
      let found = try task.sensitivity(
        hits: ObservedProportion(row.hits, of: row.signals, correction: correction),
        falseAlarms: ObservedProportion(row.falseAlarms, of: row.noises, correction: correction))
      #expect(agrees(found.dPrime, row.dPrime), "\(row): \(found)")
      #expect(agrees(try #require(found.standardError), row.standardError), "\(row): \(found)")
      // Of differences: relative to what is subtracted.
      #expect((try #require(found.criterion) - row.criterion).magnitude <= 1e-14, "\(row): \(found)")
      #expect((try #require(found.bias) - row.bias).magnitude <= 1e-13, "\(row): \(found)")
    }
    #expect(Set(rows.map { "\($0.task) \($0.rule ?? "")" }).count == 6)
    #expect(Set(rows.map(\.correction)) == ["none", "loglinear", "half"])
  }

  /// Macmillan & Creelman (2005), ch. 1.
  @Test(arguments: [(0.8, 0.4, 1.095, 3), (0.32, 0.04, 1.283, 3), (0.99, 0.01, 4.65, 2)])
  func `d′ in yes/no equals the book`(hits: Double, falseAlarms: Double, dPrime: Double, decimals: Int) throws {
    let found = try YesNo().sensitivity(
      hits: ObservedProportion(hits), falseAlarms: ObservedProportion(falseAlarms))
    #expect((found.dPrime - dPrime).magnitude <= (decimals == 3 ? 0.5e-3 : 0.5e-2))
    #expect(found.standardError == nil)
  }

  @Test func `in yes/no ln β is c times d′`() throws {
    let found = try YesNo().sensitivity(
      hits: ObservedProportion(31, of: 70), falseAlarms: ObservedProportion(4, of: 55))
    let criterion = try #require(found.criterion)
    #expect(criterion > 0.5)
    #expect(agrees(try #require(found.bias), criterion * found.dPrime))
  }

  @Test func `the standard error of d′ equals that of the proportion over the slope`() throws {
    let found = try TwoAlternativeForcedChoice().sensitivity(correct: ObservedProportion(61, of: 80))
    // p = Φ(d′/√2): the slope is φ(z)/√2.
    let z = 0.7143674  // Φ⁻¹(0.7625), seven digits of a table
    let density = 0.309087
    #expect((found.dPrime - z * 2.0.squareRoot()).magnitude <= 1e-5)
    let expected = (0.7625 * 0.2375 / 80).squareRoot() * 2.0.squareRoot() / density
    #expect(agrees(try #require(found.standardError), expected, relative: 1e-4))
    #expect(found.criterion == nil && found.bias == nil)
    #expect(try TwoAlternativeForcedChoice().sensitivity(correct: ObservedProportion(0.7625)).standardError == nil)
  }

  @Test(arguments: NamedTask.all) func `four times the trials halve the standard error`(named: NamedTask) throws {
    let few = try named.task.sensitivity(correct: ObservedProportion(41, of: 60))
    let many = try named.task.sensitivity(correct: ObservedProportion(164, of: 240))
    #expect(agrees(few.dPrime, many.dPrime))
    #expect(agrees(try #require(few.standardError), 2 * (try #require(many.standardError))))
  }

  @Test func `d′ has no standard error if it starts at chance with slope 0`() throws {
    for rule in DecisionRule.allCases {
      let tasks: [any DetectionTask] = [SameDifferent(rule: rule), ABX(rule: rule)]
      for task in tasks {
        #expect(
          try task.sensitivity(correct: ObservedProportion(20, of: 40))
            == Sensitivity(dPrime: 0, criterion: nil, bias: nil, standardError: nil))
        let equal = try #require(task as? any TwoResponseTask).sensitivity(
          hits: ObservedProportion(12, of: 40), falseAlarms: ObservedProportion(9, of: 30))
        #expect(equal.dPrime == 0 && equal.standardError == nil && equal.bias == 0)
        #expect(try #require(equal.criterion) > 0.5)
      }
      #expect(try Oddity(rule: rule).sensitivity(correct: ObservedProportion(20, of: 60)).standardError == nil)
    }
    #expect(try ForcedChoice(alternatives: 3).sensitivity(correct: ObservedProportion(20, of: 60)).standardError != nil)
  }

  @Test func `no bias is 0, not −0`() throws {
    let found = try YesNo().sensitivity(
      hits: ObservedProportion(30, of: 40), falseAlarms: ObservedProportion(10, of: 40))
    #expect(found.criterion?.sign == .plus && found.criterion == 0)
    #expect(found.bias?.sign == .plus && found.bias == 0)
  }

  @Test func `certain hits or false alarms have no finite d′`() {
    let task = YesNo()
    let sound = ObservedProportion(7, of: 10)
    for extreme in [ObservedProportion(0, of: 10), ObservedProportion(10, of: 10), ObservedProportion(1)] {
      #expect(throws: SensitivityError.infinite) { try task.sensitivity(hits: extreme, falseAlarms: sound) }
      #expect(throws: SensitivityError.infinite) { try task.sensitivity(hits: sound, falseAlarms: extreme) }
      #expect(throws: SensitivityError.infinite) { try task.sensitivity(correct: extreme) }
    }
  }

  @Test(
    arguments: [YesNo(), TwoAlternativeForcedChoice()] as [any TwoResponseTask]
      + DecisionRule.allCases.flatMap { [SameDifferent(rule: $0), ABX(rule: $0)] as [any TwoResponseTask] })
  func `hits and false alarms as far apart as doubles can be have a d′`(task: any TwoResponseTask) throws {
    let found = try task.sensitivity(
      hits: ObservedProportion(1 - 0x1p-53), falseAlarms: ObservedProportion(.leastNormalMagnitude))
    #expect(found.dPrime > 30 && found.dPrime < 65, "\(found)")
    #expect(found.criterion.map { $0 > 10 } == true && found.bias?.isFinite == true)
  }

  @Test func `fewer hits than false alarms are a negative d′ or none`() throws {
    let (few, many) = (ObservedProportion(7, of: 40), ObservedProportion(19, of: 40))
    for task in [YesNo(), TwoAlternativeForcedChoice()] as [any TwoResponseTask] {
      let forwards = try task.sensitivity(hits: many, falseAlarms: few)
      let backwards = try task.sensitivity(hits: few, falseAlarms: many)
      #expect(backwards.dPrime == -forwards.dPrime)
      #expect(backwards.standardError == forwards.standardError)
    }
    for rule in DecisionRule.allCases {
      for task in [SameDifferent(rule: rule), ABX(rule: rule)] as [any TwoResponseTask] {
        #expect(throws: SensitivityError.belowChance) { try task.sensitivity(hits: few, falseAlarms: many) }
      }
    }
  }
}
