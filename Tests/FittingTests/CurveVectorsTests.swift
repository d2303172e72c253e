import CVectors
import Glibc
import PeachFitting
import PeachMath
import Testing

/// The likelihoods that are computed in vectors, beside their definition level by level, with the exponentials and logarithms of
/// the C library.
@Suite struct CurveVectorsTests {
  private static let none = curve_penalty(weight: 0, rate: 0)
  private static let shapes: [(curve_shape, any PsychometricFunction.Type)] = [
    (CURVE_NORMAL, NormalFunction.self), (CURVE_LOGISTIC, LogisticFunction.self),
  ]
  /// Levels, trials, positive answers: 11 levels fill one vector and a part of the next.
  private static let answers: [(level: Double, trials: Double, positives: Double)] = [
    (-40, 3, 0), (-9, 12, 1), (-4, 1, 0), (-2.5, 9, 3), (-1, 20, 8), (-0.1, 1, 1), (0.4, 30, 17), (1.7, 8, 6),
    (3.3, 25, 24), (7, 2, 2), (60, 14, 13),
  ]
  /// Place, ln scale, guess, lapse.
  private static let points = [
    FitPoint(0.3, 0.4, 0.1, 0.03),
    FitPoint(-2, 1.5, 0.5, 1e-3),
    FitPoint(5, -0.2, 0.02, 0.02),
    FitPoint(0, 3, 1e-3, 0.2),
  ]

  private static var rows: [Double] {
    let filled = answers + Array(repeating: (level: 60, trials: 0, positives: 0), count: 16 - answers.count)
    return filled.map(\.level) + filled.map(\.trials) + filled.map(\.positives)
  }

  /// Σ k ln ψ + (n − k) ln(1 − ψ), ψ and 1 − ψ at least 1e-300.
  private func defined(_ function: any PsychometricFunction.Type, _ point: FitPoint, isTied: Bool) -> Double {
    let guess = isTied ? point[3] : point[2]
    let height = 1 - guess - point[3]
    return Self.answers.reduce(0) { sum, bin in
      let u = (bin.level - point[0]) / exp(point[1])
      let positive = max(guess + height * function.standardValue(u), 1e-300)
      let negative = max(point[3] + height * function.standardComplement(u), 1e-300)
      return sum + bin.positives * log(positive) + (bin.trials - bin.positives) * log(negative)
    }
  }

  private func expanded(_ shape: curve_shape, _ point: FitPoint, isTied: Bool) -> [Double] {
    var derivatives = [Double](repeating: 0, count: 15)
    let guess = isTied ? point[3] : point[2]
    curve_full_expansion(
      Self.rows, 16, shape, point[0], exp(-point[1]), guess, point[3], isTied ? 1 : 0, &derivatives)
    return derivatives
  }

  private func moved(_ point: FitPoint, _ index: Int, by step: Double) -> FitPoint {
    var other = point
    other[index] += step
    return other
  }

  /// A derivative by central differences of the sixth order.
  private func slope(_ step: Double, _ value: (Double) -> Double) -> Double {
    let weights = [45.0, -9, 1]
    return weights.indices.reduce(0) { sum, index in
      let move = Double(index + 1) * step
      return sum + weights[index] * (value(move) - value(-move))
    } / (60 * step)
  }

