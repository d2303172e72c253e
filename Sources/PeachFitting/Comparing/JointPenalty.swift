import PeachMath
import PeachSupport

/// The penalty of a joint fit: weight × ½ ln det I, of the information of all answers by the places and scales that are
/// unknown, in the coordinates and with the weight and asymptotes of `Penalty`.
///
/// With I by the thresholds and ln scales q, every distinct scale adds its q, and every distinct threshold the mean q of
/// the groups that have it; a bias in scales is such a coordinate already and adds none. One group thus has the penalty
/// of its own fit, groups with nothing in common the sum of theirs, and those with one curve that of their pooled answers.
struct JointPenalty<Function: PsychometricFunction> {
  private let target: JointLikelihood<Function>
  /// The rows of the information among the unknowns: first and second coordinates.
  private let rows: [Int]
  /// The place in `rows` of each unknown; −1 of asymptotes.
  private let places: [Int]
  /// How many groups have each unknown.
  private let shares: [Double]

  init(_ target: JointLikelihood<Function>) {
    self.target = target
    let model = target.model
    var shares = [Double](repeating: 0, count: model.count)
    var rows: [Int] = []
    for indices in model.indices {
      for slot in 0..<2 where indices[slot] >= 0 {
        shares[indices[slot]] += 1
        if !rows.contains(indices[slot]) { rows.append(indices[slot]) }
      }
    }
    self.rows = rows
    self.shares = shares
    places = (0..<model.count).map { rows.firstIndex(of: $0) ?? -1 }
  }

  /// −∞ where a group has no curve, or the answers do not tell all.
  func value(at unknowns: [Double]) -> Double { found(at: unknowns, needsGradient: false).value }

  func gradient(at unknowns: [Double]) -> [Double]? {
    let found = found(at: unknowns, needsGradient: true)
    return found.value > -.infinity ? found.gradient : nil
  }

  /// Adds the penalty: its gradient is exact, its curvature that of two gradients nearby.
  func add(to expansion: inout JointExpansion, at unknowns: [Double]) {
    let here = found(at: unknowns, needsGradient: true)
    expansion.value += here.value
    guard here.value > -.infinity else { return }
    let count = unknowns.count
    var rows = [Double](repeating: 0, count: count * count)
    for index in unknowns.indices {
      var moved = unknowns
      let move = unknowns[index] + Self.move <= target.model.high[index] ? Self.move : -Self.move
      moved[index] += move
      guard let there = gradient(at: moved) else { continue }
      for other in unknowns.indices { rows[index * count + other] = (there[other] - here.gradient[other]) / move }
    }
    for index in unknowns.indices {
      expansion.gradient[index] += here.gradient[index]
      for other in unknowns.indices {
        expansion.information[index * count + other] -= (rows[index * count + other] + rows[other * count + index]) / 2
      }
    }
  }

  private static var move: Double { 1e-5 }

  // MARK: One point

  private func found(at unknowns: [Double], needsGradient: Bool) -> (value: Double, gradient: [Double]) {
    let none = (value: -Double.infinity, gradient: [Double]())
    var groups: [GroupPenalty] = []
    for group in target.groups.indices {
      guard let own = GroupPenalty(target, group, unknowns, needsGradient: needsGradient) else { return none }
      groups.append(own)
    }
    let size = rows.count
    var matrix = [Double](repeating: 0, count: size * size)
    for (group, own) in groups.enumerated() { add(own.value, of: group, to: &matrix) }
    guard let inverse = InverseOfInformation(matrix, size) else { return none }
    var value = inverse.logDeterminant / 2
    var gradient = [Double](repeating: 0, count: unknowns.count)
    for (group, own) in groups.enumerated() {
      let indices = target.model.indices[group]
      let share = share(of: group)
      value += share * own.logScale
      guard needsGradient else { continue }
      for slot in 0..<4 where indices[slot] >= 0 {
        gradient[indices[slot]] +=
          share * own.logScaleSlopes[slot] + own.slopes[slot].trace(inverse, placesOf(group)) / 2
      }
    }
    let weight = target.groups.first?.penalty.weight ?? 1
    return (weight * value, gradient.map { weight * $0 })
  }

  /// How often a group's ln scale counts.
  private func share(of group: Int) -> Double {
    let indices = target.model.indices[group]
    return (target.chart == .twoSided ? 0 : 1 / shares[indices[0]]) + 1 / shares[indices[1]]
  }

  private func placesOf(_ group: Int) -> (Int, Int) {
    (places[target.model.indices[group][0]], places[target.model.indices[group][1]])
  }

  private func add(_ own: Symmetric2, of group: Int, to matrix: inout [Double]) {
    let (first, second) = placesOf(group)
    matrix[first * rows.count + first] += own.first
    matrix[second * rows.count + second] += own.second
    matrix[first * rows.count + second] += own.mixed
    matrix[second * rows.count + first] += own.mixed
  }
}

/// A symmetric matrix of two rows.
struct Symmetric2 {
  var first = 0.0
  var mixed = 0.0
  var second = 0.0

