package import PeachTrials

/// The description of a simulation in a results file: its experiment, seed, version and build. `Plan.record` makes
/// it.
public struct SimulationRecord: Hashable, Sendable {
  package var name: String
  package var question: String?
  /// Hash of the resolved experiment without name, question and replicates; 32 hexadecimal digits.
  package var digest: String
  /// 16 hexadecimal digits.
  package var seed: String
  /// Peach's version.
  package var version: String
  /// Identifier of the build of Peach; 32 hexadecimal digits.
  package var build: String
  /// The resolved experiment as JSON.
  package var experiment: String
  /// `comparison`, `level` or `matching`.
  package var task: String
  /// The unit of levels.
  package var unit: String
  package var scale: Axis.Scale
  package var alternatives: Int
  /// The dotted paths of the varied values, in column order.
  package var varied: [String]
  package var replicates: Int
  /// The shard of the runs that the file holds.
  package var shard: Shard

  /// Whether the trials are matchings.
  package var isOfMatchings: Bool { task == TrialTask.Kind.matching.rawValue }

  package init(
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
  package var axis: Axis { Axis(unit: unit, scale: scale, isSigned: false) }
}

/// A cell of a simulation: one strategy with one listener at one set of varied values. `Plan.cellRecords` makes them.
public struct CellRecord: Hashable, Sendable {
  /// The place of the cell among those of its plan and results file, from 0.
  public var id: Int
  /// The name of the strategy in the experiment file; `uniform` in pitch matching, which has none.
  public var strategy: String
  /// The name of the listener in the experiment file.
  public var listener: String
  /// The cell's choice of each value that the experiment file varies, as text, in the order of the columns of tables;
  /// an empty text if this cell does not use that value. Empty if the file varies nothing.
  public var varied: [String]
  /// The number of alternatives in a trial: 1 for yes/no, 2 for a comparison.
  package var alternatives: Int
  /// The sound of every trial; empty in a task without notes.
  package var heard: Presentation
  package var estimators: [EstimatorRecord]

