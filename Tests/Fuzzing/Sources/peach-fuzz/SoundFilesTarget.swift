import Glibc
import PeachAudio
import PeachPitch

/// Sound files from elsewhere, WAV or FLAC: what is read is written and reads back as the same samples.
struct SoundFilesTarget: FuzzTarget {
  static let name = "sound-files"
  /// Longer sounds are left to tests of speed.
  private static let mostFrames = 1 << 18

  private let file = Scratch("sound")

  func messages(of bytes: [UInt8]) -> [String] {
    file.write(bytes)
    return peach_fuzz.messages {
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { find("cannot open \(file.path)") }
      defer { close(descriptor) }
      let (samples, _) = try SoundFile.read(descriptor, most: Self.mostFrames)
      guard samples.count <= Self.mostFrames, samples.allSatisfy(\.isFinite) else { find("\(samples.count) samples") }
      guard !samples.isEmpty else { return [] }
      let sound = RenderedSound(
        samples: samples, sampleRate: .hz48000, parts: [RenderedSound.Part(start: 0, level: .softest)])
      if try sound.asWritten(.float32).samples != samples { find("other samples") }
      return []
    }
  }
}
