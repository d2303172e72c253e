import PeachMath
import Testing

/// d′ to proportion correct and back, against 30 digits, another package and published values.
@Suite struct ConversionTests {
  @Test func `proportions and slopes agree with 30 digits, those wrong out into the tail`() throws {
    for row in try Golden.read("conversions", as: [Golden.Conversion].self) {
      let task = try Golden.task(row.task, row.rule, row.alternatives)
      for (index, dPrime) in row.dPrime.enumerated() {
        let place: Comment = "\(task.title), d′ = \(dPrime)"
        #expect(agrees(task.proportionCorrect(at: dPrime), row.correct[index]), place)
        #expect(agrees(task.proportionWrong(at: dPrime), row.wrong[index]), place)
        #expect(agrees(task.slope(at: dPrime), row.slope[index]), place)
      }
    }
  }

  @Test func `d′ at a proportion agrees with 30 digits, up to 1 − 2⁻⁴⁰`() throws {
    for row in try Golden.read("conversions", as: [Golden.Conversion].self) {
      let task = try Golden.task(row.task, row.rule, row.alternatives)
      for (proportion, exact) in zip(row.p, row.dPrimeAtP) {
        let found = try task.dPrime(at: proportion)
        #expect(agrees(found, exact), "\(task.title), p = \(proportion): \(found), exact \(exact)")
      }
    }
  }

  @Test func `the golden file has every task and rule`() throws {
    let rows = try Golden.read("conversions", as: [Golden.Conversion].self)
    let found = Set(try rows.map { try Golden.task($0.task, $0.rule, $0.alternatives).title })
    let expected = NamedTask.all.map(\.task.title).filter { !$0.hasPrefix("mafc") }
    #expect(found.isSuperset(of: expected))
    #expect(rows.compactMap(\.alternatives) == [2, 3, 4, 8, 100, 1000])
  }

  @Test func `d′ agrees with another package, and where there are 40 digits with those`() throws {
    let calls = try Golden.read("pychoacoustics", as: [Golden.Call].self)
    #expect(calls.count == 29)
    for call in calls {
      let found = try dPrime(call)
      #expect((found - call.value).magnitude <= 1e-6, "\(call): \(found)")
      if let exact = call.exact { #expect(agrees(found, exact), "\(call): \(found)") }
    }
  }

  private func dPrime(_ call: Golden.Call) throws -> Double {
    let numbers = call.args.compactMap(\.number)
    let rules = ["diff": DecisionRule.difference, "IO": .independent]
    let rule = call.args.compactMap(\.text).first.flatMap { rules[$0] }
    switch call.function {
    case "dprime_mAFC": return try ForcedChoice(alternatives: Int(numbers[1])).dPrime(at: numbers[0])
    case "dprime_oddity": return try Oddity(rule: #require(rule)).dPrime(at: numbers[0])
    default:
      let task: any TwoResponseTask
      switch call.function {
      case "dprime_yes_no": task = YesNo()
      case "dprime_SD": task = SameDifferent(rule: try #require(rule))
      default:
        try #require(call.function == "dprime_ABX")
        task = ABX(rule: try #require(rule))
      }
      return try task.sensitivity(hits: ObservedProportion(numbers[0]), falseAlarms: ObservedProportion(numbers[1]))
        .dPrime
    }
  }

  /// Hacker & Ratcliff (1979) for forced choice, Ennis (1993), J. Sens. Stud. 8:353–370, for the triangular method.
  @Test func `proportions at d′ = 1 are the published ones`() {
    let published: [(any DetectionTask, Double)] = [
      (ForcedChoice(alternatives: 2), 0.760), (ForcedChoice(alternatives: 3), 0.634),
      (ForcedChoice(alternatives: 4), 0.552), (Oddity(rule: .difference), 0.418),
    ]
    for (task, proportion) in published {
      #expect((task.proportionCorrect(at: 1) - proportion).magnitude <= 0.5e-3, "\(task.title)")
    }
  }

  /// A table made with another program, to four decimals.
  @Test(
    arguments: [
      (0.5, 0.5565, 0.8368), (0.6, 0.8852, 1.1532), (0.75, 1.4338, 1.6822), (0.8, 1.6524, 1.8932),
      (0.9, 2.2302, 2.4516),
      (0.95, 2.7101, 2.9162),
    ])
  func `d′ in forced choice of three and four equals the tables`(p: Double, three: Double, four: Double) throws {
    #expect(try (ForcedChoice(alternatives: 3).dPrime(at: p) - three).magnitude <= 0.5e-4 + 1e-12)
    #expect(try (ForcedChoice(alternatives: 4).dPrime(at: p) - four).magnitude <= 0.5e-4 + 1e-12)
  }

  @Test func `the integral for two alternatives is the closed form`() throws {
    let closed = TwoAlternativeForcedChoice()
    let integral = ForcedChoice(alternatives: 2)
    for dPrime in stride(from: -9.71, through: 9.71, by: 0.613) {
      #expect(agrees(integral.proportionCorrect(at: dPrime), closed.proportionCorrect(at: dPrime)), "d′ = \(dPrime)")
      #expect(agrees(integral.proportionWrong(at: dPrime), closed.proportionWrong(at: dPrime)), "d′ = \(dPrime)")
      #expect(agrees(integral.slope(at: dPrime), closed.slope(at: dPrime)), "d′ = \(dPrime)")
    }
    for p in [1e-9, 0.0317, 0.47, 0.7602, 0.9938, 1 - 1e-9] {
      #expect(try agrees(integral.dPrime(at: p), closed.dPrime(at: p)), "p = \(p)")
    }
  }
}
