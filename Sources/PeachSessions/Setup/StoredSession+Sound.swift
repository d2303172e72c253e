package import PeachAudio
import PeachSimulation
package import PeachStorage
import PeachTrials

extension StoredSession {
  /// The composed sound of a trial as it was played, sample for sample.
  ///
  /// - Parameters:
  ///   - number: The trial, from 1.
  ///   - folder: In which sound files of the experiment are.
  /// - Returns: The sound, and the format in which it was played; `nil` for the format if nothing sounded.
  /// - Throws: `LiveSessionError` if there is no such trial, or its sound cannot be known; `SoundError`, `RecordsError`.
  package func sound(
    ofTrial number: Int, in database: LiveDatabase, folder: String
  ) throws -> (sound: ComposedStimulus.Trial, format: SampleFormat?) {
    guard let stimulus = cell.task.composed else {
      throw LiveSessionError(.content, "\(name): its trials are of notes, but peach render makes only composed sounds")
    }
    let trials = try comparisons(in: database).trials
    guard trials.indices.contains(number - 1) else {
      throw LiveSessionError(
        .request, of: .session, "\(name) has no trial \(number)\n  hint: there are \(trials.count), from 1")
    }
    let comparison = trials[number - 1].comparison
    let sounds = ComposedSounds(
      stimulus, of: cell.task, names.sounds(replicate: record.number), folder: folder,
      output: try output(of: stimulus, in: database), device: record.device, onsetLatency: 0, tick: nil)
    return (
      try sounds.rendered(comparison, trial: number), record.sampleFormat.flatMap(SampleFormat.init(word:))
    )
  }

  /// The device as it was calibrated when the session was played.
  private func output(of stimulus: ComposedStimulus, in database: LiveDatabase) throws -> SoundOutput {
    if stimulus.levels.isRelative, let offset = record.levelOffset { return SoundOutput(fullScale: offset) }
    guard stimulus.levels == .pressure, let device = record.device else { return SoundOutput() }
    let points = try database.deviceProfile(device, Channel.both.rawValue)?.calibration?.points ?? []
    guard !points.isEmpty, case let calibration = LevelCalibration(points: points, limit: nil),
      calibration.offset(at: 1000) == record.levelOffset
    else {
      throw LiveSessionError(
        .content,
        "\(name): its levels are in dB SPL, but the device was calibrated again since, so the same sound cannot "
          + "be made")
    }
    return SoundOutput(calibration)
  }
}
