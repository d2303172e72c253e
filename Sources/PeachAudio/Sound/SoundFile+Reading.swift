import CSndFile
import PeachSupport

extension SoundFile {
  /// Samples of a channel: 11 minutes at 96 kHz.
  private static let mostFrames = 1 << 26
  /// Frames that are read at once.
  private static let block = 1 << 14

  /// The samples of the first channel of a WAV or FLAC file.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading; it stays open, at no particular offset.
  ///   - most: The frames that are needed; later ones are not read.
  /// - Throws: `SoundError` if it is not a sound file, is too long, cannot be read whole, or has samples that are no numbers.
  package static func read(
    _ descriptor: Int32, most: Int? = nil
  ) throws(SoundError) -> (samples: [Float], hertz: Double) {
    guard isWAVorFLAC(descriptor) else {
      throw SoundError("the sound cannot be read: it is not a WAV or FLAC file", hint: "convert the file to WAV")
    }
    lseek(descriptor, 0, SEEK_SET)
    var info = SF_INFO()
    guard let file = sf_open_fd(copy(of: descriptor), Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
      throw SoundError("the sound cannot be read: \(String(cString: sf_strerror(nil)))")
    }
    defer { sf_close(file) }
    let (frames, channels) = (Int(info.frames), Int(info.channels))
    let needed = min(frames, most ?? frames)
    guard channels > 0, (0...mostFrames).contains(needed) else {
      throw SoundError(
        "the sound cannot be read: expected at most \(mostFrames) samples, got \(frames) in \(channels) channels",
        hint: "shorten the file")
    }
    // A header may state more frames than there are, so that memory is taken for what is read.
    var samples: [Float] = []
    var values = [Float](repeating: 0, count: block * channels)
    while samples.count < needed {
      let count = min(block, needed - samples.count)
      guard sf_readf_float(file, &values, sf_count_t(count)) == count else {
        throw SoundError("the sound file is shorter than its header states: it is incomplete or damaged")
      }
      for i in 0..<count { samples.append(values[i * channels]) }
    }
    guard samples.allSatisfy(\.isFinite) else {
      throw SoundError("the sound cannot be read: it has samples that are no numbers", hint: "convert the file again")
    }
    return (samples, Double(info.samplerate))
  }

  /// Whether a file begins as those that Peach reads; libsndfile would guess at others.
  private static func isWAVorFLAC(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4)
    guard pread(descriptor, &bytes, 4, 0) == 4 else { return false }
    return ["RIFF", "RIFX", "RF64", "fLaC"].contains { Array($0.utf8) == bytes }
  }
}

extension RenderedSound {
  /// The same sound as a player gets it: written into a sound file and read again.
  ///
  /// - Throws: `SoundError` if there is no place for the file.
  package func asWritten(_ format: SampleFormat) throws(SoundError) -> RenderedSound {
    let file = try UnnamedFile.make()
    try SoundFile.write(self, format: format, to: file.descriptor)
    return RenderedSound(samples: try SoundFile.read(file.descriptor).samples, sampleRate: sampleRate, parts: parts)
  }
}
