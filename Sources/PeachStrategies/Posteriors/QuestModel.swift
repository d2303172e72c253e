import PeachMath
import PeachSupport

/// QUEST's thresholds on a grid of equal grains, and their likelihoods. A likelihood depends only on the distance
/// between level and threshold, and is therefore in one table.
///
/// ψ(x) = γ + (1 − γ − λ) · F(x − T + s), F a Gumbel function of slope β and λ = δ(1 − γ); the shift s makes ψ(T) the
/// target.
///
/// Source: Watson & Pelli (1983), Percept. Psychophys. 33:113–120, doi:10.3758/BF03202828; Psychtoolbox for the shift
/// (linear between the grains of the table) and for the best order of the quantile.
final class QuestModel: Sendable {
  /// Centre and step of the grid of thresholds, and how many steps it reaches out to either side.
  let centre: Double
  let grain: Double
  let reach: Int
  let shift: Double
  /// The order of the posterior's quantile at which a trial reduces the threshold's variance most.
  let order: Double
  let model: GridModel
  /// The probability of a negative and of a positive answer and their logarithms, from the highest level − threshold
  /// down.
  private let likelihoods: [[Double]]
  private let logarithms: [[Double]]

  struct Parameters {
    var mean: Double
    var sd: Double
    var target: Double
    var slope: Double
    var guess: Double
    var lapse: Double
    var grain: Double
    var range: Double
    var order: Double?
    var isLogLevel: Bool
  }

  /// The table does not reach the target.
  struct TargetOutOfReach: Error {
    var lowest: Double
    var highest: Double
  }

  /// How many grains half the range takes, rounded up.
  static func reach(range: Double, grain: Double) -> Double { (range / grain / 2).rounded(.up) }

  init(_ parameters: Parameters) throws(TargetOutOfReach) {
    let (slope, grain) = (parameters.slope, parameters.grain)
    let reach = Int(QuestModel.reach(range: parameters.range, grain: grain))
    let span = 1 - parameters.guess - parameters.lapse
    func probability(_ distance: Double) -> Double {
      parameters.guess + span * GumbelFunction.standardValue(slope * distance)
    }
    let table = (-2 * reach...2 * reach).map { probability(Double($0) * grain) }
    let target = parameters.target
    guard let place = (0..<4 * reach).first(where: { table[$0] <= target && target < table[$0 + 1] })
    else { throw TargetOutOfReach(lowest: table[0], highest: table[4 * reach]) }
    let share = (target - table[place]) / (table[place + 1] - table[place])
    let shift = (Double(place - 2 * reach) + share) * grain

    centre = parameters.mean
    self.grain = grain
    self.reach = reach
    self.shift = shift
    let distances = (-2 * reach...2 * reach).reversed().map { slope * (Double($0) * grain + shift) }
    let positive = distances.map { parameters.guess + span * GumbelFunction.standardValue($0) }
    let negative = distances.map { parameters.lapse + span * GumbelFunction.standardComplement($0) }
    likelihoods = [negative, positive].map { $0.map { max($0, GridModel.leastProbability) } }
    logarithms = likelihoods.map { $0.map { log($0) } }
    let ends = [4 * reach, 0].map { (negative: negative[$0], positive: positive[$0]) }
    order = parameters.order ?? QuestModel.bestOrder(low: ends[0], high: ends[1])
    let offsets = (-reach...reach).map { Double($0) * grain }
    model = GridModel(
      ParameterGrid(
        function: GumbelFunction.self, isLogLevel: parameters.isLogLevel,
        threshold: offsets.map { parameters.mean + $0 - shift }, slope: [slope], guess: [parameters.guess],
        lapse: [parameters.lapse],
        priors: [.threshold: offsets.map { exp(-0.5 * ($0 / parameters.sd) * ($0 / parameters.sd)) }]),
      levels: [])
  }
  /// (E − L) / (H − L), L and H the lowest and highest probability of a positive answer and E that of the level at which
  /// an answer tells most whether it is the one or the other.
  private static func bestOrder(
    low: (negative: Double, positive: Double), high: (negative: Double, positive: Double)
  ) -> Double {
    let entropy = Entropy.binary(low.positive, low.negative) - Entropy.binary(high.positive, high.negative)
    let even = 1 / (1 + exp(entropy / (low.positive - high.positive)))
    return (even - low.positive) / (high.positive - low.positive)
  }

  /// A threshold or level in steps from the centre.
  private func position(_ step: Double) -> Double { centre + step * grain }

  /// The likelihood of each threshold after an answer at a level, rounded to the nearest grain; `nil` beyond the grid.
  func likelihood(
    at level: Double, _ isPositive: Bool
  ) -> (likelihood: ArraySlice<Double>, logarithm: ArraySlice<Double>)? {
    let steps = ((level - centre) / grain).rounded()
    guard abs(steps) <= Double(reach) else { return nil }
    let answer = isPositive ? 1 : 0
    let places = (reach - Int(steps))...(3 * reach - Int(steps))
    return (likelihoods[answer][places], logarithms[answer][places])
  }

  /// The mean, the mode or the quantile of the thresholds, the quantile linear between the grains of the cumulative sum.
  func location(_ posterior: GridPosterior, _ place: Quest.Place) -> Double {
    let masses = posterior.weights
    switch place {
    case .mean:
      let sum = masses.indices.reduce(0) { $0 + Double($1 - reach) * masses[$1] }
      return position(sum / masses.reduce(0, +))
    case .mode: return position(Double(posterior.bestPlace - reach))
    case .quantile: return position(quantile(masses) - Double(reach))
    }
  }

  private func quantile(_ masses: [Double]) -> Double {
    let wanted = order * masses.reduce(0, +)
    var below = 0.0
    for (index, mass) in masses.enumerated() {
      let sum = below + mass
      if sum >= wanted { return index == 0 ? 0 : Double(index) - (sum - wanted) / mass }
      below = sum
    }
    return Double(masses.count - 1)
  }
}
