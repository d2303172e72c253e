/// How a curve is estimated; the text is that of settings and of the `method` column.
package enum FitMethod: String, CaseIterable, Sendable {
  /// Maximum likelihood.
  case ml
  /// Maximum of the penalised likelihood (`Penalty`), which is finite for any data with a rising curve.
  case reduced
}
