import Foundation
import Glibc
import PeachMath
import PeachStrategies
import PeachTrials
import Testing

/// That the fast ways of choosing a level choose the very level of the plain computation.
@Suite struct SelectionTests {
  /// A grid whose levels and thresholds lie on one lattice, for each function, with and without a lapse, with a tied
  /// guess, with levels beyond the thresholds and in another order.
  static let models: [(name: String, model: GridModel)] = {
    let lattice = (0..<31).map { -1.5 + 0.1 * Double($0) }
    let wider = (0..<43).map { -2.1 + 0.1 * Double($0) }
    let powers = (0..<25).map { pow(10, 0.05 * Double($0)) }
    let slopes = (0..<7).map { pow(10, -0.5 + 0.2 * Double($0)) }
    func model(
      _ function: any PsychometricFunction.Type, isLogLevel: Bool = false, _ threshold: [Double], _ levels: [Double],
      guess: [Double]?, lapse: [Double]
    ) -> GridModel {
      GridModel(
        ParameterGrid(
          function: function, isLogLevel: isLogLevel, threshold: threshold, slope: slopes, guess: guess, lapse: lapse),
        levels: levels)
    }
    return [
      ("normal", model(NormalFunction.self, lattice, lattice, guess: [0.5], lapse: [0.01, 0.03, 0.05])),
      ("logistic, wider", model(LogisticFunction.self, lattice, wider, guess: [1 / 3.0], lapse: [0.02])),
      ("signed", model(NormalFunction.self, lattice, wider.reversed(), guess: nil, lapse: [0, 0.02, 0.05])),
      ("weibull", model(WeibullFunction.self, powers, powers.shuffledOnce(), guess: [0.5], lapse: [0, 0.04])),
      ("gumbel", model(GumbelFunction.self, lattice, lattice, guess: [0.01, 0.1], lapse: [0.01, 0.06])),
      (
        "sech on log level",
        model(
          HyperbolicSecantFunction.self, isLogLevel: true, powers.map { log10($0) }, powers, guess: [0.25],
          lapse: [0.02])
      ),
      (
        "off the lattice",
        model(NormalFunction.self, lattice, [-1.31, -0.72, 0.05, 0.33, 1.9], guess: [0.5], lapse: [0])
      ),
    ]
  }()

  /// Answers of a listener who is not on the grid; some tracks have their first answers from one who contradicts the rest.
  @Test(arguments: models.indices) func `every choice equals the plain computation`(index: Int) {
    let (name, model) = Self.models[index]
    let plain = PlainSelection(model: model)
    let selector = LevelSelector(model)
    for track in 0..<12 {
      var random = RandomStream(seed: UInt64(100 * index + track))
      var posterior = GridPosterior(model)
      var path = LevelSelector.Path()
      let middle = model.levels[random.index(below: model.levels.count)]
      for trial in 0..<30 {
        let chosen = selector.best(&posterior, path)
        #expect(chosen == plain.best(posterior), "\(name), track \(track), trial \(trial)")
        let isEasy = model.levels[chosen] > middle
        let isPositive = random.unit() < (track % 4 == 0 && trial < 8 ? 0.1 : isEasy ? 0.95 : 0.55)
        posterior.update(index: chosen, isPositive: isPositive)
        selector.follow(isPositive: isPositive, wasChosen: true, &path)
      }
    }
  }

  /// 61 levels and thresholds on −3…3; QUEST+ with 21 slopes and 5 lapses, psi with 21 slopes: the grids of the benchmark.
  @Test(arguments: [true, false]) func `every choice on a large grid equals the plain computation`(isPsi: Bool) {
    let line = (0..<61).map { place -> Double in -3 + 0.1 * Double(place) }
    let slopes = (0..<21).map { number -> Double in
      let place = Double(number)
      return isPsi ? 10 / (place + 1) : pow(10, 1 - 0.075 * place)
    }
    let model = GridModel(
      ParameterGrid(
        function: NormalFunction.self, threshold: line, slope: slopes, guess: [0.5],
        lapse: isPsi ? [0.02] : [0.01, 0.02, 0.03, 0.04, 0.05]), levels: line)
    let plain = PlainSelection(model: model)
    let selector = LevelSelector(model)
    let tracks = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] == nil ? 2 : 20
    for track in 0..<(isPsi ? 4 * tracks : tracks) {
      var random = RandomStream(seed: UInt64(track))
      var posterior = GridPosterior(model)
      var path = LevelSelector.Path()
      for trial in 0..<40 {
        let chosen = selector.best(&posterior, path)
        #expect(chosen == plain.best(posterior), "track \(track), trial \(trial)")
        let probability = 0.5 + 0.48 * NormalFunction.value(line[chosen], threshold: 0.4, slope: 1 / 0.7)
        let isPositive = random.unit() < probability
        posterior.update(index: chosen, isPositive: isPositive)
        selector.follow(isPositive: isPositive, wasChosen: true, &path)
      }
    }
  }

  @Test func `levels that tell the same tie, and the first listed is chosen`() {
    let grid = ParameterGrid(function: LogisticFunction.self, threshold: [-1, 1], slope: [2.3], guess: [0], lapse: [0])
    for levels in [[0.7, -0.7], [-0.7, 0.7]] {
      let model = GridModel(grid, levels: levels)
      var posterior = GridPosterior(model)
      #expect(LevelSelector(model).best(&posterior, LevelSelector.Path()) == 0)
    }
  }

  @Test func `remembered choices are dropped if the presented level was not the chosen one`() {
    let (_, model) = Self.models[0]
    let selector = LevelSelector(model)
    let plain = PlainSelection(model: model)
    for presented in [0, 17, 30] {
      var posterior = GridPosterior(model)
      var path = LevelSelector.Path()
      for isPositive in [true, false, true, true] {
        let chosen = selector.best(&posterior, path)
        #expect(chosen == plain.best(posterior))
        posterior.update(index: presented, isPositive: isPositive)
        selector.follow(isPositive: isPositive, wasChosen: presented == chosen, &path)
      }
    }
  }
}

extension Array {
  /// In another order, always the same.
  fileprivate func shuffledOnce() -> [Element] {
    var copy = self
    var random = RandomStream(seed: 5)
    random.shuffle(&copy)
    return copy
  }
}
