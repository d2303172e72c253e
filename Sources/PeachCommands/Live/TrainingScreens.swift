import ArgumentParser
import PeachAudio
import PeachReporting
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTerminal

/// Training at a terminal: the modes to choose from and the settings, between and inside the sessions.
struct TrainingScreens {
  let training: Training
  let sitting: LiveSessionRunner
  let room: LiveTerminal

  /// Trains until the listener leaves.
  func train(_ mode: TrainingMode) throws -> LiveSessionRunner.Outcome {
    try training.train(
      sitting, mode, in: room, settings: { try showSettings(TrainingSettings.parameters(of: mode.kind)) })
  }

  /// Shows the modes until the listener leaves.
  ///
  /// - Returns: How the last session went; nil where there was none.
  func choose() throws -> LiveSessionRunner.Outcome? {
    guard let screen = room.screen, let keys = room.keys else { return try train(.comparison) }
    while true {
      switch ModesScreen(screen, keys: keys, words: room.words, notice: notice(screen.columns)).run() {
      case .train(let mode): return try train(mode)
      case .settings:
        if case .signal(let number) = try showSettings(TrainingSettings.parameters) { throw ended(number) }
      case .leave: return nil
      case .signal(let number): throw ended(number)
      }
    }
  }

  /// The notice about the device before the first key.
  private func notice(_ columns: Int) -> [String] {
    guard !room.isSilent, let settings = try? training.settings() else { return [] }
    let device = SoundDevice(settings.device)
    if device.isMute { return [room.words.muteDevice] }
    guard let problem = device.problem() else { return [] }
    return [room.words.noSound, problem.reason, problem.hint ?? ""].flatMap {
      TextTable.wrapped(SafeText.line($0), to: columns - 4)
    }
  }

  private func showSettings(_ parameters: [Parameter]) throws -> LiveSessionRunner.Settings {
    guard let screen = room.screen, let keys = room.keys else { return .kept }
    let before = try training.values()
    var failure: RecordsError?
    let signal = SettingsScreen(
      screen, keys: keys, words: room.words, parameters: parameters, value: training.value,
      set: { key, value in
        do {
          try training.set(key, to: value)
        } catch let error as RecordsError {
          failure = error
          throw error
        }
      }
    ).run()
    if let failure { throw failure }
    if let signal { return .signal(signal) }
    room.words = Words(try training.settings().language.words)
    return try training.values() == before ? .kept : .changed
  }

  private func ended(_ signal: Int32) -> ExitCode {
    room.close()
    return ExitCode(128 + signal)
  }
}
