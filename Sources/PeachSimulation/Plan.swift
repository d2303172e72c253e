package import PeachFitting
package import PeachMath
import PeachPitch
public import PeachStorage
package import PeachSupport
package import PeachTrials

/// All the runs of an experiment, checked and ready: every combination of strategy, listener and varied values (a
/// cell), times the replicates.
public struct Plan: Sendable {
  /// The name of the experiment, from the key `name` of its file.
  public var name: String
  package var question: String?
  /// The root seed of all random numbers. Change it with `Experiment.Overrides`: a change here does not reach the
  /// experiment that a results file stores.
  public var seed: UInt64
  /// The number of runs of each cell, at least 1. Change it with `Experiment.Overrides`: a change here does not reach
  /// the experiment that a results file stores.
  public var replicates: Int
  /// How many of the first replicates of each cell have their trials stored.
  package var keepTrials: Int
  /// After how many trials each run is estimated too, rising.
  package var checkpoints: [Int]
  /// The proportion correct whose level the common estimator gives; of no meaning for matchings, as is the lapse.
  package var estimand: Double
  /// λ of the common estimator in the direction reading; nil: free.
  package var estimatorLapse: Double?
  /// The function of the common estimator in the accuracy reading.
  package var estimatorFunction: any PsychometricFunction.Type
  /// How the common estimator fits: the first is `fit`, by which strategies are compared. Each once, at least one.
  package var estimatorMethods: [FitRequest.Method]
  /// Whether common estimates have a 95 % interval.
  package var hasEstimatorInterval: Bool
  /// The listener's profile with which strategies start.
  package var profile: PerceptualProfile
  /// The dotted paths of varied values, or the names of their sweeps, in column order.
  package var varied: [String]
  package var cells: [Cell]
  /// The experiment as understood, defaults filled in.
  package var resolved: Value

  package init(
    name: String, question: String?, seed: UInt64, replicates: Int, keepTrials: Int, checkpoints: [Int] = [],
    estimand: Double, estimatorLapse: Double?,
    estimatorFunction: any PsychometricFunction.Type = NormalFunction.self,
    estimatorMethods: [FitRequest.Method] = [.reduced],
    hasEstimatorInterval: Bool = false, profile: PerceptualProfile = PerceptualProfile(), varied: [String],
    cells: [Cell],
    resolved: Value
  ) {
    self.name = name
    self.question = question
    self.seed = seed
    self.replicates = replicates
    self.keepTrials = keepTrials
    self.checkpoints = checkpoints
    self.estimand = estimand
    self.estimatorLapse = estimatorLapse
    self.estimatorFunction = estimatorFunction
    self.estimatorMethods = estimatorMethods
    self.hasEstimatorInterval = hasEstimatorInterval
    self.profile = profile
    self.varied = varied
    self.cells = cells
    self.resolved = resolved
  }

