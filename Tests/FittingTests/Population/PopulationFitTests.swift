import Foundation
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Listeners who answer at fixed levels.
enum DrawnListeners {
  static let levels = stride(from: -3.0, through: 3, by: 1).map { $0 }

  /// - Parameter groups: The listeners take turns in these groups, whose thresholds differ by `effect`.
  static func drawn(
    _ count: Int, trials: Double, seed: UInt64, conditions: Int = 1, groups: Int = 1, effect: Double = 0.5,
    deviation: Double = 0.8
  ) -> (design: PopulationDesign, listeners: [PopulationListener]) {
    var random = TestRandom(seed: seed)
    func normal() -> Double { NormalDistribution.quantile(max(random.uniform(), 1e-17)) }
    let cells = (0..<groups).flatMap { group in
      (0..<conditions).map { PopulationDesign.Cell(group: group, condition: $0) }
    }
    let design = PopulationDesign(
      groups: (0..<groups).map { "g\($0)" }, conditions: (0..<conditions).map { "c\($0)" }, cells: cells)
    let listeners = (0..<count).map { index in
      let (threshold, slope) = (deviation * normal(), exp(0.25 * normal()))
      return PopulationListener(
        name: "P\(index)",
        cells: (0..<conditions).map { condition in
          let place = threshold + effect * Double(condition + index % groups)
          var counts = Counts()
          counts.add(
            levels.map { level in
              let p = 0.5 + 0.48 * NormalDistribution.cumulative(slope * (level - place))
              return Counts.Bin(
                level: level, trials: trials,
                positives: random.binomial(trials: trials, probability: p))
            })
          return (index % groups * conditions + condition, counts)
        })
    }
    return (design, listeners)
  }

  static var model: PopulationModel {
    PopulationModel(
      FitSettings(NormalFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1)))
  }
}

@Suite("Population fits")
struct PopulationFitTests {
  /// Listeners with higher thresholds hear higher levels, at which they are worse than the others are at theirs.
  @Test("Tracks that fall together although each of them rises determine a population")
  func falling() {
    let listeners = (0..<5).map { index in
      let bins = [11.0, 15, 19].enumerated().map { place, positives in
        Counts.Bin(level: Double(4 * index + place), trials: 20, positives: positives - Double(index))
      }
      return PopulationListener(name: "P\(index)", cells: [(0, Counts(bins))])
    }
    let fit = PopulationFitter(DrawnListeners.model, PopulationDesign(), listeners).fit()
    #expect(fit.status.hasEstimates, "\(fit.status)")
  }

  @Test("The same listeners on another scale of levels give the same population")
  func scale() throws {
    let (design, listeners) = DrawnListeners.drawn(8, trials: 20, seed: 3)
    let scaled = listeners.map { listener in
      PopulationListener(
        name: listener.name,
        cells: listener.cells.map { cell, counts in
          (
            cell,
            Counts(
              counts.bins.map { Counts.Bin(level: 20 * $0.level + 300, trials: $0.trials, positives: $0.positives) })
          )
        })
    }
    let a = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    let b = PopulationFitter(DrawnListeners.model, design, scaled).fit()
    #expect(a.status == .ok && b.status == .ok)
    let error = try #require(a.error(of: .mean(0, cell: 0)))
    #expect(abs(20 * a.value(of: .mean(0, cell: 0)) + 300 - b.value(of: .mean(0, cell: 0))) < 20 * 0.01 * error)
    #expect(abs(a.value(of: .mean(1, cell: 0)) + log(20) - b.value(of: .mean(1, cell: 0))) < 0.01)
    #expect(abs(20 * a.value(of: .deviation(0)) / b.value(of: .deviation(0)) - 1) < 0.01)
    #expect(abs((a.logLikelihood ?? 0) - (b.logLikelihood ?? 1)) < 0.01)
  }

  @Test("With very many trials the mean, SD and t interval are those of the listeners' own thresholds")
  func manyTrials() throws {
    // So many trials leave little error of a single threshold. Then the penalised mean and SD are the sample's, because the
    // penalty ln σ turns the maximum-likelihood SD into that with n − 1, and the half-normal penalty is weak.
    let (design, listeners) = DrawnListeners.drawn(10, trials: 1000, seed: 5)
    let model = DrawnListeners.model
    let fitter = PopulationFitter(model, design, listeners)
    let fit = fitter.fit()
    let separate = model.settings.makeFitter()
    let thresholds = listeners.compactMap { separate.fit($0.cells[0].counts).threshold }
    #expect(thresholds.count == 10)
    let mean = thresholds.reduce(0, +) / 10
    let deviation = (thresholds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 9).squareRoot()
    #expect(abs(fit.value(of: .mean(0, cell: 0)) - mean) < 0.01 * deviation)
    #expect(abs(fit.value(of: .deviation(0)) / deviation - 1) < 0.03)
    let half = StudentT.quantile(0.975, degreesOfFreedom: 9) * deviation / 10.0.squareRoot()
    for interval in [
      fit.waldInterval(of: .mean(0, cell: 0), confidence: 0.95),
      fitter.profileInterval(of: .mean(0, cell: 0), fit, confidence: 0.95),
    ] {
      let interval = try #require(interval)
      #expect(abs((interval.low ?? 0) - (mean - half)) < 0.05 * half)
      #expect(abs((interval.high ?? 0) - (mean + half)) < 0.05 * half)
    }
    // Nothing is left to shrink.
    for (member, threshold) in zip(fit.members, thresholds) {
      #expect(abs(member.values[0] - threshold) < 0.05 * deviation)
    }
  }

