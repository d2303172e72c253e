import PeachFitting
import PeachMath
package import PeachStorage
import PeachSupport
import PeachTrials

/// Compares two analyses of the same simulated studies: a t test of separate thresholds, and one model of the population.
///
/// Each study has listeners of its own. The common fit of each listener's trials gives the thresholds of the t test. The
/// model is that of `peach fit --population`, and its contrast is tested by its 95 % interval.
package struct AnalysisPlan: Sendable {
  /// An analysis of a study. The raw value is the word on the command line.
  package enum Analysis: String, CaseIterable, Sendable {
    case twoStage = "two-stage"
    case population
  }

  /// Trials of each listener in each condition, unless they are stated.
  package static let usualTrials = [20, 40, 80, 160]
  package static let usualStudies = 200
  /// Each fourth listener's trials, as a share of the mean, if listeners have different numbers of trials.
  package static let unevenShares = [0.25, 0.5, 1, 2.25]
  private static let studiesOfPiece = 5

  private let procedure: Procedure
  private let study: Study
  private let listeners: Int
  private let trials: [Int]
  private let studies: Int
  private let isUneven: Bool
  private let crew: WorkerPool
  private let jobs: Int
  private let clock: WorkClock
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - study: States the number of listeners.
  ///   - trials: Mean numbers of trials of a listener in a condition.
  ///   - studies: How many studies are simulated for each number of trials.
  ///   - isUneven: Whether listeners have different numbers of trials.
  ///   - jobs: The number of parallel pieces of work.
  ///   - kept: The work of an interrupted plan; finished pieces are added to it.
  ///   - clock: Estimates the time left.
  package init(
    _ procedure: Procedure, study: Study, listeners: Int, trials: [Int] = usualTrials, studies: Int = usualStudies,
    isUneven: Bool = false, jobs: Int, kept: WorkingFile? = nil, clock: WorkClock = WorkClock(),
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.procedure = procedure
    self.study = study
    self.listeners = listeners
    self.trials = trials
    self.studies = studies
    self.isUneven = isUneven
    self.jobs = jobs
    self.clock = clock
    crew = WorkerPool(jobs: jobs, kept: kept, clock: clock)
    self.isCancelled = isCancelled
  }

  /// The studies of one cell with one number of trials.
  private struct Place {
    var cell: Int
    var trials: Int
    var work: StudyWork
  }

  /// - Parameters:
  ///   - foreseen: Called once before the long work, with its probable duration in seconds.
  ///   - progress: Called regularly.
  /// - Returns: A row for each number of trials and each analysis, in file order; nil after a cancellation.
  /// - Throws: Errors of reading the experiment; `StoppedRuns` if an error stops every run.
  package func rows(foreseen: (Double) -> Void, progress: (PlanProgress) -> Void) async throws -> [AnalysisRow]? {
    let places = try self.places
    clock.set(
      TimeLeft(
        groups: places.map { "cell \($0.cell)" }, left: places.map { Double(studies * $0.trials) }, jobs: jobs))
    var outcomes = places.map { _ in [StudyOutcome]() }
    var (done, now) = (0, 0)
    let total = places.reduce(0) { $0 + 2 * listeners * studies * $1.trials }
    func make(_ pieces: [(place: Int, work: WorkPiece)]) async throws -> Bool {
      let batches = try await crew.run(pieces.map(\.work)) { index, batch, isNew in
        let played = batch.runs.reduce(0) { $0 + $1.trials }
        done += played
        if isNew {
          now += played
        } else {
          clock.change { $0.skip(pieces[index].place, units: pieces[index].work.units) }
        }
        progress(PlanProgress(done: done, total: max(done, total), new: now))
      }
      guard let batches, !isCancelled() else { return false }
      for (piece, batch) in zip(pieces, batches) { outcomes[piece.place] += StudyOutcome.all(of: batch) }
      return true
    }
    guard try await make(places.indices.map { ($0, piece(places[$0], at: $0, 1...1)) }) else { return nil }
    foreseen(clock.left?.all ?? 0)
    let rest = places.indices.flatMap { index in
      stride(from: 2, through: studies, by: Self.studiesOfPiece).map { first in
        let last = min(first + Self.studiesOfPiece - 1, studies)
        return (place: index, work: piece(places[index], at: index, first...last))
      }
    }
    guard try await make(rest) else { return nil }
    return zip(places, outcomes).flatMap { place, outcomes in
      AnalysisRow.rows(
        procedure.records[place.cell], study, listeners: listeners, isUneven: isUneven, trials: place.trials, outcomes,
        effect: place.work.effect, isRatio: place.work.isRatio, size: place.work.size)
    }
  }

  private func piece(_ place: Place, at index: Int, _ studies: ClosedRange<Int>) -> WorkPiece {
    let cell = procedure.records[place.cell]
    let name =
      ["plan", "analyses", cell.strategy, cell.listener] + cell.varied
      + [place.trials, listeners, isUneven ? 1 : 0, studies.lowerBound, studies.upperBound].map { String($0) }
    return WorkPiece(
      name.joined(separator: "\u{1f}"), cell: index, units: Double(studies.count * place.trials),
      unitsOfRun: Double(place.trials)
    ) { place.work.run(studies, counter: $0) }
  }

  private var places: [Place] {
    get throws {
      var plans: [Int: Plan] = [:]
      func plan(_ trials: Int) throws -> Plan {
        if let plan = plans[trials] { return plan }
        let plan = try procedure.plan(trials: trials)
        plans[trials] = plan
        return plan
      }
      return try procedure.records.flatMap { record -> [Place] in
        guard let truth = record.commonTruth, truth != 0, let model = procedure.plan.cells[record.id].model else {
          return []
        }
        return try trials.map { trials in
          let shares = isUneven ? Self.unevenShares : [1]
          let own = try shares.map { share in
            try plan(max(1, Int((share * Double(trials)).rounded())))
          }
          return Place(
            cell: record.id, trials: trials,
            work: StudyWork(own, record, model, truth: truth, study, listeners: listeners, isCancelled: isCancelled))
        }
      }
    }
  }

  /// The cells whose fit and t test compare different quantities: differences of levels, and ratios.
  package var incomparable: [CellRecord] {
    procedure.records.filter { record in
      let task = procedure.plan.cells[record.id].task
      guard task.kind != .comparison else { return false }
      return (StudyWork.settings(procedure.plan, task).scale != .linear) != Population.comparesRatios(task)
    }
  }
}

extension CellRecord {
  /// The true threshold of the common fit; `nil` if there is none.
  var commonTruth: Double? { estimators.first { $0.name == "fit" }?.truth }
}
