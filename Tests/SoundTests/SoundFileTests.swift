import CProcess
import CSndFile
import Glibc
import PeachAudio
import PeachPitch
import Testing

@Suite struct SoundFileTests {
  /// An odd number of samples, full scale and beyond among them.
  private let samples: [Float] =
    [0, 1, -1, 0.5, -0.5, 1e-7, -1e-7, 3e-8, 1.5, -2, 0.123_456_7]
    + (0..<10_000).map {
      Float(sin(0.01 * Double($0)))
    }

  private func little(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

  @Test(arguments: SampleFormat.allCases, SampleRate.allCases)
  func `the header describes the contents of the file`(format: SampleFormat, rate: SampleRate) throws {
    let (bytes, layout) = try written { try SoundFile.write(samples, rate: rate, format: format, to: $0) }
    let width = format.bytesPerSample
    #expect([SampleFormat.pcm16: 2, .pcm24: 3, .float32: 4][format] == width)
    #expect(layout.bytesPerFrame == width)
    #expect(layout.frames == samples.count)
    let length = width * samples.count
    #expect(bytes.count == layout.dataOffset + length + length % 2)
    #expect(Array(bytes[..<4]) == Array("RIFF".utf8))
    #expect(little(bytes[4..<8]) == bytes.count - 8)
    #expect(Array(bytes[8..<16]) == Array("WAVEfmt ".utf8))
    #expect(little(bytes[20..<22]) == (format == .float32 ? 3 : 1))
    #expect(little(bytes[22..<24]) == 1)
    #expect(little(bytes[24..<28]) == rate.rawValue)
    #expect(little(bytes[34..<36]) == 8 * width)
    #expect(Array(bytes[layout.dataOffset - 8..<layout.dataOffset - 4]) == Array("data".utf8))
    #expect(little(bytes[layout.dataOffset - 4..<layout.dataOffset]) == length)
    for chunk in ["PEAK", "LIST", "bext"] {
      let name = Array(chunk.utf8)
      #expect(!(0..<layout.dataOffset - 4).contains { Array(bytes[$0..<$0 + 4]) == name })
    }
  }

  @Test func `the bytes equal those of libsndfile for the same samples`() throws {
    let ours = try written { try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: $0) }.bytes
    let file = peach_unnamed_file("/tmp")
    defer { close(file) }
    var info = SF_INFO(
      frames: 0, samplerate: 44_100, channels: 1, format: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24), sections: 0,
      seekable: 0)
    let handle = try #require(sf_open_fd(file, Int32(SFM_WRITE), &info, Int32(SF_FALSE)))
    let doubles = samples.map { max(-1, min(1, Double($0))) }
    #expect(sf_write_double(handle, doubles, sf_count_t(doubles.count)) == doubles.count)
    #expect(sf_close(handle) == 0)
    let isSame = try contents(of: file) == ours
    #expect(isSame)
  }

  @Test func `floating-point samples are read back as they were`() throws {
    let (bytes, layout) = try written { try SoundFile.write(samples, rate: .hz96000, format: .float32, to: $0) }
    let read = samples.indices.map { i in
      let at = layout.dataOffset + 4 * i
      return Float(bitPattern: UInt32(little(bytes[at..<at + 4])))
    }
    let isSame = read == samples
    #expect(isSame)
  }

  @Test(arguments: SampleFormat.allCases) func `equal stimuli are equal bytes`(format: SampleFormat) throws {
    func once() throws -> [UInt8] {
      let rendered = try pair(tone(440, -9), tone(446, -8), timbre: HarmonicComplex(7)).rendered()
      return try written { try SoundFile.write(rendered, format: format, to: $0) }.bytes
    }
    let first = try once()
    // A time stamp would have seconds.
    usleep(1_100_000)
    let isSame = try once() == first
    #expect(isSame)
  }

  @Test func `the descriptor stays open`() throws {
    let file = peach_unnamed_file("/tmp")
    defer { close(file) }
    try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: file)
    #expect(fcntl(file, F_GETFD) >= 0)
  }

  @Test(arguments: SampleFormat.allCases) func `a full disk is reported`(format: SampleFormat) throws {
    let file = open("/dev/full", O_RDWR)
    defer { close(file) }
    let text = message { try SoundFile.write(samples, rate: .hz44100, format: format, to: file) }
    #expect(
      text == """
        the sound could not be written: No space left on device
          hint: delete files to free disk space, or set the environment variable TMPDIR to another folder
        """)
  }

  @Test func `a file that cannot grow is reported in the middle of the samples`() throws {
    let file = try sealable()
    defer { close(file) }
    // F_ADD_SEALS with F_SEAL_GROW, which Glibc's module does not show.
    let isSealed = ftruncate(file, 10_000) == 0 && fcntl(file, 1033, 4) == 0
    try #require(isSealed)
    let text = message { try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: file) }
    #expect(text == "the sound could not be written: Operation not permitted")
  }

  /// A file in memory that can be sealed, by memfd_create, which Glibc's module does not show.
  private func sealable() throws -> Int32 {
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    let create = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: Create.self)
    return create("peach", 2)
  }

  @Test func `a file that cannot be read back, or was not written, is reported`() throws {
    let readOnly = open("/dev/null", O_RDONLY)
    defer { close(readOnly) }
    #expect(
      message { try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: readOnly) }
        == "the sound could not be written: Bad file descriptor")
    #expect(
      message { try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: -1) }
        == "the sound could not be written: Bad file descriptor")
  }

  /// Appending, the header that libsndfile writes again at the end does not replace the first one, and it does not tell.
  @Test func `an unfinished header is reported`() throws {
    let path = "/tmp/peach-append-\(getpid())"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    defer {
      close(file)
      unlink(path)
    }
    let text = message { try SoundFile.write(samples, rate: .hz44100, format: .pcm24, to: file) }
    #expect(text == "the sound could not be written: the file is not complete")
  }
}
