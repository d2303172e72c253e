/// How a curve is estimated; the text is that of settings and of the `method` column.
public enum FitMethod: String, CaseIterable, Sendable {
  /// Maximum likelihood.
  case ml
  /// Maximum of the likelihood penalised by ½ ln det I(α, β), which takes most of the bias of few trials away.
  case reduced
}
