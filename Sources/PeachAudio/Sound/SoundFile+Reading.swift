import CSndFile
import PeachSupport

extension SoundFile {
  /// Samples of all channels: 11 minutes in stereo at 48 kHz.
  private static let greatestCount = 1 << 26

  /// The samples of the first channel of a file.
  ///
  /// - Parameter descriptor: Open for reading; it stays open, at no particular offset.
  /// - Throws: `SoundError` if it is not a sound file, is too long, or cannot be read whole.
  package static func read(_ descriptor: Int32) throws(SoundError) -> (samples: [Float], hertz: Double) {
    lseek(descriptor, 0, SEEK_SET)
    var info = SF_INFO()
    guard let file = sf_open_fd(copy(of: descriptor), Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
      throw SoundError("the sound cannot be read: \(String(cString: sf_strerror(nil)))")
    }
    defer { sf_close(file) }
    let (frames, channels) = (Int(info.frames), Int(info.channels))
    // A header may state more samples than there are bytes.
    guard channels > 0, (0...greatestCount / channels).contains(frames) else {
      throw SoundError(
        "the sound cannot be read: expected at most \(greatestCount) samples, got \(frames) in \(channels) channels",
        hint: "shorten the file")
    }
    var values = [Float](repeating: 0, count: frames * channels)
    guard sf_readf_float(file, &values, sf_count_t(frames)) == frames else {
      throw SoundError("the sound file cannot be read to its end")
    }
    let samples = channels == 1 ? values : stride(from: 0, to: values.count, by: channels).map { values[$0] }
    return (samples, Double(info.samplerate))
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
