import Glibc
import PeachFitting
import PeachMath
import Testing

/// The adaptive quadrature against a plain one: the trapezoid rule on a dense box, of nothing but the log posterior.
@Suite struct PosteriorQuadratureTests {
  /// A box of equal cells with the posterior at the cells' centres: threshold, width, lapse.
  private struct Box {
    var points: [Posterior.Point] = []
    var masses: [Double] = []

    /// - Parameter isTied: γ = λ, else γ as given.
    init(_ posterior: Posterior, guess: Double?, counts: (Int, Int, Int)) throws {
      func cells(_ parameter: Prior.Parameter, _ count: Int) throws -> [Double] {
        let bounds = try #require(posterior.bounds(of: parameter))
        let reach = 7 * posterior.deviation[parameter]
        let low = max(bounds.lowerBound, posterior.mean[parameter] - reach)
        let high = min(bounds.upperBound, posterior.mean[parameter] + reach)
        return (0..<count).map { low + (Double($0) + 0.5) * (high - low) / Double(count) }
      }
      let highest = posterior.logPosterior(at: posterior.map)
      for threshold in try cells(.threshold, counts.0) {
        for width in try cells(.width, counts.1) {
          for lapse in try cells(.lapse, counts.2) {
            let point = Posterior.Point(threshold: threshold, width: width, guess: guess ?? lapse, lapse: lapse)
            let mass = exp(posterior.logPosterior(at: point) - highest)
            guard mass > 1e-9 else { continue }
            points.append(point)
            masses.append(mass)
          }
        }
      }
    }

    func mean(_ number: (Posterior.Point) -> Double) -> Double {
      zip(points, masses).reduce(0) { $0 + number($1.0) * $1.1 } / masses.reduce(0, +)
    }

    func deviation(_ number: (Posterior.Point) -> Double) -> Double {
      let center = mean(number)
      return mean { (number($0) - center) * (number($0) - center) }.squareRoot()
    }

    /// The quantile of a parameter, each cell's mass spread over its length.
    func quantile(_ share: Double, _ parameter: Prior.Parameter) -> Double {
      var sums: [Double: Double] = [:]
      for (point, mass) in zip(points, masses) { sums[point[parameter], default: 0] += mass }
      let cells = sums.sorted { $0.key < $1.key }
      let length = cells[1].key - cells[0].key
      var rest = share * masses.reduce(0, +)
      for cell in cells {
        if rest <= cell.value { return cell.key + (rest / cell.value - 0.5) * length }
        rest -= cell.value
      }
      return cells[cells.count - 1].key
    }

    /// The quantile of any number: of so many cells that each is a point.
    func quantile(_ share: Double, of number: (Posterior.Point) -> Double) -> Double {
      let cells = zip(points, masses).map { (number($0), $1) }.sorted { $0.0 < $1.0 }
      var rest = share * masses.reduce(0, +)
      for (value, mass) in cells {
        rest -= mass
        if rest <= 0 { return value }
      }
      return cells[cells.count - 1].0
    }
  }

  private static let names = ["normal", "reversed-gumbel"]

  @Test(arguments: names) func `moments and intervals agree with a dense box`(name: String) throws {
    let function = try #require(BuiltInFunctions.named(name))
    let posterior = try BayesData.fit(function).fit(BayesData.counts)
    let box = try Box(posterior, guess: 0.5, counts: (110, 110, 60))
    for parameter in posterior.free {
      let deviation = posterior.deviation[parameter]
      #expect(abs(box.mean { $0[parameter] } - posterior.mean[parameter]) < 1e-3 * deviation, "\(parameter)")
      #expect(abs(box.deviation { $0[parameter] } / deviation - 1) < 2e-3, "\(parameter)")
      for share in [0.025, 0.5, 0.975] {
        let found = posterior.quantile(share, of: parameter)
        #expect(abs(box.quantile(share, parameter) - found) < 4e-3 * deviation, "\(parameter) \(share)")
      }
    }
  }

