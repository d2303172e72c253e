import PeachAudio
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachTrials

/// The section `sounds` of a task, rendered as `peach render` does it and as models hear it.
struct SoundsTarget: FuzzTarget {
  static let name = "sounds"
  /// A longer trial is left to tests of speed.
  private static let mostFrames = 24_000
  /// More components, cells or models are left to them, too.
  private static let mostCells = 3

  private static let tasks = [
    "{kind: forced-choice, alternatives: 2", "{kind: forced-choice, alternatives: 4", "{kind: yes-no", "{kind: oddity",
    "{kind: axb", "{kind: same-different",
  ]
  private static let units = ["dB", "ms", "Hz", "percent", "m", "us", "cents", "s"]
  private static let levels = [0, 1, -1, 3, -6, 0.01, 40, 1e9]

  /// The first byte selects task and unit, the second one the level; the rest is the mapping in YAML's flow style.
  func messages(of bytes: [UInt8]) -> [String] {
    guard bytes.count > 2 else { return [] }
    let task = Self.tasks[Int(bytes[0] & 7) % Self.tasks.count]
    let unit = Self.units[Int(bytes[0] >> 3) % Self.units.count]
    let level = Self.levels[Int(bytes[1]) % Self.levels.count]
    return peach_fuzz.messages {
      let sounds = try TextFile.text(Array(bytes.dropFirst(2)), of: "x.yaml")
      let criterion = task.hasSuffix("yes-no") || task.hasSuffix("same-different") ? ", criterion: 1" : ""
      let experiment = try Experiment.parse(
        """
        name: t
        seed: 1
        listeners: [{name: e, kind: energy, from: 900, to: 1100\(criterion)}, {name: b, kind: binaural\(criterion)}]
        strategies: [{name: s, kind: constant-stimuli, levels: [1, 2], trials: 2}]
        stop: {trials: 4}
        replicates: 1
        task: \(task), unit: \(unit), scale: linear, sounds: \(sounds)}
        """, file: "/dev/shm/x.yaml")
      let plan = experiment.plan
      let again = try Experiment.parse(plan.resolved.json(), file: "resolved").plan
      if again.digest != plan.digest { find("another digest: \(plan.resolved.json())") }
      guard plan.cells.count <= Self.mostCells else { return [] }
      return plan.cells.flatMap { cell in peach_fuzz.messages { try render(cell, at: level, trial: Int(bytes[1]) + 1) }
      }
    }
  }

  private func render(_ cell: Cell, at level: Double, trial: Int) throws -> [String] {
    guard let stimulus = cell.task.composed, let form = cell.task.form else { return [] }
    let run = StreamNames(seed: 1, listener: cell.listener, strategy: cell.strategy).sounds(replicate: 1)
    let draws = SoundDraws(level: level, sounds: run, trial: trial, folder: "/dev/shm")
    let targets = form.orders[trial % form.orders.count]
    guard try stimulus.frames(draws, targets: targets, rate: stimulus.sampleRate) <= Self.mostFrames else { return [] }
    if var listener = cell.model?.hearing(run) {
      var random = RandomStream(seed: 1)
      var comparison = Comparison(
        reference: try MIDINote(60), interval: .prime, offset: level, level: Level(level))
      comparison.order = trial % form.orders.count
      let answer = listener.answer(comparison, using: &random)
      if !answer.seconds.isFinite, listener.fault == nil { find("\(cell.listener) answers after \(answer.seconds) s") }
    }
    let made = try stimulus.rendered(draws, targets: targets, rate: stimulus.sampleRate, output: SoundOutput())
    for ear in [made.samples.left, made.samples.right] {
      guard ear.count == made.samples.frames, ear.allSatisfy({ abs($0) <= 1 }) else {
        find("samples beyond full scale: \(ear.first { !(abs($0) <= 1) } ?? 0)")
      }
    }
    let other = try stimulus.rendered(draws, targets: targets, rate: stimulus.sampleRate, output: SoundOutput())
    if other.samples.left != made.samples.left || other.samples.right != made.samples.right { find("another sound") }
    return []
  }
}
