package import PeachFitting

/// The kernels of all groups of a table of trials: how much answers follow from earlier ones.
package struct HistoryReport: Sendable {
  /// The request.
  package struct Request: Hashable, Sendable {
    package var lags: Int
    package var link: HistoryKernel.Link
    package var lapse: Double
    /// Whether the pitch of reference notes is a regressor too.
    package var hasNotes: Bool

    package init(lags: Int, link: HistoryKernel.Link, lapse: Double, hasNotes: Bool = false) {
      self.hasNotes = hasNotes
      self.lags = lags
      self.link = link
      self.lapse = lapse
    }
  }

  /// One weight of a group's kernel, with the facts of the whole kernel.
  package struct Row: Sendable {
    package var key: [String]
    package var kernel: HistoryKernel
    package var weight: HistoryKernel.Weight
    package var request: Request
  }

  package let request: Request
  /// The columns whose texts tell groups apart.
  package let by: [String]
  /// The unit of levels; `nil` if it has none.
  package let unit: String?
  package let kernels: [(key: [String], kernel: HistoryKernel)]

  /// - Parameter observations: Of single trials in the direction reading, kept in their order.
  package init(_ observations: Observations, by: [String], _ request: Request) {
    self.request = request
    self.by = by
    unit = observations.unit
    kernels = zip(observations.groups, observations.trials).map { group, trials in
      let trials = trials.map {
        HistoryKernel.Trial(
          level: $0.level, isHigher: $0.isPositive, run: "\($0.run)\u{1f}\($0.session)",
          note: $0.reference.map { 100 * $0 })
      }
      let kernel = HistoryKernel(
        trials, lags: request.lags, link: request.link, lapse: request.lapse, hasNotes: request.hasNotes)
      return (group.key, kernel)
    }
  }

  package var rows: [Row] {
    kernels.flatMap { key, kernel in
      kernel.weights.map { Row(key: key, kernel: kernel, weight: $0, request: request) }
    }
  }
}
