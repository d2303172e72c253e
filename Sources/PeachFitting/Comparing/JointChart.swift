import PeachMath
import PeachSupport

/// The four numbers of a group's curve in a joint fit, chosen so that a parameter that groups share is one of them.
enum JointChart: Sendable {
  /// Threshold, ln scale, guess, lapse: those of the curve itself.
  case curve
  /// The place of the asked proportion instead of that of F = ½.
  case threshold
  /// Direction reading with a proportion asked: the point of subjective equality in scales, and ln of the threshold
  /// instead of ln of the scale. Any two such numbers give one curve, which threshold and equality alone do not.
  case twoSided

  /// The chart in which shared parameters are coordinates.
  init(_ settings: FitSettings, sharing shared: SharedParameters) {
    guard settings.at != nil, shared.contains(.threshold) else {
      self = .curve
      return
    }
    if settings.isTwoSided {
      self = shared.contains(.width) ? .curve : .twoSided
      return
    }
    var isWhole = shared.contains(.width)
    if case .asymptote(.free) = settings.guess, !shared.contains(.guess) { isWhole = false }
    if case .free = settings.lapse, !shared.contains(.lapse) { isWhole = false }
    self = isWhole ? .curve : .threshold
  }

  /// The chart in which the printed threshold is a coordinate.
  static func ofThreshold(_ settings: FitSettings) -> JointChart { settings.isTwoSided ? .twoSided : .threshold }

  /// The coordinate that stands for a parameter.
  func slot(of name: FitParameter) -> Int {
    switch name {
    case .threshold: self == .twoSided ? 1 : 0
    case .width: self == .twoSided ? 0 : 1
    case .guess: 2
    case .lapse: 3
    }
  }
}

/// A curve with its derivatives by the coordinates of a chart.
struct CurveTangent {
  var point: FitPoint
  var byLocation: FitPoint
  var byScale: FitPoint

  /// A gradient by the curve's parameters, carried to the coordinates.
  func carry(_ gradient: FitPoint) -> FitPoint {
    gradient[0] * byLocation + gradient[1] * byScale + FitPoint(0, 0, gradient[2], gradient[3])
  }

  /// A matrix of information, carried to the coordinates. The chart's own curvature is left out: the climb takes a step
  /// more, and ends at the same place.
  func carry(_ rows: SymmetricRows) -> SymmetricRows {
    let first = carry(rows[0])
    let second = carry(rows[1])
    var result = SymmetricRows()
    for row in 0..<4 {
      result[row] = byLocation[row] * first + byScale[row] * second
      if row >= 2 { result[row] += carry(rows[row]) }
    }
    return result
  }
}

extension FunctionFitter {
  /// The curve at coordinates; `nil` if there is none.
  ///
  /// - Parameter offset: How far the group's threshold lies below that of the coordinates, in level units.
  func tangent(_ chart: JointChart, offset: Double, at place: FitPoint, _ model: FitModel) -> CurveTangent? {
    switch chart {
    case .curve: CurveTangent(point: place, byLocation: FitPoint(1, 0, 0, 0), byScale: FitPoint(0, 1, 0, 0))
    case .threshold: thresholdTangent(offset, place, model)
    case .twoSided: twoSidedTangent(offset, place, model)
    }
  }

  /// The coordinates of a curve; where it has none, those of its middle.
  func coordinates(_ chart: JointChart, of point: FitPoint, _ model: FitModel) -> FitPoint {
    var place = point
    switch chart {
    case .curve: break
    case .threshold:
      if let distance = thresholdDistance(model.guess(at: point), point[3]) { place[0] += exp(point[1]) * distance }
    case .twoSided:
      place[0] = point[0] / exp(point[1])
      if let threshold = readings(of: point, model).threshold { place[1] = log(threshold) }
    }
    return place
  }

  private func thresholdTangent(_ offset: Double, _ place: FitPoint, _ model: FitModel) -> CurveTangent? {
    guard let distance = thresholdDistance(model.guess(at: place), place[3]) else { return nil }
    let scale = settings.scale
    var (own, stretch) = (place[0], 1.0)
    if offset != 0 {
      let level = scale.level(at: own) - offset
      guard scale == .linear || level > 0 else { return nil }
      own = scale.place(of: level)
      stretch = scale.stretch(at: place[0]) / scale.stretch(at: own)
    }
    var tangent = CurveTangent(point: place, byLocation: .zero, byScale: FitPoint(0, 1, 0, 0))
    tangent.point[0] = own - exp(place[1]) * distance
    tangent.byLocation = placePartials(distance, place, model)
    tangent.byLocation[0] = stretch
    return tangent
  }

  /// A curve of scale 1 has a threshold that depends on its bias alone; the scale follows from the threshold asked.
  private func twoSidedTangent(_ offset: Double, _ place: FitPoint, _ model: FitModel) -> CurveTangent? {
    let threshold = exp(place[1])
    var unit = place
    unit[1] = 0
    guard threshold > offset, let level = readings(of: unit, model).threshold, level > 0 else { return nil }
    let balance = TwoSidedBalance(self, level, unit, model)
    let scale = (threshold - offset) / level
    var byScale = balance.gradient * (1 / (balance.byLevel * level))
    byScale[1] = threshold / (threshold - offset)
    var tangent = CurveTangent(point: place, byLocation: place[0] * scale * byScale, byScale: byScale)
    tangent.byLocation[0] += scale
    tangent.point[0] = place[0] * scale
    tangent.point[1] = log(scale)
    return tangent
  }
}
