import PeachMath
import PeachSupport

/// A model of listeners who differ: in each condition ψ(x) = γ + (1 − γ − λ)·F(u), with two numbers of the curve that
/// vary over listeners like a bivariate normal with any correlation.
///
/// By default these are the threshold t, on the fit's scale, and the log of the width w: u = W(x − t)/w + q, where W is
/// F⁻¹(0.95) − F⁻¹(0.05) and q is the u of the threshold. Each cell of the design, which is a condition in a group,
/// has its own two means. The asymptotes are fixed, or numbers that all listeners share.
///
/// Source: Moscatelli, Mezzetti & Lacquaniti (2012), J. Vis. 12(11):26, doi:10.1167/12.11.26, for the model with
/// intercept and slope; Prins (2024), Behav. Res. Methods 56:485–499, doi:10.3758/s13428-023-02072-x, for location and
/// log slope with lapses.
package struct PopulationModel: Sendable {
  /// The two numbers that vary over listeners.
  package enum Coordinates: String, CaseIterable, Sendable {
    case thresholdAndWidth = "threshold-width"
    /// u = a + b x: a generalised linear mixed model.
    case interceptAndSlope = "intercept-slope"
  }

  /// Function, asymptotes, scale, and the proportion that defines the threshold.
  package var settings: FitSettings
  package var coordinates = Coordinates.thresholdAndWidth
  /// Whether the first coordinate of a listener varies from condition to condition too.
  package var hasVaryingEffects = false
  /// Whether weak penalties keep the standard deviations above 0, the correlation inside −1…1, and free rates away from 0.
  package var isPenalised = true
  /// Points of the quadrature along each random effect; 1 is Laplace's approximation. `nil` for the usual number.
  package var points: Int?

  /// - Precondition: In the direction reading `settings` have no `at`.
  package init(_ settings: FitSettings) {
    precondition(settings.reading == .accuracy || settings.at == nil, "a threshold on both sides of zero")
    self.settings = settings
  }

  /// The number of points: with the effects of conditions varying there are too many dimensions for more than one.
  package var usedPoints: Int { points ?? (hasVaryingEffects ? 1 : 11) }

  var hasFreeLapse: Bool { if case .free = settings.lapse { true } else { false } }
  var hasFreeGuess: Bool { if case .asymptote(.free) = settings.guess { true } else { false } }
}

/// The conditions and groups of a study.
package struct PopulationDesign: Sendable {
  /// The names of the levels between listeners, in the order of the data; one level without a name if there are no groups.
  package var groups: [String]
  /// The names of the levels within listeners.
  package var conditions: [String]
  /// The pairs of group and condition that have data.
  package var cells: [Cell]

  package struct Cell: Hashable, Sendable {
    package var group: Int
    package var condition: Int

    package init(group: Int, condition: Int) { (self.group, self.condition) = (group, condition) }
  }

  package init(groups: [String] = [""], conditions: [String] = [""], cells: [Cell] = [Cell(group: 0, condition: 0)]) {
    (self.groups, self.conditions, self.cells) = (groups, conditions, cells)
  }
}

/// The answers of one listener.
package struct PopulationListener: Sendable {
  package var name: String
  /// The listener's answers in each cell of the design. No cell comes twice.
  package var cells: [(cell: Int, counts: Counts)]

  package init(name: String, cells: [(cell: Int, counts: Counts)]) { (self.name, self.cells) = (name, cells) }

  package var trials: Double { cells.reduce(0) { $0 + $1.counts.total } }
}

/// The places of the model's parameters in one list: a mean of each coordinate for each cell, two standard deviations
/// and the arcsine of their correlation, then the standard deviation of effects and the logits of free rates.
struct PopulationLayout: Sendable {
  let cells: Int
  let effect: Int?
  let lapse: Int?
  let guess: Int?
  let count: Int

  init(_ model: PopulationModel, cells: Int) {
    self.cells = cells
    var next = 2 * cells + 3
    func place(_ isThere: Bool) -> Int? {
      guard isThere else { return nil }
      next += 1
      return next - 1
    }
    effect = place(model.hasVaryingEffects)
    lapse = place(model.hasFreeLapse)
    guess = place(model.hasFreeGuess)
    count = next
  }

  func mean(_ coordinate: Int, _ cell: Int) -> Int { coordinate * cells + cell }
  func deviation(_ coordinate: Int) -> Int { 2 * cells + coordinate }
  var angle: Int { 2 * cells + 2 }
}

enum Logit {
  static func of(_ share: Double) -> Double { log(share / (1 - share)) }
  static func inverse(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
}