  @Test func `so do those of the direction reading, and of numbers made from the parameters`() throws {
    let posterior = try BayesData.fit(HyperbolicSecantFunction.self, guess: .lapse).fit(BayesData.signed)
    let box = try Box(posterior, guess: nil, counts: (110, 110, 60))
    let numbers: [(name: String, number: (Posterior.Point) -> Double)] = [
      ("level at F = 0.8", { posterior.level(at: 0.8, $0) }),
      ("height over width", { (1 - $0.guess - $0.lapse) / $0.width }),
      ("even in the threshold", { ($0.threshold * $0.threshold + $0.width).squareRoot() }),
    ]
    let intervals = posterior.intervals(of: numbers.map(\.number), mass: 0.9).map(\.ends)
    for (number, interval) in zip(numbers, intervals) {
      let deviation = box.deviation(number.number)
      #expect(abs(box.mean(number.number) - posterior.mean(of: number.number)) < 2e-3 * deviation, "\(number.name)")
      #expect(abs(box.quantile(0.05, of: number.number) - interval.low) < 0.01 * deviation, "\(number.name)")
      #expect(abs(box.quantile(0.95, of: number.number) - interval.high) < 0.01 * deviation, "\(number.name)")
    }
    // Out of reach where λ is above 0.3, so that it has no mean.
    func level(_ point: Posterior.Point) -> Double {
      posterior.level(at: (0.7 - point.guess) / (1 - point.guess - point.lapse), point)
    }
    let interval = posterior.interval(of: level, mass: 0.9).ends
    let length = interval.high - interval.low
    #expect(abs(box.quantile(0.05, of: level) - interval.low) < 0.003 * length)
    #expect(abs(box.quantile(0.95, of: level) - interval.high) < 0.003 * length)
    for parameter in posterior.free {
      let found = posterior.quantile(0.9, of: parameter)
      #expect(abs(box.quantile(0.9, parameter) - found) < 4e-3 * posterior.deviation[parameter], "\(parameter)")
    }
  }

  /// Against the same method with far more points, followed far deeper. Four data sets that are hard: few trials, many,
  /// an adaptive track, a step.
  @Test(arguments: ["miranda_henson", "syn_adaptive_2afc", "syn_small_2afc", "step"])
  func `more points change nothing`(name: String) throws {
    var fine = GridResolution()
    (fine.width, fine.threshold, fine.oneRate, fine.twoRates, fine.depth) = (44, 44, 32, 20, 16)
    let step = Counts(
      (1...8).map { Counts.Bin(level: Double($0), trials: 10, positives: $0 > 4 ? 10 : $0 == 4 ? 7 : 5) })
    let fit = name == "step" ? try BayesData.fit() : try PsignifitFits.named(name, "norm_noeta").fit
    let counts = name == "step" ? step : try PsignifitFits.named(name, "norm_noeta").data.counts
    let (coarse, exact) = (fit.fit(counts), fit.fit(counts, fine))
    for parameter in exact.free {
      let deviation = exact.deviation[parameter]
      #expect(abs(coarse.mean[parameter] - exact.mean[parameter]) < 2e-3 * deviation, "\(parameter)")
      #expect(abs(coarse.deviation[parameter] / deviation - 1) < 3e-3, "\(parameter)")
      for share in [0.025, 0.975] {
        let difference = coarse.quantile(share, of: parameter) - exact.quantile(share, of: parameter)
        #expect(abs(difference) < 5e-3 * deviation, "\(parameter) \(share)")
      }
    }
  }

  @Test func `more points change nothing with overdispersion`() throws {
    var fine = GridResolution()
    (fine.width, fine.threshold, fine.oneRate, fine.overdispersion, fine.depth) = (32, 32, 24, 24, 15)
    let golden = try PsignifitFits.named("carcagno_pitch", "norm_default")
    let fit = try golden.fit
    let (coarse, exact) = (fit.fit(golden.data.counts), fit.fit(golden.data.counts, fine))
    for parameter in exact.free {
      let deviation = exact.deviation[parameter]
      #expect(abs(coarse.mean[parameter] - exact.mean[parameter]) < 0.01 * deviation, "\(parameter)")
      for share in [0.025, 0.975] {
        let difference = coarse.quantile(share, of: parameter) - exact.quantile(share, of: parameter)
        #expect(abs(difference) < 0.01 * deviation, "\(parameter) \(share)")
      }
    }
  }
}
