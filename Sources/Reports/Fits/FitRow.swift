public import Fitting
import Glibc

/// One fit, with all that is printed of it.
public struct FitRow: Sendable {
  /// The values of the `--by` columns.
  public var key: [String]
  public var method: String
  public var settings: FitSettings
  public var counts: Counts
  public var result: FitResult
  public var intervals: [Quantity: Interval] = [:]
  public var errors: [Quantity: Double] = [:]
  public var jndInterval: Interval?
  public var deviance: Double?
  public var devianceP: Double?
  public var aic: Double?
  public var bic: Double?
  /// The data as they stand, and what the fit says of them.
  public var blocks: [Residuals.Block] = []
  public var residuals: Residuals?
  /// Bootstrap resamples, and how many gave no threshold or no width.
  public var resamples: (all: Int, failed: Int)?
  public var overdispersion: Double?

  /// A fit of one group's data alone.
  public init(_ analysis: FitAnalysis, key: [String], method: FitRequest.Method, blocks: [Residuals.Block]) {
    self.key = key
    self.method = method.rawValue
    settings = analysis.settings
    counts = analysis.counts
    result = analysis.result
    intervals = analysis.intervals
    errors = analysis.errors
    jndInterval = analysis.jndInterval
    deviance = analysis.deviance
    devianceP = analysis.devianceP
    aic = analysis.aic
    bic = analysis.bic
    self.blocks = blocks
    residuals = analysis.residuals
    resamples = analysis.bootstrap.map { ($0.resamples, $0.failed) }
  }

  public var trials: Int { Int(counts.total.rounded()) }
  public var levels: Int { counts.count }

  /// How its group is called among others.
  public var name: String { FitRow.name(of: key) }

  static func name(of key: [String]) -> String { key.map { $0.isEmpty ? "–" : $0 }.joined(separator: "/") }
}
