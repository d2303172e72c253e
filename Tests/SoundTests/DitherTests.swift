import PeachAudio
import PeachPitch
import Testing

/// Samples of 16 bits have triangular dither, so that what lies between two steps is kept in the mean.
@Suite struct DitherTests {
  /// The whole numbers in a file of a constant.
  private func numbers(_ steps: Double, format: SampleFormat = .pcm16, count: Int = 100_000) throws -> [Double] {
    let samples = [Float](repeating: Float(steps / 32_767), count: count)
    let sound = RenderedSound(
      samples: samples, sampleRate: .hz44100, parts: [RenderedSound.Part(start: 0, level: try AmplitudeDB(-3))])
    return try sound.asWritten(format).samples.map { ($0 * 32_768).rounded() }.map(Double.init)
  }

  /// For 100 000 samples, the mean has a standard error of 0.0016 steps (variance ¼), 5 of which are allowed, that is an
  /// error in fewer than 1 in 10⁶ runs; the seed is fixed anyway.
  @Test(arguments: [0.0, 0.3, 0.5, 12.75]) func `the mean is kept, and the error has the variance of the theory`(
    steps: Double
  ) throws {
    let found = try numbers(steps)
    let mean = found.reduce(0, +) / Double(found.count)
    #expect(abs(mean - steps) < 0.008, "\(mean)")
    // Rounding adds 1/12, the dither 1/6: together ¼ whatever the sound is.
    let variance = found.map { ($0 - steps) * ($0 - steps) }.reduce(0, +) / Double(found.count)
    #expect(abs(variance - 0.25) < 0.01, "\(variance)")
  }

  @Test func `equal sounds have equal bytes, and stretches of one sound differ`() throws {
    #expect(try numbers(0.5) == numbers(0.5))
    let found = try numbers(0.5, count: 40_000)
    #expect(found[..<20_000] != found[20_000...])
  }

  @Test func `samples of more bits are as they are`() throws {
    #expect(try numbers(0, format: .pcm24).allSatisfy { $0 == 0 })
  }
}
