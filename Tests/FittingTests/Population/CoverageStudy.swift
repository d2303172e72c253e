import Foundation
import PeachFitting
import PeachMath
import Testing

/// Simulated studies of adaptive tracks, whose intervals are compared with the truth.
///
/// Each listener does a two-down one-up track with two alternatives in each condition. Thresholds and log widths are
/// bivariate normal over listeners, and the effect of a condition varies over listeners too.
struct CoverageStudy {
  var listeners: Int
  var groups = 1
  var conditions = 1
  var trials = 60

  static let deviations = (threshold: 0.5, logWidth: 0.3, effect: 0.2)
  static let correlation = 0.4
  static let effect = 0.4
  static let logWidth = log(2.0)
  static let lapse = 0.02
  /// The studies of each design of the long test; `nil` if it is not asked for.
  static let studies = ProcessInfo.processInfo.environment["PEACH_COVERAGE"].flatMap(Int.init)

  /// An estimate on its own scale, which is logarithmic for standard deviations, and its 95 % interval.
  struct Outcome {
    var name: String
    var error: Double
    var standardError: Double
    var isCovered: Bool
  }

  var model: PopulationModel {
    var model = DrawnListeners.model
    model.hasVaryingEffects = conditions > 1
    return model
  }

  var design: PopulationDesign {
    PopulationDesign(
      groups: (0..<groups).map { "g\($0)" }, conditions: (0..<conditions).map { "c\($0)" },
      cells: (0..<groups).flatMap { group in
        (0..<conditions).map { PopulationDesign.Cell(group: group, condition: $0) }
      })
  }

  func people(seed: UInt64) -> [PopulationListener] {
    var random = TestRandom(seed: seed &* 0x2545_f491_4f6c_dd1d)
    for _ in 0..<20 { _ = random.uniform() }
    func normal() -> Double { NormalDistribution.quantile(max(random.uniform(), 1e-17)) }
    let width = 2 * NormalDistribution.quantile(0.95)
    return (0..<listeners).map { index in
      let (z, y) = (normal(), normal())
      let r = Self.correlation
      let scale = exp(Self.logWidth + Self.deviations.logWidth * (r * z + (1 - r * r).squareRoot() * y)) / width
      let group = index % groups
      return PopulationListener(
        name: "P\(index)",
        cells: (0..<conditions).map { condition in
          var threshold = Self.deviations.threshold * z + Self.effect * Double(group + condition)
          if conditions > 1 { threshold += Self.deviations.effect * normal() }
          var counts = Counts()
          var (level, correct, reversals, last) = (3 + (8 * random.uniform()).rounded() / 8, 0, 0, 0.0)
          for _ in 0..<trials {
            let p = 0.5 + (0.5 - Self.lapse) * NormalDistribution.cumulative((level - threshold) / scale)
            let isCorrect = random.uniform() < p
            counts.add([Counts.Bin(level: level, trials: 1, positives: isCorrect ? 1 : 0)])
            correct = isCorrect ? correct + 1 : 0
            guard !isCorrect || correct == 2 else { continue }
            correct = 0
            let direction = isCorrect ? -1.0 : 1.0
            if direction * last < 0 { reversals += 1 }
            last = direction
            level += direction * (reversals < 2 ? 1 : 0.5)
          }
          return (group * conditions + condition, counts)
        })
    }
  }

  /// The outcomes of one study; `nil` if the fit has no numbers.
  ///
  /// - Parameter isProfile: Whether intervals follow the likelihood.
  func outcomes(seed: UInt64, isProfile: Bool = false) -> [Outcome]? {
    let fitter = PopulationFitter(model, design, people(seed: seed))
    let fit = fitter.fit()
    guard fit.status.hasEstimates, fit.status != .notConverged else { return nil }
    var terms: [(name: String, term: PopulationTerm, truth: Double)] = [
      ("mean threshold", .mean(0, cell: 0), 0), ("mean log width", .mean(1, cell: 0), Self.logWidth),
      ("SD of thresholds", .deviation(0), Self.deviations.threshold),
      ("SD of log widths", .deviation(1), Self.deviations.logWidth), ("correlation", .correlation, Self.correlation),
    ]
    if conditions > 1 { terms.append(("SD of effects", .effectDeviation, Self.deviations.effect)) }
    for contrast in design.contrasts where contrast.kind != .interaction {
      terms.append(("contrast \(contrast.kind.rawValue)", .contrast(0, contrast), Self.effect))
    }
    return terms.compactMap { name, term, truth in
      let interval =
        isProfile
        ? fitter.profileInterval(of: term, fit, confidence: 0.95) : fit.waldInterval(of: term, confidence: 0.95)
      guard let interval, let error = fit.error(of: term) else { return nil }
      let value = fit.value(of: term)
      let isLog = name.hasPrefix("SD")
      let isCovered = (interval.low ?? -.infinity) <= truth && truth <= (interval.high ?? .infinity)
      return Outcome(
        name: name, error: isLog ? log(value / truth) : value - truth, standardError: isLog ? error / value : error,
        isCovered: isCovered)
    }
  }
}

@Suite("Coverage of population intervals")
struct PopulationCoverageTests {
  /// n = 100 studies of 10 listeners. With a coverage of 95 % fewer than 88 contain the truth in one of 670 runs of the test;
  /// with 80 % 88 or more do in one of 40.
  @Test("Intervals of the mean and SD of thresholds contain the truth")
  func cheap() throws {
    let study = CoverageStudy(listeners: 10)
    let outcomes = (1...100).compactMap { study.outcomes(seed: $0) }
    #expect(outcomes.count >= 97)
    for name in ["mean threshold", "SD of thresholds"] {
      let own = outcomes.flatMap { $0.filter { $0.name == name } }
      #expect(own.count { $0.isCovered } >= 88 * own.count / 100, "\(name): \(own.count { $0.isCovered })")
    }
  }

  /// Prints the table of `docs/how-to/population-fits.md`. `PEACH_COVERAGE=400` states the studies of each cell, which take
  /// about half an hour on one core.
  @Test("The coverage of all designs", .enabled(if: CoverageStudy.studies != nil))
  func all() {
    for listeners in [5, 10, 20, 40] {
      for (groups, conditions) in [(1, 1), (2, 1), (1, 2)] {
        let study = CoverageStudy(listeners: listeners, groups: groups, conditions: conditions)
        let outcomes = (1...(CoverageStudy.studies ?? 1)).compactMap { study.outcomes(seed: UInt64($0)) }
        print("\(listeners) listeners, \(groups) groups, \(conditions) conditions: \(outcomes.count) studies")
        for (place, outcome) in (outcomes.first ?? []).enumerated() {
          let own = outcomes.compactMap { $0.count > place ? $0[place] : nil }
          let share = Double(own.count { $0.isCovered }) / Double(own.count)
          let bias = own.reduce(0) { $0 + $1.error } / Double(own.count)
          print("  \(outcome.name): \((1000 * share).rounded() / 10) %, bias \((1000 * bias).rounded() / 1000)")
        }
      }
    }
  }
}