  @Test("With very many trials the SD within groups and conditions is that of restricted maximum likelihood")
  func manyTrialsInGroups() throws {
    let (design, listeners) = DrawnListeners.drawn(9, trials: 1000, seed: 6, groups: 3)
    let model = DrawnListeners.model
    let fit = PopulationFitter(model, design, listeners).fit()
    let separate = model.settings.makeFitter()
    let thresholds = listeners.compactMap { separate.fit($0.cells[0].counts).threshold }
    #expect(thresholds.count == 9)
    let squares = (0..<3).reduce(0.0) { sum, group in
      let own = stride(from: group, to: 9, by: 3).map { thresholds[$0] }
      let mean = own.reduce(0, +) / 3
      return sum + own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    // 9 listeners less 3 means. Divided by 8, as with one mean, the SD would be 13 % smaller.
    #expect(abs(fit.value(of: .deviation(0)) / (squares / 6).squareRoot() - 1) < 0.04)
  }

  @Test("A listener with few trials is drawn to the mean, and more than one with many")
  func shrinkage() throws {
    let (design, drawn) = DrawnListeners.drawn(12, trials: 40, seed: 8, deviation: 0.5)
    var listeners = drawn
    func far(_ trials: Double) -> Counts {
      Counts(
        DrawnListeners.levels.map { level in
          let p = 0.5 + 0.48 * NormalDistribution.cumulative(level - 2)
          return Counts.Bin(level: level, trials: trials, positives: (trials * p).rounded())
        })
    }
    listeners[0].cells[0].counts = far(4)
    listeners[1].cells[0].counts = far(400)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    let (few, many) = (fit.members[0], fit.members[1])
    let mean = fit.value(of: .mean(0, cell: 0))
    #expect(abs(many.values[0] - 2) < 0.15)
    #expect(few.values[0] < many.values[0] - 0.1)
    #expect(few.values[0] > mean)
    #expect(few.errors[0] > 1.5 * many.errors[0])
  }

  @Test("Contrasts within and between listeners, and their interaction, are the differences of means")
  func contrasts() throws {
    let (design, listeners) = DrawnListeners.drawn(12, trials: 15, seed: 21, conditions: 2, groups: 2, effect: 0.9)
    var model = DrawnListeners.model
    model.hasVaryingEffects = true
    let fit = PopulationFitter(model, design, listeners).fit()
    func mean(_ cell: Int) -> Double { fit.value(of: .mean(0, cell: cell)) }
    let expected: [PopulationContrast.Kind: Double] = [
      .within: (mean(1) - mean(0) + mean(3) - mean(2)) / 2, .between: (mean(2) - mean(0) + mean(3) - mean(1)) / 2,
      .interaction: mean(3) - mean(2) - mean(1) + mean(0),
    ]
    #expect(design.contrasts.map(\.kind) == [.within, .between, .interaction])
    for contrast in design.contrasts {
      let term = PopulationTerm.contrast(0, contrast)
      #expect(abs(fit.value(of: term) - (expected[contrast.kind] ?? .nan)) < 1e-9)
      let interval = try #require(fit.waldInterval(of: term, confidence: 0.95))
      #expect(interval.contains(contrast.kind == .interaction ? 0 : 0.9))
      let size = try #require(fit.effectSize(of: term, confidence: 0.95))
      let deviation = pow(pow(fit.value(of: .deviation(0)), 2) + pow(fit.value(of: .effectDeviation), 2), 0.5)
      #expect(abs(size.value * deviation - fit.value(of: term)) < 1e-9)
    }
  }

  @Test("Data sets drawn from a fit have the trials of the data, and fits that scatter around it")
  func drawn() throws {
    let (design, listeners) = DrawnListeners.drawn(10, trials: 10, seed: 13)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    var random = TestRandom(seed: 99)
    var means: [Double] = []
    for _ in 0..<20 {
      let drawn = fit.drawn(using: &random)
      #expect(drawn.map(\.trials) == listeners.map(\.trials))
      let refit = PopulationFitter(DrawnListeners.model, design, drawn).fit(near: fit)
      if refit.status == .ok { means.append(refit.value(of: .mean(0, cell: 0))) }
    }
    #expect(means.count >= 18)
    // About 20 means of known error: their mean is off by 4 standard errors in one of 16 000 tests.
    let error = try #require(fit.error(of: .mean(0, cell: 0)))
    let mean = means.reduce(0, +) / Double(means.count)
    #expect(abs(mean - fit.value(of: .mean(0, cell: 0))) < 4 * error / 20.0.squareRoot() + 0.1 * error)
    let deviation = (means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(means.count - 1)).squareRoot()
    // A standard deviation of 20 values is off by a factor of 2 in fewer than one of 10 000 tests.
    #expect(deviation > 0.45 * error && deviation < 2 * error)
  }

  @Test("A new listener varies more than the mean is uncertain")
  func newListener() throws {
    let (design, listeners) = DrawnListeners.drawn(9, trials: 20, seed: 31)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    let interval = fit.newListener(0, cell: 0, confidence: 0.95)
    let error = try #require(fit.error(of: .mean(0, cell: 0)))
    let (low, high) = (try #require(interval.low), try #require(interval.high))
    let half =
      StudentT.quantile(0.975, degreesOfFreedom: 8) * pow(error * error + pow(fit.value(of: .deviation(0)), 2), 0.5)
    #expect(abs(high - low - 2 * half) < 1e-9)
  }
}

@Suite("Population fits of degenerate data")
struct DegeneratePopulationTests {
  private static func status(_ design: PopulationDesign, _ listeners: [PopulationListener]) -> PopulationStatus {
    PopulationFitter(DrawnListeners.model, design, listeners).fit().status
  }

  private static func listeners(_ count: Int, _ bins: [Counts.Bin]) -> [PopulationListener] {
    (0..<count).map { PopulationListener(name: "P\($0)", cells: [(0, Counts(bins))]) }
  }

  @Test("One listener, or two, are too few")
  func few() {
    for count in 1...2 {
      let (design, listeners) = DrawnListeners.drawn(count, trials: 20, seed: 1)
      #expect(Self.status(design, listeners) == .tooFewListeners)
    }
  }

  @Test("Only correct answers, only wrong ones, and falling proportions")
  func answers() {
    let design = PopulationDesign()
    let all = DrawnListeners.levels.map { Counts.Bin(level: $0, trials: 10, positives: 10) }
    #expect(Self.status(design, Self.listeners(5, all)) == .data(.allCorrect))
    let none = DrawnListeners.levels.map { Counts.Bin(level: $0, trials: 10, positives: 0) }
    #expect(Self.status(design, Self.listeners(5, none)) == .data(.oneAnswer))
    let falling = DrawnListeners.levels.map { Counts.Bin(level: $0, trials: 10, positives: 7 - $0.rounded()) }
    #expect(Self.status(design, Self.listeners(5, falling)) == .data(.decreasing))
  }

  @Test("Two trials each are too few")
  func twoTrials() {
    let bins = [Counts.Bin(level: -1, trials: 1, positives: 0), Counts.Bin(level: 1, trials: 1, positives: 1)]
    #expect(Self.status(PopulationDesign(), Self.listeners(12, bins)) == .tooFewTrials)
  }

  @Test("Listeners with the same data are named")
  func duplicates() {
    let (design, listeners) = DrawnListeners.drawn(6, trials: 20, seed: 17)
    var doubled = listeners
    doubled[4].cells = listeners[1].cells
    let fit = PopulationFitter(DrawnListeners.model, design, doubled).fit()
    #expect(fit.status == .duplicates)
    #expect(fit.duplicates.map { [$0.0, $0.1] } == [[1, 4]])
  }

  @Test("A condition that a group lacks is named, and only contrasts with data remain")
  func missing() {
    var (design, listeners) = DrawnListeners.drawn(8, trials: 15, seed: 2, conditions: 2, groups: 2)
    design.cells.removeLast()
    for index in listeners.indices { listeners[index].cells.removeAll { $0.cell == 3 } }
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    #expect(fit.status == .missingCondition)
    #expect(design.contrasts.map(\.kind) == [.within, .between])
    #expect(design.emptyCells == [PopulationDesign.Cell(group: 1, condition: 1)])
  }

  @Test("Listeners who do not differ are singular without penalties, and not with them")
  func singular() {
    let (design, listeners) = DrawnListeners.drawn(6, trials: 30, seed: 4, deviation: 0)
    let same = listeners.enumerated().map { index, listener in
      // Proportions differ by one answer, so that nobody is a duplicate.
      var bins = listeners[0].cells[0].counts.bins
      bins[index].positives = max(0, bins[index].positives - 1)
      return PopulationListener(name: listener.name, cells: [(0, Counts(bins))])
    }
    var model = DrawnListeners.model
    #expect(PopulationFitter(model, design, same).fit().status == .ok)
    model.isPenalised = false
    #expect(PopulationFitter(model, design, same).fit().status == .singular)
  }
}
