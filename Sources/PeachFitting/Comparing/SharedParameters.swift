/// The parameters that several groups share; the others are each group's own.
///
/// A shared threshold is the one that is printed: the level where F is ½, or with a proportion asked the level of that
/// proportion. A shared width is a shared ln scale, on the fit's scale: the same width in level units on a linear one,
/// in log10 units on log10, the same β of a Weibull. In the direction reading with a proportion asked, a shared threshold
/// leaves every group its own bias in units of its scale; with a shared width too, bias and scale are common.
package struct SharedParameters: Hashable, Sendable {
  private let names: Set<FitParameter>

  package init(_ names: Set<FitParameter>) { self.names = names }

  package var isEmpty: Bool { names.isEmpty }

  package func contains(_ name: FitParameter) -> Bool { names.contains(name) }

  /// Why a fit cannot share these; `nil` if it can. A fixed parameter is common anyway, and counts as none.
  package func problem(in settings: FitSettings) -> String? {
    if settings.guess == .lapse, contains(.guess), !contains(.lapse) {
      return "add lapse: guess equals the lapse rate here, so both must be shared; got only guess"
    }
    if isEmpty || settings.freeParameters.contains(where: contains) { return nil }
    let listed = FitParameter.allCases.filter(contains).map(\.rawValue).joined(separator: " and ")
    return "expected a free parameter to share, got \(listed), which is fixed"
  }
}

extension FitSettings {
  /// The free parameters, in the order of the columns.
  fileprivate var freeParameters: [FitParameter] {
    var free: [FitParameter] = [.threshold, .width]
    if case .asymptote(.free) = guess { free.append(.guess) }
    if case .free = lapse { free.append(.lapse) }
    return free
  }
}
