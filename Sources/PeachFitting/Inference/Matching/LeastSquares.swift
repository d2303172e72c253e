/// A straight line by least squares.
struct LeastSquares {
  let count: Double
  let meanX: Double
  /// The sum of squares of x about its mean.
  let spreadX: Double
  let slope: Double
  let intercept: Double
  /// The sum of squares of the residuals; 0 if they are only rounding errors.
  let squares: Double
  private let tolerance: Double

  /// `nil` if all x are equal.
  init?(_ points: [CensoredLine.Point]) {
    let count = Double(points.count)
    self.count = count
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let size = points.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    let spreadX = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let tolerance = 1e-10 * size
    guard spreadX > count * tolerance * tolerance else { return nil }
    let slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spreadX
    let squares = points.reduce(0) { sum, point in
      let residual = point.y - meanY - slope * (point.x - meanX)
      return sum + residual * residual
    }
    self.meanX = meanX
    self.spreadX = spreadX
    self.slope = slope
    self.tolerance = tolerance
    intercept = meanY - slope * meanX
    self.squares = squares > count * tolerance * tolerance ? squares : 0
  }

  /// Whether the line itself, without scatter, lies where a point says.
  func allows(_ point: CensoredLine.Point) -> Bool {
    let above = intercept + slope * point.x - point.y
    return switch point.bound {
    case .exact: abs(above) <= tolerance
    case .atMost: above <= tolerance
    case .atLeast: above >= -tolerance
    }
  }
}
