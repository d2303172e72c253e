package import PeachMath
package import PeachSupport

/// The row that `peach dprime` prints. Scripts depend on its columns.
package enum SensitivityTable {
  private static let all: [TableColumn<Sensitivity>] = [
    .init("d_prime", "Sensitivity d′", number: { $0.dPrime }),
    .init(
      "criterion",
      "Criterion −½(z(H) + z(F)), from the rates of hits H and false alarms F: above 0 if the listener answers yes "
        + "too seldom", number: { $0.criterion }),
    .init(
      "bias",
      "Response bias ln β, the log of the likelihood ratio at the criterion: above 0 if the listener answers yes "
        + "too seldom", number: { $0.bias }),
    .init(
      "d_prime_se", "Standard error of d′; empty for proportions without a number of trials",
      number: { $0.standardError }),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  package static func fields(_ sensitivity: Sensitivity) -> [Value?] { all.map { $0.value(sensitivity) } }
}
