package import PeachStorage
import PeachTrials

/// An experiment whose stops can be set: as it is when each that counts trials alone counts to a given number.
package struct Procedure: Sendable {
  /// The experiment with so many trials.
  package typealias Reading = @Sendable (_ trials: Int) throws -> Plan

  /// With some number of trials; its cells are in the order of all.
  package let plan: Plan
  /// The records of its cells.
  package let records: [CellRecord]
  private let read: Reading

  /// - Throws: The errors of `read`.
  /// - Precondition: The experiment is not one of matchings.
  package init(_ read: @escaping Reading) throws {
    self.read = read
    plan = try read(TrialSearch.ladder[0])
    records = plan.cellRecords
  }

  /// The experiment with so many trials.
  func plan(trials: Int) throws -> Plan { try read(trials) }

  /// Makes the requested runs, in the order of the requests.
  ///
  /// - Parameters:
  ///   - person: The listener for a cell and a replicate.
  ///   - kind: The kind of work to which the remaining time assigns the runs of a request.
  func pieces(
    of requests: [RunRequest], person: (@Sendable (RunRequest) -> (@Sendable (Int) -> any Listener)?)? = nil,
    kind: (RunRequest) -> Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> [Piece] {
    var plans: [Int: Plan] = [:]
    return try requests.flatMap { request -> [Piece] in
      let plan = try plans[request.trials] ?? read(request.trials)
      plans[request.trials] = plan
      let runs = CellRuns(
        of: plan, cell: request.cell, estimators: records[request.cell].estimators, streams: request.streams,
        person: person?(request), isCancelled: isCancelled)
      let size = max(8, 8000 / request.trials)
      return stride(from: request.replicates.lowerBound, through: request.replicates.upperBound, by: size).map {
        first in
        let replicates = first...min(first + size - 1, request.replicates.upperBound)
        let cell = records[request.cell]
        let name =
          request.streams + [cell.strategy, cell.listener] + cell.varied
          + [request.trials, replicates.lowerBound, replicates.upperBound].map { String($0) }
        let work = WorkPiece(
          name.joined(separator: "\u{1f}"), cell: kind(request), units: Double(replicates.count * request.trials),
          unitsOfRun: Double(request.trials)
        ) { runs.run(replicates, counter: $0) }
        return Piece(request: request, replicates: replicates, work: work)
      }
    }
  }
}

/// Runs that a cell misses.
struct RunRequest: Hashable, Sendable {
  var cell: Int
  var trials: Int
  var replicates: ClosedRange<Int>
  /// Prefix of every random-stream name.
  var streams: [String] = ["plan"]
}

/// A part of a request, small enough for one core.
struct Piece: Sendable {
  var request: RunRequest
  var replicates: ClosedRange<Int>
  var work: WorkPiece
}
