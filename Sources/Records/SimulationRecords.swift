public import Trials

/// The description of a simulation in a results file.
public struct SimulationRecord: Hashable, Sendable {
  public var name: String
  public var question: String?
  /// Hash of the resolved experiment without name, question and replicates; 32 hexadecimal digits.
  public var digest: String
  /// 16 hexadecimal digits.
  public var seed: String
  /// Peach's version.
  public var version: String
  /// Identifier of the build of Peach; 32 hexadecimal digits.
  public var build: String
  /// The resolved experiment as JSON.
  public var experiment: String
  /// `comparison`, `level` or `matching`.
  public var task: String
  /// The unit of levels.
  public var unit: String
  public var scale: Axis.Scale
  public var alternatives: Int
  /// The dotted paths of the varied values, in column order.
  public var varied: [String]
  public var replicates: Int
  /// Which part of the runs the file is to hold.
  public var shard: Shard

  public init(
    name: String, question: String?, digest: String, seed: String, version: String, build: String, experiment: String,
    task: String, unit: String, scale: Axis.Scale, alternatives: Int, varied: [String], replicates: Int,
    shard: Shard = .whole
  ) {
    self.name = name
    self.question = question
    self.digest = digest
    self.seed = seed
    self.version = version
    self.build = build
    self.experiment = experiment
    self.task = task
    self.unit = unit
    self.scale = scale
    self.alternatives = alternatives
    self.varied = varied
    self.replicates = replicates
    self.shard = shard
  }

  /// The axis of levels. Of signs it says nothing.
  public var axis: Axis { Axis(unit: unit, scale: scale, isSigned: false) }
}

/// One strategy with one listener at one set of varied values.
public struct CellRecord: Hashable, Sendable {
  /// The place in file order, from 0.
  public var id: Int
  public var strategy: String
  public var listener: String
  /// One text for each varied path; empty if this cell does not vary it.
  public var varied: [String]
  /// The number of alternatives in a trial: 1 for yes/no, 2 for a comparison.
  public var alternatives: Int
  /// The sound of every trial; empty in a level task.
  public var heard: Presentation
  public var estimators: [EstimatorRecord]

  public init(
    id: Int, strategy: String, listener: String, varied: [String], alternatives: Int = 2,
    heard: Presentation = Presentation(), estimators: [EstimatorRecord]
  ) {
    self.id = id
    self.strategy = strategy
    self.listener = listener
    self.varied = varied
    self.alternatives = alternatives
    self.heard = heard
    self.estimators = estimators
  }
}

/// One way of estimating in a cell, and the truth it is held against.
public struct EstimatorRecord: Hashable, Sendable {
  /// `own`, `own:TRACK`, `fit` or `fit:METHOD`; of matchings `constant-error`, `variable-error` and `under-adjustment`.
  public var name: String
  public var target: Double?
  /// In level units; `nil` if the listener never reaches the target, or nobody knows.
  public var truth: Double?
  /// λ; `nil` for who only tunes, and of a listener whose truth nobody knows.
  public var trueLapse: Double?
  /// The sweat factor of one parameter known but for its value, placed best: in squared error units times trials.
  public var idealSweat: Double?
  /// dψ/dx at the true threshold, where the estimator tells that of its function; else nil, as in files made before it
  /// was kept.
  public var trueSlope: Double?

  public init(
    name: String, target: Double?, truth: Double?, trueLapse: Double?, idealSweat: Double?, trueSlope: Double? = nil
  ) {
    self.name = name
    self.target = target
    self.truth = truth
    self.trueLapse = trueLapse
    self.idealSweat = idealSweat
    self.trueSlope = trueSlope
  }

  /// Whether it has a target, of which nobody knows where the listener reaches it.
  public var isTruthUnknown: Bool { target != nil && truth == nil && trueLapse == nil }

  /// Whether it is the common fit, by any method.
  public var isCommon: Bool { name == "fit" || name.hasPrefix("fit:") }
}

