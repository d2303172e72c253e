import PeachMath
import PeachSupport

/// Draws from a density by Hamiltonian dynamics whose paths end where they would turn back, with multinomial draws along a
/// path. The step size is adapted by dual averaging.
///
/// The density is sampled in coordinates in which it is roughly a standard normal one, so momenta are independent
/// standard normals.
///
/// Source: Hoffman & Gelman (2014), J. Mach. Learn. Res. 15:1593–1623; Betancourt (2017), arXiv:1701.02434, for the
/// multinomial draws and the general criterion of a turn.
struct NoUTurnSampler {
  /// The log of a density, up to a constant. It fills the gradient, and is −∞ or NaN outside the density's domain.
  typealias Density = (_ position: [Double], _ gradient: inout [Double]) -> Double

  struct Point {
    var position: [Double]
    var momentum: [Double] = []
    var gradient: [Double]
    var log: Double

    init(at position: [Double], _ density: Density) {
      self.position = position
      gradient = [Double](repeating: 0, count: position.count)
      log = density(position, &gradient)
    }

    /// Minus the log of the joint density of position and momentum.
    var energy: Double { momentum.reduce(-log) { $0 + $1 * $1 / 2 } }
  }

  /// The outcome of one transition.
  struct Transition {
    var steps = 0
    /// The mean acceptance probability over the path.
    var acceptance = 0.0
    var isDivergent = false
    /// Whether the path was cut at its greatest length.
    var isLongest = false
  }

  /// A path is at most 2¹⁰ steps long.
  static let deepest = 10
  /// A path whose energy rises by more than this has left the true path.
  static let greatestError = 1000.0

  var stepSize: Double
  private var averaging: DualAveraging

  /// - Parameter target: The mean acceptance probability that the step size is adapted to.
  init(stepSize: Double, target: Double) {
    self.stepSize = stepSize
    averaging = DualAveraging(stepSize: stepSize, target: target)
  }

  /// Moves a point by one transition.
  func move(_ point: inout Point, _ density: Density, using random: inout some UniformSource) -> Transition {
    point.momentum = point.position.map { _ in random.normal() }
    var path = Path(energy: point.energy, step: stepSize)
    var (forward, backward) = (point, point)
    var sample = point
    var weight = 0.0
    // Sums of momenta, and the momenta at the ends of the two halves.
    var total = point.momentum
    var depth = 0
    while depth < Self.deepest {
      let isForward = random.uniform() < 0.5
      var end = isForward ? forward : backward
      let near = end.momentum
      let grown = path.grow(&end, depth, isForward ? 1 : -1, density, using: &random)
      if isForward { forward = end } else { backward = end }
      guard let grown else { break }
      depth += 1
      if log(max(random.uniform(), 0x1p-60)) < grown.weight - weight { sample = grown.sample }
      weight = Self.logSum(weight, grown.weight)
      let old = total
      total = Self.sum(old, grown.total)
      guard !Self.turns(total, backward.momentum, forward.momentum),
        // Across the seam of the two halves, too.
        !Self.turns(Self.sum(old, grown.begin), isForward ? backward.momentum : forward.momentum, grown.begin),
        !Self.turns(Self.sum(grown.total, near), near, isForward ? forward.momentum : backward.momentum)
      else { break }
    }
    point = sample
    var transition = Transition()
    transition.steps = path.steps
    transition.acceptance = path.steps > 0 ? path.acceptance / Double(path.steps) : 0
    transition.isDivergent = path.isDivergent
    transition.isLongest = depth == Self.deepest
    return transition
  }

  /// Adapts the step size to the last transition.
  mutating func adapt(to transition: Transition) { stepSize = averaging.update(transition.acceptance) }

  /// Begins the adaptation again around the present step size.
  mutating func restart() { averaging = DualAveraging(stepSize: stepSize, target: averaging.target) }

  /// Takes the averaged step size.
  mutating func settle() { stepSize = averaging.average }

