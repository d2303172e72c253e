import CProcess
import Glibc
import PeachAudio
import PeachPitch
import Testing

/// What the real aplay hands on is what was rendered.
@Suite struct PlayedSoundTests {
  private func play(_ pair: RenderedSound, _ format: SampleFormat) throws -> (played: [UInt8], file: ArraySlice<UInt8>)
  {
    let file = peach_unnamed_file("/tmp")
    try #require(file >= 0)
    defer { close(file) }
    let layout = try SoundFile.write(pair, format: format, to: file)
    let capture = try AlsaCapture(format == .pcm24 ? .wav : .raw)
    let outcome = try capture.play(file)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    let data = try contents(of: file).dropFirst(layout.dataOffset).prefix(layout.frames * layout.bytesPerFrame)
    return (try capture.recording, data)
  }

  /// The samples as the file should hold them, by the definition of the format.
  private func bytes(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample -> [UInt8] in
      let number = Int((Double(sample) * 8_388_607).rounded(.toNearestOrEven))
      return [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number >> 16 & 0xFF)]
    }
  }

  @Test(arguments: SampleRate.allCases)
  func `24-bit sound arrives bit for bit, then nothing but silence`(rate: SampleRate) throws {
    for name in ["sine", "complex:10"] {
      let rendered = try pair(
        tone(311.1, -9), tone(466.2, -7.7), duration: 0.4321, gap: 0.1, timbre: BuiltInTimbres.named(name), rate: rate
      ).rendered()
      let (played, file) = try play(rendered, .pcm24)
      let expected = bytes(rendered.samples)
      let isWritten = Array(file) == expected
      #expect(isWritten)
      expectPlayed(played, expected)
    }
  }

  @Test func `floating-point sound arrives bit for bit`() throws {
    let rendered = try pair(tone(311.1, -9), tone(466.2, -7.7), duration: 0.4, rate: .hz48000).rendered()
    let played = try play(rendered, .float32).played
    let expected = rendered.samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) }
    }
    expectPlayed(played, expected)
  }

  /// The sound and then zeros to the end of the last period.
  private func expectPlayed(_ played: [UInt8], _ expected: [UInt8]) {
    let isSame = Array(played.prefix(expected.count)) == expected
    #expect(isSame)
    #expect(played.dropFirst(expected.count).allSatisfy { $0 == 0 })
  }
}
