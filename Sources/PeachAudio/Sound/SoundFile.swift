import CSndFile
package import PeachSupport

/// WAV files of sounds, written and read through libsndfile.
///
/// Equal samples make equal bytes: no time stamp, no peak chunk. Every write is checked, and the finished file is looked
/// at again, for libsndfile does not tell when the header could not be written at the end.
package enum SoundFile {
  /// The position and format of the samples in a file.
  package struct Layout: Hashable, Sendable {
    /// Bytes before the first sample.
    package let dataOffset: Int
    package let bytesPerFrame: Int
    package let frames: Int

    package init(dataOffset: Int, bytesPerFrame: Int, frames: Int) {
      self.dataOffset = dataOffset
      self.bytesPerFrame = bytesPerFrame
      self.frames = frames
    }
  }

  /// Writes a sound.
  ///
  /// - Parameters:
  ///   - channel: Where a sound of one channel goes; one of two has both.
  ///   - descriptor: An empty file, open for reading and writing; it stays open, at no particular offset.
  /// - Throws: `SoundError` if the file could not be written whole.
  @discardableResult
  package static func write(
    _ sound: RenderedSound, format: SampleFormat, on channel: Channel = .both, to descriptor: Int32
  ) throws(SoundError) -> Layout {
    guard let right = sound.right else {
      return try write(sound.samples, rate: sound.sampleRate, format: format, on: channel, to: descriptor)
    }
    let samples = [Float](unsafeUninitializedCapacity: 2 * right.count) { buffer, count in
      for (i, (left, right)) in zip(sound.samples, right).enumerated() {
        buffer.initializeElement(at: 2 * i, to: left)
        buffer.initializeElement(at: 2 * i + 1, to: right)
      }
      count = 2 * right.count
    }
    return try write(samples, interleaved: 2, rate: sound.sampleRate, format: format, to: descriptor)
  }

  /// The bytes of a WAV file of a sound.
  ///
  /// - Throws: `SoundError` if there is no place for a temporary file.
  package static func bytes(of sound: RenderedSound, format: SampleFormat) throws(SoundError) -> [UInt8] {
    let file = try UnnamedFile.make()
    let layout = try write(sound, format: format, to: file.descriptor)
    var bytes = [UInt8](repeating: 0, count: layout.dataOffset + layout.frames * layout.bytesPerFrame)
    let count = bytes.count
    guard pread(file.descriptor, &bytes, count, 0) == count else {
      throw SoundError("the sound file cannot be read to its end")
    }
    return bytes
  }

  /// A temporary WAV file of a sound. It is gone with its owner.
  ///
  /// - Throws: `SoundError` if there is no place for it.
  package static func temporary(_ sound: RenderedSound, format: SampleFormat) throws(SoundError) -> UnnamedFile {
    let file = try UnnamedFile.make()
    try write(sound, format: format, to: file.descriptor)
    return file
  }

  /// Writes samples.
  ///
  /// - Parameters:
  ///   - samples: −1…1; what is beyond is cut off in whole numbers.
  ///   - channels: How many channels stand in turn in the samples.
  ///   - channel: Where samples of one channel go.
  ///   - descriptor: An empty file, open for reading and writing; it stays open, at no particular offset.
  /// - Throws: `SoundError` if the file could not be written whole.
  @discardableResult
  package static func write(
    _ samples: [Float], interleaved channels: Int = 1, rate: SampleRate, format: SampleFormat,
    on channel: Channel = .both,
    to descriptor: Int32
  ) throws(SoundError) -> Layout {
    var info = SF_INFO()
    info.samplerate = Int32(rate.rawValue)
    info.channels = Int32(channels * channel.count)
    info.format = Int32(SF_FORMAT_WAV) | code(format)
    guard let file = sf_open_fd(copy(of: descriptor), Int32(SFM_WRITE), &info, Int32(SF_TRUE)) else {
      throw failure(nil)
    }
    // Floating-point files get a chunk with their peak and the time unless told otherwise.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    var problem = put(samples, format, channel, into: file)
    if problem == nil, sf_error(file) != 0 { problem = failure(file) }
    if sf_close(file) != 0, problem == nil { problem = failure(nil) }
    if let problem { throw problem }
    return try check(
      samples.count / channels, bytesPerFrame: format.bytesPerSample * channels * channel.count, in: descriptor)
  }

  /// One for libsndfile to close: where something fails it closes what it was told to leave open, too.
  static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  private static func code(_ format: SampleFormat) -> Int32 {
    switch format {
    case .pcm16: Int32(SF_FORMAT_PCM_16)
    case .pcm24: Int32(SF_FORMAT_PCM_24)
    case .float32: Int32(SF_FORMAT_FLOAT)
    }
  }

  /// Writes the samples as bytes in stretches of a size that stays in the processor's cache.
  private static func put(
    _ samples: [Float], _ format: SampleFormat, _ channel: Channel, into file: OpaquePointer
  ) -> SoundError? {
    samples.withUnsafeBufferPointer { samples in
      let room = format.bytesPerSample * channel.count * stretch + 1
      var dither = Dither()
      return withUnsafeTemporaryAllocation(byteCount: room, alignment: 16) { bytes in
        for start in stride(from: 0, to: samples.count, by: stretch) {
          let part = UnsafeBufferPointer(rebasing: samples[start..<min(start + stretch, samples.count)])
          let count = FrameBytes.pack(part, format, channel, &dither, into: bytes)
          if let problem = put(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: file) { return problem }
        }
        return nil
      }
    }
  }

  private static let stretch = 16_384

  private static func put(_ bytes: UnsafeRawBufferPointer, into file: OpaquePointer) -> SoundError? {
    guard sf_write_raw(file, bytes.baseAddress, sf_count_t(bytes.count)) == bytes.count else { return failure(file) }
    return nil
  }

  private static func failure(_ file: OpaquePointer?) -> SoundError {
    // "System error : No space left on device."
    let text = String(cString: sf_strerror(file))
    let reason = text.replacing("System error : ", with: "").replacing(#/\.$/#, with: "")
    return SoundError(
      "the sound could not be written: \(reason)",
      hint: text.contains("No space left")
        ? "delete files to free disk space, or set the environment variable TMPDIR "
          + "to another folder" : nil)
  }

  /// The layout of the finished file, if its size and header are right.
  private static func check(
    _ frames: Int, bytesPerFrame: Int, in descriptor: Int32
  ) throws(SoundError) -> Layout {
    let dataBytes = frames * bytesPerFrame
    let incomplete = SoundError("the sound could not be written: the file is not complete")
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw incomplete }
    // A chunk of an odd length is followed by a byte of padding.
    let offset = Int(status.st_size) - dataBytes - dataBytes % 2
    var header = [UInt8](repeating: 0, count: max(0, min(offset, 4096)))
    guard offset > 8, offset <= 4096, pread(descriptor, &header, offset, 0) == offset,
      Array(header[(offset - 8)...]) == Array("data".utf8) + littleEndian(dataBytes),
      Array(header[..<8]) == Array("RIFF".utf8) + littleEndian(Int(status.st_size) - 8)
    else { throw incomplete }
    return Layout(dataOffset: offset, bytesPerFrame: bytesPerFrame, frames: frames)
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