/// The true values of the listener of one run, for one estimator.
public struct TrueListener: Hashable, Sendable {
  /// In level units; `nil` if they never reach the target.
  public var threshold: Double?
  /// λ.
  public var lapse: Double
  /// dψ/dx at the true threshold, where the estimator tells that of its function.
  public var slope: Double?

  public init(threshold: Double?, lapse: Double, slope: Double?) {
    self.threshold = threshold
    self.lapse = lapse
    self.slope = slope
  }
}

extension EstimatorRecord {
  /// With the truth that an estimate is held against: that of the run's own listener, where it has one.
  public func held(against estimate: EstimateRecord) -> EstimatorRecord {
    guard let met = estimate.met else { return self }
    var own = self
    (own.truth, own.trueLapse, own.trueSlope) = (met.threshold, met.lapse, met.slope)
    return own
  }
}

/// One run: one track with one listener.
public struct RunRecord: Hashable, Sendable {
  public var replicate: Int
  public var trials: Int
  public var reversals: Int
  /// How many answers were correct, of how many that could be.
  public var correct: Int
  public var judged: Int
  public var stopReason: String
  /// Why the run was stopped by an error; `nil` if it was not.
  public var failure: String?

  public init(
    replicate: Int, trials: Int, reversals: Int, correct: Int, judged: Int, stopReason: String, failure: String?
  ) {
    self.replicate = replicate
    self.trials = trials
    self.reversals = reversals
    self.correct = correct
    self.judged = judged
    self.stopReason = stopReason
    self.failure = failure
  }
}

/// The estimate of one estimator from one run.
public struct EstimateRecord: Hashable, Sendable {
  public var replicate: Int
  /// The estimator's place in its cell.
  public var estimator: Int
  public var status: String
  public var threshold: Double?
  public var low: Double?
  public var high: Double?
  public var slope: Double?
  public var lapse: Double?
  public var bias: Double?
  /// The true values of this run's listener; `nil` unless each run has its own listener.
  public var met: TrueListener?

  public init(replicate: Int, estimator: Int, status: String) {
    self.replicate = replicate
    self.estimator = estimator
    self.status = status
  }
}

/// The estimate of one estimator from the first trials of one run.
public struct CheckpointRecord: Hashable, Sendable {
  /// How many trials; a run that had ended by then has its final estimate.
  public var trials: Int
  public var estimate: EstimateRecord

  public init(trials: Int, estimate: EstimateRecord) {
    self.trials = trials
    self.estimate = estimate
  }
}

/// One stored trial of a simulated run.
public struct RunTrial: Hashable, Sendable {
  public var replicate: Int
  public var trial: TrialRecord

  public init(replicate: Int, trial: TrialRecord) {
    self.replicate = replicate
    self.trial = trial
  }
}

/// One stored matching of a simulated run.
public struct RunMatching: Hashable, Sendable {
  public var replicate: Int
  public var matching: MatchingRecord

  public init(replicate: Int, matching: MatchingRecord) {
    self.replicate = replicate
    self.matching = matching
  }
}

/// A batch without its runs.
public struct StoredBatch: Hashable, Sendable {
  public var cell: Int
  public var replicates: ClosedRange<Int>
  /// The duration of the batch.
  public var seconds: Double
  /// The strategy's time for one trial in seconds; `nil` if it was not measured.
  public var selection: Double?
}

/// Successive replicates of one cell, written whole.
public struct BatchRecord: Sendable {
  public var cell: Int
  public var replicates: ClosedRange<Int>
  public var seconds: Double
  public var runs: [RunRecord] = []
  public var estimates: [EstimateRecord] = []
  /// By replicate, checkpoint and estimator.
  public var checkpoints: [CheckpointRecord] = []
  /// The strategy's time for one trial in seconds; `nil` if it was not measured.
  public var selection: Double?
  public var trials: [RunTrial] = []
  /// In the place of trials, where notes are matched.
  public var matchings: [RunMatching] = []

  public init(cell: Int, replicates: ClosedRange<Int>, seconds: Double) {
    self.cell = cell
    self.replicates = replicates
    self.seconds = seconds
  }
}
