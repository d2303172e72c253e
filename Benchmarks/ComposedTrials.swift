import CProcess
import Glibc
import PeachAudio
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachTrials

/// Trials of three intervals of filtered noise, rendered in stereo and written, next to numpy and scipy in the same run.
enum ComposedTrials {
  private static let folder = "/dev/shm"
  private static let trials = 40
  private static let rounds = 7

  private static func stimulus(_ target: String) throws -> ComposedStimulus? {
    try Experiment.parse(
      """
      name: noise
      seed: 1
      task:
        kind: forced-choice
        unit: dB
        alternatives: 3
        sounds:
          standard: {noise: {from: 100, to: 8000}, filter: {from: 500, to: 4000}, duration: 0.5, ramp: 20, level: -20}
          target: \(target)
          before: 0
          after: 0
          between: 0
      listeners: [{name: a, kind: psychometric, function: logistic, threshold: -10, slope: 1}]
      strategies: [{name: s, kind: transformed-up-down, start: -6, down: 2, step: {linear: 1}}]
      stop: {trials: 10}
      replicates: 1
      """, file: "noise.yaml"
    ).plan.cells[0].task.composed
  }

  /// - Parameter peer: `nil` if it could not be started.
  static func compare(with peer: NumpyPeer?) throws {
    for (name, target, isModulated) in [
      ("level", "{level: +x}", false), ("modulation", "{am: {rate: 16, depth: x}}", true),
    ] {
      guard let stimulus = try stimulus(target) else { continue }
      print("  \(name)")
      for format in [SampleFormat.pcm24, .float32] {
        var ours = Double.infinity
        var theirs = Double.infinity
        for _ in 0..<rounds {
          ours = min(
            ours, try CPUClock.seconds { for trial in 1...trials { try write(stimulus, trial, format) } })
          let request = "noise-\(isModulated ? "modulated" : "plain")-\(format.word)"
          if let seconds = peer?.seconds(request, count: trials) { theirs = min(theirs, seconds) }
        }
        let rate = Double(trials) / ours
        print("    \(format.word)")
        print("      peach    \(TextTable.grouped(Int(rate))) trials/s")
        guard theirs.isFinite else { continue }
        let other = Double(trials) / theirs
        print("      scipy    \(TextTable.grouped(Int(other))) trials/s")
        print("      ratio    \(Rates.ratio(rate / other))")
      }
    }
  }

  private static func write(_ stimulus: ComposedStimulus, _ trial: Int, _ format: SampleFormat) throws {
    let draws = SoundDraws(
      level: -6, sounds: RunSounds(seed: 1, path: ["bench"], replicate: 1), trial: trial, folder: ".")
    let sound = try stimulus.rendered(
      draws, target: 1 + trial % 3, rate: stimulus.sampleRate, output: SoundOutput())
    let file = peach_unnamed_file(folder)
    defer { close(file) }
    try SoundFile.write(sound.sound, format: format, to: file)
  }
}