  package init(
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

/// An estimator of a cell, with the true value that its estimates are compared with.
public struct EstimatorRecord: Hashable, Sendable {
  /// The name: `own` for the strategy's own estimate, `own:TRACK` for that of a named track, `fit` for the common fit
  /// by the experiment's first method, `fit:METHOD` by another. In pitch matching `constant-error`, `variable-error`
  /// and `under-adjustment`.
  public var name: String
  /// The proportion of positive responses (0…1) that defines the threshold. `nil` in pitch matching, for a strategy
  /// without such a proportion, and if its level cannot be compared with the true threshold.
  public var target: Double?
  /// The true threshold in the axis's unit; in a population, that of the median listener. For an estimate of the
  /// parameter α of a psychometric function, it is the level at which the listener's own F (ψ without guesses and
  /// lapses) has the value F(α). `nil` if the listener never reaches the target proportion, if the truth is unknown, or
  /// if there is no target. In pitch matching, the true value of the parameter that `name` states: the errors in cents,
  /// `under-adjustment` as a share of the initial offset.
  public var truth: Double?
  /// The standard error of a truth that was found by simulation; `nil` if a formula states it.
  package var truthError: Double?
  /// λ; `nil` for who only tunes, and of a listener whose truth nobody knows.
  package var trueLapse: Double?
  /// The sweat factor of one parameter known but for its value, placed best: in squared error units times trials.
  package var idealSweat: Double?
  /// dψ/dx at the true threshold, where the estimator tells that of its function; else nil, as in files made before it
  /// was kept.
  package var trueSlope: Double?

  package init(
    name: String, target: Double?, truth: Double?, truthError: Double? = nil, trueLapse: Double?, idealSweat: Double?,
    trueSlope: Double? = nil
  ) {
    self.name = name
    self.target = target
    self.truth = truth
    self.truthError = truthError
    self.trueLapse = trueLapse
    self.idealSweat = idealSweat
    self.trueSlope = trueSlope
  }

  /// Whether it has a target, of which nobody knows where the listener reaches it.
  package var isTruthUnknown: Bool { target != nil && truth == nil && trueLapse == nil }

  /// Whether it is the common fit, by any method.
  package var isCommon: Bool { name == "fit" || name.hasPrefix("fit:") }
}

/// The true values of the listener of one run, for one estimator.
package struct TrueListener: Hashable, Sendable {
  /// In level units; `nil` if they never reach the target.
  package var threshold: Double?
  /// λ.
  package var lapse: Double
  /// dψ/dx at the true threshold, where the estimator tells that of its function.
  package var slope: Double?

  package init(threshold: Double?, lapse: Double, slope: Double?) {
    self.threshold = threshold
    self.lapse = lapse
    self.slope = slope
  }
}

extension EstimatorRecord {
  /// With the truth that an estimate is compared with: that of the run's own listener, if it has one.
  package func held(against estimate: EstimateRecord) -> EstimatorRecord {
    guard let met = estimate.met else { return self }
    var own = self
    (own.truth, own.trueLapse, own.trueSlope) = (met.threshold, met.lapse, met.slope)
    return own
  }
}

/// One run: one track with one listener.
package struct RunRecord: Hashable, Sendable {
  package var replicate: Int
  package var trials: Int
  package var reversals: Int
  /// How many answers were correct, of how many that could be.
  package var correct: Int
  package var judged: Int
  package var stopReason: String
  /// Why the run was stopped by an error; `nil` if it was not.
  package var failure: String?

  package init(
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
package struct EstimateRecord: Hashable, Sendable {
  package var replicate: Int
  /// The estimator's place in its cell.
  package var estimator: Int
  package var status: EstimateStatus
  package var threshold: Double?
  package var low: Double?
  package var high: Double?
  package var slope: Double?
  package var lapse: Double?
  package var bias: Double?
  /// The true values of this run's listener; `nil` unless each run has its own listener.
  package var met: TrueListener?

  package init(replicate: Int, estimator: Int, status: EstimateStatus) {
    self.replicate = replicate
    self.estimator = estimator
    self.status = status
  }
}

/// The estimate of one estimator from the first trials of one run.
package struct CheckpointRecord: Hashable, Sendable {
  /// How many trials; a run that had ended by then has its final estimate.
  package var trials: Int
  package var estimate: EstimateRecord

  package init(trials: Int, estimate: EstimateRecord) {
    self.trials = trials
    self.estimate = estimate
  }
}

/// One stored trial of a simulated run.
package struct RunTrial: Hashable, Sendable {
  package var replicate: Int
  package var trial: TrialRecord

  package init(replicate: Int, trial: TrialRecord) {
    self.replicate = replicate
    self.trial = trial
  }
}

/// One stored matching of a simulated run.
package struct RunMatching: Hashable, Sendable {
  package var replicate: Int
  package var matching: MatchingRecord

  package init(replicate: Int, matching: MatchingRecord) {
    self.replicate = replicate
    self.matching = matching
  }
}

/// A batch without its runs.
package struct StoredBatch: Hashable, Sendable {
  package var cell: Int
  package var replicates: ClosedRange<Int>
  /// The duration of the batch.
  package var seconds: Double
  /// The strategy's time for one trial in seconds; `nil` if it was not measured.
  package var selection: Double?
}

/// Successive replicates of one cell, written whole.
package struct BatchRecord: Sendable {
  package var cell: Int
  package var replicates: ClosedRange<Int>
  package var seconds: Double
  package var runs: [RunRecord] = []
  package var estimates: [EstimateRecord] = []
  /// By replicate, checkpoint and estimator.
  package var checkpoints: [CheckpointRecord] = []
  /// The strategy's time for one trial in seconds; `nil` if it was not measured.
  package var selection: Double?
  package var trials: [RunTrial] = []
  /// Instead of trials, if notes are matched.
  package var matchings: [RunMatching] = []

  package init(cell: Int, replicates: ClosedRange<Int>, seconds: Double) {
    self.cell = cell
    self.replicates = replicates
    self.seconds = seconds
  }
}
