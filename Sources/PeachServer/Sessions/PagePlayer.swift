import PeachAudio
import PeachPitch
import PeachSessions
import PeachTrials

/// Makes the samples of trials for a page, which plays them by itself.
final class PagePlayer: TrialPlayer {
  /// The samples of a trial, and the note that the page makes after them.
  struct Prepared {
    var bytes: [UInt8]
    var sound: PageTrial.Sound
    var held: HeldRecipe?
  }

  private let format: SampleFormat
  private let channel: Channel
  private(set) var prepared: Prepared?
  private var ahead: () -> [RenderedSound] = { [] }
  /// A sound besides those of trials: that of a wrong answer, or an example.
  private var extra: Prepared?
  private unowned let room: PageRoom
  private var hasGap = false

  init(_ format: SampleFormat, _ channel: Channel, in room: PageRoom) {
    self.room = room
    self.format = format
    self.channel = channel
  }

  var channelName: String { channel.rawValue }

  func prepare(_ sound: RenderedSound) {
    prepared = frames(of: sound)
    hasGap = false
    room.use(self)
  }

  func prepare(_ sound: HeldSound) throws(SoundError) {
    let recipe = try HeldRecipe(sound)
    // The page puts a held note on its channel, and so the opening.
    var made = frames(of: recipe.opening, on: .both)
    made.held = recipe
    prepared = made
    hasGap = false
    room.use(self)
  }

  private func frames(of sound: RenderedSound, on channel: Channel? = nil) -> Prepared {
    let channel = channel ?? self.channel
    let bytes = sound.frames(format, on: channel)
    return Prepared(
      bytes: bytes,
      sound: PageTrial.Sound(
        id: PagePlayer.name(of: bytes), rate: sound.sampleRate.rawValue, format: format.word,
        channels: sound.channels(on: channel),
        frames: sound.samples.count))
  }

  /// A name that equal samples share, so that a page does not request what it has.
  private static func name(of bytes: [UInt8]) -> String {
    var hash = SipHash(key: SipHash.Words(0, 0))
    let words = bytes.count / 8
    bytes.withUnsafeBytes { raw in
      for index in 0..<words { hash.add(raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
    }
    for byte in bytes[(words * 8)...] { hash.add(byte) }
    return hash.finish().hex
  }

  func lookAhead(to sounds: @escaping () -> [RenderedSound]) { ahead = sounds }

  /// The sounds that may come next, in an order that tells nothing of the right answer.
  func madeAhead() -> [Prepared] { ahead().map { frames(of: $0) }.sorted { $0.sound.id < $1.sound.id } }

  func play(_ sound: RenderedSound) {
    extra = frames(of: sound)
    room.useForExtra(self)
  }

  /// Takes the sound besides those of trials; `nil` if there is none.
  func takeExtra() -> Prepared? { extra.take() }

  /// Notes that the page could not present the trial as it should.
  func noteGap() { hasGap = true }

  func hasStalled(at now: Double) -> Bool { hasGap }
  func tune(to frequency: Frequency) {}
  func start() {}
  func hasStarted() -> Bool { true }
  func delayed(by seconds: Double) -> SoundError {
    SoundError("the page has not begun to play", hint: "load the page again")
  }
  func check() {}
  func release() {}
  func silence() {}
}
