package import PeachFitting
import PeachMath
import PeachStrategies
package import PeachSupport
import PeachTrials

/// All fits of a data set.
///
/// A group's random numbers depend on the seed and its own key alone, never on the other groups.
package struct FitReport: Sendable {
  /// The source of the data, for headings.
  package var source: String
  package var request: FitRequest
  package var unit: String?
  /// The unit that the user gave; `nil` if it comes from the data or is unknown.
  package var givenUnit: String?
  /// The columns that tell groups apart.
  package var by: [String]
  package var seed: UInt64
  /// Notes on the data, in words.
  package var notes: [String]
  /// The notes that say that intervals are unreliable; logs have these in every format.
  package var cautions: [String] = []
  /// Whether intervals of all kinds are found, and what each level weighs: for a report.
  package var isInFull = false
  /// The file that has the residuals.
  package var residuals: String?
  package private(set) var fits: [FitRow] = []
  /// Totals over all fits, including those that are not kept.
  package private(set) var tally = FitTally()
  /// The parameters that the groups of `sharedFits` share.
  package private(set) var shared = SharedParameters([])
  package private(set) var sharedFits: [FitRow] = []
  /// With participants the mean contrasts of conditions come first, then each participant's own pairs.
  package private(set) var comparisons: [GroupComparison] = []
  /// The columns that tell participants apart, if conditions are compared within them.
  package private(set) var within: [String] = []
  package let plan: FitAnalysis.Plan
  /// How groups are fitted whose trials have so many alternatives.
  private var ways: [Int: Way] = [:]

  private struct Way: Sendable {
    var settings: FitSettings
    var plan: FitAnalysis.Plan
  }

  /// - Precondition: The request has no contradictions.
  /// - Throws: `ConfigurationError` if the prior leaves a free parameter nothing.
  package init(
    _ observations: Observations, source: String, by: [String], request: FitRequest, seed: UInt64
  ) throws(ConfigurationError) {
    plan = try request.plan()
    self.source = source
    self.request = request
    for number in Set(observations.groups.map { $0.alternatives ?? request.alternatives }) {
      let own = request.of(alternatives: number)
      ways[number] = Way(settings: own.settings, plan: try own.plan())
    }
    if ways.count == 1, let only = ways.keys.first { self.request.alternatives = only }
    self.by = by
    self.seed = seed
    unit = observations.unit
    notes = observations.notes
  }

  /// Whether all groups are fitted with the same guess rate.
  package var hasOneGuess: Bool { Set(ways.values.map(\.settings.guess)).count <= 1 }

  /// How many groups are fitted before their fits are handed on.
  private static let part = 2048

  /// Fits every group.
  ///
  /// - Parameters:
  ///   - jobs: How many fits are made at once; at least 1.
  ///   - progress: Told how many are done.
  package mutating func fit(_ groups: [ObservationGroup], jobs: Int, progress: (Int) -> Void) async {
    await fit(groups, jobs: jobs, keeping: .max, progress: progress, each: { _ in })
  }

  /// Fits every group, and hands on the fits while they are made.
  ///
  /// - Parameters:
  ///   - jobs: How many fits are made at once; at least 1.
  ///   - limit: How many fits are kept.
  ///   - progress: Told how many are done.
  ///   - each: Takes the fits, some at a time and in the order of the groups.
  package mutating func fit(
    _ groups: [ObservationGroup], jobs: Int, keeping limit: Int, progress: (Int) -> Void,
    each: ([FitRow]) throws -> Void
  ) async rethrows {
    (fits, tally) = ([], FitTally())
    for start in stride(from: 0, to: groups.count, by: FitReport.part) {
      let part = Array(groups[start..<min(start + FitReport.part, groups.count)])
      let rows = await self.rows(of: part, jobs: jobs) { progress(start + $0) }
      for row in rows { tally.add(row) }
      fits += rows.prefix(limit - fits.count)
      try each(rows)
    }
  }

  private func rows(of groups: [ObservationGroup], jobs: Int, progress: (Int) -> Void) async -> [FitRow] {
    let (request, ways, seed) = (request, ways, seed)
    let (hasInfluence, isInFull) = (residuals != nil || isInFull, isInFull)
    return await Parallel.map(groups, jobs: jobs, progress: progress) { group in
      guard var way = ways[group.alternatives ?? request.alternatives] else {
        preconditionFailure("a group that the report was not made for")
      }
      way.plan.hasInfluence = hasInfluence
      way.plan.hasOtherIntervals = isInFull
      way.plan.isDetailed = true
      var random = StreamFamily(seed: seed, path: ["fit"] + group.key).stream(replicate: 1)
      let blocks = group.residualBlocks
      let analysis = FitAnalysis(group.counts, blocks: blocks, way.settings.makeFitter(), way.plan, using: &random)
      var row = FitRow(analysis, key: group.key, method: request.method, blocks: blocks)
      row.intervalNote = IntervalCaution(group, request)?.text
      return row
    }
  }

  /// Compares the groups with one another, after they are fitted: their thresholds, and where parameters are shared the
  /// model with these in common against separate fits.
  ///
  /// - Precondition: `shared.problem(in: request.settings)` is nil, and `hasOneGuess`.
  /// - Parameter within: The columns that tell participants apart: conditions are then compared within each participant
  ///   only, and over participants by paired t tests. Empty to compare every pair of groups.
  package mutating func compare(
    sharing shared: SharedParameters, within: [String] = [], jobs: Int, progress: (Int, Int) -> Void
  ) async {
    guard fits.count > 1 else { return }
    self.shared = shared
    self.within = within
    let settings = request.settings
    if !shared.isEmpty {
      let fitter = settings.makeFitter()
      let joint = fitter.fit(fits.map(\.counts), sharing: shared)
      sharedFits = zip(fits, joint.groups).map { FitRow($1, like: $0, fitter) }
    }
    let contrasts = within.isEmpty ? nil : PairedContrasts(fits, by: by, within: within)
    let tasks = contrasts.map { GroupTask.all(of: $0.pairs) } ?? GroupTask.all(of: fits, hasModels: !shared.isEmpty)
    let (simulations, seed) = (request.simulations, seed)
    func advance(_ done: Int) { progress(done, tasks.count) }
    let pairs = await Parallel.map(tasks, jobs: jobs, progress: advance) { task in
      let comparer = Comparer(settings.makeFitter(), sharing: shared, simulations: simulations)
      return task.run(comparer, seed: seed)
    }
    comparisons = FitReport.corrected(contrasts?.rows ?? []) + FitReport.corrected(pairs)
  }

  /// With Holm's correction for all of them.
  private static func corrected(_ rows: [GroupComparison]) -> [GroupComparison] {
    zip(rows, HolmCorrection.corrected(rows.map(\.differenceP))).map { row, p in
      var row = row
      row.differencePHolm = p
      return row
    }
  }
}

/// One row of comparisons: two groups, or all together.
private struct GroupTask: Sendable {
  private let groups: [FitRow]
  private let isWhole: Bool

  static func all(of fits: [FitRow], hasModels: Bool) -> [GroupTask] {
    let whole = hasModels && fits.count > 2 ? [GroupTask(groups: fits, isWhole: true)] : []
    return whole
      + fits.indices.flatMap { first in
        fits[(first + 1)...].map { GroupTask(groups: [fits[first], $0], isWhole: false) }
      }
  }

  static func all(of pairs: [(FitRow, FitRow)]) -> [GroupTask] {
    pairs.map { GroupTask(groups: [$0.0, $0.1], isWhole: false) }
  }

  func run(_ comparer: Comparer, seed: UInt64) -> GroupComparison {
    var random = StreamFamily(seed: seed, path: ["comparison"] + groups.flatMap(\.key)).stream(replicate: 1)
    let groups = groups.map { Comparer.Group(name: $0.name, counts: $0.counts) }
    return isWhole ? comparer.together(groups, using: &random) : comparer.pair(groups[0], groups[1], using: &random)
  }
}