  @Test(arguments: [0, 1], [false, true]) func `values equal the definition`(shape: Int, isTied: Bool) {
    let (own, function) = Self.shapes[shape]
    for point in Self.points {
      let value = defined(function, point, isTied: isTied)
      let guess = isTied ? point[3] : point[2]
      let slope = exp(-point[1])
      #expect(abs(expanded(own, point, isTied: isTied)[0] - value) < 1e-12 * abs(value))
      #expect(
        abs(curve_value(Self.rows, 16, own, point[0], slope, guess, point[3], Self.none) - value) < 1e-12 * abs(value))
    }
  }

  /// Differences of the definition's values for the gradient, and of the tested gradient for the second derivatives.
  @Test(arguments: [0, 1], [false, true]) func `derivatives are the slopes`(shape: Int, isTied: Bool) {
    let (own, function) = Self.shapes[shape]
    for point in Self.points {
      let found = expanded(own, point, isTied: isTied)
      var place = 5
      for row in 0..<4 {
        let step = row < 2 ? 1e-2 : 1e-2 * point[row]
        let first =
          isTied && row == 2 ? 0 : slope(step) { defined(function, moved(point, row, by: $0), isTied: isTied) }
        #expect(abs(found[1 + row] - first) < 1e-7 * max(1, abs(first)), "by \(row) at \(point)")
        for column in row..<4 {
          let isFixed = isTied && (row == 2 || column == 2)
          let second =
            isFixed ? 0 : -slope(step) { expanded(own, moved(point, row, by: $0), isTied: isTied)[1 + column] }
          #expect(abs(found[place] - second) < 1e-6 * max(1, abs(second)), "by \(row) and \(column) at \(point)")
          place += 1
        }
      }
    }
  }

  /// Where most levels lie far out: with asymptotes and without, so that answers there are all but impossible.
  @Test(arguments: [0, 1], [(0.5, 0.02), (0.1, 0), (0, 0.05), (0, 0)])
  func `steep curves have the values of the definition`(shape: Int, asymptotes: (guess: Double, lapse: Double)) {
    let (own, function) = Self.shapes[shape]
    for logScale in stride(from: -8.0, through: 2, by: 0.1) {
      let point = FitPoint(0.15, logScale, asymptotes.guess, asymptotes.lapse)
      let value = defined(function, point, isTied: false)
      #expect(abs(expanded(own, point, isTied: false)[0] - value) < 1e-12 * abs(value), "\(point)")
      #expect(
        abs(curve_value(Self.rows, 16, own, point[0], exp(-point[1]), point[2], point[3], Self.none) - value)
          < 1e-12 * abs(value), "\(point)")
    }
  }

  /// Arithmetic with such numbers takes a hundred times as long, and most levels of a steep curve lie far out.
  @Test(arguments: [0, 1], [(0.5, 0.02), (0.1, 0), (0, 0.05)])
  func `derivatives far out are no subnormal numbers`(shape: Int, asymptotes: (guess: Double, lapse: Double)) {
    for far in [28, 40.0, 400, 1000] {
      let places = [Double](repeating: 0, count: 6)
      let ends: [[Double]] = [[-far, far], [1, 1], [0, 1]]
      let rows = ends.flatMap { $0 + places }
      var derivatives = [Double](repeating: 0, count: 15)
      curve_full_expansion(
        rows, 8, Self.shapes[shape].0, 0, 1, asymptotes.guess, asymptotes.lapse, 0, &derivatives)
      #expect(!derivatives.contains { $0.isSubnormal }, "\(far): \(derivatives)")
    }
  }

  /// By threshold and scale alone, with the penalty: the gradient is the slope of the values.
  @Test(arguments: [0, 1], [(0.5, 0), (1, 0), (1, 0.02)])
  func `penalised derivatives are the slopes`(shape: Int, penalty: (weight: Double, rate: Double)) {
    let own = Self.shapes[shape].0
    let penalty = curve_penalty(weight: penalty.weight, rate: penalty.rate)
    for point in Self.points {
      func value(_ point: FitPoint) -> Double {
        curve_value(Self.rows, 16, own, point[0], exp(-point[1]), point[2], point[3], penalty)
      }
      func expansion(_ point: FitPoint) -> [Double] {
        var derivatives = [Double](repeating: 0, count: 6)
        curve_expansion(
          Self.rows, 16, own, point[0], exp(-point[1]), point[2], point[3], penalty, &derivatives)
        return derivatives
      }
      let found = expansion(point)
      #expect(abs(found[0] - value(point)) < 1e-12 * abs(found[0]))
      for row in 0..<2 {
        let first = slope(1e-2) { value(moved(point, row, by: $0)) }
        #expect(abs(found[1 + row] - first) < 1e-7 * max(1, abs(first)))
        for column in row..<2 {
          let second = -slope(1e-2) { expansion(moved(point, row, by: $0))[1 + column] }
          #expect(abs(found[3 + row + column] - second) < 1e-6 * max(1, abs(second)))
        }
      }
    }
  }
}
