import Foundation
import Glibc
import PeachAudio
import PeachPitch
import PeachSupport
import Testing

@Suite struct ReleaseRampTests {
  /// A file of a pair of notes that was read up to a byte, and then ended early.
  private func ended(at frame: Int, odd bytes: Int = 0, format: SampleFormat) throws -> (before: Data, after: Data) {
    let file = try UnnamedFile()
    let tone = Tone(frequency: try Frequency(523.25), level: try AmplitudeDB(-12), key: try MIDINote(72))
    let pair = TonePair(
      reference: tone, target: tone, noteDuration: 0.3, gap: 0, ramp: try Ramp(0.01), timbre: Sine(),
      sampleRate: .hz48000)
    let layout = try SoundFile.write(try pair.rendered(), format: format, to: file.descriptor)
    let before = content(file)
    lseek(file.descriptor, off_t(layout.dataOffset + frame * layout.bytesPerFrame + bytes), SEEK_SET)
    ReleaseRamp(try Ramp(0.01), rate: .hz48000, format: format).end(file, layout)
    #expect(lseek(file.descriptor, 0, SEEK_CUR) == off_t(layout.dataOffset + frame * layout.bytesPerFrame + bytes))
    return (before, content(file))
  }

  private func content(_ file: UnnamedFile) -> Data {
    var status = stat()
    fstat(file.descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    pread(file.descriptor, &bytes, bytes.count, 0)
    return Data(bytes)
  }

  private func samples(_ data: Data, _ format: SampleFormat) -> [Double] {
    // The samples are the end of the file; what stands before them is a multiple of their size less a part.
    let bytes = [UInt8](data.dropFirst(format == .pcm24 ? 44 : data.count % 4))
    return stride(from: 0, to: bytes.count - format.bytesPerSample + 1, by: format.bytesPerSample).map { at in
      let word = (0..<format.bytesPerSample).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * $1) }
      return format == .pcm24
        ? Double(Int32(bitPattern: word << 8) >> 8) / 8_388_607 : Double(Float(bitPattern: word))
    }
  }

  @Test func `unread samples fade to silence within 10 ms, and the file ends there`() throws {
    let (before, after) = try ended(at: 20_000, format: .pcm24)
    let (whole, cut) = (samples(before, .pcm24), samples(after, .pcm24))
    #expect(cut.count == 20_479)
    #expect(cut[..<20_000] == whole[..<20_000])
    for i in 0..<479 {
      let gain = 0.5 * (1 - cos(.pi * Double(479 - i) / 480))
      #expect(abs(cut[20_000 + i] - gain * whole[20_000 + i]) < 1.0 / 8_388_607)
    }
  }

  @Test func `there is no click`() throws {
    for frame in [15_000, 15_011, 15_023, 15_037] {
      let cut = samples(try ended(at: frame, format: .pcm24).after, .pcm24) + [0, 0]
      func largest(_ range: Range<Int>) -> Double {
        range.map { abs(cut[$0 + 1] - 2 * cut[$0] + cut[$0 - 1]) }.max() ?? 0
      }
      #expect(largest(frame - 10..<cut.count - 1) < 1.1 * largest(5000..<10_000))
    }
  }

  @Test func `a frame that is read in part is read on`() throws {
    let (before, after) = try ended(at: 20_000, odd: 1, format: .pcm24)
    #expect(after.count == 44 + 3 * (20_001 + 479))
    #expect(after.prefix(44 + 3 * 20_001) == before.prefix(44 + 3 * 20_001))
  }

  @Test func `a sound with less than the ramp left ends by itself`() throws {
    let (before, after) = try ended(at: 28_800 - 479, format: .pcm24)
    #expect(after == before)
  }

  @Test func `floating-point samples fall as well`() throws {
    let (before, after) = try ended(at: 20_000, format: .float32)
    let cut = Array(samples(after, .float32).suffix(479))
    let whole = Array(samples(before, .float32).suffix(28_800))
    for i in [0, 100, 478] {
      let gain = 0.5 * (1 - cos(.pi * Double(479 - i) / 480))
      #expect(abs(cut[i] - gain * whole[20_000 + i]) < 1e-7)
    }
  }
}
