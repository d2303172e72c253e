import ArgumentParser
import Configuration
import Records
import Sessions
import Sound
import Terminal

/// Training: sessions by the listener's settings from the kept profile, and the screens between them.
final class LiveTraining {
  private let run: LiveRun
  /// What the command line says in place of settings, by key; a setting that is changed is wished no more.
  private var wishes: [String: String]
  private let seed: UInt64?

  init(run: LiveRun, wishes: [String: String], seed: UInt64?) {
    self.run = run
    self.wishes = wishes
    self.seed = seed
  }

  private var listener: String { run.listener }
  private var database: LiveDatabase { run.database }

  /// Trains until the listener leaves; changed settings begin a session of their own.
  func train(isInterval: Bool) throws {
    while true {
      let task = try LiveTask.training(
        try settings(), from: try database.profile(of: listener), isInterval: isInterval, listener: listener,
        seed: seed ?? UInt64.random(in: .min ... .max))
      guard try run.sit(task, settings: showSettings) == .settings else { return }
    }
  }

  /// Shows the modes until the listener leaves.
  func choose() throws {
    guard let screen = run.room.screen, let keys = run.room.keys else { return try train(isInterval: false) }
    while true {
      switch ModesScreen(screen, keys: keys, words: run.room.words).run() {
      case .comparison: return try train(isInterval: false)
      case .intervalComparison: return try train(isInterval: true)
      case .settings: _ = try showSettings()
      case .leave: return
      case .signal(let number): throw ended(number)
      }
    }
  }

  private func settings() throws -> TrainingSettings {
    let stored = try database.settings(of: listener).merging(wishes) { $1 }
    let (settings, warnings) = TrainingSettings.read(stored: stored)
    guard !warnings.isEmpty else { return settings }
    // Nothing stands in for what was set and is not understood any more, such as a tuning whose file has gone.
    for (key, value) in stored.sorted(by: { $0.key < $1.key }) where TrainingSettings.isKey(key) {
      do {
        _ = try TrainingSettings.checked(key, value)
      } catch {
        throw Failure(
          status: ExitStatus.wrongContent,
          message:
            "listener \(listener): setting \(error.reason)\n  hint: peach settings \(key) default --listener \(listener)"
        )
      }
    }
    return settings
  }

  /// What a key is set to, understood or not.
  private func text(of key: String) -> String {
    let stored = try? database.settings(of: listener)[key]
    return wishes[key] ?? stored ?? TrainingSettings.read(stored: [:]).settings[key]
  }

  /// - Returns: Whether a setting was changed.
  private func showSettings() throws -> Bool {
    guard let screen = run.room.screen, let keys = run.room.keys else { return false }
    let before = try database.settings(of: listener).merging(wishes) { $1 }
    var failure: (any Error)?
    let signal = SettingsScreen(
      screen, keys: keys, words: run.room.words, parameters: TrainingSettings.parameters,
      value: text,
      set: { [self] key, value in
        do {
          if value == "default" {
            try database.unset(key, of: listener)
          } else {
            try database.set(key, to: try TrainingSettings.checked(key, value), of: listener)
          }
          wishes[key] = nil
        } catch let error as RecordsError {
          failure = error
          throw error
        }
      }
    ).run()
    if let failure { throw failure }
    if let signal { throw ended(signal) }
    run.room.words = Words(try settings().language.words)
    return try database.settings(of: listener).merging(wishes) { $1 } != before
  }

  private func ended(_ signal: Int32) -> ExitCode {
    run.room.close()
    return ExitCode(128 + signal)
  }
}
