public import Configuration
public import Fitting
public import Observations
import Strategies
import Trials

/// All fits of a data set.
///
/// A group's random numbers depend on the seed and its own key alone, never on the other groups.
public struct FitReport: Sendable {
  /// Where the data came from, for headings.
  public var source: String
  public var request: FitRequest
  public var unit: String?
  /// The columns that tell groups apart.
  public var by: [String]
  public var seed: UInt64
  /// What is to be known of the data, in words.
  public var notes: [String]
  /// Whether residuals are written to a file.
  public var hasResiduals = false
  public private(set) var fits: [FitRow] = []
  let plan: FitAnalysis.Plan

  /// - Precondition: The request has no contradictions.
  /// - Throws: `ConfigurationError` where the prior leaves a free parameter nothing.
  public init(
    _ observations: Observations, source: String, by: [String], request: FitRequest, seed: UInt64
  ) throws(ConfigurationError) {
    plan = try request.plan()
    self.source = source
    self.request = request
    self.by = by
    self.seed = seed
    unit = observations.unit
    notes = observations.notes
  }

  /// Fits every group.
  ///
  /// - Parameters:
  ///   - jobs: How many fits are made at once; at least 1.
  ///   - progress: Told how many are done.
  public mutating func fit(_ groups: [ObservationGroup], jobs: Int, progress: (Int) -> Void) async {
    let (settings, plan, method, seed) = (request.settings, plan, request.method, seed)
    fits = await Parallel.map(groups, jobs: jobs, progress: progress) { group in
      var random = StreamFamily(seed: seed, path: ["fit"] + group.key).stream(replicate: 1)
      let blocks = group.residualBlocks
      let analysis = FitAnalysis(group.counts, blocks: blocks, settings.makeFitter(), plan, using: &random)
      return FitRow(analysis, key: group.key, method: method, blocks: blocks)
    }
  }
}
