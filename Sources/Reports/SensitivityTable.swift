public import Configuration
public import Detection

/// The one row that `peach dprime` prints; its columns are scripted against.
public enum SensitivityTable {
  public static let columns = ["d_prime", "criterion", "bias", "d_prime_se"]

  public static func fields(_ sensitivity: Sensitivity) -> [Value?] {
    [.number(sensitivity.dPrime), sensitivity.criterion.field, sensitivity.bias.field, sensitivity.standardError.field]
  }
}
