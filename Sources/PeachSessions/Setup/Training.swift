package import PeachExperiments
package import PeachStorage

/// Training: sessions by a listener's settings, from the profile kept of the listener.
package final class Training {
  private let database: LiveDatabase
  private let listener: String
  /// Values that replace settings, by key. Changing a setting removes its replacement.
  private var wishes: [String: String]
  private let seed: UInt64?
  private let kinds: Experiment.Kinds

  /// - Parameters:
  ///   - wishes: Checked values in place of settings, by key.
  ///   - seed: Of all sessions; `nil` for a random one each.
  package init(
    _ database: LiveDatabase, listener: String, wishes: [String: String], seed: UInt64?, kinds: Experiment.Kinds
  ) {
    self.database = database
    self.listener = listener
    self.wishes = wishes
    self.seed = seed
    self.kinds = kinds
  }

  /// Trains until the listener leaves; changed settings begin a session of their own.
  ///
  /// - Parameters:
  ///   - resumed: The number of a session to continue, which was killed; `nil` to begin one.
  ///   - settings: Shows the settings, and says whether they were changed.
  /// - Returns: How the last session went, with the trials of all of them.
  package func train(
    _ sitting: LiveSessionRunner, _ mode: TrainingMode, resuming resumed: Int? = nil,
    in room: some ComparisonIO & MatchingIO, settings: () throws -> LiveSessionRunner.Settings
  ) throws -> LiveSessionRunner.Outcome {
    var earlier = 0
    var sitting = sitting
    sitting.resumed = resumed
    while true {
      var task =
        try sitting.resumed.map { number in
          try LiveSessionTask.training(
            resuming: number, of: listener, try self.settings(), in: database, kinds: kinds)
        }
        ?? LiveSessionTask.training(
          try self.settings(), mode, from: try database.profile(of: listener), listener: listener,
          seed: seed ?? UInt64.random(in: .min ... .max), kinds: kinds)
      try task.calibrate(
        from: try database.trainingSettings(of: listener).settings, in: database, isSilent: room.isSilent)
      var outcome = try sitting.sit(task, in: room, kinds: kinds, settings: settings)
      outcome.trials += earlier
      guard outcome.end == .settings else { return outcome }
      earlier = outcome.trials
      sitting.resumed = nil
    }
  }

  /// The settings in force.
  ///
  /// - Throws: `LiveSessionError` if one is not understood: nothing stands in for what was set, such as a tuning whose
  ///   file has gone.
  package func settings() throws -> TrainingSettings {
    let stored = TrainingSettings.read(stored: try values())
    if let (key, error) = stored.refused.first {
      throw LiveSessionError(
        .content,
        "listener \(listener): setting \(key): \(error.reason)\n"
          + "  hint: peach settings \(key) default --listener \(listener)")
    }
    return stored.settings
  }

  /// The stored values by key, valid or not.
  package func values() throws(RecordsError) -> [String: String] {
    try database.settings(of: listener).merging(wishes) { $1 }
  }

  /// The stored value of a key, valid or not.
  package func value(of key: String) -> String { (try? values()[key]) ?? TrainingSettings.standard[key] }

  /// Sets a key for this and later training; `default` takes it back.
  ///
  /// - Throws: `SettingError` for a value that is refused, `RecordsError` when it cannot be stored.
  package func set(_ key: String, to value: String) throws {
    try database.setTraining(key, to: value, of: listener)
    wishes[key] = nil
  }
}
