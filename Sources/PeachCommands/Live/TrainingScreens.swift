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
  let database: LiveDatabase
  let listener: String

  /// Trains until the listener leaves.
  func train(_ mode: TrainingMode) throws -> LiveSessionRunner.Outcome {
    try training.train(
      sitting, mode, in: room, settings: { try showSettings(TrainingSettings.parameters(of: mode.kind)) })
  }

  /// Shows the start screen until the listener leaves. Every other screen, and every session, leads back to it.
  ///
  /// - Returns: How the last session went, with the trials of all of them; `nil` if there was none.
  func choose() throws -> LiveSessionRunner.Outcome? {
    guard let screen = room.screen, let keys = room.keys else { return try train(.comparison) }
    var last: LiveSessionRunner.Outcome?
    var mode = TrainingMode.comparison
    while true {
      let profile = try self.profile(screen)
      let start = ModesScreen(
        screen, keys: keys, words: room.words, listener: listener, selected: mode, notice: notice(screen.columns)
      ) { profile?.preview($0, $1) ?? [] }
      switch start.run() {
      case .train(let chosen):
        mode = chosen
        var outcome = try train(chosen)
        outcome.trials += last?.trials ?? 0
        last = outcome
        if case .signal = outcome.end { return outcome }
      case .settings:
        if case .signal(let number) = try showSettings(TrainingSettings.parameters) { throw ended(number) }
      case .profile:
        try show(room.words.profileTitle, on: screen, keys) { profile?.lines($0) ?? [] }
      case .info:
        let text = room.words.info(version: BuildInfo.version, records: SafeText.line(database.path))
        try show(room.words.infoTitle, on: screen, keys) { Words.lines(of: text, columns: $0) }
      case .leave: return last
      case .signal(let number): throw ended(number)
      }
    }
  }

  private func show(
    _ title: String, on screen: TerminalScreen, _ keys: KeyInput, _ lines: @escaping (Int) -> [String]
  ) throws {
    if let signal = LinesScreen(screen, keys: keys, words: room.words, title: title, lines: lines).run() {
      throw ended(signal)
    }
  }

  /// The listener's profile; `nil` if the settings cannot be read, which a session reports.
  private func profile(_ screen: TerminalScreen) throws -> ProfilePages? {
    guard let settings = try? training.settings() else { return nil }
    return try ProfilePages(
      of: listener, in: database, settings, isPlain: !screen.abilities.isUnicode)
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
      screen, keys: keys, words: room.words, parameters: parameters, devices: SoundDevice.names, value: training.value,
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
