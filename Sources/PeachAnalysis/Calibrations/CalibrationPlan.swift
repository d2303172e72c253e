package import PeachSupport
package import PeachTrials

/// The experiment that a calibration run is where no file says another, and how long it will take.
package struct CalibrationPlan: Hashable, Sendable {
  /// The name of the experiment.
  package static let name = "calibration"
  /// Trials after which a run ends, however precise it is.
  package static let most = 300
  /// (high / low)^½ − 1 of the threshold's 95 % interval, where nobody says another.
  package static let usualPrecision = 0.25
  /// Trials before which nobody looks at the interval, for the usual precision; looks before cost coverage.
  private static let usualLeast = 200.0
  /// In the mean over listeners with JNDs from 3 to 45 cents, for the usual precision.
  private static let usualExpected = 240.0
  /// Once the levels suit the listener.
  private static let least = 100.0

  /// (high / low)^½ − 1 of the threshold's 95 % interval.
  package let precision: Double

  package init(precision: Double) { self.precision = precision }

  /// The error falls as the root of the trials.
  private func scaled(_ trials: Double) -> Int {
    let ratio = log1p(CalibrationPlan.usualPrecision) / log1p(precision)
    return Int(min(max(trials * ratio * ratio, CalibrationPlan.least), Double(CalibrationPlan.most)).rounded())
  }

  /// Before this trial it does not end.
  package var leastTrials: Int { scaled(CalibrationPlan.usualLeast) }
  /// How many there will probably be.
  package var expectedTrials: Int { scaled(CalibrationPlan.usualExpected) }

  /// - Parameter task: That is done so often.
  package func expectedMinutes(of trials: Int, in task: TrialTask) -> Double {
    Double(trials) * (task.pace.fixed + task.pace.answer) / 60
  }

  /// The plan as an experiment.
  ///
  /// - Parameter listener: The name of its one listener, whose model only a simulation of it uses.
  package func experiment(listener: String, seed: UInt64) -> Value {
    func trials(_ count: Int) -> Value { .mapping([Value.Field("trials", .integer(count))]) }
    let precise = Value.mapping([Value.Field("precision", .text(precision.percentage))])
    let stop = Value.mapping([
      Value.Field("all", .list([precise, trials(leastTrials)])), Value.Field("maximum", .integer(CalibrationPlan.most)),
    ])
    return Value.mapping([
      Value.Field("name", .text(CalibrationPlan.name)), Value.Field("seed", .unsigned(seed)),
      Value.Field(
        "task",
        .mapping([Value.Field("kind", .text("comparison")), Value.Field("intervals", .list([.text("prime")]))])),
      Value.Field(
        "listeners",
        .list([
          .mapping([
            Value.Field("name", .text(listener)), Value.Field("kind", .text("gaussian")),
            Value.Field("jnd", .integer(12)),
          ])
        ])),
      Value.Field(
        "strategies",
        .list([
          .mapping([
            Value.Field("name", .text("calibration")), Value.Field("kind", .text("calibration")),
            Value.Field("signed", .flag(true)),
          ])
        ])),
      Value.Field("stop", stop), Value.Field("replicates", .integer(1)),
    ])
  }
}
