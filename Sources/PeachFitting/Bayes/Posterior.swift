import PeachMath
import PeachSupport

/// The posterior of a psychometric function after some answers.
///
/// Priors integrate to 1, so there always is a posterior, whatever the answers; where these say little it is nearly the
/// prior.
///
/// - Accuracy: Posterior means and standard deviations are within 0.002 of a posterior standard deviation of those of a
///   much finer grid, the ends of 95 % intervals of parameters within 0.01, tested on the data sets of psignifit.
package struct Posterior: Sendable {
  /// Parameters of a psychometric function; threshold and width on the fit's scale.
  package struct Point: Hashable, Sendable {
    package var threshold: Double
    package var width: Double
    package var guess: Double
    package var lapse: Double
    /// η; 0 is the binomial.
    package var overdispersion: Double

    package init(threshold: Double, width: Double, guess: Double, lapse: Double, overdispersion: Double = 0) {
      self.threshold = threshold
      self.width = width
      self.guess = guess
      self.lapse = lapse
      self.overdispersion = overdispersion
    }

    package subscript(parameter: Prior.Parameter) -> Double {
      get { self[keyPath: Self.path(parameter)] }
      set { self[keyPath: Self.path(parameter)] = newValue }
    }

    private static func path(_ parameter: Prior.Parameter) -> WritableKeyPath<Point, Double> {
      switch parameter {
      case .threshold: \.threshold
      case .width: \.width
      case .guess: \.guess
      case .lapse: \.lapse
      case .overdispersion: \.overdispersion
      }
    }
  }

  let model: BayesianModel
  let grid: PosteriorGrid
  /// Along each parameter, for the threshold at each width in turn; none for a parameter that is not free.
  private let marginals: [Prior.Parameter: [PiecewiseDensity]]

  /// The parameters of the highest posterior density.
  package let map: Point
  /// The posterior mean of each parameter.
  package let mean: Point
  /// The posterior standard deviation of each parameter; 0 for one that is fixed.
  package let deviation: Point

  init(_ model: BayesianModel, _ resolution: GridResolution) {
    self.model = model
    let profile = RateProfile(model)
    let box = SearchBox(model)
    let mode = PosteriorMode(model, profile, box).find()
    var extent = PosteriorExtent(model, profile, box, mode: mode, depth: resolution.depth)
    map = mode
    grid = PosteriorGrid(model, &extent, mode: mode, resolution)
    marginals = grid.marginals
    (mean, deviation) = grid.moments(fixed: mode)
  }

  /// The prior, with what is made from the levels written out.
  package var prior: Prior { model.prior }

  /// The parameters that are not fixed; where γ = λ, the lapse stands for both.
  package var free: [Prior.Parameter] { Prior.Parameter.allCases.filter { bounds(of: $0) != nil } }

  /// The range in which the prior of a parameter is not 0; `nil` if the parameter is fixed.
  package func bounds(of parameter: Prior.Parameter) -> ClosedRange<Double>? { model.density(of: parameter)?.bounds }

  /// The logarithm of prior times likelihood, without binomial coefficients; −∞ outside of the prior's bounds.
  package func logPosterior(at point: Point) -> Double { model.logPosterior(at: point) }

  /// The log-likelihood, without binomial coefficients: of the binomial, or of the beta-binomial where η is above 0.
  package func logLikelihood(at point: Point) -> Double {
    var curve = BayesianModel.Curve(model)
    model.fill(&curve, threshold: point.threshold, width: point.width)
    return model.logLikelihood(
      curve, guess: point.guess, lapse: point.lapse, overdispersion: point.overdispersion)
  }

  /// The level at which F is a share, in level units: ½ gives the threshold. From 1 on there is none: ∞.
  package func level(at share: Double, _ point: Point) -> Double {
    let u = model.settings.function.standardQuantile(min(max(share, 0), 1)) - model.middle
    return model.settings.scale.level(at: point.threshold + u * point.width / model.standardWidth)
  }

  /// ψ at a level, in level units.
  package func probability(at level: Double, _ point: Point) -> Double {
    let place = model.settings.scale.place(of: level)
    let u = (place - point.threshold) * model.standardWidth / point.width + model.middle
    return point.guess + (1 - point.guess - point.lapse) * model.settings.function.standardValue(u)
  }

  /// The posterior mean of a number that depends on the parameters but η.
  ///
  /// - Complexity: O(points of the grid).
  package func mean(of function: (Point) -> Double) -> Double {
    var sum = 0.0
    grid.visit { point, mass in sum += mass * function(point) }
    return sum / grid.total
  }

  /// The value of a parameter below which a share of the mass lies.
  ///
  /// - Parameter share: In 0…1.
  package func quantile(_ share: Double, of parameter: Prior.Parameter) -> Double {
    let parameter = parameter == .guess && model.isTied ? .lapse : parameter
    guard let densities = marginals[parameter] else { return map[parameter] }
    let total = densities.reduce(0) { $0 + $1.mass }
    let places = densities.compactMap(\.bounds)
    guard let low = places.map(\.lowerBound).min(), let high = places.map(\.upperBound).max(), low < high else {
      return map[parameter]
    }
    let wanted = min(max(share, 0), 1) * total
    let place =
      densities.count == 1
      ? densities[0].quantile(share)
      : Root.find(in: low...high) { place in densities.reduce(-wanted) { $0 + $1.cumulative(place) } }
        ?? (share < 0.5 ? low : high)
    return parameter == .width ? exp(place) : place
  }

  /// The share of the mass below a value of a parameter.
  package func share(below value: Double, of parameter: Prior.Parameter) -> Double {
    guard let densities = marginals[parameter] else { return 0.5 }
    let place = parameter == .width ? log(value) : value
    return densities.reduce(0) { $0 + $1.cumulative(place) } / densities.reduce(0) { $0 + $1.mass }
  }

  /// The credible interval of a parameter: between the quantiles that leave as much mass below as above. Where the highest
  /// posterior lies outside, the nearer end moves there and the other so far that the mass stays.
  ///
  /// - Parameter mass: In 0…1.
  package func interval(of parameter: Prior.Parameter, mass: Double = 0.95) -> ConfidenceInterval {
    let parameter = parameter == .guess && model.isTied ? .lapse : parameter
    return interval(
      about: map[parameter], below: share(below: map[parameter], of: parameter), mass: mass
    ) { quantile($0, of: parameter) }
  }

  /// The credible interval of a number that depends on the parameters but η, as for a parameter.
  ///
  /// - Parameter function: May be infinite, where there is no such number; an end that is, is nil.
  /// - Accuracy: The ends are within 0.02 of a posterior standard deviation for what depends smoothly on the parameters.
  package func interval(of function: (Point) -> Double, mass: Double = 0.95) -> ConfidenceInterval {
    interval(of: function, QuantileTensor(grid), mass: mass)
  }

  /// The same of several numbers, in less time than one by one.
  ///
  /// - Parameter estimates: What the intervals must hold; without it the numbers at the highest posterior.
  package func intervals(
    of functions: [(Point) -> Double], about estimates: [Double]? = nil, mass: Double = 0.95
  ) -> [ConfidenceInterval] {
    let tensor = QuantileTensor(grid)
    return functions.enumerated().map { interval(of: $1, about: estimates?[$0], tensor, mass: mass) }
  }

  private func interval(
    of function: (Point) -> Double, about known: Double? = nil, _ tensor: QuantileTensor, mass: Double
  ) -> ConfidenceInterval {
    let estimate = known ?? function(map)
    let distribution = DerivedDistribution(tensor, function)
    guard distribution.mass > 0 else { return ConfidenceInterval(low: estimate, high: estimate) }
    let below = distribution.cumulative(estimate) / distribution.mass
    return interval(about: estimate, below: below, mass: mass) { distribution.quantile($0) }
  }

  private func interval(
    about estimate: Double, below: Double, mass: Double, _ quantile: (Double) -> Double
  ) -> ConfidenceInterval {
    let tail = (1 - mass) / 2
    if below < tail { return ConfidenceInterval(low: estimate, high: quantile(below + mass)) }
    if below > 1 - tail { return ConfidenceInterval(low: quantile(below - mass), high: estimate) }
    return ConfidenceInterval(low: quantile(tail), high: quantile(1 - tail))
  }
}
