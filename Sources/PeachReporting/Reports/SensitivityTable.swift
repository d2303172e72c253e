package import PeachMath
package import PeachSupport

/// The row that `peach dprime` prints. Scripts depend on its columns.
package enum SensitivityTable {
  private static let all: [TableColumn<Sensitivity>] = [
    .init("d_prime", "d′, the sensitivity", number: { $0.dPrime }),
    .init("criterion", "−½(z(H) + z(F)): above 0 if the listener answers yes too seldom", number: { $0.criterion }),
    .init("bias", "ln β", number: { $0.bias }),
    .init("d_prime_se", "The standard error of d′", number: { $0.standardError }),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  package static func fields(_ sensitivity: Sensitivity) -> [Value?] { all.map { $0.value(sensitivity) } }
}
