package import PeachPitch

extension RenderedSound {
  /// A short quiet burst: 30 ms of 1 kHz, 18 dB below the notes.
  ///
  /// - Throws: `SoundError` as for any sound.
  package static func tick(below level: AmplitudeDB, sampleRate: SampleRate) throws(SoundError) -> RenderedSound {
    let ramp = try Ramp(0.01)
    let frames = sampleRate.frames(0.03)
    let note = Sine().note(
      Frequency(unchecked: 1000), key: MIDINote(unchecked: 83), frames: frames, rate: sampleRate)
    let decibels = level.decibels - 18
    let samples = [Float](unsafeUninitializedCapacity: frames) { buffer, count in
      buffer.initialize(repeating: 0)
      note.write(
        level: decibels, ramp: ramp, rate: sampleRate,
        to: UnsafeMutableBufferPointer(rebasing: buffer[..<frames]))
      count = frames
    }
    // A sound below the range of levels counts as the softest level.
    let told = (try? AmplitudeDB(max(decibels, AmplitudeDB.range.lowerBound))) ?? level
    return RenderedSound(samples: samples, sampleRate: sampleRate, parts: [Part(start: 0, level: told)])
  }
}