  /// The trace of the product with an inverse matrix.
  func trace(_ inverse: InverseOfInformation, _ places: (Int, Int)) -> Double {
    first * inverse[places.0, places.0] + 2 * mixed * inverse[places.0, places.1] + second * inverse[places.1, places.1]
  }
}

/// One group's information by its first two coordinates, with its slopes by all four.
private struct GroupPenalty {
  var value: Symmetric2
  var slopes = [Symmetric2](repeating: Symmetric2(), count: 4)
  var logScale: Double
  var logScaleSlopes = FitPoint.zero

  /// `nil` if there is no curve.
  init?<Function>(_ target: JointLikelihood<Function>, _ group: Int, _ unknowns: [Double], needsGradient: Bool) {
    let likelihood = target.groups[group]
    let place = target.model.place(of: group, in: unknowns)
    func tangent(_ place: FitPoint) -> CurveTangent? {
      target.fitter.tangent(target.chart, offset: target.offsets[group], at: place, likelihood.model)
    }
    guard let here = tangent(place) else { return nil }
    let information = likelihood.curveInformation(at: here.point)
    let byCurve = Symmetric2(
      first: information.places.value, mixed: information.mixed.value, second: information.scales.value)
    value = byCurve.carried(by: here, here)
    logScale = here.point[1]
    guard needsGradient else { return }
    logScaleSlopes = here.byScale
    for slot in 0..<4 {
      // How the curve moves with the coordinate.
      var move = FitPoint(here.byLocation[slot], here.byScale[slot], 0, 0)
      if slot >= 2 { move[slot] = 1 }
      let moved = Symmetric2(
        first: (information.places.gradient * move).sum(), mixed: (information.mixed.gradient * move).sum(),
        second: (information.scales.gradient * move).sum())
      slopes[slot] = moved.carried(by: here, here)
      guard target.chart != .curve, target.model.indices[group][slot] >= 0 else { continue }
      // The chart turns too.
      var (low, high) = (place, place)
      low[slot] -= GroupPenalty.move
      high[slot] += GroupPenalty.move
      guard let before = tangent(low), let after = tangent(high) else { continue }
      var turn = here
      turn.byLocation = (after.byLocation - before.byLocation) / (2 * GroupPenalty.move)
      turn.byScale = (after.byScale - before.byScale) / (2 * GroupPenalty.move)
      let turned = byCurve.carried(by: turn, here)
      slopes[slot].first += 2 * turned.first
      slopes[slot].mixed += turned.mixed + byCurve.carried(by: here, turn).mixed
      slopes[slot].second += 2 * turned.second
    }
  }

  private static let move = 1e-5
}

extension Symmetric2 {
  /// AᵀMB for the moves A and B of threshold and ln scale with the first two coordinates; the mixed element is that of A's
  /// first and B's second.
  fileprivate func carried(by left: CurveTangent, _ right: CurveTangent) -> Symmetric2 {
    func element(_ row: Int, _ column: Int) -> Double {
      left.byLocation[row] * (first * right.byLocation[column] + mixed * right.byScale[column])
        + left.byScale[row] * (mixed * right.byLocation[column] + second * right.byScale[column])
    }
    return Symmetric2(first: element(0, 0), mixed: element(0, 1), second: element(1, 1))
  }
}

/// The inverse of a positive definite matrix by Cholesky's decomposition, with ln of its determinant.
struct InverseOfInformation {
  let logDeterminant: Double
  private let elements: [Double]
  private let size: Int

  /// `nil` if it is not positive definite.
  init?(_ matrix: [Double], _ size: Int) {
    // Of a scaled matrix, whose diagonal is 1: thresholds and scales may differ by many orders.
    let roots = (0..<size).map { matrix[$0 * size + $0].squareRoot() }
    guard roots.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    var lower = [Double](repeating: 0, count: size * size)
    var logDeterminant = 0.0
    for row in 0..<size {
      for column in 0...row {
        var rest = matrix[row * size + column] / (roots[row] * roots[column])
        for index in 0..<column { rest -= lower[row * size + index] * lower[column * size + index] }
        if row == column {
          guard rest > 1e-14 else { return nil }
          lower[row * size + row] = rest.squareRoot()
          logDeterminant += log(rest) + 2 * log(roots[row])
        } else {
          lower[row * size + column] = rest / lower[column * size + column]
        }
      }
    }
    self.logDeterminant = logDeterminant
    self.size = size
    var elements = lower
    for column in 0..<size {
      var solved = [Double](repeating: 0, count: size)
      for row in 0..<size {
        var rest = row == column ? 1.0 : 0
        for index in 0..<row { rest -= lower[row * size + index] * solved[index] }
        solved[row] = rest / lower[row * size + row]
      }
      for row in (0..<size).reversed() {
        for index in (row + 1)..<size { solved[row] -= lower[index * size + row] * solved[index] }
        solved[row] /= lower[row * size + row]
      }
      for row in 0..<size { elements[row * size + column] = solved[row] / (roots[row] * roots[column]) }
    }
    self.elements = elements
  }

  subscript(row: Int, column: Int) -> Double { elements[row * size + column] }
}