  /// The seed as it stands in records: 16 hexadecimal digits.
  package var seedText: String {
    let digits = String(seed, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The number of runs: cells times replicates.
  public var runs: Int { cells.count * replicates }

  /// The hash of everything that affects the results: the resolved experiment without name, question and replicates.
  package var digest: String {
    var hash = SipHash(key: SipHash.Words(0, 0))
    hash.add(Plan.decisive(resolved).json())
    return hash.finish().hex
  }

  /// The part of a resolved experiment that decides its results. Maximum likelihood is what files meant that did not say
  /// how the common fit is made.
  static func decisive(_ resolved: Value) -> Value {
    guard case .mapping(let fields) = resolved else { return resolved }
    return .mapping(
      fields.filter { field in
        !["name", "question", "replicates"].contains(field.key)
          && !(field.key == "estimator-method" && field.value.word == FitRequest.Method.ml.rawValue)
      })
  }
}

extension Plan {
  /// How the runs of a cell are estimated: by the strategy itself at its own target, and by the common fit at the
  /// file's estimand. A strategy that presents noise has its target over signal and noise; the fit has ψ alone.
  package func estimators(of cell: Cell) -> [EstimatorRecord] {
    switch cell.work {
    case .trials(let factory, let model):
      estimators(of: factory, model, Truth(listener: model, task: cell.task), cell.task)
    case .matchings(let listener, _): MatchingEstimator.records(of: listener)
    }
  }

  func estimators(
    of factory: StrategyFactory, _ model: any Listener, _ truth: Truth, _ task: TrialTask
  ) -> [EstimatorRecord] {
    let idealSweat = truth.idealSweat
    func record(_ name: String, _ track: NamedTrack, tellsSlope: Bool) -> EstimatorRecord {
      func level(_ truth: Truth) -> Double? {
        track.valueAtThreshold.map(truth.level(ofFunction:))
          ?? track.target.flatMap { truth.level(at: $0, noise: track.noiseShare) }
      }
      let found = level(truth)
      return EstimatorRecord(
        name: name, target: track.target, truth: found,
        truthError: found == nil ? nil : truth.standardError(of: level),
        trueLapse: truth.isComplete || found != nil && truth.isKnown ? model.lapse : nil,
        idealSweat: idealSweat, trueSlope: tellsSlope ? found.map(truth.slope(at:)) : nil)
    }
    let own = factory.estimated.map {
      record($0.estimatorName, $0, tellsSlope: $0.valueAtThreshold != nil)
    }
    let common = estimatorMethods.enumerated().map { place, method in
      // By direction the fit's slope is that of answers "higher", no proportion correct.
      record(
        CommonFits.name(method, at: place), NamedTrack(name: "", target: estimand), tellsSlope: task.kind != .comparison
      )
    }
    return own + common
  }

  /// The estimators of a cell with their targets only, which takes no time.
  package func targets(of cell: Cell) -> [EstimatorRecord] {
    guard let factory = cell.factory else { return estimators(of: cell) }
    let own = factory.estimated.map { ($0.estimatorName, $0.target) }
    let common = estimatorMethods.enumerated().map { place, method in (CommonFits.name(method, at: place), estimand) }
    return (own + common).map { EstimatorRecord(name: $0, target: $1, truth: nil, trueLapse: nil, idealSweat: nil) }
  }

  /// The descriptions of the cells for a results file, with the true thresholds of their listeners. Each access
  /// computes them again, which can take seconds; the truth of a listener is computed once for all strategies.
  public var cellRecords: [CellRecord] {
    var records: [CellRecord] = []
    forEachCellRecord {
      records.append($0)
      return true
    }
    return records
  }

  /// Finds what a results file says of the cells, one after the other.
  ///
  /// - Parameters:
  ///   - findsSweat: Whether the smallest sweat factors are needed, which take longer than all else.
  ///   - body: Returns whether to continue.
  package func forEachCellRecord(findsSweat: Bool = true, _ body: (CellRecord) -> Bool) {
    var truths: [[String]: Truth] = [:]
    for (id, cell) in cells.enumerated() {
      let own = zip(varied, cell.varied).filter { path, _ in
        !VariedColumn.isOfStrategy(path) && !path.hasPrefix("stop.")
      }.map(\.1)
      guard case .trials(let factory, let model) = cell.work else {
        guard body(record(of: cell, id: id, estimators: estimators(of: cell))) else { return }
        continue
      }
      let key = [cell.listener] + own
      let truth =
        truths[key] ?? Truth(listener: model, task: cell.task, places: TaskPlaces(cell.task), findsSweat: findsSweat)
      truths[key] = truth
      guard body(record(of: cell, id: id, estimators: estimators(of: factory, model, truth, cell.task))) else { return }
    }
  }

  private func record(of cell: Cell, id: Int, estimators: [EstimatorRecord]) -> CellRecord {
    CellRecord(
      id: id, strategy: cell.strategy, listener: cell.listener, varied: cell.varied,
      alternatives: cell.task.alternatives, heard: Presentation(of: cell.task), estimators: estimators)
  }

  /// Runs of a cell that go into no file.
  package func batch(of cell: Int, _ record: CellRecord, _ replicates: ClosedRange<Int>) -> BatchRecord? {
    BatchRunner(plan: self, cell: cells[cell], id: cell, estimators: record.estimators, isCancelled: { false })
      .run(replicates)
  }

  /// The description of the simulation for a results file.
  ///
  /// - Parameters:
  ///   - version: The version of the program, for example `Peach.version`.
  ///   - build: Any text that identifies the build of the program. `peach simulate` continues a results file only
  ///     with the same build.
  public func record(version: String, build: String) -> SimulationRecord {
    let task = cells[0].task
    return SimulationRecord(
      name: name, question: question, digest: digest,
      seed: seedText, version: version, build: build,
      experiment: resolved.json(), task: task.kind.rawValue, unit: task.axis.unit, scale: task.axis.scale,
      alternatives: task.alternatives, varied: varied, replicates: replicates)
  }
}
