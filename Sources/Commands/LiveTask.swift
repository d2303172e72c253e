import ArgumentParser
import Configuration
import Experiments
import Pitch
import Sessions
import Simulation
import Sound
import Trials

/// What a live session runs: a strategy of an experiment, in a file or made of settings, and how it sounds.
struct LiveTask {
  var plan: Plan
  var cell: Cell
  var timbre: any Timbre
  var level: AmplitudeDB
  var ramp: Ramp
  var loudness: LoudnessVariation
  var wrongTick: TrainingSettings.WrongTick
  /// A name of aplay -L; nil for the default.
  var device: String?
  /// Whether the listener's settings are in force, and may be changed.
  var isTraining: Bool

  /// A strategy of an experiment file, as the file says: with the defaults of the machine, never the listener's
  /// settings, and from the profile that the file names or an empty one.
  static func experiment(_ path: String, strategy: String?, seed: UInt64?, device: String?) throws -> LiveTask {
    let plan = try Experiment.readHere(path, Experiment.Overrides(seed: seed)).plan
    let cell = try plan.cell(of: strategy, in: path)
    guard cell.task.kind == .comparison else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(path): task: a level makes no sound\n  hint: peach live plays tasks of kind: comparison")
    }
    if cell.varied.contains(where: { !$0.isEmpty }) {
      Standard.error("the file varies values; this is the first of each\n")
    }
    return try LiveTask(
      plan: plan, cell: cell, TrainingSettings.read(stored: [:]).settings,
      device: device, isTraining: false)
  }

  /// Training from a profile, by a listener's settings.
  ///
  /// - Parameter isInterval: Whether the intervals of the settings are trained, rather than the unison.
  static func training(
    _ settings: TrainingSettings, from profile: PerceptualProfile, isInterval: Bool, listener: String, seed: UInt64
  ) throws -> LiveTask {
    let text = TrainingExperiment.text(
      settings, profile: profile, isInterval: isInterval, listener: listener, seed: seed)
    let plan = try Experiment.parse(
      text, file: "training", kinds: Peach.kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    return try LiveTask(
      plan: plan, cell: plan.cells[0], settings, device: nil, isTraining: true)
  }

  private init(
    plan: Plan, cell: Cell, _ settings: TrainingSettings, device: String?,
    isTraining: Bool
  ) throws {
    self.plan = plan
    self.cell = cell
    self.isTraining = isTraining
    timbre = settings.sound
    level = try AmplitudeDB(settings.level)
    ramp = try Ramp(settings.ramp)
    loudness = try LoudnessVariation(settings.varyLoudness)
    wrongTick = settings.wrongTick
    self.device = device ?? (settings.device == "default" ? nil : settings.device)
  }
}

extension Plan {
  /// The first cell of a strategy; of the only one where none is named.
  func cell(of strategy: String?, in path: String) throws -> Cell {
    var names: [String] = []
    for cell in cells where !names.contains(cell.strategy) { names.append(cell.strategy) }
    guard let strategy = strategy ?? (names.count == 1 ? names[0] : nil) else {
      throw ValidationError("--strategy: \(path) has several; expected one of \(names.joined(separator: ", "))")
    }
    guard let cell = cells.first(where: { $0.strategy == strategy }) else {
      let hint = NearestName.hint(for: strategy, among: names, listing: "strategies there") ?? ""
      throw ValidationError("--strategy: \(path) has no strategy '\(strategy)'; \(hint)")
    }
    return cell
  }
}
