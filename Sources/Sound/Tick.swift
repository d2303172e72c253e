public import Pitch

extension RenderedPair {
  /// A short quiet burst: 30 ms of 1 kHz, 18 dB below the notes, as one note without another.
  ///
  /// - Throws: `SoundError` as for any sound.
  public static func tick(below level: AmplitudeDB, sampleRate: SampleRate) throws(SoundError) -> RenderedPair {
    let ramp = try Ramp(0.01)
    let frames = sampleRate.frames(0.03)
    let note = Sine().note(
      Frequency(unchecked: 1000), key: MIDINote(unchecked: 83), frames: frames, rate: sampleRate)
    let samples = [Float](unsafeUninitializedCapacity: frames) { buffer, count in
      buffer.initialize(repeating: 0)
      note.write(
        level: level.decibels - 18, ramp: ramp, rate: sampleRate,
        to: UnsafeMutableBufferPointer(rebasing: buffer[..<frames]))
      count = frames
    }
    return RenderedPair(
      samples: samples, sampleRate: sampleRate, targetStart: frames, referenceLevel: level, targetLevel: level)
  }
}
