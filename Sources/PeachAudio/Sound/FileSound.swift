import PeachPitch
import PeachSupport

/// A sound in a file without a name. The place in the file tells how far aplay is.
final class FileSound: AplaySound {
  private let file: UnnamedFile
  private let layout: SoundFile.Layout
  private let ramp: ReleaseRamp

  init(_ sound: RenderedSound, format: SampleFormat, on channel: Channel) throws(SoundError) {
    file = try UnnamedFile.make()
    layout = try SoundFile.write(sound, format: format, on: channel, to: file.descriptor)
    ramp = ReleaseRamp(try Ramp(AplayPlayer.releaseSeconds), rate: sound.sampleRate, format: format)
    file.position = 0
  }

  func start(on device: SoundDevice, messages: UnnamedFile) throws(SoundError) -> ChildProcess {
    try Aplay.start(file.descriptor, device: device, messages: messages)
  }

  var hasBeenRead: Bool { file.position > layout.dataOffset }
  var bytesRead: Int { file.position }
  var isRead: Bool { file.position >= layout.dataOffset + layout.frames * layout.bytesPerFrame }
  var hasEnd: Bool { true }
  var failure: SoundError? { nil }

  /// Over the next 10 ms that aplay has not read. Standing still, aplay reads nothing between our look at the place and
  /// our writing there.
  func release(_ child: ChildProcess) { child.halted { ramp.end(file, layout) } }

  func tune(to frequency: Frequency) {}
  var tuned: Double? { nil }
  func abandon() {}
}
