import PeachMath
import PeachSupport

/// A quantity as a function of threshold, ln scale, guess and lapse, and the same turned round: what one of these must
/// be for the quantity to have a value.
extension FunctionFitter {
  /// A parameter that follows from the others, with its derivatives by them.
  struct Dependent {
    var index: Int
    var value: Double
    var partials: FitPoint

    /// The curve of a point in whose own place it is.
    func tangent(at point: FitPoint) -> CurveTangent {
      var tangent = CurveTangent(point: point, byLocation: FitPoint(1, 0, 0, 0), byScale: FitPoint(0, 1, 0, 0))
      tangent.point[index] = value
      if index == 0 { tangent.byLocation = partials } else { tangent.byScale = partials }
      return tangent
    }
  }

  /// The quantity's gradient, in the units it is printed in; `nil` if it has no value.
  func gradient(of quantity: Quantity, at point: FitPoint, _ model: FitModel) -> FitPoint? {
    let scale = exp(point[1])
    switch quantity {
    case .width:
      let width = width(of: point)
      let (byThreshold, byScale) = settings.scale == .ln ? (width, width * weibullGrowth(scale)) : (0, width)
      return FitPoint(byThreshold, byScale, 0, 0)
    case .pse: return FitPoint(settings.scale.stretch(at: point[0]), 0, 0, 0)
    case .threshold where settings.isTwoSided:
      guard let level = readings(of: point, model).threshold else { return nil }
      let balance = TwoSidedBalance(self, level, point, model)
      return -(1 / balance.byLevel) * balance.gradient
    case .threshold:
      guard let distance = thresholdDistance(model.guess(at: point), point[3]) else { return nil }
      let place = point[0] + scale * distance
      let partials = placePartials(distance, point, model)
      return settings.scale.stretch(at: place) * (FitPoint(1, 0, 0, 0) - partials)
    }
  }

  /// The parameter that gives the quantity a value when the others are those of a point; `nil` if none does. Of a
  /// threshold on one side of zero.
  func dependent(
    for quantity: Quantity, _ value: Double, at point: FitPoint, _ model: FitModel
  ) -> Dependent? {
    let scale = exp(point[1])
    switch quantity {
    case .width where settings.scale == .ln:
      return weibullScale(value, at: point, model)
    case .width: return Dependent(index: 1, value: log(value / shape.width), partials: .zero)
    case .pse: return Dependent(index: 0, value: settings.scale.place(of: value), partials: .zero)
    case .threshold:
      guard let distance = thresholdDistance(model.guess(at: point), point[3]) else { return nil }
      let threshold = settings.scale.place(of: value) - scale * distance
      return Dependent(index: 0, value: threshold, partials: placePartials(distance, point, model))
    }
  }

  /// The ln scale that gives the Weibull a width, which rises with it.
  private func weibullScale(_ width: Double, at point: FitPoint, _ model: FitModel) -> Dependent? {
    let wanted = log(width)
    let found = Root.find(in: scaleRange(for: .width, model)) {
      logWidth(point[0], logScale: $0) - wanted
    }
    return found.map { logScale in
      Dependent(index: 1, value: logScale, partials: FitPoint(-1 / weibullGrowth(exp(logScale)), 0, 0, 0))
    }
  }

  /// The range of ln scale for a fixed quantity. One width of the Weibull in level units has many scales, the smaller
  /// the higher the threshold. If the box cut them off, it would push the threshold away from its most likely value,
  /// and the profile would fall for no reason in the data. So every width allows all thresholds of the box.
  func scaleRange(for quantity: Quantity, _ model: FitModel) -> ClosedRange<Double> {
    let (low, high) = (model.low[1], model.high[1])
    guard quantity == .width, settings.scale == .ln else { return low...high }
    let thresholds = model.high[0] - model.low[0]
    let reach = Function.standardQuantile(0.95) - shape.centre
    // Below e⁻⁶⁰⁰ a scale is no scale.
    return max(low - thresholds, min(low, -600))...log(exp(high) + thresholds / reach)
  }

  /// ln of the Weibull's width in level units, also where that is beyond numbers.
  func logWidth(_ threshold: Double, logScale: Double) -> Double {
    let scale = exp(logScale)
    let low = Function.standardQuantile(0.05) - shape.centre
    let spread = scale * shape.width
    return threshold + scale * low + (spread > 30 ? spread : log(expm1(spread)))
  }

  /// ∂ ln width / ∂ ln scale of the Weibull, whose width is one of levels; above 0.
  private func weibullGrowth(_ scale: Double) -> Double {
    let low = Function.standardQuantile(0.05) - shape.centre
    let spread = scale * shape.width
    return scale * low + spread / -expm1(-spread)
  }

  /// The derivatives of F = ½'s place by the other parameters, the threshold's place held.
  func placePartials(_ distance: Double, _ point: FitPoint, _ model: FitModel) -> FitPoint {
    guard let at = settings.at else { return .zero }
    let scale = exp(point[1])
    let (guess, lapse) = (model.guess(at: point), point[3])
    let height = 1 - guess - lapse
    let share = (at - guess) / height
    let stretch = scale / (Function.standardDensity(distance + shape.centre) * height)
    let (byGuess, byLapse) = ((1 - share) * stretch, -share * stretch)
    return FitPoint(
      0, -scale * distance, model.isTied ? 0 : byGuess, model.isTied ? byGuess + byLapse : byLapse)
  }
}

/// F(L) − F(−L) less what it must be for P(correct), averaged over both signs, to be the asked proportion: 0 at the
/// threshold L of the direction reading.
struct TwoSidedBalance<Function: PsychometricFunction> {
  let value: Double
  let byLevel: Double
  /// By threshold, ln scale, guess and lapse.
  let gradient: FitPoint

  init(_ fitter: FunctionFitter<Function>, _ level: Double, _ point: FitPoint, _ model: FitModel) {
    let scale = exp(point[1])
    let centre = fitter.shape.centre
    let (above, below) = ((level - point[0]) / scale, (-level - point[0]) / scale)
    let (high, low) = (Function.standardPoint(above + centre), Function.standardPoint(below + centre))
    let height = 1 - model.guess(at: point) - point[3]
    let rise = (2 * (fitter.settings.at ?? 0.5) - 1) / height
    value = high.value - low.value - rise
    byLevel = (high.density + low.density) / scale
    let byHeight = -rise / height
    gradient = FitPoint(
      (low.density - high.density) / scale, below * low.density - above * high.density,
      model.isTied ? 0 : byHeight, model.isTied ? 2 * byHeight : byHeight)
  }
}