  // MARK: Paths

  /// Part of a path.
  private struct Part {
    var sample: Point
    /// The log of the sum of the points' weights.
    var weight: Double
    /// The sum of the momenta.
    var total: [Double]
    /// The momenta at the part's first and last point.
    var begin: [Double]
    var end: [Double]
  }

  private struct Path {
    let energy: Double
    let step: Double
    var steps = 0
    var acceptance = 0.0
    var isDivergent = false

    init(energy: Double, step: Double) { (self.energy, self.step) = (energy, step) }

    /// Adds 2^depth points beyond an end of the path; `nil` if the path turned back or left the true path.
    mutating func grow(
      _ end: inout Point, _ depth: Int, _ direction: Double, _ density: Density, using random: inout some UniformSource
    ) -> Part? {
      if depth == 0 {
        leap(&end, direction * step, density)
        steps += 1
        let gain = energy - end.energy
        if !(gain > -NoUTurnSampler.greatestError) {
          isDivergent = true
          return nil
        }
        acceptance += min(1, exp(gain))
        return Part(sample: end, weight: gain, total: end.momentum, begin: end.momentum, end: end.momentum)
      }
      guard let first = grow(&end, depth - 1, direction, density, using: &random),
        let second = grow(&end, depth - 1, direction, density, using: &random)
      else { return nil }
      let weight = NoUTurnSampler.logSum(first.weight, second.weight)
      let isSecond = log(max(random.uniform(), 0x1p-60)) < second.weight - weight
      let part = Part(
        sample: isSecond ? second.sample : first.sample, weight: weight,
        total: NoUTurnSampler.sum(first.total, second.total), begin: first.begin, end: second.end)
      let turns =
        NoUTurnSampler.turns(part.total, part.begin, part.end)
        || NoUTurnSampler.turns(NoUTurnSampler.sum(first.total, second.begin), first.begin, second.begin)
        || NoUTurnSampler.turns(NoUTurnSampler.sum(second.total, first.end), first.end, second.end)
      return turns ? nil : part
    }

    private func leap(_ point: inout Point, _ step: Double, _ density: Density) {
      for place in point.position.indices {
        point.momentum[place] += step / 2 * point.gradient[place]
        point.position[place] += step * point.momentum[place]
      }
      point.log = density(point.position, &point.gradient)
      for place in point.position.indices { point.momentum[place] += step / 2 * point.gradient[place] }
    }
  }

  private static func turns(_ total: [Double], _ begin: [Double], _ end: [Double]) -> Bool {
    var (first, last) = (0.0, 0.0)
    for place in total.indices {
      first += total[place] * begin[place]
      last += total[place] * end[place]
    }
    return !(first > 0 && last > 0)
  }

  private static func sum(_ a: [Double], _ b: [Double]) -> [Double] {
    var sum = a
    for place in sum.indices { sum[place] += b[place] }
    return sum
  }

  private static func logSum(_ a: Double, _ b: Double) -> Double {
    let top = max(a, b)
    return top == -.infinity ? top : top + log(exp(a - top) + exp(b - top))
  }
}

/// Adapts a step size until the mean acceptance probability is the target.
///
/// Source: Hoffman & Gelman (2014), section 3.2, with their constants.
private struct DualAveraging {
  let target: Double
  private let centre: Double
  private var count = 0.0
  private var error = 0.0
  private var logAverage = 0.0

  init(stepSize: Double, target: Double) {
    self.target = target
    centre = log(10 * stepSize)
  }

  var average: Double { exp(logAverage) }

  mutating func update(_ acceptance: Double) -> Double {
    count += 1
    let share = 1 / (count + 10)
    error = (1 - share) * error + share * (target - acceptance)
    let logStep = centre - count.squareRoot() / 0.05 * error
    let weight = pow(count, -0.75)
    logAverage = weight * logStep + (1 - weight) * logAverage
    return exp(logStep)
  }
}
