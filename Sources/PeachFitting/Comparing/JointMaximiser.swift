import PeachMath

/// The end of a joint climb.
struct JointPeak {
  var point: [Double]
  var value: Double
  var hasConverged: Bool

  static let none = JointPeak(point: [], value: -.infinity, hasConverged: false)
}

/// Climbs the likelihood of several groups inside its bounds, as `Maximiser` climbs that of one: Newton steps on the
/// observed information where it is positive definite, else on the expected one, halved until the target rises; an
/// unknown on a bound that wants to leave the box rests, and so does one that nothing pulls, as the threshold of a group
/// all of whose answers are right.
struct JointMaximiser: ~Copyable {
  private let system: SymmetricSystem

  init(unknowns count: Int) { system = SymmetricSystem(capacity: count) }

  func climb<Function>(_ target: JointLikelihood<Function>, from start: [Double]) -> JointPeak {
    let model = target.model
    var point = model.clamped(start)
    var here = target.expansion(at: point)
    guard here.value > -.infinity else { return .none }
    for _ in 0..<ClimbRule.iterations {
      guard let (direction, isNewton) = direction(target, point, here) else {
        return JointPeak(point: point, value: here.value, hasConverged: true)
      }
      let promise = point.indices.reduce(0) { $0 + direction[$1] * here.gradient[$1] }
      if promise < ClimbRule.gain {
        // A Newton step this short lands on the peak to the last digits; its height is known without asking.
        let end = isNewton ? model.clamped(point.indices.map { point[$0] + direction[$0] }) : point
        return JointPeak(point: end, value: here.value + max(0, promise) / 2, hasConverged: true)
      }
      guard let (next, there) = walk(target, point, here, direction) else {
        return JointPeak(point: point, value: here.value, hasConverged: promise < 1e-6)
      }
      (point, here) = (next, there)
    }
    return JointPeak(point: point, value: here.value, hasConverged: false)
  }

  /// Goes on by GSL's simplex from where our steps got stuck.
  func rescue<Function>(_ target: JointLikelihood<Function>, _ stuck: JointPeak) -> JointPeak {
    let model = target.model
    let found = try? Simplex.minimum(start: stuck.point, steps: model.nudges, tolerance: 1e-9) { values in
      model.clamped(values) == values ? -target.value(at: values) : .infinity
    }
    guard let found, -found.value >= stuck.value - 1e-9 else { return stuck }
    return JointPeak(point: found.point, value: -found.value, hasConverged: true)
  }

  /// The whole step, what leaves the box put on its bound; else as far as the first bound; then halved until it rises.
  /// `nil` if it does not.
  private func walk<Function>(
    _ target: JointLikelihood<Function>, _ point: [Double], _ here: JointExpansion, _ direction: [Double]
  ) -> ([Double], JointExpansion)? {
    let model = target.model
    var bound = 1.0
    for index in point.indices {
      bound = min(
        bound, ClimbRule.share(of: direction[index], from: point[index], model.low[index], model.high[index]))
    }
    var length = 1.0
    while length > 1e-10 {
      let next = model.clamped(point.indices.map { point[$0] + length * direction[$0] })
      let there = target.expansion(at: next)
      if there.value > here.value { return (next, there) }
      length = length > bound ? bound : length / 2
    }
    return nil
  }

  /// A step uphill that leaves no bound; `nil` if there is none left to make.
  private func direction<Function>(
    _ target: JointLikelihood<Function>, _ point: [Double], _ here: JointExpansion
  ) -> (step: [Double], isNewton: Bool)? {
    let model = target.model
    var unknowns = point.indices.filter { index in
      let pull = here.gradient[index]
      if point[index] <= model.low[index] { return pull > 0 }
      if point[index] >= model.high[index] { return pull < 0 }
      return !isIdle(index, here, model)
    }
    while !unknowns.isEmpty {
      var (step, isNewton) = solve(target, point, here, unknowns)
      // What lies on a bound and would be carried over it by the others rests too.
      let before = unknowns.count
      unknowns.removeAll { index in
        (point[index] <= model.low[index] && step[index] < 0) || (point[index] >= model.high[index] && step[index] > 0)
      }
      if unknowns.count < before { continue }
      let excess = unknowns.reduce(1) { max($0, abs(step[$1]) / model.longest[$1]) }
      if excess > 1 { step = step.map { $0 / excess } }
      return (step, isNewton && excess <= 1)
    }
    return nil
  }

  /// Whether an unknown neither pulls nor resists.
  private func isIdle(_ index: Int, _ here: JointExpansion, _ model: JointModel) -> Bool {
    let nudge = model.nudges[index]
    return abs(here.gradient[index]) * nudge < 1e-9
      && abs(here.information[index * model.count + index]) * nudge * nudge < 1e-9
  }

  private func solve<Function>(
    _ target: JointLikelihood<Function>, _ point: [Double], _ here: JointExpansion, _ unknowns: [Int]
  ) -> (step: [Double], isNewton: Bool) {
    if let newton = system.solve(here.information, here.gradient, unknowns: unknowns) { return (newton, true) }
    // Marquardt's damping, until the matrix is positive definite; its limit is a short step along the gradient.
    let model = target.model
    let expected = target.expectedExpansion(at: point).information
    var damping = 0.01
    while damping < 1e12 {
      var rows = here.information
      for index in unknowns {
        let own = index * model.count + index
        rows[own] += damping * (expected[own] + 1e-6 / (model.nudges[index] * model.nudges[index]))
      }
      if let damped = system.solve(rows, here.gradient, unknowns: unknowns) { return (damped, false) }
      damping *= 4
    }
    var step = [Double](repeating: 0, count: model.count)
    for index in unknowns { step[index] = here.gradient[index] < 0 ? -model.nudges[index] : model.nudges[index] }
    return (step, false)
  }
}
