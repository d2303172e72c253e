import PeachMath
import PeachSupport

/// The end of a climb.
struct Peak {
  var point: FitPoint
  var value: Double
  var hasConverged: Bool
  /// The observed information there, where the climb knows it.
  var information: SymmetricRows? = nil
}

/// The rules that all climbs share.
enum ClimbRule {
  /// The climb ends if the expected gain of another step is below this.
  static var gain: Double { 1e-10 }
  static var iterations: Int { 60 }
  /// How many times its promise a climb may still gain; the quadratic says half of it.
  static var hope: Double { 5 }

  /// The share of a move up to the bound it meets, and a hair more so that it lands there; 1 if it meets none.
  @inline(__always)
  static func share(of move: Double, from place: Double, _ low: Double, _ high: Double) -> Double {
    if move == 0 { return 1 }
    let room = move > 0 ? high - place : low - place
    return room == 0 ? 1 : min(1, room / move * (1 + 1e-12))
  }
}

/// Climbs a target inside its bounds: Newton steps on the observed information where it is positive definite, else
/// on the expected one, halved until the target rises; a parameter on a bound that wants to leave the box rests.
///
/// The expected information alone is Fisher's scoring; it stops short of the last digits where the data are few.
struct Maximiser<Target: Objective>: ~Copyable {
  private let system = SymmetricSystem()

  func climb(_ target: Target, from start: FitPoint) -> Peak { climb(target, from: start, toOtherPeakThan: []) }

  /// A climb that ends before its peak where that is one already known, or does not promise to be higher.
  ///
  /// - Parameter known: The surroundings of peaks already found.
  func climb(_ target: Target, from start: FitPoint, toOtherPeakThan known: [PeakBasin]) -> Peak {
    let floor = known.isEmpty ? -Double.infinity : known.reduce(-.infinity) { max($0, $1.height) }
    let (low, high) = (target.low, target.high)
    var point = start.clamped(lowerBound: low, upperBound: high)
    var here = target.expansion(at: point)
    for _ in 0..<ClimbRule.iterations {
      guard let step = step(target, point, here, low, high) else {
        return Peak(point: point, value: here.value, hasConverged: true, information: here.observed)
      }
      let promise = (step.direction * here.gradient).sum()
      if promise < ClimbRule.gain {
        // A Newton step this short lands on the peak to the last digits; its height is known without asking.
        let end = step.isNewton ? (point + step.direction).clamped(lowerBound: low, upperBound: high) : point
        return Peak(
          point: end, value: here.value + max(0, promise) / 2, hasConverged: true, information: here.observed)
      }
      if here.value + ClimbRule.hope * promise < floor || known.contains(where: { $0.explains(point, here.value) }) {
        return Peak(point: point, value: here.value, hasConverged: false)
      }
      guard let (next, there) = walk(target, point, here, step.direction, low, high) else {
        return Peak(point: point, value: here.value, hasConverged: promise < 1e-6)
      }
      (point, here) = (next, there)
    }
    return Peak(point: point, value: here.value, hasConverged: false)
  }

  /// Goes on by GSL's simplex from where our steps got stuck.
  func rescue(_ target: Target, _ stuck: Peak) -> Peak {
    let (low, high) = (target.low, target.high)
    let free = (0..<4).filter(target.free.contains)
    let sizes = [(high[0] - low[0]) / 100, 0.1, 0.01, 0.01]
    func point(_ values: [Double]) -> FitPoint {
      var point = stuck.point
      for (index, value) in zip(free, values) { point[index] = value }
      return point
    }
    let found = try? Simplex.minimum(
      start: free.map { stuck.point[$0] }, steps: free.map { sizes[$0] }, tolerance: 1e-9
    ) { values in
      let here = point(values)
      return here.clamped(lowerBound: low, upperBound: high) == here ? -target.value(at: here) : .infinity
    }
    guard let found, -found.value >= stuck.value else { return stuck }
    return Peak(point: point(found.point), value: -found.value, hasConverged: true)
  }

  /// The whole step, what leaves the box put on its bound; else as far as the first bound; then halved until it rises.
  /// `nil` if it does not.
  private func walk(
    _ target: Target, _ point: FitPoint, _ here: Expansion, _ direction: FitPoint, _ low: FitPoint, _ high: FitPoint
  ) -> (FitPoint, Expansion)? {
    var length = 1.0
    let bound = Self.distanceToBound(point, direction, low, high)
    while length > 1e-10 {
      let next = (point + length * direction).clamped(lowerBound: low, upperBound: high)
      let there = target.expansion(at: next)
      if there.value > here.value { return (next, there) }
      length = length > bound ? bound : length / 2
    }
    return nil
  }

  /// The share of a step up to the first bound it meets.
  private static func distanceToBound(
    _ point: FitPoint, _ direction: FitPoint, _ low: FitPoint, _ high: FitPoint
  ) -> Double {
    var share = 1.0
    for index in 0..<4 {
      share = min(share, ClimbRule.share(of: direction[index], from: point[index], low[index], high[index]))
    }
    return share
  }

  /// A step uphill that leaves no bound; `nil` if there is none left to make.
  private func step(
    _ target: Target, _ point: FitPoint, _ here: Expansion, _ low: FitPoint, _ high: FitPoint
  ) -> (direction: FitPoint, isNewton: Bool)? {
    var unknowns = target.free
    for index in 0..<4 where unknowns.contains(index) {
      let isLow = point[index] <= low[index] && here.gradient[index] <= 0
      let isHigh = point[index] >= high[index] && here.gradient[index] >= 0
      if isLow || isHigh { unknowns.remove(index) }
    }
    while !unknowns.isEmpty {
      var (direction, isNewton) = direction(target, point, here, unknowns)
      // What lies on a bound and would be carried over it by the others rests too.
      let before = unknowns.count
      for index in 0..<4 where unknowns.contains(index) {
        let isLow = point[index] <= low[index] && direction[index] < 0
        let isHigh = point[index] >= high[index] && direction[index] > 0
        if isLow || isHigh { unknowns.remove(index) }
      }
      if unknowns.count < before { continue }
      // Far from the peak the quadratic is a poor guide: at most a factor of e² in scale, a tenth in an asymptote.
      let longest = max(abs(direction[1]) / 2, abs(direction[2]) / 0.1, abs(direction[3]) / 0.1)
      if longest > 1 { direction /= longest }
      return (direction, isNewton && longest <= 1)
    }
    return nil
  }

  private func direction(
    _ target: Target, _ point: FitPoint, _ here: Expansion, _ unknowns: ParameterSet
  ) -> (FitPoint, isNewton: Bool) {
    if let newton = system.solve(here.observed, here.gradient, unknowns: unknowns) { return (newton, true) }
    let scored = system.solve(target.expectedInformation(at: point), here.gradient, unknowns: unknowns)
    return (scored ?? target.gradientStep(here.gradient, unknowns), false)
  }
}
