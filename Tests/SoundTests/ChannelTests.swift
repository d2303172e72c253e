import PeachAudio
import PeachPitch
import PeachSupport
import Testing

/// Sounds on one side, in every format, and what is read of them.
@Suite struct ChannelTests {
  private let samples: [Float] = (0..<1501).map { Float(($0 * 7919) % 4001) / 2000.5 - 1 }

  private func frames(_ format: SampleFormat, _ channel: Channel) throws -> [[UInt8]] {
    let file = try UnnamedFile()
    let layout = try SoundFile.write(samples, rate: .hz48000, format: format, on: channel, to: file.descriptor)
    #expect(layout.bytesPerFrame == format.bytesPerSample * channel.count)
    let bytes = file.bytes
    return (0..<layout.frames).map { frame in
      let start = layout.dataOffset + frame * layout.bytesPerFrame
      return Array(bytes[start..<start + layout.bytesPerFrame])
    }
  }

  @Test(arguments: SampleFormat.allCases) func `a side has the samples, the other is silent`(format: SampleFormat)
    throws
  {
    let both = try frames(format, .both)
    let silence = [UInt8](repeating: 0, count: format.bytesPerSample)
    #expect(both.count == samples.count)
    #expect(try frames(format, .left) == both.map { $0 + silence })
    #expect(try frames(format, .right) == both.map { silence + $0 })
  }

  /// Half a step of rounding, up to one of another full scale, and for 16 bits one of dither.
  @Test(arguments: [(SampleFormat.pcm16, 2.6 / 32_767), (.pcm24, 1.6 / 8_388_607), (.float32, 1.6e-7)])
  func `reading returns the written samples`(format: SampleFormat, most: Double) throws {
    for rate in SampleRate.allCases {
      let sound = RenderedSound(
        samples: samples, sampleRate: rate, parts: [RenderedSound.Part(start: 0, level: try AmplitudeDB(-3))])
      let written = try sound.asWritten(format)
      #expect(written.sampleRate == rate)
      #expect(written.samples.count == samples.count)
      // libsndfile reads whole numbers as parts of 2ⁿ, they are written as parts of 2ⁿ − 1.
      let worst = zip(written.samples, samples).map { abs(Double($0) - Double($1)) }.max() ?? 1
      #expect(worst <= most, "\(worst)")
    }
  }

  /// The second one is a file of another kind that libsndfile would read.
  @Test(arguments: [
    "no sound",
    ".snd\u{0}\u{0}\u{0}\u{18}\u{0}\u{0}\u{0}\u{2}\u{0}\u{0}\u{0}\u{2}\u{0}\u{0}\u{1f}@\u{0}\u{0}\u{0}\u{1}ab",
  ])
  func `a file that is not a sound file is rejected`(text: String) throws {
    let file = try UnnamedFile()
    try file.write(text)
    let error = #expect(throws: SoundError.self) { try SoundFile.read(file.descriptor) }
    #expect(error?.reason.contains("not a WAV or FLAC file") == true)
  }

  @Test func `samples that are no numbers are rejected, and no more is read than is needed`() throws {
    let part = [RenderedSound.Part(start: 0, level: try AmplitudeDB(-3))]
    for wrong in [Float.nan, .infinity] {
      let sound = RenderedSound(samples: samples + [wrong], sampleRate: .hz48000, parts: part)
      let file = try SoundFile.temporary(sound, format: .float32)
      #expect(throws: SoundError.self) { try SoundFile.read(file.descriptor) }
      #expect(try SoundFile.read(file.descriptor, most: samples.count).samples == samples)
    }
  }
}
